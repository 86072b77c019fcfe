"""The Python client asks about a source and its target as the API does."""

import numpy as np
import pytest

from app.client import HeadlightClient, HeadlightError, Target
from tests.app.fake_numbers import VOCABULARY, fake_cross_scores, softmax
from tests.app.fake_translator import fake_effects
from tests.app.fakes import CARD, FakeControls
from tests.app.live import live_server
from tests.app.test_translation_apis import OWN, SOURCE, TEXT


@pytest.fixture
def headlight(settings):
    anywhere = settings.model_copy(update={"port": 0})
    with (
        live_server(anywhere, FakeControls()) as live,
        HeadlightClient(live.address) as headlight,
    ):
        yield headlight


def test_the_client_asks_the_same(headlight):
    cross = headlight.attention(TEXT, model="fake-translator", part="cross")
    assert cross.target == Target("dormait chat le", forced=False, finished=True)
    np.testing.assert_allclose(
        cross.values[1, 0], softmax(fake_cross_scores(OWN, SOURCE, 1, 0)), atol=1e-6
    )
    assert [t.text for t in cross.next_tokens if t] == ["dormait", "chat", "le", "</s>"]
    typed = headlight.attention(TEXT, model="fake-aligner", target="un")
    assert (typed.part, typed.target) == ("cross", Target("un", True, True))
    assert len(typed.target_tokens) == 2
    tokens = headlight.tokenize("le", model="fake-translator", side="target")
    assert [token.text for token in tokens] == ["<s>", "le"]
    found = headlight.translate(TEXT, n_beams=2, top_k=2)
    assert (found.text, found.finished, len(found.beams)) == (
        "dormait chat le",
        True,
        2,
    )
    assert found.steps[0].token.text == "dormait"
    assert len(found.steps[0].alternatives) == 2
    zebra = headlight.translate("the zzebra")
    assert (zebra.unknown_words[0].text, zebra.unknown_words[0].start) == ("zzebra", 4)
    table = headlight.tensors(TEXT, ["logits"], target="le chat")
    assert table.tensors["logits"].shape == (3, VOCABULARY)
    assert table.vocabulary is not None
    assert table.vocabulary[0] == "word0"
    assert [entry["name"] for entry in table.index] == ["scores", "weights", "logits"]
    assert headlight.tensors(TEXT).tensors == {}
    effects = headlight.head_effects(TEXT, "chat", "le")
    np.testing.assert_allclose(effects.effect["cross"], fake_effects("cross", 1))
    assert effects.target.forced is False
    assert headlight.card("fake-translator") == CARD
    with pytest.raises(HeadlightError, match="card") as refused:
        headlight.card("fake-encoder")
    assert (refused.value.code, refused.value.status) == ("not_found", 404)
