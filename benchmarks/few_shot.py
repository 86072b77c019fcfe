"""Ask twelve questions of each task of lesson 9, without examples and with.

``python -m benchmarks.few_shot`` writes ``app/lessons/gpt_trials.json``: the
probability and the rank of the right answer's first token, at temperature 1. The
questions were written before anything was measured, and all of them are kept.
"""

import json
from pathlib import Path
from typing import Any

from app.lessons.gpt_prompts import TASKS, work_prompts
from model import Catalogue, most_likely
from model.sources import cache_folder

FILE = Path("app/lessons/gpt_trials.json")
MODEL = "smollm2-135m"
DIGITS = 6
QUESTIONS = {
    "past tense": (
        "go went, run ran, eat ate, write wrote, come came, give gave, make made, "
        "find found, work worked, speak spoke, think thought, play played"
    ),
    "plural": (
        "book books, dog dogs, child children, man men, woman women, foot feet, "
        "car cars, city cities, leaf leaves, mouse mice, tooth teeth, star stars"
    ),
    "opposite": (
        "hot cold, up down, early late, old young, wet dry, open closed, rich poor, "
        "strong weak, light dark, high low, hard soft, long short"
    ),
    "capital": (
        "Italy Rome, Spain Madrid, Germany Berlin, Russia Moscow, Greece Athens, "
        "China Beijing, Cuba Havana, Portugal Lisbon, Iran Tehran, Norway Oslo, "
        "Austria Vienna, Ireland Dublin"
    ),
    "French": (
        "cat chat, bread pain, red rouge, book livre, night nuit, school école, "
        "woman femme, white blanc, day jour, king roi, sea mer, green vert"
    ),
}


def few_shot() -> list[dict[str, Any]]:
    """Ask all questions of all tasks."""
    loaded = Catalogue((MODEL,), cache_folder=cache_folder()).load(MODEL)

    def measure(prompt: str, answer: str) -> tuple[float, int]:
        """Find the answer's first token among all."""
        (first, *_) = loaded.tokenize(f" {answer}").ids
        logits = loaded.next_logits(loaded.tokenize(prompt))
        found = most_likely(logits, temperature=1, top_k=len(logits), top_p=1)
        place = found.ids.index(first)
        return round(float(found.probabilities[place]), DIGITS), place + 1

    def ask(task: Any, question: str, answer: str) -> dict[str, Any]:
        prompts = work_prompts(task.instruction, task.examples, question, "")
        zero, zero_rank = measure(prompts["zero"], answer)
        few, few_rank = measure(prompts["few"], answer)
        return {
            "question": question,
            "answer": answer,
            "zero": zero,
            "zero_rank": zero_rank,
            "few": few,
            "few_rank": few_rank,
        }

    return [
        {
            "name": task.name,
            "questions": [
                ask(task, *pair.split()) for pair in QUESTIONS[task.name].split(", ")
            ],
        }
        for task in TASKS
    ]


if __name__ == "__main__":
    FILE.write_text(
        json.dumps({"model": MODEL, "tasks": few_shot()}, indent=1, ensure_ascii=False)
        + "\n"
    )
