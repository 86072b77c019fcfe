"""Turn the letters-to-phonemes weights into a folder of transformers.

Lives here: the conversion, done once at set-up. Not here: fetching the archive
(``sources.py``) and loading the result (``huggingface.py``).

The archive holds a BART under the names that transformers uses, and its two
alphabets: a token is one letter of the source, or one phoneme of the target,
and its id is the place in the alphabet. Both begin with the special tokens. The
two alphabets share the embeddings but not the letters, so the folder has two
tokenizers: ``tokenizer.json`` and ``target_tokenizer.json``.
"""

import json
import os
from pathlib import Path
from typing import Any

# In the order of their ids, in both alphabets.
SPECIAL = ("<pad>", "<s>", "</s>", "<unk>")
_ROLES = ("pad_token", "bos_token", "eos_token", "unk_token")
TARGET_TOKENIZER = "target_tokenizer.json"


def convert_phonemes(archive: Path, folder: Path) -> None:
    """Write safetensors, configuration and both tokenizers to a folder.

    Args:
        archive: numpy's ``.npz``; nothing pickled in it is read.
        folder: where to write; made where missing.
    """
    os.environ["HF_HUB_OFFLINE"] = "1"  # everything needed is in the file
    import numpy as np
    import torch
    from transformers import BartForConditionalGeneration
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()
    with np.load(archive, allow_pickle=False) as arrays:
        said: dict[str, Any] = json.loads(str(arrays["meta_json"]))
        weights = {
            name: torch.from_numpy(arrays[name])
            for name in arrays.files
            if name != "meta_json"
        }
    model = BartForConditionalGeneration(_configuration(said, weights))
    shared = weights["model.shared.weight"]
    tied = ("lm_head", "model.encoder.embed_tokens", "model.decoder.embed_tokens")
    weights |= {f"{name}.weight": shared for name in tied}
    model.load_state_dict(weights, strict=True)
    model.tie_weights()
    model.save_pretrained(folder)
    _write_tokenizers(said, folder)


def _configuration(said: dict[str, Any], weights: dict[str, Any]) -> Any:
    from transformers import BartConfig

    return BartConfig(
        vocab_size=weights["model.shared.weight"].shape[0],
        d_model=said["d_model"],
        encoder_layers=1,
        decoder_layers=1,
        encoder_attention_heads=said["num_heads"],
        decoder_attention_heads=said["num_heads"],
        encoder_ffn_dim=said["ffn_dim"],
        decoder_ffn_dim=said["ffn_dim"],
        max_position_embeddings=said["max_position_embeddings"],
        activation_function="gelu",
        scale_embedding=False,
        pad_token_id=said["pad_token_id"],
        bos_token_id=said["bos_token_id"],
        eos_token_id=said["eos_token_id"],
        decoder_start_token_id=said["decoder_start_token_id"],
        forced_eos_token_id=None,
        tie_word_embeddings=True,
    )


def _write_tokenizers(said: dict[str, Any], folder: Path) -> None:
    from transformers import PreTrainedTokenizerFast

    PreTrainedTokenizerFast(
        tokenizer_object=_tokenizer(said["grapheme_chars"]),
        model_max_length=said["max_position_embeddings"],
        **dict(zip(_ROLES, SPECIAL, strict=True)),
    ).save_pretrained(folder)
    _tokenizer(said["phoneme_chars"]).save(str(folder / TARGET_TOKENIZER))


def _tokenizer(alphabet: str) -> Any:
    """Make a token of each letter; its id is its place in the alphabet."""
    from tokenizers import AddedToken, Regex, Tokenizer
    from tokenizers.decoders import Fuse
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Split
    from tokenizers.processors import TemplateProcessing

    names = [*SPECIAL, *alphabet[len(SPECIAL) :]]
    vocabulary = {name: place for place, name in enumerate(names)}
    tokenizer = Tokenizer(WordLevel(vocabulary, unk_token=SPECIAL[3]))
    tokenizer.pre_tokenizer = Split(Regex(r"[\s\S]"), behavior="isolated")
    tokenizer.decoder = Fuse()
    tokenizer.post_processor = TemplateProcessing(
        single="<s> $A </s>",
        special_tokens=[(name, vocabulary[name]) for name in ("<s>", "</s>")],
    )
    tokenizer.add_special_tokens([AddedToken(name, special=True) for name in SPECIAL])
    return tokenizer
