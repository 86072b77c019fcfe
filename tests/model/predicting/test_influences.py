"""What a prediction draws on, measured by taking one token away."""

import math

import numpy as np
import pytest
import torch
import transformers as hf

from model import (
    AdapterUse,
    Cancelled,
    MaskSpecification,
    NumberOutOfRange,
    UnsupportedByModel,
)
from model.predicting.influences import divergence, measure_influences
from tests.model.adapters.small_adapters import tokenizer
from tests.model.predicting.small_heads import load, make_checkpoint, reference
from tests.model.tiny_models import BYPASSING

TEXT = "the cat sat on the [MASK] ."
MASK_AT = 6
# Random matrices so large that a token matters.
PEAKED = 14.0


@pytest.fixture(scope="module")
def bert(tmp_path_factory):
    folder = tmp_path_factory.mktemp("influences") / "bert"
    make_checkpoint(folder, hf.BertForMaskedLM, "bert", factor=PEAKED)
    return load(folder), reference(folder, hf.BertForMaskedLM)


def test_the_divergence_worked_by_hand():
    p, q = np.log([0.5, 0.5]), np.log([0.25, 0.75])
    # .5 log 2 + .5 log (2/3)
    assert divergence(p, q) == pytest.approx(0.5 * math.log(2) + 0.5 * math.log(2 / 3))
    assert divergence(p, p) == 0
    with np.errstate(divide="ignore"):
        certain = np.log([1.0, 0.0])
    assert divergence(certain, q) == pytest.approx(math.log(4))


def test_changes_are_those_of_the_word_that_was_likeliest():
    without = np.log([[0.2, 0.6, 0.2], [0.1, 0.8, 0.1]])
    found = measure_influences(2, [1, 3], np.log(np.array([0.3, 0.4, 0.3])), without)
    assert (found.position, found.others, found.word_id) == (2, (1, 3), 1)
    assert found.log_probability_changes == pytest.approx(
        [math.log(0.6 / 0.4), math.log(0.8 / 0.4)]
    )
    first = 0.6 * math.log(0.3 / 0.2) + 0.4 * math.log(0.4 / 0.6)
    assert found.kl_nats[0] == pytest.approx(first)


def influences(loaded, tokenized, position, **conditions):
    (found,) = loaded.influences_on(tokenized, (position,), **conditions)
    return found


def rows(cells):
    return tuple(tuple(row) for row in cells.tolist())


def without(network, tokenized, position):
    """Compute the prediction where nobody looks at a position, with a plain mask."""
    ids = torch.tensor([tokenized.ids])
    n = ids.shape[1]
    mask = torch.zeros(1, 1, n, n)
    mask[..., position] = -torch.inf
    with torch.inference_mode():
        logits = network(ids, attention_mask=mask).logits[0, MASK_AT].double()
    return logits.log_softmax(dim=-1)


def test_each_influence_is_the_model_without_that_token(bert):
    loaded, network = bert
    tokenized = loaded.tokenize(TEXT)
    found = influences(loaded, tokenized, MASK_AT)
    assert found.others == (0, 1, 2, 3, 4, 5, 7, 8)
    with torch.inference_mode():
        logits = network(torch.tensor([tokenized.ids])).logits[0, MASK_AT].double()
    before = logits.log_softmax(dim=-1)
    assert found.word_id == int(before.argmax())
    for i, other in enumerate(found.others):
        after = without(network, tokenized, other)
        kl = float((before.exp() * (before - after)).sum())
        assert found.kl_nats[i] == pytest.approx(kl, abs=2e-4)
        change = float(after[found.word_id] - before[found.word_id])
        assert found.log_probability_changes[i] == pytest.approx(change, abs=2e-3)
    assert found.kl_nats.max() > 0.01
    assert (found.kl_nats >= 0).all()


def test_several_positions_are_measured_as_each_alone(bert):
    loaded, _ = bert
    tokenized = loaded.tokenize(TEXT)
    n_asked = 0

    def count():
        nonlocal n_asked
        n_asked += 1
        return False

    influences(loaded, tokenized, MASK_AT, is_cancelled=count)
    n_alone, n_asked = n_asked, 0
    both = loaded.influences_on(tokenized, (MASK_AT, 2), is_cancelled=count)
    # Texts are read together, whatever is asked of them.
    assert n_asked == n_alone
    for position, found in zip((MASK_AT, 2), both, strict=True):
        alone = influences(loaded, tokenized, position)
        assert (found.position, found.others) == (position, alone.others)
        assert found.word_id == alone.word_id
        assert found.kl_nats == pytest.approx(alone.kl_nats, abs=1e-6)


def test_what_comes_later_has_no_influence_under_a_causal_mask(bert):
    """Exactly none, whatever is read together with what."""
    loaded, _ = bert
    tokenized = loaded.tokenize("the cat [MASK] on the mat . the dog [MASK] on a mat")
    places = loaded.mask_positions(tokenized)
    mask = MaskSpecification(kind="causal")
    for found in loaded.influences_on(tokenized, places, mask=mask):
        later = np.array(found.others) > found.position
        assert not found.kl_nats[later].any()
        assert not found.log_probability_changes[later].any()
        assert (found.kl_nats[~later] > 0).all()


def test_a_token_heard_of_through_another_has_influence(bert):
    """[MASK] sees its neighbour only, and that one sees the first word only."""
    loaded, _ = bert
    tokenized = loaded.tokenize(TEXT)
    cells = np.eye(len(tokenized.tokens), dtype=bool)
    cells[MASK_AT] = False
    cells[MASK_AT, MASK_AT - 1] = True
    cells[MASK_AT - 1] = False
    cells[MASK_AT - 1, 1] = True
    found = influences(
        loaded, tokenized, MASK_AT, mask=MaskSpecification(matrix=rows(cells))
    )
    moved = {other for other, kl in zip(found.others, found.kl_nats, strict=True) if kl}
    assert moved == {1, MASK_AT - 1}


def test_a_token_that_nobody_could_see_has_no_influence(bert):
    loaded, _ = bert
    tokenized = loaded.tokenize(TEXT)
    mask = MaskSpecification(kind="padding", padded_positions=(2,))
    found = influences(loaded, tokenized, MASK_AT, mask=mask)
    by_position = dict(zip(found.others, found.kl_nats, strict=True))
    assert by_position[2] == 0
    assert by_position[3] > 0
    open_ = influences(loaded, tokenized, MASK_AT)
    assert open_.kl_nats[2] > 0


def test_tokens_left_with_nothing_to_look_at_get_nothing(bert):
    """Each token sees itself alone; without it, nobody there has a key."""
    loaded, _ = bert
    tokenized = loaded.tokenize(TEXT)
    n = len(tokenized.tokens)
    mask = MaskSpecification(matrix=rows(np.eye(n, dtype=bool)))

    found = influences(loaded, tokenized, MASK_AT, mask=mask)
    assert not found.kl_nats.any()

    # Only [MASK] sees the word before it, and loses it with that word.
    cells = np.eye(n, dtype=bool)
    cells[MASK_AT] = False
    cells[MASK_AT, MASK_AT - 1] = True
    mask = MaskSpecification(matrix=rows(cells))
    found = influences(loaded, tokenized, MASK_AT, mask=mask)
    without_it = cells.copy()
    without_it[:, MASK_AT - 1] = False
    after = loaded.masked_logits(
        tokenized, (MASK_AT,), mask=MaskSpecification(matrix=rows(without_it))
    )
    before = loaded.masked_logits(tokenized, (MASK_AT,), mask=mask)
    p, q = (
        torch.from_numpy(each[0]).double().log_softmax(dim=-1)
        for each in (before, after)
    )
    kl = float((p.exp() * (p - q)).sum())
    assert kl > 0.01
    assert found.kl_nats[MASK_AT - 1] == pytest.approx(kl, abs=2e-4)


def test_a_window_of_the_model_stays_as_narrow_as_it_is(tmp_path):
    """Far tokens reach a position through other layers only; near ones directly."""
    folder = make_checkpoint(
        tmp_path / "modernbert", hf.ModernBertForMaskedLM, "modernbert", factor=PEAKED
    )
    loaded = load(folder)
    network = reference(folder, hf.ModernBertForMaskedLM)
    n_window = network.config.local_attention // 2
    tokenized = loaded.tokenize("the cat sat on a mat . the dog ran on a [MASK]")
    position = loaded.mask_positions(tokenized)[0]
    found = influences(loaded, tokenized, position)
    other = found.others[1]
    assert position - other > n_window
    # The same by hand: the column closed in whatever mask a layer has.
    n = len(tokenized.ids)
    column = torch.zeros(1, 1, n, n)
    column[..., other] = -torch.inf
    near = (torch.arange(n)[:, None] - torch.arange(n)[None]).abs() <= n_window
    local = column.masked_fill(~near, -torch.inf)
    masks = {"full_attention": column, "sliding_attention": local}
    with torch.inference_mode():
        after = network(torch.tensor([tokenized.ids]), attention_mask=masks)
        before = network(torch.tensor([tokenized.ids]))
    p, q = (
        out.logits[0, position].double().log_softmax(dim=-1) for out in (before, after)
    )
    kl = float((p.exp() * (p - q)).sum())
    assert kl > 0.05
    assert found.kl_nats[1] == pytest.approx(kl, abs=2e-4)
    opened = MaskSpecification(kind="none")
    other_model = influences(loaded, tokenized, position, mask=opened)
    assert abs(other_model.kl_nats[1] - kl) > 0.01


def test_limits_and_a_client_that_left(bert):
    loaded, _ = bert
    long = loaded.tokenize("the " * 63)
    assert len(long.tokens) == 65
    with pytest.raises(NumberOutOfRange) as refused:
        influences(loaded, long, 3)
    assert (refused.value.limit, refused.value.actual) == (64, 65)
    short = loaded.tokenize(TEXT)
    for position in (-1, 9):
        with pytest.raises(NumberOutOfRange):
            influences(loaded, short, position)
    # Left after the second time that all layers were gone through.
    n_layers = loaded.description.n_layers
    calls = iter([False] * (2 * n_layers) + [True])
    longer = loaded.tokenize("the " * 20)
    with pytest.raises(Cancelled):
        influences(loaded, longer, 3, is_cancelled=lambda: next(calls))


def test_an_eager_model_says_that_no_token_can_be_hidden(tmp_path):
    folder = tmp_path / "deberta"
    config = BYPASSING["deberta_v2"]()
    hf.DebertaV2ForMaskedLM(config).save_pretrained(folder)
    tokenizer().save_pretrained(folder)
    loaded = load(folder)
    assert loaded.description.objectives == ("attention", "fill-mask")
    tokenized = loaded.tokenize("the [MASK]")
    (word,) = loaded.masked_words(tokenized, top_k=3)
    assert word.position == 2
    with pytest.raises(UnsupportedByModel, match="other mask"):
        influences(loaded, tokenized, 2)


def test_the_shipped_adapter_draws_on_the_words_of_the_sentence(minilm):
    """The strength of the adapter is part of the question."""
    tokenized = minilm.tokenize("The capital of France is [MASK].")
    position = minilm.mask_positions(tokenized)[0]
    found = influences(minilm, tokenized, position)
    texts = [tokenized.tokens[other].text for other in found.others]
    kl = dict(zip(texts, found.kl_nats, strict=True))
    assert kl["capital"] > kl["the"]
    base = influences(
        minilm, tokenized, position, adapter=AdapterUse("minilm-words", 0.0)
    )
    assert not np.allclose(base.kl_nats, found.kl_nats)
