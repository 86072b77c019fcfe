"""What French never says, looked for in thousands of sentences."""

import re

import pytest

from model.training.corpus import Example, Sizes, build_corpus

VOWEL = "[aeiouyàâéèêëîïôûœ]"
# Words with an h that is heard, of those in the vocabulary; the others are mute.
ASPIRATED = "(?:hérissons?|huit)"
OPEN = rf"(?:{VOWEL}|h(?!érisson|uit))"


@pytest.fixture(scope="module")
def examples() -> tuple[Example, ...]:
    sizes = Sizes(train=6_000, valid=1, test=1, combinations=1)
    return build_corpus(seed=11, sizes=sizes).train


@pytest.fixture(scope="module")
def targets(examples) -> list[str]:
    return [f" {' '.join(example.target)} " for example in examples]


@pytest.mark.parametrize(
    "never",
    [
        rf" (?:le|la|de|ne|que|je|ce|ma|sa) {OPEN}",
        r" (?:de|à) les? ",
        rf" (?:du|au) {OPEN}",
        rf" (?:l'|d'|n'|qu'|j') (?!{OPEN})",
        rf" (?:l'|d') {ASPIRATED} ",
        rf" (?:un|le|ce|mon|son|notre|votre|leur) (?:beau|nouveau|vieux) {OPEN}",
        rf" (?:bel|nouvel|vieil|cet) (?!{OPEN})",
        r" (?:un|le|ce|mon|son) (?:petite|grande|belle|vieille|nouvelle) ",
        r" (?:une|la|cette|ma|sa) (?:petit|grand|beau|bel|vieux|nouveau) ",
        r" (?:a|ont|est|sont|était) ne ",
        r" ne \w+ (?!.*(?:pas|jamais))",
        r" des? des ",
        r" beaucoup des ",
        r" pas (?:un|une) ",
        r" (?:voi|achèt|mang)\w+ pas des ",
        r" (?:ils|elles|nous|vous) (?:est|était|a) ",
        r" (?:il|elle) (?:sont|étaient|ont) ",
        r" il (?:est|était|sera) (?:trop|très|si) \w+(?:ée|euse) ",
        r" elles (?:sont|étaient|seront) (?:trop|très|si) (?!\w*s )",
        r" elle est (?:allé|venu|arrivé|tombé|resté|retourné) ",
    ],
)
def test_this_is_never_said(targets, never):
    wrong = [text for text in targets if re.search(never, text)]

    assert wrong == []


@pytest.mark.parametrize(
    "sometimes",
    [
        " l' ",
        " d' ",
        " n' ",
        " qu' ",
        " j' ",
        " du ",
        " des ",
        " au ",
        " aux ",
        " cet ",
        " bel ",
        " vieil ",
        " est-ce ",
        " l' a ",
        " n' y a pas de ",
        " le hérisson ",
        " aujourd'hui ",
        " jamais ",
        " ne l' a pas ",
    ],
)
def test_this_is_said_somewhere(targets, sometimes):
    assert any(sometimes in text for text in targets)


def test_english_articles_are_heard(examples):
    sources = [f" {' '.join(example.source)} " for example in examples]

    # A European and a union begin with the sound of *you*; the rest is as spelled.
    wrong_a = re.compile(r" a (?!european|union|useful|<unk>)[aeiou]")
    wrong_an = re.compile(r" an (?:[^aeiou]|european|union|useful)")
    assert not any(wrong_a.search(text) or wrong_an.search(text) for text in sources)
    assert any(" an " in text for text in sources)
