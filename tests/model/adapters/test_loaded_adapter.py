"""Finding an adapter, refusing what it can't do, measuring its matrices."""

from dataclasses import replace

import numpy as np
import pytest

from model import (
    AdapterUse,
    Catalogue,
    NumberOutOfRange,
    UnknownAdapter,
    UnsupportedByModel,
)
from model.adapters.loaded_adapter import LoadedAdapter
from model.adapters.low_rank import Update

TEXT = "The cat sat on the [MASK]."


@pytest.mark.parametrize("asked", ["word", "Words", "words "])
def test_an_unknown_adapter_names_the_nearest(small, asked):
    with pytest.raises(UnknownAdapter) as refused:
        small.loaded.adapter(asked)
    assert refused.value.detail == "tiny has no adapter of that id."
    assert refused.value.hint == "Did you mean words?"


@pytest.mark.parametrize("asked", ["", "x" * 400, "../../etc/passwd", "☃"])
def test_a_strange_name_is_only_looked_up(small, asked):
    with pytest.raises(UnknownAdapter) as refused:
        small.loaded.adapter(asked)
    assert refused.value.hint == "The adapters of tiny: words."
    assert asked[:20] == "" or asked[:20] not in refused.value.detail


def test_every_question_refuses_an_unknown_adapter(small):
    loaded, use = small.loaded, AdapterUse("none-such")
    one, two = loaded.tokenize(TEXT), loaded.tokenize("the cat", "a dog")
    for ask in (
        lambda: loaded.run(one, adapter=use),
        lambda: loaded.residual_stream(one, adapter=use),
        lambda: loaded.mean_states(one, [[1]], adapter=use),
        lambda: loaded.masked_words(one, top_k=1, adapter=use),
        lambda: loaded.next_sentence(two, adapter=use),
        lambda: loaded.influences_on(one, (6,), adapter=use),
        lambda: loaded.merging(one, use),
    ):
        with pytest.raises(UnknownAdapter):
            ask()


def test_an_adapter_is_refused_where_a_model_has_none(smollm2):
    tokenized = smollm2.tokenize("The cat")
    with pytest.raises(UnknownAdapter) as refused:
        smollm2.run(tokenized, adapter=AdapterUse("minilm-words"))
    assert "has no adapters" in refused.value.hint
    with pytest.raises(UnsupportedByModel, match="predicts no masked word"):
        smollm2.masked_words(tokenized, top_k=5)


def test_a_model_that_writes_a_target_has_none_either(tmp_path):
    loaded = Catalogue(("lesson-luong",), cache_folder=tmp_path).load("lesson-luong")
    source, target = loaded.tokenize("a woman"), loaded.tokenize_target("une femme")
    assert loaded.run(source, target=target).nbytes > 0
    with pytest.raises(UnknownAdapter, match="lesson-luong has no adapter"):
        loaded.run(source, target=target, adapter=AdapterUse("minilm-words"))


@pytest.mark.parametrize(
    ("use", "said"),
    [
        (AdapterUse("words", 2.5), "adapter_scale is 2.5; the most is 2"),
        (AdapterUse("words", -0.5), "adapter_scale is -0.5; the least is 0"),
        (AdapterUse("words", float("nan")), "adapter_scale is nan"),
        (AdapterUse("words", rank=0), "adapter_rank is 0; the least is 1"),
        (AdapterUse("words", rank=5), "adapter_rank is 5; the most is 4"),
    ],
)
def test_a_scale_or_rank_beyond_its_limits_is_refused_with_both_numbers(
    small, use, said
):
    with pytest.raises(NumberOutOfRange) as refused:
        small.loaded.run(small.loaded.tokenize(TEXT), adapter=use)
    assert said in refused.value.detail
    with pytest.raises(NumberOutOfRange):
        small.loaded.adapter_for("fill-mask", use)


def test_one_made_at_run_time_is_found_and_never_named(small):
    loaded = small.loaded
    listed = loaded.adapter("words")
    made = LoadedAdapter(
        replace(listed.description, id="secret-1234", default_for=()),
        loaded.network,
        Update(listed.update.factors, listed.update.scaling),
    )
    loaded.adapters.attach(made)
    try:
        assert loaded.adapter("secret-1234") is made
        tokenized = loaded.tokenize(TEXT)
        found = loaded.run(tokenized, adapter=AdapterUse("secret-1234"))
        same = loaded.run(tokenized, adapter=AdapterUse("words"))
        assert (found.layers[2].query == same.layers[2].query).all()
        with pytest.raises(UnknownAdapter) as refused:
            loaded.adapter("secret-123")
        assert "secret-1234" not in refused.value.hint
        assert [each.id for each in loaded.adapters.listed] == ["words"]
        # It brought no head of its own, and the checkpoint has none.
        with pytest.raises(UnsupportedByModel, match="with the adapter secret-1234"):
            loaded.masked_words(tokenized, top_k=1, adapter=AdapterUse("secret-1234"))
    finally:
        loaded.adapters.detach("secret-1234")
    with pytest.raises(UnknownAdapter):
        loaded.adapter("secret-1234")
    loaded.adapters.detach("words")
    assert loaded.adapter("words") is listed, "what belongs to the model stays"


def test_matrices_are_measured_as_numpy_measures_them(small):
    matrices = small.loaded.adapter("words").modules
    assert len(matrices) == 18
    assert [(m.layer, m.target) for m in matrices[:7]] == [
        (0, "query"),
        (0, "key"),
        (0, "value"),
        (0, "attention.output.dense"),
        (0, "intermediate.dense"),
        (0, "output.dense"),
        (1, "query"),
    ]
    for matrix in matrices:
        layer = small.network.bert.get_submodule(matrix.name)
        up, down = (
            side["default"].weight.detach().double().numpy()
            for side in (layer.lora_B, layer.lora_A)
        )
        update = 12 / 4 * (up @ down)
        weight = layer.base_layer.weight.detach().double().numpy()
        assert matrix.shape == update.shape == weight.shape
        sizes = np.linalg.svd(update, compute_uv=False)[:4]
        np.testing.assert_allclose(matrix.singular_values, sizes, rtol=1e-6)
        norm = np.linalg.norm(update)
        assert matrix.frobenius_norm == pytest.approx(norm, rel=1e-6)
        relative = norm / np.linalg.norm(weight)
        assert matrix.relative_norm == pytest.approx(relative, rel=1e-6)
        assert matrix.rank == 4
