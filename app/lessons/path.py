"""Say which lessons there are, in which order, and what each needs.

Lives here: the path a reader walks. Not here: what a lesson shows (the module
of its slug).
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """One lesson on the path.

    Attributes:
        summary: the lesson in one sentence.
        able: what the reader can do afterwards.
        needs: slugs of the lessons it builds on.
    """

    slug: str
    title: str
    summary: str
    able: str
    minutes: int
    needs: tuple[str, ...] = ()


PATH = (
    Step(
        "attention",
        "Attention in four steps",
        "Three words, three small matrices, and every number in between.",
        "Work out by hand what one word takes from the others, and say why scores "
        "are scaled.",
        minutes=10,
    ),
    Step(
        "masks",
        "Which positions may contribute",
        "Cells that do not exist: causal, padding and cross attention.",
        "Tell a causal mask from a padding mask, paint your own, and see what a "
        "model makes of it.",
        minutes=12,
        needs=("attention",),
    ),
    Step(
        "positions",
        "Positions as waves",
        "How a model that sees a set of words learns their order.",
        "Read a position from its waves, and say what the same offset always does.",
        minutes=15,
        needs=("attention",),
    ),
    Step(
        "heads",
        "Many heads",
        "One input, several projections, and what each head makes of them.",
        "Follow the shapes from one input through all heads and back, and doubt a "
        "head that looks clever.",
        minutes=12,
        needs=("attention",),
    ),
    Step(
        "block",
        "The block",
        "Attention mixes positions; the rest works on each position alone.",
        "Name every step of a transformer block, and see a word change with its "
        "neighbours.",
        minutes=15,
        needs=("attention", "heads"),
    ),
    Step(
        "recurrence",
        "From a bottleneck to attention",
        "A sentence in one vector, or a look back at every word: four translators.",
        "Work out a score of Bahdanau and of Luong, read an alignment, and say why "
        "recurrence has to wait.",
        minutes=15,
        needs=("attention",),
    ),
    Step(
        "translation",
        "The encoder-decoder transformer",
        "A sentence goes in, another comes out, and every number in between is "
        "there to touch.",
        "Read the map of the 2017 transformer on a sentence of your own, tell its "
        "three attentions apart, and say what it costs to write word by word.",
        minutes=18,
        needs=("attention", "masks", "heads", "block"),
    ),
    Step(
        "bert",
        "BERT: both directions",
        "Hide a word and let a model read from both sides what it was.",
        "Split words into pieces, mask any of them, say what the 15 % recipe hides, "
        "and judge whether a second sentence follows.",
        minutes=15,
        needs=("masks", "block"),
    ),
    Step(
        "gpt",
        "GPT: one token at a time",
        "A decoder writes a text, one choice after another.",
        "Turn temperature, top-k and top-p, watch a text grow, and say what the "
        "cache saves.",
        minutes=15,
        needs=("masks", "block"),
    ),
    Step(
        "adapting",
        "Adapting a pretrained model",
        "Teach a trained model something new by changing very little of it.",
        "Count what each way trains, turn a low-rank adapter up and down, and train "
        "one on sentences of your own.",
        minutes=15,
        needs=("heads", "bert"),
    ),
    Step(
        "variants",
        "The family",
        "Encoders, decoders and both: the models that grew from one paper.",
        "Place a model by its tokenizer, its design and its task, and find one here "
        "that shows it.",
        minutes=8,
        needs=(),
    ),
)


def step_of(slug: str) -> Step | None:
    """Find a step by its slug."""
    return next((step for step in PATH if step.slug == slug), None)
