"""Write the prompts of lesson 9, without examples and with them.

Lives here: the tasks that the lesson offers, and what twelve questions of each
came to (``gpt_trials.json``, measured by ``benchmarks/few_shot.py``). The twin of
``work_prompts`` is ``static/js/learn/gpt-prompts.js``. Not here: what the model
makes of a prompt.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ARROW = " ->"
_TRIALS = Path(__file__).parent / "gpt_trials.json"


@dataclass(frozen=True, slots=True)
class Task:
    """A task in words, three examples and a question with its answer.

    Attributes:
        name: what the button says.
        other: a second question, to see whether the same head looks there.
    """

    name: str
    instruction: str
    examples: str
    question: str
    answer: str
    other: str


TASKS = (
    Task(
        "past tense",
        "Write the past tense.",
        "walk -> walked\nsee -> saw\ntake -> took",
        "come",
        "came",
        "eat",
    ),
    Task(
        "plural",
        "Write the plural.",
        "cat -> cats\nhouse -> houses\ntree -> trees",
        "mouse",
        "mice",
        "city",
    ),
    Task(
        "opposite",
        "Write the opposite.",
        "big -> small\nfast -> slow\nhappy -> sad",
        "hot",
        "cold",
        "rich",
    ),
    Task(
        "capital",
        "Write the capital.",
        "France -> Paris\nJapan -> Tokyo\nEgypt -> Cairo",
        "Cuba",
        "Havana",
        "Norway",
    ),
    Task(
        "French",
        "Translate English to French.",
        "dog -> chien\nhouse -> maison\nwater -> eau",
        "cat",
        "chat",
        "day",
    ),
)
FIRST_TASK = TASKS[0]


def work_prompts(
    instruction: str, examples: str, question: str, other: str
) -> dict[str, str]:
    """Put the three prompts together; each ends where the answer begins."""
    return {
        "zero": f"{instruction}\n{question}{ARROW}",
        "few": f"{instruction}\n{examples}\n{question}{ARROW}",
        "other": f"{instruction}\n{examples}\n{other}{ARROW}",
    }


@cache
def trials() -> list[dict[str, Any]]:
    """Sum up what was measured, task by task."""
    return [_summary(trial) for trial in json.loads(_TRIALS.read_text())["tasks"]]


def _summary(trial: dict[str, Any]) -> dict[str, Any]:
    questions = trial["questions"]
    count = len(questions)
    return {
        "name": trial["name"],
        "count": count,
        "zero": sum(one["zero"] for one in questions) / count,
        "few": sum(one["few"] for one in questions) / count,
        "n_better": sum(one["few"] > one["zero"] for one in questions),
        "n_first_zero": sum(one["zero_rank"] == 1 for one in questions),
        "n_first_few": sum(one["few_rank"] == 1 for one in questions),
    }
