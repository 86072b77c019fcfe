"""Name the parts of the 2017 transformer that the map of lesson 7 shows.

Lives here: their names, as the address has them. Not here: where they stand
(``templates/learn/translation/_map.html``) and what is said of each
(``static/js/learn/translation-parts.js``).
"""

LAYERS = 3
N_HEADS = 4
_SUBLAYERS = {
    "encoder": ("self_attention", "feed_forward"),
    "decoder": ("self_attention", "cross_attention", "feed_forward"),
}


def stack_parts(side: str) -> tuple[str, ...]:
    """List the parts of one stack in the order in which they compute."""
    return tuple(
        f"{side}.{layer}.{sublayer}{norm}"
        for layer in range(LAYERS)
        for sublayer in _SUBLAYERS[side]
        for norm in ("", ".norm")
    )


PARTS = (
    *("source", *stack_parts("encoder"), "memory"),
    *("target", *stack_parts("decoder"), "output"),
)
