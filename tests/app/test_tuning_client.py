"""The Python client fine-tunes and classifies as the API does."""

import pytest

from app.client import HeadlightClient, HeadlightError
from tests.app.fake_tuner import AFTER
from tests.app.fakes import FakeControls
from tests.app.live import live_server


def test_the_client_asks_the_same(settings):
    anywhere = settings.model_copy(update={"port": 0})
    with (
        live_server(anywhere, FakeControls()) as live,
        HeadlightClient(live.address) as headlight,
    ):
        made = headlight.fine_tune(
            ("bad", "good"), ["a b", "a c", "a d"], ["e b", "e c", "e d"], steps=2
        )
        assert list(made.losses) == [1, 0.5]
        assert made.after.test_accuracy == AFTER.test_accuracy
        assert [each["sentence"] for each in made.left_out] == [2, 5]
        found = headlight.classify("a", made.id, adapter_scale=0.25)
        assert found == {"bad": pytest.approx(0.2), "good": pytest.approx(0.8)}
        with pytest.raises(HeadlightError) as caught:
            headlight.classify("a", "gone")
        assert caught.value.code == "unknown_adapter"
