"""List the transformer family: one model a row, with its facts.

Lives here: facts from the papers named in each row. Not here: their order
(``variants.py``). A test builds most of these models from their shapes, empty,
and counts the parameters again.
"""

from dataclasses import dataclass
from typing import Literal

Design = Literal["encoder", "decoder", "encoder-decoder"]


@dataclass(frozen=True, slots=True)
class Variant:
    """One model of the family.

    Attributes:
        year: of the first version of the paper.
        shape: layers x heads x width; both stacks where there are two.
        parameters: in millions, as the paper or its release gives them.
        shown_by: ids of models here that show this design, best first; the
            first is linked.
        shown_how: in what the shown model is like this one.
    """

    name: str
    year: int
    design: Design
    tokenizer: str
    shape: str
    parameters: float
    task: str
    modality: str
    paper: str
    arxiv: str
    shown_by: tuple[str, ...] = ()
    shown_how: str = ""


FAMILY = (
    Variant(
        *("Transformer, base", 2017, "encoder-decoder"),
        *("byte-pair encoding, 37,000 shared", "6 + 6 × 8 × 512", 65),
        *("translation", "text"),
        *("Vaswani et al.", "1706.03762"),
        ("lesson-translator",),
        "the same design, smaller",
    ),
    Variant(
        *("GPT", 2018, "decoder", "byte-pair encoding, 40,000 merges"),
        *("12 × 12 × 768", 117, "next token", "text", "Radford et al.", ""),
        ("smollm2-135m",),
        "a decoder with the same task",
    ),
    Variant(
        *("BERT, base", 2018, "encoder", "WordPiece, 30,522"),
        *("12 × 12 × 768", 110, "masked words, next sentence", "text"),
        *("Devlin et al.", "1810.04805"),
        ("minilm",),
        "the same design and tokenizer",
    ),
    Variant(
        *("GPT-2, XL", 2019, "decoder", "byte-level BPE, 50,257"),
        *("48 × 25 × 1600", 1542, "next token", "text", "Radford et al.", ""),
        ("smollm2-135m",),
        "a decoder with byte-level BPE",
    ),
    Variant(
        *("RoBERTa, base", 2019, "encoder", "byte-level BPE, 50,265"),
        *("12 × 12 × 768", 125, "masked words", "text", "Liu et al.", "1907.11692"),
        ("minilm",),
        "the same design, another tokenizer",
    ),
    Variant(
        *("ALBERT, base", 2019, "encoder", "SentencePiece, 30,000"),
        *("12 × 12 × 768", 12, "masked words, sentence order", "text"),
        *("Lan et al.", "1909.11942"),
        ("minilm",),
        "an encoder; ALBERT's layers share one set of weights",
    ),
    Variant(
        *("DistilBERT", 2019, "encoder", "WordPiece, 30,522"),
        *("6 × 12 × 768", 66, "masked words, copying BERT", "text"),
        *("Sanh et al.", "1910.01108"),
        ("minilm",),
        "also six layers taught by a larger model",
    ),
    Variant(
        *("T5, base", 2019, "encoder-decoder", "SentencePiece, 32,000"),
        *("12 + 12 × 12 × 768", 220, "filling in spans", "text"),
        *("Raffel et al.", "1910.10683"),
        ("lesson-translator",),
        "an encoder-decoder; T5's positions are biases",
    ),
    Variant(
        *("BART, large", 2019, "encoder-decoder", "byte-level BPE, 50,265"),
        *("12 + 12 × 16 × 1024", 406, "repairing a noised text", "text"),
        *("Lewis et al.", "1910.13461"),
        ("g2p",),
        "a BART with one layer",
    ),
    Variant(
        *("MiniLM, 6 layers", 2020, "encoder", "WordPiece, 30,522"),
        *("6 × 12 × 384", 22.7, "copying a larger model's attention", "text"),
        *("Wang et al.", "2002.10957"),
        ("minilm",),
        "this one, trained further for sentences",
    ),
    Variant(
        *("ELECTRA, base", 2020, "encoder", "WordPiece, 30,522"),
        *("12 × 12 × 768", 110, "telling replaced words", "text"),
        *("Clark et al.", "2003.10555"),
        ("minilm",),
        "the same design and tokenizer",
    ),
    Variant(
        *("GPT-3", 2020, "decoder", "byte-level BPE, 50,257"),
        *("96 × 96 × 12288", 175_000, "next token", "text", "Brown et al."),
        "2005.14165",
        ("smollm2-135m",),
        "a decoder with the same task",
    ),
    Variant(
        *("wav2vec 2.0, base", 2020, "encoder", "none: raw sound, convolved"),
        *("12 × 8 × 768", 95, "telling masked sounds apart", "speech"),
        *("Baevski et al.", "2006.11477"),
    ),
    Variant(
        *("ViT, base", 2020, "encoder", "none: patches of 16 × 16 pixels"),
        *("12 × 12 × 768", 86, "naming images", "images"),
        *("Dosovitskiy et al.", "2010.11929"),
    ),
    Variant(
        *("CLIP, text side", 2021, "encoder", "byte-pair encoding, 49,152"),
        *("12 × 8 × 512", 63, "matching texts and images", "text, images"),
        *("Radford et al.", "2103.00020"),
        (),
        "not here: it encodes, yet each token looks back only",
    ),
    Variant(
        *("Whisper, large", 2022, "encoder-decoder", "spectrogram; byte-level BPE"),
        *("32 + 32 × 20 × 1280", 1550, "writing down speech", "speech, text"),
        *("Radford et al.", "2212.04356"),
        ("lesson-translator",),
        "an encoder-decoder that writes text",
    ),
    Variant(
        *("LLaMA, 7B", 2023, "decoder", "SentencePiece BPE, 32,000"),
        *("32 × 32 × 4096", 6_738, "next token", "text"),
        *("Touvron et al.", "2302.13971"),
        ("smollm2-135m",),
        "the same design: rotary positions, RMS norm, SwiGLU",
    ),
    Variant(
        *("Mistral, 7B", 2023, "decoder", "SentencePiece BPE, 32,000"),
        *("32 × 32 × 4096", 7_242, "next token", "text"),
        *("Jiang et al.", "2310.06825"),
        ("smollm2-135m",),
        "also grouped queries; Mistral adds a sliding window",
    ),
    Variant(
        *("Gemma 2, 2B", 2024, "decoder", "SentencePiece, 256,000"),
        *("26 × 8 × 2304", 2_614, "next token, copying a larger model", "text"),
        *("Gemma Team", "2408.00118"),
        ("smollm2-135m",),
        "also grouped queries; Gemma 2 caps its scores",
    ),
    Variant(
        *("ModernBERT, base", 2024, "encoder", "byte-level BPE, 50,368"),
        *("22 × 12 × 768", 149, "masked words (30 %)", "text, code"),
        *("Warner et al.", "2412.13663"),
        ("minilm",),
        "an encoder; ModernBERT has rotary positions",
    ),
    Variant(
        *("DeepSeek-V3", 2024, "decoder", "byte-level BPE, about 128,000"),
        *("61 × 128 × 7168", 671_000, "next tokens, two at once", "text"),
        *("DeepSeek-AI", "2412.19437"),
        (),
        "not here: 37 billion of its 671 work on a token",
    ),
    Variant(
        *("SmolLM2, 135M", 2025, "decoder", "byte-level BPE, 49,152"),
        *("30 × 9 × 576", 135, "next token", "text", "Ben Allal et al."),
        "2502.02737",
        ("smollm2-135m",),
        "this one",
    ),
    Variant(
        *("gpt-oss, 20B", 2025, "decoder", "byte-level BPE, 201,088"),
        *("24 × 64 × 2880", 20_900, "next token", "text", "OpenAI", "2508.10925"),
        (),
        "not here: a learned sink takes part of each row",
    ),
)
