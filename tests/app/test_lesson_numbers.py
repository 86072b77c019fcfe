"""Every number of the lessons, as the API answers it."""

import base64
import io
import json
import math
from typing import Any

import numpy as np
import pytest

from tests.plain_arithmetic import plain_attention, plain_waves, read_array

pytestmark = pytest.mark.anyio

CLOWNS = [[1, 0], [0, 1], [1, 1]]
VALUES = [[2, 0], [0, 2], [1, 3]]
LESSON: dict[str, Any] = {"query": CLOWNS, "key": CLOWNS, "value": VALUES}
WEAR = 1
ROOT = math.sqrt(0.5)


def in_query(value):
    """Write a field as a link has it: flat lists with commas, the rest as JSON."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and not isinstance(value[0], list):
        return ",".join(map(str, value))
    return json.dumps(value)


async def ask(client, path, **fields):
    """Ask by body and by link: both must say the same."""
    answer = await client.post(f"/api/v1/{path}", json=fields)
    assert answer.status_code == 200, answer.text
    query = {name: in_query(value) for name, value in fields.items()}
    linked = await client.get(f"/api/v1/{path}", params=query)
    assert linked.json() == answer.json()
    return answer.json()


def rounded(numbers, digits=3):
    return [round(float(number), digits) for number in numbers]


class TestClownsWearShoes:
    async def test_the_query_wear_step_by_step(self, client):
        found = await ask(client, "scaled-dot-product", **LESSON)
        steps = {n: read_array(found[n])[WEAR] for n in ("dot_products", "scores")}
        assert steps["dot_products"].tolist() == [0, 1, 1]
        assert rounded(steps["scores"], 4) == [0, 0.7071, 0.7071]
        assert rounded(read_array(found["weights"])[WEAR]) == [0.198, 0.401, 0.401]
        assert rounded(read_array(found["output"])[WEAR]) == [0.797, 2.006]
        assert found["scale"] == pytest.approx(ROOT, rel=1e-15)
        assert found["fully_masked_rows"] == []

    async def test_rounded_weights_give_another_last_digit(self, client):
        found = await ask(client, "scaled-dot-product", **LESSON, digits=3)
        weights = read_array(found["weights"])[WEAR]
        assert rounded(weights @ np.array(VALUES)) == [0.797, 2.005]
        exact = await ask(client, "scaled-dot-product", **LESSON, digits=9)
        weights = read_array(exact["weights"])[WEAR]
        assert rounded(weights @ np.array(VALUES)) == [0.797, 2.006]

    async def test_causal(self, client):
        found = await ask(client, "scaled-dot-product", **LESSON, mask="causal")
        weights = read_array(found["weights"])
        assert rounded(weights[WEAR]) == [0.33, 0.67, 0]
        assert weights[0].tolist() == [1, 0, 0]
        assert rounded(read_array(found["output"])[WEAR]) == [0.66, 1.34]
        assert found["masked_scores"]["data"][0] == [0.707107, None, None]
        assert read_array(found["row_sums"]).tolist() == [1, 1, 1]

    @pytest.mark.parametrize(
        ("mask", "allowed"),
        [
            ("none", [[1, 1, 1]] * 3),
            ("causal", [[1, 0, 0], [1, 1, 0], [1, 1, 1]]),
            ({"kind": "padding", "lengths": [2]}, [[1, 1, 0]] * 3),
            ({"kind": "padding", "padded_positions": [0, 1]}, [[0, 0, 1]] * 3),
            (
                {"kind": "causal_padding", "padded_positions": [0]},
                [[0, 0, 0], [0, 1, 0], [0, 1, 1]],
            ),
            (
                {"kind": "sliding_window", "window": 2},
                [[1, 0, 0], [1, 1, 0], [0, 1, 1]],
            ),
            (
                {"kind": "sliding_window", "window": 2, "causal": False},
                [[1, 1, 0], [1, 1, 1], [0, 1, 1]],
            ),
            (
                {"kind": "prefix_lm", "prefix_length": 2},
                [[1, 1, 0], [1, 1, 0], [1, 1, 1]],
            ),
            (
                {"kind": "packed", "segments": [0, 1, 1]},
                [[1, 0, 0], [0, 1, 0], [0, 1, 1]],
            ),
            (
                {"kind": "packed", "segments": [0, 1, 1], "causal": False},
                [[1, 0, 0], [0, 1, 1], [0, 1, 1]],
            ),
            ({"kind": "cross", "lengths": [1]}, [[1, 0, 0]] * 3),
            (
                [[False, True, False], [True, True, True], [False, False, False]],
                [[0, 1, 0], [1, 1, 1], [0, 0, 0]],
            ),
        ],
        ids=str,
    )
    async def test_every_mask_in_every_step(self, client, mask, allowed):
        found = await ask(client, "scaled-dot-product", **LESSON, mask=mask)
        expected = plain_attention(**LESSON, allowed=np.array(allowed, bool))
        for name, values in expected.items():
            np.testing.assert_allclose(read_array(found[name]), values, atol=5.1e-7)
        closed = [row for row, cells in enumerate(allowed) if not any(cells)]
        assert found["fully_masked_rows"] == closed
        if isinstance(mask, dict):
            said = await ask(client, "masks", **mask, query_length=3, digits=6)
            assert said["allowed"]["data"] == np.array(allowed, bool).tolist()
            assert said["fully_masked_rows"] == closed
            assert said["allowed_fraction"] == pytest.approx(np.mean(allowed))

    async def test_a_query_with_no_key_has_no_distribution(self, client):
        nothing = [[False] * 3] * 3
        found = await ask(client, "scaled-dot-product", **LESSON, mask=nothing)
        assert found["fully_masked_rows"] == [0, 1, 2]
        for name in ("weights", "output"):
            assert not read_array(found[name]).any()
        assert read_array(found["row_sums"]).tolist() == [0, 0, 0]

    async def test_a_scale_of_ones_own(self, client):
        for scale in (0.0, 1.0, -2.5):
            found = await ask(client, "scaled-dot-product", **LESSON, scale=scale)
            expected = plain_attention(**LESSON, scale=scale)
            assert found["scale"] == scale
            for name, values in expected.items():
                np.testing.assert_allclose(read_array(found[name]), values, atol=5.1e-7)

    async def test_cross_lengths(self, client):
        fields: dict[str, Any] = {
            "query": [[1, 2]],
            "key": CLOWNS,
            "value": [[1], [2], [4]],
        }
        found = await ask(client, "scaled-dot-product", **fields)
        expected = plain_attention(**fields)
        assert found["weights"]["shape"] == [1, 3]
        assert found["output"]["shape"] == [1, 1]
        for name, values in expected.items():
            np.testing.assert_allclose(read_array(found[name]), values, atol=5.1e-7)

    async def test_base64_and_npz_keep_every_digit(self, client):
        path = "/api/v1/scaled-dot-product"
        expected = plain_attention(**LESSON)["weights"]
        answer = await client.post(path, json={**LESSON, "encoding": "base64"})
        array = answer.json()["weights"]
        assert array["dtype"] == "f8"
        found = np.frombuffer(base64.b64decode(array["bdata"]), "<f8").reshape(3, 3)
        np.testing.assert_allclose(found, expected, rtol=1e-15)
        headers = {"Accept": "application/x-npz"}
        answer = await client.post(path, json=LESSON, headers=headers)
        archive = np.load(io.BytesIO(answer.content), allow_pickle=False)
        assert archive["weights"].tobytes() == found.tobytes()
        metadata = json.loads(archive["metadata.json"])
        assert metadata["weights"]["member"] == "weights"
        assert metadata["scale"] == pytest.approx(ROOT)

    async def test_tokens_come_back(self, client):
        words = ["clowns", "wear", "shoes"]
        found = await ask(client, "scaled-dot-product", **LESSON, tokens=words)
        assert found["tokens"] == words
        odd = ["[CLS]", "a,b", '"']
        answer = await client.get(
            "/api/v1/scaled-dot-product",
            params={
                **{name: json.dumps(rows) for name, rows in LESSON.items()},
                "tokens": json.dumps(odd),
            },
        )
        assert answer.json()["tokens"] == odd


class TestWaves:
    async def test_the_first_positions_in_8_features(self, client):
        found = await ask(
            client, "positional-encodings", n_positions=2, d_model=8, digits=4
        )
        encoding = read_array(found["encoding"])
        assert encoding[0].tolist() == [0, 1] * 4
        assert encoding[1].tolist() == [
            *[0.8415, 0.5403, 0.0998, 0.9950],
            *[0.0100, 1.0000, 0.0010, 1.0000],
        ]
        assert found["frequencies"]["data"] == [1, 0.1, 0.01, 0.001]
        assert found["base"] == 10_000

    async def test_every_row_has_the_same_length(self, client):
        found = await ask(
            client, "positional-encodings", n_positions=50, d_model=10, digits=9
        )
        norms = (read_array(found["encoding"]) ** 2).sum(axis=1)
        np.testing.assert_allclose(norms, 10 / 2, atol=1e-7)

    async def test_the_offset_alone_decides(self, client):
        found = await ask(
            client,
            "positional-encodings",
            n_positions=116,
            d_model=512,
            similarity=True,
            digits=4,
        )
        similarity = read_array(found["similarity"])
        assert similarity[5, 15] == similarity[105, 115] == 173.7897

    async def test_the_longest_wave_is_shorter_than_2_pi_base(self, client):
        found = await ask(client, "positional-encodings", n_positions=1, d_model=512)
        wavelengths = read_array(found["wavelengths"])
        assert round(wavelengths[-1]) == 60_611
        assert (np.diff(wavelengths) > 0).all()

    async def test_far_positions_are_right_in_float64(self, client):
        found = await ask(
            client,
            "positional-encodings",
            start=10**9,
            n_positions=2,
            d_model=4,
            digits=9,
        )
        # sin and cos of 10^9, 10^9 + 1 and their hundredths, worked out with
        # 60 digits.
        assert found["encoding"]["data"] == [
            [0.545843449, 0.837887181, 0.420547793, -0.907270386],
            [0.999978226, -0.006599049, 0.411454213, -0.911430431],
        ]

    async def test_another_base_and_start(self, client):
        found = await ask(
            client,
            "positional-encodings",
            start=7,
            n_positions=3,
            d_model=6,
            base=100.0,
            digits=9,
        )
        expected = plain_waves([7, 8, 9], 6, 100.0)
        np.testing.assert_allclose(read_array(found["encoding"]), expected, atol=1e-9)

    async def test_rotary_pairs_stand_at_cosine_and_sine(self, client):
        found = await ask(
            client,
            "positional-encodings",
            kind="rotary",
            n_positions=5,
            d_model=4,
            similarity=True,
            digits=9,
        )
        waves = plain_waves(range(5), 4)
        expected = waves[:, [1, 0, 3, 2]]
        np.testing.assert_allclose(read_array(found["encoding"]), expected, atol=1e-9)
        np.testing.assert_allclose(
            read_array(found["similarity"]), expected @ expected.T, atol=5e-9
        )

    async def test_alibi(self, client):
        found = await ask(
            client, "positional-encodings", kind="alibi", n_positions=3, n_heads=8
        )
        slopes = [2.0 ** -(head + 1) for head in range(8)]
        assert read_array(found["slopes"]).tolist() == [round(s, 6) for s in slopes]
        distance = [[0, 1, 2], [1, 0, 1], [2, 1, 0]]
        bias = -np.array(slopes)[:, None, None] * distance
        np.testing.assert_allclose(read_array(found["encoding"]), bias, atol=5.1e-7)
        assert found["encoding"]["axes"] == ["head", "query", "key"]
        assert found["frequencies"] is None

    async def test_t5_buckets_without_a_model_have_no_made_up_bias(self, client):
        found = await ask(client, "positional-encodings", kind="t5_bias", n_positions=3)
        assert found["buckets"]["data"] == [[0, 17, 18], [1, 0, 17], [2, 1, 0]]
        assert found["encoding"] is None
        found = await ask(
            client,
            "positional-encodings",
            kind="t5_bias",
            n_positions=3,
            bidirectional=False,
        )
        assert found["buckets"]["data"] == [[0, 0, 0], [1, 0, 0], [2, 1, 0]]


async def test_several_texts_have_a_mask_each(client):
    found = await ask(
        client, "masks", kind="causal_padding", query_length=2, lengths=[1, 0]
    )
    assert found["allowed"]["axes"] == ["text", "query", "key"]
    assert found["allowed"]["data"] == [
        [[True, False], [True, False]],
        [[False, False], [False, False]],
    ]
    assert found["additive"]["data"][0] == [[0, None], [0, None]]
    assert found["fully_masked_rows"] == [[], [0, 1]]
    assert found["allowed_fraction"] == 0.25
