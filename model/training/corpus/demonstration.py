"""Hold the sentences the lessons show, said by the same grammar.

They are kept out of every part of the corpus, so that a model that translates
them has not learned them by heart.
"""

from model.training.corpus.examples import Example, Pronoun

_WHAT_HAPPENED = "the animal did n't cross the street because"
_IN_FRENCH = "l' animal n' a pas traversé la rue parce qu'"


def _crossing(reason: str, pronoun: str, said: str, pair: str) -> Example:
    """Give a reason why the animal stayed where it was."""
    source = _split(f"{_WHAT_HAPPENED} it was too {reason} .")
    target = _split(f"{_IN_FRENCH} {pronoun} était trop {said} .")
    return Example(
        source=source,
        target=target,
        pronoun=Pronoun(target.index(pronoun), pronoun, source.index("it")),
        pairs=("animal>cross", "cross>street", pair),
    )


def _split(words: str) -> tuple[str, ...]:
    return tuple(words.split())


_AGREEMENT = "the agreement on the european economic area was signed in august 1992 ."
_ACCORD = "l' accord sur la zone économique européenne a été signé en août 1992 ."

DEMONSTRATION = (
    _crossing("tired", "il", "fatigué", "tired+animal"),
    _crossing("wide", "elle", "large", "wide+street"),
    Example(
        source=_split(_AGREEMENT),
        target=_split(_ACCORD),
        pairs=("european+area", "economic+area", "sign>agreement"),
    ),
)
