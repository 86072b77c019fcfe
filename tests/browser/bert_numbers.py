"""Predict hidden words by hand: the right numbers of lesson 8.

Lives here: transformers' own BERT with the low-rank update added to its
matrices and the heads worked out in plain torch, without the service. Not here:
what a test does to the page.
"""

import json
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer
from transformers import BertModel

ADAPTER = Path(__file__).parents[2] / "model" / "weights" / "minilm-words"
CLS, SEP, MASK = 101, 102, 103
_PREFIX = "base_model.model.bert."


class Guesser:
    """MiniLM with what this project trained, merged into one network."""

    def __init__(self, folder: Path) -> None:
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.network: Any = BertModel.from_pretrained(
            folder, attn_implementation="eager"
        ).eval()
        self.heads = {
            name: tensor.float()
            for name, tensor in load_file(ADAPTER / "heads.safetensors").items()
        }
        self._merge()

    def _merge(self) -> None:
        config = json.loads((ADAPTER / "adapter_config.json").read_text("utf-8"))
        scaling = config["lora_alpha"] / config["r"]
        tensors = load_file(ADAPTER / "adapter_model.safetensors")
        parameters = dict(self.network.named_parameters())
        with torch.no_grad():
            for name, down in tensors.items():
                if ".lora_A." not in name:
                    continue
                up = tensors[name.replace(".lora_A.", ".lora_B.")].float()
                target = name.removeprefix(_PREFIX).replace(".lora_A.weight", ".weight")
                parameters[target] += scaling * up @ down.float()

    def ids(self, text: str) -> list[int]:
        """Read a text as the model is given it."""
        found: list[int] = self.tokenizer.encode(text).ids
        return found

    def word(self, token_id: int) -> str:
        """Name an entry of the vocabulary."""
        return str(self.tokenizer.id_to_token(token_id))

    @torch.inference_mode()
    def run(self, ids: list[int], allowed: torch.Tensor | None = None) -> Any:
        """Run the encoder; ``allowed`` is (query, key), True where open."""
        n = len(ids)
        allowed = torch.ones(n, n, dtype=torch.bool) if allowed is None else allowed
        closed = torch.finfo(torch.float32).min
        mask = torch.zeros(1, 1, n, n).masked_fill(~allowed, closed)
        return self.network(
            input_ids=torch.tensor([ids]), attention_mask=mask, output_attentions=True
        )

    @torch.inference_mode()
    def probabilities(
        self, ids: list[int], place: int, allowed: torch.Tensor | None = None
    ) -> torch.Tensor:
        """Predict the token at a place, over the whole vocabulary."""
        state = self.run(ids, allowed).last_hidden_state[0, place]
        at = "cls.predictions."
        weight, bias = (
            self.heads[f"{at}transform.dense.{end}"] for end in ("weight", "bias")
        )
        hidden = torch.nn.functional.gelu(state @ weight.T + bias)
        scale, shift = (
            self.heads[f"{at}transform.LayerNorm.{end}"] for end in ("weight", "bias")
        )
        shape = list(hidden.shape)
        hidden = torch.nn.functional.layer_norm(hidden, shape, scale, shift, 1e-12)
        table = self.network.embeddings.word_embeddings.weight
        logits: torch.Tensor = hidden @ table.T + self.heads[f"{at}bias"]
        return logits.double().softmax(-1)

    @torch.inference_mode()
    def follows(self, first: str, second: str) -> float:
        """Say how likely the second text follows the first."""
        encoded = self.tokenizer.encode(first, second)
        states = self.network(
            input_ids=torch.tensor([encoded.ids]),
            token_type_ids=torch.tensor([encoded.type_ids]),
        ).last_hidden_state[0, 0]
        heads = self.heads
        pooled = torch.tanh(
            states @ heads["bert.pooler.dense.weight"].T
            + heads["bert.pooler.dense.bias"]
        )
        logits = (
            pooled @ heads["cls.seq_relationship.weight"].T
            + heads["cls.seq_relationship.bias"]
        )
        # In transformers' order: 0 means that it follows.
        return float(logits.double().softmax(-1)[0])


def without(n_tokens: int, closed: int) -> torch.Tensor:
    """Let nobody look at one token."""
    allowed = torch.ones(n_tokens, n_tokens, dtype=torch.bool)
    allowed[:, closed] = False
    return allowed


def causal(n_tokens: int) -> torch.Tensor:
    """Let every token look back only."""
    return torch.ones(n_tokens, n_tokens, dtype=torch.bool).tril()


def divergence(p: torch.Tensor, q: torch.Tensor) -> float:
    """Compute KL(p || q) in nats."""
    return float((p * (p.log() - q.log())).sum())
