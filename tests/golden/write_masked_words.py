"""Write masked_words.json: what MiniLM says with its adapter, and how surely.

    python -m tests.golden.write_masked_words

Run it when the adapter changes. The numbers come from the library peft and
transformers' own BERT with both heads, in float64: none of the product's code.
"""

import json
import warnings
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file
from transformers import AutoTokenizer, BertForPreTraining

from model.lessons import WEIGHTS_FOLDER
from model.sources import cache_folder

PATH = Path(__file__).with_name("masked_words.json")
ADAPTER = WEIGHTS_FOLDER / "minilm-words"
N_WORDS = 5

SENTENCES = (
    "She went to the bank to deposit her [MASK].",
    "He drank a cup of [MASK] in the morning.",
    "The capital of France is [MASK].",
    "The children are playing in the [MASK].",
    "The [MASK] didn't cross the street because it was too tired.",
    "The animal didn't cross the [MASK] because it was too wide.",
    "United [MASK]",
    "[MASK]",
    "[MASK] [MASK]",
    "He speaks [MASK] and [MASK].",
    "The dog chased the [MASK] up the [MASK].",
    "a biopsy of the [MASK]",
)
PAIRS = (
    ("The man went to the store.", "He bought a gallon of milk."),
    ("The man went to the store.", "Penguins are flightless birds."),
    ("She opened her umbrella.", "It had begun to rain."),
    ("She opened her umbrella.", "The committee rejected the budget of 1983."),
)


def read_model() -> tuple[Any, Any]:
    """Put adapter and heads on MiniLM, with the libraries that they are made for."""
    from peft import PeftModel

    base = cache_folder() / "minilm"
    whole = BertForPreTraining.from_pretrained(base, dtype=torch.float64)
    heads = load_file(ADAPTER / "heads.safetensors")
    doubles = {name: tensor.double() for name, tensor in heads.items()}
    report = whole.load_state_dict(doubles, strict=False)
    if report.unexpected_keys:
        raise ValueError(f"No head has {report.unexpected_keys}.")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        adapted = PeftModel.from_pretrained(
            whole, ADAPTER, autocast_adapter_dtype=False
        )
    return adapted.double().eval(), AutoTokenizer.from_pretrained(base)


@torch.inference_mode()
def main() -> None:
    """Write the likeliest words of each sentence, and the chance of each pair."""
    network, tokenizer = read_model()
    sentences = []
    for text in SENTENCES:
        inputs = tokenizer(text, return_tensors="pt")
        is_mask = inputs["input_ids"][0] == tokenizer.mask_token_id
        rows = network(**inputs).prediction_logits[0, is_mask].softmax(dim=-1)
        found = []
        for row in rows:
            best = row.topk(N_WORDS)
            words = tokenizer.convert_ids_to_tokens(best.indices.tolist())
            chances = [round(p, 6) for p in best.values.tolist()]
            found.append({"words": words, "probabilities": chances})
        sentences.append({"text": text, "masks": found})
    pairs = []
    for text, text_pair in PAIRS:
        inputs = tokenizer(text, text_pair, return_tensors="pt")
        logits = network(**inputs).seq_relationship_logits[0]
        chance = round(float(logits.softmax(dim=-1)[0]), 6)
        pairs.append({"text": text, "text_pair": text_pair, "is_next": chance})
    found_all = {"sentences": sentences, "pairs": pairs}
    text = json.dumps(found_all, ensure_ascii=False, indent=1)
    PATH.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
