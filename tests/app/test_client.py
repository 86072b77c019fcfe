"""The Python client returns arrays, and says what the server said."""

import httpx
import numpy as np
import pytest

from app.client import HeadlightClient, HeadlightError, Token
from tests.app.fakes import EVERY, FakeControls, fake_id, fake_scores, fake_weights
from tests.app.live import live_server
from tests.plain_arithmetic import plain_attention, plain_waves

IDS = (101, fake_id("the"), fake_id("cat"), fake_id("sat"), 102)


@pytest.fixture
def headlight(settings):
    anywhere = settings.model_copy(update={"port": 0})
    with (
        live_server(anywhere, FakeControls()) as live,
        HeadlightClient(live.address) as client,
    ):
        yield client


def test_models_come_with_the_default_first(headlight):
    assert [m["id"] for m in headlight.models()] == [model.id for model in EVERY]


def test_tokens_have_their_fields(headlight):
    tokens = headlight.tokenize("the cat")
    assert [token.text for token in tokens] == ["[CLS]", "the", "cat", "[SEP]"]
    assert tokens[2] == Token(
        index=2,
        id=fake_id("cat"),
        text="cat",
        raw="cat",
        start=4,
        end=7,
        special=False,
        typed=False,
        word=1,
        segment=0,
        piece=None,
    )


def test_attention_is_an_array_of_the_models_numbers(headlight):
    answer = headlight.attention(
        "the cat sat", layers=[1], heads=[2, 0], statistics=["head"], hide="first"
    )
    assert answer.model == "fake-encoder"
    assert (answer.layers, answer.heads) == ((1,), (2, 0))
    assert answer.values.dtype == np.float32
    for place, head in enumerate((2, 0)):
        expected = fake_weights(IDS, 1, head, is_causal=False)
        np.testing.assert_allclose(answer.values[0, place], expected[1:, 1:], atol=1e-6)
        share = expected[1:, 0].mean()
        assert answer.hidden_share[0, place] == pytest.approx(share, abs=1e-6)
    assert answer.mask.all()
    assert answer.statistics["entropy_nats"].shape == (1, 2)
    assert [t.text for t in answer.query_tokens] == ["the", "cat", "sat", "[SEP]"]
    assert answer.metadata["truncated"] is False


def test_masked_scores_are_minus_infinity(headlight):
    answer = headlight.attention(
        "the cat sat", model="fake-decoder", quantity="scores", layers=range(1)
    )
    expected = fake_scores(IDS[1:-1], 0, 0, is_causal=True)
    np.testing.assert_allclose(answer.values[0, 0], expected, atol=1e-6)
    assert answer.mask.tolist() == np.tri(3, dtype=bool).tolist()
    assert answer.hidden_share is None
    assert answer.statistics == {}


def test_what_the_server_refuses_is_an_error_with_its_words(headlight):
    with pytest.raises(HeadlightError, match="layer") as caught:
        headlight.attention("a", layers=[9])
    assert caught.value.code == "layer_out_of_range"
    assert caught.value.status == 422
    assert caught.value.detail in str(caught.value)
    assert caught.value.hint in str(caught.value)


def test_no_server_is_an_error_that_says_so():
    with (
        HeadlightClient("http://127.0.0.1:9") as client,
        pytest.raises(HeadlightError) as caught,
    ):
        client.models()
    assert caught.value.code == "unreachable"
    assert caught.value.status is None
    assert "127.0.0.1" in caught.value.detail


def test_an_answer_of_a_proxy_in_between_is_an_error_too():
    def refuse(_: httpx.Request) -> httpx.Response:
        return httpx.Response(502, text="<h1>Bad gateway</h1>")

    transport = httpx.MockTransport(refuse)
    http = httpx.Client(transport=transport, base_url="http://headlight.example")
    with (
        HeadlightClient(http=http) as client,
        pytest.raises(HeadlightError) as caught,
    ):
        client.models()
    assert (caught.value.code, caught.value.status) == ("unknown", 502)


class TestLessons:
    """The calls that need no model; numbers come back exactly."""

    clowns = ((1, 0), (0, 1), (1, 1))
    values = ((2, 0), (0, 2), (1, 3))

    def test_attention_with_matrices_of_ones_own(self, headlight):
        steps = headlight.scaled_dot_product(
            self.clowns, np.array(self.clowns), self.values, "causal"
        )
        expected = plain_attention(
            self.clowns, self.clowns, self.values, np.tri(3, dtype=bool)
        )
        for name, numbers in expected.items():
            found = getattr(steps, name)
            assert found.dtype == np.float64
            np.testing.assert_allclose(found, numbers, rtol=1e-14)
        assert steps.fully_masked_rows == []
        drawn = np.array([[True, False, True]] * 3)
        steps = headlight.scaled_dot_product(
            self.clowns, self.clowns, self.values, drawn, scale=2.0
        )
        assert (steps.scale, steps.weights[0, 1]) == (2.0, 0.0)

    def test_a_mask(self, headlight):
        mask = headlight.mask("sliding_window", 3, window=1)
        assert mask.allowed.dtype == np.bool_
        assert mask.allowed.tolist() == np.eye(3, dtype=bool).tolist()
        assert mask.additive[0].tolist() == [0, -np.inf, -np.inf]
        assert mask.allowed_fraction == pytest.approx(1 / 3)

    def test_positions(self, headlight):
        positions = headlight.positional_encodings(
            n_positions=3, d_model=4, start=10, similarity=True
        )
        waves = plain_waves([10, 11, 12], 4)
        np.testing.assert_allclose(positions.encoding, waves, atol=1e-12)
        np.testing.assert_allclose(positions.similarity, waves @ waves.T, atol=1e-12)
        assert positions.slopes is None
        buckets = headlight.positional_encodings("t5_bias", n_positions=2).buckets
        assert buckets.dtype == np.int32

    def test_heads_and_a_block(self, headlight):
        one = [[[1], [0]], [[0], [1]]]
        heads = headlight.multi_head_attention(self.clowns, one, one, one)
        assert heads.weights.shape == (2, 3, 3)
        assert heads.output is None
        block = headlight.transformer_block(self.clowns, 2, norm="pre")
        assert next(iter(block)) == "inputs"
        assert list(block)[-1] == "output"
        np.testing.assert_allclose(
            block["attention_sum"], self.clowns + block["attention_output"]
        )

    def test_what_the_server_refuses(self, headlight):
        with pytest.raises(HeadlightError, match="odd") as refused:
            headlight.positional_encodings(d_model=7)
        assert (refused.value.code, refused.value.status) == ("invalid_request", 422)
