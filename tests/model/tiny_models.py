"""Tiny random models of many architectures, built from their configurations.

Each has 2 or more layers and a few heads, so that a forward takes
milliseconds; nothing is downloaded.
"""

from collections.abc import Callable
from typing import Any

import torch
import transformers as hf
from transformers import PreTrainedModel

from model.capture import IMPLEMENTATION

VOCABULARY = 99
SIZES: dict[str, Any] = {
    "vocab_size": VOCABULARY,
    "hidden_size": 32,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "intermediate_size": 48,
    "max_position_embeddings": 128,
    "pad_token_id": 0,
    "bos_token_id": 1,
    "eos_token_id": 2,
}
GROUPED = {**SIZES, "num_key_value_heads": 2, "head_dim": 8}
LOCAL: dict[str, Any] = {"global_attn_every_n_layers": 2}

ConfigMaker = Callable[[], Any]

ENCODERS: dict[str, ConfigMaker] = {
    "bert": lambda: hf.BertConfig(**SIZES),
    "distilbert": lambda: hf.DistilBertConfig(
        vocab_size=VOCABULARY, dim=32, n_layers=3, n_heads=4, hidden_dim=48
    ),
    "albert": lambda: hf.AlbertConfig(**SIZES, embedding_size=16),
    "roberta": lambda: hf.RobertaConfig(**SIZES),
    "electra": lambda: hf.ElectraConfig(**SIZES, embedding_size=16),
    "modernbert": lambda: hf.ModernBertConfig(
        **SIZES, **LOCAL, local_attention=8, cls_token_id=1, sep_token_id=2
    ),
}
DECODERS: dict[str, ConfigMaker] = {
    "gpt2": lambda: hf.GPT2Config(
        vocab_size=VOCABULARY, n_embd=32, n_layer=3, n_head=4, n_positions=128
    ),
    "gpt_neox": lambda: hf.GPTNeoXConfig(**SIZES),
    "opt": lambda: hf.OPTConfig(
        **{k: v for k, v in SIZES.items() if k != "intermediate_size"},
        ffn_dim=48,
        word_embed_proj_dim=32,
    ),
    "llama": lambda: hf.LlamaConfig(**GROUPED),
    "mistral": lambda: hf.MistralConfig(**GROUPED, sliding_window=8),
    "gemma2": lambda: hf.Gemma2Config(
        **GROUPED, sliding_window=8, attn_logit_softcapping=2.0
    ),
    "gemma3": lambda: hf.Gemma3TextConfig(**GROUPED, sliding_window=8),
    "qwen2": lambda: hf.Qwen2Config(**SIZES, num_key_value_heads=2),
    "qwen3": lambda: hf.Qwen3Config(**GROUPED),
    "phi3": lambda: hf.Phi3Config(**SIZES, num_key_value_heads=2),
    "gpt_oss": lambda: hf.GptOssConfig(
        **GROUPED, sliding_window=8, num_local_experts=2, num_experts_per_tok=1
    ),
    "cohere": lambda: hf.CohereConfig(**SIZES, num_key_value_heads=2),
}
BYPASSING: dict[str, ConfigMaker] = {
    "bloom": lambda: hf.BloomConfig(
        vocab_size=VOCABULARY, hidden_size=32, n_layer=3, n_head=4
    ),
    "deberta_v2": lambda: hf.DebertaV2Config(
        **{k: v for k, v in SIZES.items() if k not in {"bos_token_id", "eos_token_id"}}
    ),
}
ENCODER_DECODERS: dict[str, ConfigMaker] = {
    "t5": lambda: hf.T5Config(
        vocab_size=VOCABULARY, d_model=32, d_kv=8, d_ff=48, num_layers=2, num_heads=4
    ),
    "bart": lambda: hf.BartConfig(
        vocab_size=VOCABULARY,
        d_model=32,
        encoder_layers=2,
        decoder_layers=2,
        encoder_attention_heads=4,
        decoder_attention_heads=4,
        encoder_ffn_dim=48,
        decoder_ffn_dim=48,
    ),
}

# Encoder and decoder differ in depth, so that neither is taken for the other.
_STACKS: dict[str, Any] = {
    "vocab_size": VOCABULARY,
    "d_model": 48,
    "encoder_layers": 2,
    "decoder_layers": 3,
    "encoder_attention_heads": 12,
    "decoder_attention_heads": 12,
    "encoder_ffn_dim": 48,
    "decoder_ffn_dim": 48,
    "max_position_embeddings": 128,
    "pad_token_id": 0,
    "bos_token_id": 1,
    "eos_token_id": 2,
    "decoder_start_token_id": 2,
}
_T5: dict[str, Any] = {
    "vocab_size": VOCABULARY,
    "d_model": 48,
    "d_kv": 4,
    "d_ff": 48,
    "num_layers": 2,
    "num_decoder_layers": 3,
    "num_heads": 12,
    "decoder_start_token_id": 0,
}
_SPECIAL_IDS: dict[str, Any] = {
    "pad_token_id": 0,
    "bos_token_id": 1,
    "eos_token_id": 2,
}
_T5_GEMMA = {
    "vocab_size": VOCABULARY,
    "hidden_size": 48,
    "num_hidden_layers": 2,
    "num_attention_heads": 12,
    "num_key_value_heads": 4,
    "head_dim": 4,
    "intermediate_size": 48,
    "sliding_window": 8,
}
TRANSLATORS: dict[str, ConfigMaker] = {
    "t5": lambda: hf.T5Config(**_T5),
    "bart": lambda: hf.BartConfig(**_STACKS),
    "marian": lambda: hf.MarianConfig(**_STACKS),
    "mbart": lambda: hf.MBartConfig(**_STACKS),
    "pegasus": lambda: hf.PegasusConfig(**_STACKS),
    "m2m_100": lambda: hf.M2M100Config(**_STACKS),
    "umt5": lambda: hf.UMT5Config(**_T5),
    # Soft-capped scores, shared keys, and a window that drops keys from the cache.
    "t5gemma": lambda: hf.T5GemmaConfig(
        encoder=_T5_GEMMA, decoder=_T5_GEMMA, vocab_size=VOCABULARY, **_SPECIAL_IDS
    ),
}


def build(
    make: ConfigMaker, implementation: str = IMPLEMENTATION, *, seed: int = 0
) -> PreTrainedModel:
    """Build a model with random weights, large enough for peaked attention."""
    return _drawn(hf.AutoModel, make, implementation, seed, 8.0)


def build_translator(
    make: ConfigMaker, implementation: str = IMPLEMENTATION, *, seed: int = 0
) -> PreTrainedModel:
    """Build an encoder-decoder with the head that predicts the next token."""
    # T5 doesn't scale its dot products down: its attention is peaked as it is.
    factor = 1.0 if hasattr(make(), "d_kv") else 8.0
    return _drawn(hf.AutoModelForSeq2SeqLM, make, implementation, seed, factor)


def _drawn(
    kind: Any, make: ConfigMaker, implementation: str, seed: int, factor: float
) -> PreTrainedModel:
    config = make()
    torch.manual_seed(seed)
    model: PreTrainedModel = kind.from_config(
        config, attn_implementation=implementation
    )
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if parameter.dim() > 1 and "embed" not in name:
                parameter.mul_(factor)
            if name.endswith("sinks"):
                parameter.normal_(0.0, 1.0)
    model.eval()
    return model


def inputs_for(make: ConfigMaker, length: int = 24) -> dict[str, Any]:
    """Draw token ids; decoders keep no key/value cache."""
    generator = torch.Generator().manual_seed(7)
    ids = torch.randint(3, VOCABULARY, (1, length), generator=generator)
    is_decoder = any(make is known for known in DECODERS.values())
    return {"input_ids": ids, **({"use_cache": False} if is_decoder else {})}
