"""The examples of the lessons' paths are what the server really answers."""

import pytest

from app.schemas.examples import EXAMPLES

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("path", "asked", "answered"),
    [
        ("scaled-dot-product", "ScaledDotProductRequest", "ScaledDotProduct"),
        ("masks", "MaskRequest", "MaskAnswer"),
        ("positional-encodings", "PositionalEncodingsRequest", "PositionalEncodings"),
        ("multi-head-attention", "MultiHeadAttentionRequest", "MultiHeadAttention"),
        ("transformer-block", "TransformerBlockRequest", "TransformerBlock"),
    ],
)
async def test_an_example_is_true(client, path, asked, answered):
    answer = await client.post(f"/api/v1/{path}", json=EXAMPLES[asked])
    assert answer.json() == EXAMPLES[answered]
