"""Make tiny tokenizers of each family, with vocabularies one can read."""

from typing import Any

from tokenizers import (
    AddedToken,
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)

_BYTES = [f"<0x{byte:02X}>" for byte in range(256)]


def _wrap(tokenizer: Tokenizer, **named: str | AddedToken) -> Any:
    from transformers import PreTrainedTokenizerFast

    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, **named)


def wordpiece(
    *pieces: str, splits_punctuation: bool = True, lowercase: bool = False
) -> Any:
    """Return a BERT-like tokenizer with the pieces given."""
    vocab = {p: i for i, p in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", *pieces])}
    tokenizer = Tokenizer(models.WordPiece(vocab, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=lowercase)
    tokenizer.pre_tokenizer = (
        pre_tokenizers.BertPreTokenizer()
        if splits_punctuation
        else pre_tokenizers.WhitespaceSplit()
    )
    tokenizer.decoder = decoders.WordPiece()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return _wrap(tokenizer, unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]")


def byte_level(*merges: tuple[str, str], **options: bool) -> Any:
    """Return a GPT-2-like tokenizer: 256 bytes and the merges given."""
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocab = {p: i for i, p in enumerate(letters + [a + b for a, b in merges])}
    tokenizer = Tokenizer(models.BPE(vocab, list(merges)))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(
        add_prefix_space=options.get("add_prefix_space", False),
        use_regex=options.get("use_regex", True),
    )
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=True)
    tokenizer.add_special_tokens(["<|endoftext|>"])
    return _wrap(tokenizer, eos_token="<|endoftext|>")


def roberta() -> Any:
    """Return a RoBERTa-like tokenizer, whose ``<mask>`` takes the space."""
    specials = ["<s>", "</s>", "<unk>", "<mask>"]
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocab = {piece: i for i, piece in enumerate(specials + letters)}
    tokenizer = Tokenizer(models.BPE(vocab, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.post_processor = processors.RobertaProcessing(
        ("</s>", 1), ("<s>", 0), trim_offsets=True, add_prefix_space=False
    )
    mask = AddedToken("<mask>", lstrip=True, special=True)
    tokenizer.add_special_tokens(["<s>", "</s>", "<unk>", mask])
    return _wrap(
        tokenizer, bos_token="<s>", eos_token="</s>", mask_token=mask, unk_token="<unk>"
    )


def llama() -> Any:
    """Return a Llama-2-like tokenizer: ▁ for spaces, bytes for the rest."""
    merges = [("h", "e"), ("l", "l"), ("ll", "o"), ("he", "llo"), ("▁", "hello")]
    letters = ["▁", "h", "e", "l", "o", "a", *(a + b for a, b in merges)]
    pieces = ["<unk>", "<s>", "</s>", *_BYTES, *letters]
    tokenizer = Tokenizer(
        models.BPE(
            {piece: i for i, piece in enumerate(pieces)},
            merges,
            unk_token="<unk>",
            fuse_unk=True,
            byte_fallback=True,
        )
    )
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]
    )
    tokenizer.add_special_tokens(["<unk>", "<s>", "</s>"])
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A", pair="<s> $A <s> $B:1", special_tokens=[("<s>", 1)]
    )
    return _wrap(tokenizer, bos_token="<s>", eos_token="</s>", unk_token="<unk>")


def unigram(*pieces: str, byte_fallback: bool = False) -> Any:
    """Return a T5-like tokenizer; shorter pieces are less likely."""
    scored = [(piece, float(len(piece) - 20)) for piece in ["▁", *pieces]]
    bytes_ = [(piece, -30.0) for piece in _BYTES] if byte_fallback else []
    vocab = [("<unk>", 0.0), ("</s>", 0.0), *bytes_, *scored]
    tokenizer = Tokenizer(models.Unigram(vocab, 0, byte_fallback))
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    tokenizer.add_special_tokens(["<unk>", "</s>"])
    tokenizer.post_processor = processors.TemplateProcessing(
        single="$A </s>", pair="$A </s> $B </s>", special_tokens=[("</s>", 1)]
    )
    return _wrap(tokenizer, eos_token="</s>", unk_token="<unk>")


def clip() -> Any:
    """Return a CLIP-like tokenizer, which marks the end of a word."""
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", end_of_word_suffix="</w>"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.BpeTrainer(
        special_tokens=["<unk>"], end_of_word_suffix="</w>", show_progress=False
    )
    tokenizer.train_from_iterator(["a cat sat", "cat cats"], trainer)
    return _wrap(tokenizer, unk_token="<unk>")


def characters(*letters: str) -> Any:
    """Return a tokenizer of single letters that drops all others."""
    vocab = {letter: index for index, letter in enumerate(letters)}
    return _wrap(Tokenizer(models.BPE(vocab, [])))
