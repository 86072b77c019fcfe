"""Lesson 9, GPT: what may come next, and a text written token by token.

Lives here: the state of ``/learn/gpt`` and the numbers of its first view. Its
twin is ``static/js/lessons/gpt.js``, which asks for everything else. Not here:
temperature, top-k and top-p (``gpt_reweighing.py``), counts (``gpt_costs.py``)
and prompts (``gpt_prompts.py``).
"""

from dataclasses import dataclass
from typing import Any

from app.engine import Engine
from app.lessons.address import AddressReader
from app.lessons.gpt_costs import work_costs
from app.lessons.gpt_prompts import FIRST_TASK, TASKS, trials, work_prompts
from app.lessons.gpt_reweighing import MOST_LISTED, joins, reweigh
from app.lessons.lesson import Lesson
from app.questions import NextTokenQuestion
from app.text_input import TextInput

MODEL = "smollm2-135m"
N_LAYERS, N_HEADS = 30, 9
TEXT = "In the morning I like to drink a cup of"
SURE = "Monday, Tuesday, Wednesday,"
COLDEST, HOTTEST = 0.1, 5.0
LEAST_P = 0.05
N_SHOWN = 12
LONGEST_TEXT, LONGEST_LINE = 600, 120
LENGTHS = ("8", "16", "32")
MOST_STEPS = 32
MOST_SEEDS = 9999
LONGEST_CONTEXT = 2048


@dataclass(frozen=True, slots=True)
class GptState:
    """What the address of the lesson holds.

    Attributes:
        temperature, cuts_k, top_k, top_p: how the distribution is reshaped.
        place: the candidate that is worked out, the likeliest is 0.
        sure: the text of the second distribution.
        film: whose steps are shown, ``greedy`` or ``sampled``.
        film_temperature, film_cuts_k, film_k, film_p, seed: how the sampled text
            is drawn.
        n_new: how many tokens are written.
        step: of the film; step 0 reads the prompt.
        instruction, examples, question, answer: of the prompts with and without
            examples; an example is a line. ``other`` is a second question.
        shown: whether what the examples bring is uncovered.
        length: tokens so far, where the cost of the next is counted.
        run: how often the cost was measured; 0 is not yet.
    """

    text: str
    temperature: float
    cuts_k: bool
    top_k: int
    top_p: float
    place: int
    sure: str
    film: str
    film_temperature: float
    film_cuts_k: bool
    film_k: int
    film_p: float
    seed: int
    n_new: int
    step: int
    layer: int
    head: int
    instruction: str
    examples: str
    question: str
    answer: str
    other: str
    shown: bool
    length: int
    run: int


def read(address: AddressReader) -> GptState:
    """Read the state; no field depends on another one."""
    warmth = {"low": COLDEST, "high": HOTTEST}
    share = {"low": LEAST_P, "high": 1.0}
    task = FIRST_TASK
    return GptState(
        text=address.text("text", TEXT, most=LONGEST_TEXT),
        temperature=address.number("temperature", 1.0, **warmth),
        cuts_k=address.flag("cuts_k", False),
        top_k=address.count("top_k", 40, low=1, high=MOST_LISTED),
        top_p=address.number("top_p", 1.0, **share),
        place=address.count("place", 1, low=0, high=N_SHOWN - 1),
        sure=address.text("sure", SURE, most=LONGEST_TEXT),
        film=address.choice("film", "greedy", ("greedy", "sampled")),
        film_temperature=address.number("film_temperature", 1.0, **warmth),
        film_cuts_k=address.flag("film_cuts_k", False),
        film_k=address.count("film_k", 40, low=1, high=MOST_LISTED),
        film_p=address.number("film_p", 0.9, **share),
        seed=address.count("seed", 4, low=0, high=MOST_SEEDS),
        n_new=int(address.choice("n_new", LENGTHS[1], LENGTHS)),
        step=address.count("step", 4, low=0, high=MOST_STEPS - 1),
        layer=address.count("layer", 2, low=0, high=N_LAYERS - 1),
        head=address.count("head", 0, low=0, high=N_HEADS - 1),
        instruction=address.text("instruction", task.instruction, most=LONGEST_LINE),
        examples=address.text("examples", task.examples, most=LONGEST_TEXT),
        question=address.text("question", task.question, most=LONGEST_LINE),
        answer=address.text("answer", task.answer, most=LONGEST_LINE),
        other=address.text("other", task.other, most=LONGEST_LINE),
        shown=address.flag("shown", False),
        length=address.count("length", 32, low=1, high=LONGEST_CONTEXT),
        run=address.count("run", 0, low=0, high=MOST_SEEDS),
    )


def work(state: GptState) -> dict[str, Any]:
    """Write the prompts and count; the rest the model has to say."""
    return {
        "prompts": work_prompts(
            state.instruction, state.examples, state.question, state.other
        ),
        "costs": work_costs(state.length),
        "trials": trials(),
        "tasks": [
            {
                "name": task.name,
                "instruction": task.instruction,
                "examples": task.examples,
                "question": task.question,
                "answer": task.answer,
                "other": task.other,
            }
            for task in TASKS
        ],
    }


async def ask(state: GptState, engine: Engine) -> dict[str, Any]:
    """Ask what may come next, once at temperature 1 and once as set."""
    if engine.catalogue.loaded(MODEL) is None or not state.text:
        return {}
    asked = TextInput(MODEL, state.text)
    plain = await engine.ask(NextTokenQuestion(asked, top_k=MOST_LISTED))
    tempered = await engine.ask(
        NextTokenQuestion(asked, temperature=state.temperature, top_k=1)
    )
    logs = plain.next.log_probabilities.tolist()
    following = {
        "text": state.text,
        "words": [entry.text for entry in plain.entries],
        "joins": [joins(entry.text, entry.raw) for entry in plain.entries],
        "log_probabilities": logs,
        "outside": max(0.0, 1 - sum(plain.next.probabilities.tolist())),
        "entropy": plain.next.entropy_nats,
        "n_tokens": len(plain.tokenized.tokens),
        "n_vocabulary": plain.description.vocab_size,
    }
    exact = {
        "text": state.text,
        "temperature": state.temperature,
        "log_probability": float(tempered.next.log_probabilities[0]),
        "entropy": tempered.next.entropy_nats,
    }
    rules = (state.temperature, state.top_k if state.cuts_k else None, state.top_p)
    return {
        "following": following,
        "exact": exact,
        "reweighed": reweigh(following, exact, *rules, n_shown=N_SHOWN),
    }


lesson = Lesson(read=read, work=work, ask=ask)
