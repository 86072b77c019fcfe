"""List the adjectives, by the nouns they can stand with.

Lives here: which adjective goes with which class of ``nouns.py``, and which of
them tell what *it* is. Not here: agreement, which is ``words.py``.
"""

from model.training.corpus.words import UNKNOWN_WORD, Adjective, read_adjective

_CLASSES = {
    "a": "animal",
    "p": "person",
    "l": "place",
    "b": "building",
    "t": "thing",
    "c": "container",
    "f": "food",
    "d": "drink",
    "x": "text",
    "i": "institution",
    "z": "domain",
}
"""The letters in the last column of the tables."""

_BEFORE_TABLE = """
big         grand                     aplbtc
small       petit                     aplbtcfx
beautiful   beau/belle/bel            albtx
old         vieux/vieille/vieil       aplbtcxi
young       jeune                     ap
new         nouveau/nouvelle/nouvel   lbtcxiz
good        bon                       fdxi
bad         mauvais                   fdxi
pretty      joli                      lbtc
long        long/longue               lx
"""
_AFTER_TABLE = """
black       noir                      atc
white       blanc/blanche             abtc
red         rouge                     btc
green       vert                      tc
yellow      jaune                     tc
blue        bleu                      tc
grey        gris                      abt
tired       fatigué                   ap
hungry      affamé                    ap
sick        malade                    ap
lazy        paresseux                 ap
shy         timide                    ap
sad         triste                    ap
frightened  effrayé                   ap
injured     blessé                    ap
stubborn    têtu                      ap
curious     curieux                   ap
happy       heureux                   ap
brave       courageux                 ap
intelligent intelligent               ap
proud       fier                      ap
wide        large                     l
narrow      étroit                    l
deep        profond                   l
steep       escarpé                   l
muddy       boueux                    l
slippery    glissant                  l
flooded     inondé                    l
crowded     bondé                     lb
noisy       bruyant                   lb
dark        sombre                    lb
quiet       calme                     lb
famous      célèbre                   plbx
rich        riche                     pz
poor        pauvre                    p
modern      moderne                   bt
full        plein                     cb
empty       vide                      bc
heavy       lourd                     tc
light       léger                     tc
expensive   cher                      tcb
broken      cassé                     tc
fragile     fragile                   tc
dirty       sale                      tc
clean       propre                    tc
dry         sec/sèche                 f
salty       salé                      f
sweet       sucré                     fd
bitter      amer                      fd
cold        froid                     fd
hot         chaud                     fd
fresh       frais/fraîche             fd
spicy       épicé                     f
delicious   délicieux                 fd
boring      ennuyeux                  x
interesting intéressant               x
clear       clair                     xi
secret      secret/secrète            xi
useful      utile                     ti
important   important                 xiz
economic    économique                iz
political   politique                 iz
military    militaire                 iz
social      social                    iz
cultural    culturel                  iz
commercial  commercial                iz
industrial  industriel                iz
national    national                  iz
european    européen                  izl
french      français                  izxp
german      allemand                  izxp
italian     italien                   izxp
spanish     espagnol                  izxp
american    américain                 izxp
russian     russe                     izxp
english     anglais                   izxp
chinese     chinois                   izxp
"""

RELATIONS = [
    "economic",
    "political",
    "military",
    "social",
    "cultural",
    "commercial",
    "industrial",
]
NATIONS = [
    "european",
    "french",
    "german",
    "italian",
    "spanish",
    "american",
    "russian",
    "english",
    "chinese",
]

UNGRADED = frozenset((*NATIONS, *RELATIONS, "national", "injured", "broken"))
"""What one is or isn't: never *too*, *very* or *so*."""

ANIMATE = [
    "tired",
    "hungry",
    "sick",
    "lazy",
    "shy",
    "sad",
    "frightened",
    "injured",
    "stubborn",
    "curious",
    "young",
]
"""What only an animal or a person can be."""

OF_PLACES = [
    "wide",
    "narrow",
    "long",
    "deep",
    "steep",
    "muddy",
    "slippery",
    "flooded",
    "crowded",
    "dark",
]
OF_THINGS = ["heavy", "expensive", "broken", "fragile", "dirty", "light"]
OF_FOOD = ["dry", "salty", "sweet", "bitter", "cold", "hot", "spicy"]
OF_TEXTS = ["long", "boring", "clear", "secret"]


def _read(table: str, *, is_before: bool) -> list[tuple[Adjective, str]]:
    """Read lines ``english masculine[/feminine[/before a vowel]] classes``."""
    rows = (line.split() for line in table.strip().splitlines())
    return [
        (read_adjective(source, target, is_before=is_before), letters)
        for source, target, letters in rows
    ]


_ALL = _read(_BEFORE_TABLE, is_before=True) + _read(_AFTER_TABLE, is_before=False)

ADJECTIVES: dict[str, Adjective] = {word.english: word for word, _ in _ALL}

FITTING: dict[str, tuple[Adjective, ...]] = {
    kind: tuple(word for word, letters in _ALL if letter in letters)
    for letter, kind in _CLASSES.items()
}
"""The adjectives of each class of nouns."""
FITTING["destination"] = FITTING["place"]

UNKNOWN_ADJECTIVE = Adjective(
    english=UNKNOWN_WORD,
    masculine=(UNKNOWN_WORD,) * 2,
    feminine=(UNKNOWN_WORD,) * 2,
    before_vowel=UNKNOWN_WORD,
    is_before=False,
)
"""Stands for any adjective outside the vocabulary: the same in every form."""
