"""Know where a layer adds to the residual stream, architecture by architecture.

Lives here: the names of the modules whose outputs are added, and of the norms
that follow in post-norm models. Not here: reading what they add
(``residual.py``), which also checks that it adds up.
"""

from dataclasses import dataclass, replace
from typing import Any, Literal

from model.errors import UnsupportedByModel

NormPlacement = Literal["post", "pre"]


@dataclass(frozen=True, slots=True)
class LayerNames:
    """Name the parts of a layer.

    Attributes:
        layer: a pattern that the full names of all layers match.
        attention, feed_forward: within a layer, the modules whose outputs are
            added to the residual stream.
        attention_norm, feed_forward_norm: the norms of the sums, in post-norm
            models; None where the sum goes on as it is.
    """

    layer: str
    attention: str
    feed_forward: str
    attention_norm: str | None = None
    feed_forward_norm: str | None = None

    @property
    def norm_placement(self) -> NormPlacement:
        """Whether the norm follows the sum, as in 2017, or stands before."""
        return "pre" if self.attention_norm is None else "post"


_BERT = LayerNames(
    layer=r"encoder\.layer\.\d+",
    attention="attention.output.dense",
    feed_forward="output.dense",
    attention_norm="attention.output.LayerNorm",
    feed_forward_norm="output.LayerNorm",
)
_LLAMA = LayerNames(
    layer=r"layers\.\d+", attention="self_attn.o_proj", feed_forward="mlp"
)
# Gemma normalises what it adds, too: the norm's output is what is added.
_GEMMA = replace(
    _LLAMA,
    attention="post_attention_layernorm",
    feed_forward="post_feedforward_layernorm",
)
_BART = LayerNames(
    layer=r"layers\.\d+",
    attention="self_attn.out_proj",
    feed_forward="fc2",
    attention_norm="self_attn_layer_norm",
    feed_forward_norm="final_layer_norm",
)
_OPT = replace(_BART, layer=r"decoder\.layers\.\d+")

_NAMES: dict[str, LayerNames] = {
    **dict.fromkeys(("bert", "roberta", "xlm-roberta", "camembert", "electra"), _BERT),
    "deberta-v2": _BERT,
    "albert": LayerNames(
        layer=r"encoder\.albert_layer_groups\.\d+\.albert_layers\.\d+",
        attention="attention.dense",
        feed_forward="ffn_output",
        attention_norm="attention.LayerNorm",
        feed_forward_norm="full_layer_layer_norm",
    ),
    "distilbert": LayerNames(
        layer=r"transformer\.layer\.\d+",
        attention="attention.out_lin",
        feed_forward="ffn",
        attention_norm="sa_layer_norm",
        feed_forward_norm="output_layer_norm",
    ),
    "modernbert": LayerNames(
        layer=r"layers\.\d+", attention="attn", feed_forward="mlp"
    ),
    "gpt2": LayerNames(layer=r"h\.\d+", attention="attn.c_proj", feed_forward="mlp"),
    "gpt_neox": LayerNames(
        layer=r"layers\.\d+", attention="attention.dense", feed_forward="mlp"
    ),
    "bloom": LayerNames(
        layer=r"h\.\d+",
        attention="self_attention.dense",
        feed_forward="mlp.dense_4h_to_h",
    ),
    **dict.fromkeys(("llama", "mistral", "qwen2", "qwen3", "phi3", "cohere"), _LLAMA),
    "gpt_oss": _LLAMA,
    **dict.fromkeys(("gemma2", "gemma3_text"), _GEMMA),
    # Of encoder-decoders the encoder is loaded.
    "bart": _BART,
    "t5": LayerNames(
        layer=r"block\.\d+",
        attention="layer.0.SelfAttention.o",
        feed_forward="layer.1.DenseReluDense",
    ),
}


def names_of(config: Any) -> LayerNames:
    """Find the names for an architecture.

    Raises: UnsupportedByModel for one that is not in the table.
    """
    if config.model_type == "opt":
        is_post = not config.do_layer_norm_before
        pre = replace(_OPT, attention_norm=None, feed_forward_norm=None)
        return _OPT if is_post else pre
    if config.model_type in _NAMES:
        return _NAMES[config.model_type]
    raise UnsupportedByModel(
        f"Where layers of the kind {config.model_type} add to the residual stream "
        "is not known here.",
        hint="Choose a model like BERT, GPT-2 or Llama.",
    )
