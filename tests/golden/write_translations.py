"""Write translations.json: what the models of this project translate, and how.

    python -m tests.golden.write_translations

Run it when weights change. The targets and their probabilities are computed in
float64, with one forward over everything written so far for each token: no cache,
no step-by-step decoding, none of the product's search.
"""

import json
from pathlib import Path
from typing import Any

import torch

from model import Catalogue
from model.lessons import LESSONS

PATH = Path(__file__).with_name("translations.json")
SENTENCES = (
    "The animal didn't cross the street because it was too tired.",
    "The animal didn't cross the street because it was too wide.",
    "The agreement on the European Economic Area was signed in August 1992.",
    "The white animal will eat the apple because it is very cold.",
    "The queens didn't refuse the good soups because they were hot.",
    "The witches don't bring a dirty knife to the German student.",
    "The rice has been refused at three o'clock.",
    "The Italian farmer didn't translate the declarations because they were boring.",
    "The river which the animal avoided was wide.",
    "A woman will never dream of the new library.",
    "The lawyer is laughing.",
    "Will you translate this new message next month?",
    "Our farm has been destroyed by the son at two o'clock.",
    "I did not break the umbrella.",
    "She goes to the tower today.",
    "There were four camels near the school.",
    "My budget was not accepted on 6 April 1983.",
    "Does Alice invite the nurse near the farm?",
    "The brother will wait for her.",
    "The zebra is sleeping.",
)


@torch.inference_mode()
def translate(loaded: Any, sentence: str) -> dict[str, Any]:
    """Translate word by word with whole forwards in float64."""
    network, end_id = loaded.model.network, loaded.model.end_id
    source = torch.tensor([loaded.tokenize(sentence).ids])
    written = list(loaded.model.start_ids)
    probabilities: list[float] = []
    while len(written) <= loaded.description.max_length:
        steps = network(source, torch.tensor([written]))
        logits = steps.logits if hasattr(steps, "logits") else steps.decoder.logits
        chances = logits[0, -1].softmax(dim=-1)
        written.append(int(chances.argmax()))
        probabilities.append(round(float(chances.max()), 5))
        if written[-1] == end_id:
            break
    is_finished = written[-1] == end_id
    ids = written[1:-1] if is_finished else written[1:]
    target = loaded.spelling.written(ids, is_finished=is_finished)
    return {"source": sentence, "target": target.text, "probabilities": probabilities}


def main() -> None:
    """Write what each model makes of each sentence."""
    catalogue = Catalogue(tuple(LESSONS), cache_folder=Path(), dtype="float64")
    found = {}
    for model_id in LESSONS:
        loaded = catalogue.load(model_id)
        translations = [translate(loaded, sentence) for sentence in SENTENCES]
        revision = loaded.description.revision
        found[model_id] = {"revision": revision, "translations": translations}
    text = json.dumps(found, ensure_ascii=False, indent=1)
    PATH.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
