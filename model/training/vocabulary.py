"""Make the one tokenizer that English and French share.

A token is a word, a punctuation mark, or one side of an apostrophe: *did* and
*n't*, *l'* and *animal*. Lives here: the tokenizer as ``tokenizer.json`` has it.
Not here: turning a text into tokens, which is ``model/tokens.py`` as for any
other model.
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from tokenizers import AddedToken, Regex, Tokenizer
from tokenizers.models import WordLevel
from tokenizers.normalizers import NFC, Lowercase, Replace
from tokenizers.normalizers import Sequence as Normalizers
from tokenizers.pre_tokenizers import Split
from tokenizers.processors import TemplateProcessing

PADDING, START, END, UNKNOWN = "<pad>", "<s>", "</s>", "<unk>"
SPECIAL_TOKENS = (PADDING, START, END, UNKNOWN)
MAX_LENGTH = 64
"""Tokens a lesson model takes, the end included."""

_LETTER = r"[\p{L}\p{M}\p{N}]"
_TOKEN = "|".join(
    (
        r"aujourd'hui(?!\p{L})",
        r"o'clock(?!\p{L})",
        rf"{_LETTER}+(?=n't(?!\p{{L}}))",
        r"n't(?!\p{L})",
        r"'(?:s|m|d|re|ve|ll)(?!\p{L})",
        r"(?<!\p{L})(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)'",
        rf"{_LETTER}+(?:-{_LETTER}+)*",
        r"[^\s\p{L}\p{M}\p{N}]",
    )
)
"""What one token is, tried in this order wherever the last one ended."""


def build_tokenizer(words: Iterable[str]) -> Tokenizer:
    """Build the tokenizer that knows the special tokens and the words.

    Capitals, curly apostrophes and letters written as letter and accent are
    read as the vocabulary spells them; offsets are those of the text as typed.
    ``</s>`` ends a text; what a decoder is fed is encoded without special
    tokens, and begins with ``<s>``, which whoever feeds it puts there.
    """
    spellings = dict.fromkeys((*SPECIAL_TOKENS, *words))
    vocabulary = {word: number for number, word in enumerate(spellings)}
    tokenizer = Tokenizer(WordLevel(vocabulary, unk_token=UNKNOWN))
    tokenizer.normalizer = Normalizers([NFC(), Lowercase(), Replace("’", "'")])
    tokenizer.pre_tokenizer = Split(Regex(_TOKEN), behavior="removed", invert=True)
    tokenizer.post_processor = TemplateProcessing(
        single=f"$A {END}",
        pair=f"$A {END} $B:1 {END}:1",
        special_tokens=[(END, vocabulary[END])],
    )
    tokenizer.add_special_tokens(
        [AddedToken(token, special=True, normalized=False) for token in SPECIAL_TOKENS]
    )
    return tokenizer


def encode_words(tokenizer: Tokenizer, words: Sequence[str]) -> list[int]:
    """Return the ids of words already apart, without a start or an end."""
    unknown = SPECIAL_TOKENS.index(UNKNOWN)
    ids = (tokenizer.token_to_id(word) for word in words)
    return [unknown if number is None else number for number in ids]


def save_tokenizer(tokenizer: Tokenizer, folder: Path) -> None:
    """Write ``tokenizer.json`` and what transformers must know beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(folder / "tokenizer.json"))
    config = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "model_max_length": MAX_LENGTH,
        "model_input_names": ["input_ids", "attention_mask"],
        "pad_token": PADDING,
        "bos_token": START,
        "eos_token": END,
        "unk_token": UNKNOWN,
        "clean_up_tokenization_spaces": False,
    }
    text = json.dumps(config, indent=2, ensure_ascii=False)
    (folder / "tokenizer_config.json").write_text(text + "\n", encoding="utf-8")
