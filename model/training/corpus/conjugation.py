"""Conjugate French verbs in the persons and tenses the grammar uses.

Lives here: present, imperfect, future and past participle. Not here: compound
tenses and the order of words (``verb_groups.py``).
"""

from functools import cache
from typing import Literal

from model.training.corpus import spelling
from model.training.corpus.words import Gender

FrenchTense = Literal["present", "imperfect", "future"]

WITH_ETRE = frozenset(
    ("aller", "arriver", "partir", "rester", "retourner", "tomber", "venir")
)
"""Verbs whose past is built with *être*; their participle agrees."""

# Present of je, il, nous, vous, ils; participle; stem of the future where it
# isn't the infinitive without its last e.
_IRREGULAR_TABLE = """
être suis est sommes êtes sont été ser
avoir ai a avons avez ont eu aur
aller vais va allons allez vont allé ir
voir vois voit voyons voyez voient vu verr
pouvoir peux peut pouvons pouvez peuvent pu pourr
vouloir veux veut voulons voulez veulent voulu voudr
devoir dois doit devons devez doivent dû devr
savoir sais sait savons savez savent su saur
connaître connais connaît connaissons connaissez connaissent connu
prendre prends prend prenons prenez prennent pris
comprendre comprends comprend comprenons comprenez comprennent compris
lire lis lit lisons lisez lisent lu
écrire écris écrit écrivons écrivez écrivent écrit
boire bois boit buvons buvez boivent bu
dormir dors dort dormons dormez dorment dormi
partir pars part partons partez partent parti
venir viens vient venons venez viennent venu viendr
tenir tiens tient tenons tenez tiennent tenu tiendr
ouvrir ouvre ouvre ouvrons ouvrez ouvrent ouvert
courir cours court courons courez courent couru courr
dire dis dit disons dites disent dit
croire crois croit croyons croyez croient cru
recevoir reçois reçoit recevons recevez reçoivent reçu recevr
reconnaître reconnais reconnaît reconnaissons reconnaissez reconnaissent reconnu
envoyer envoie envoie envoyons envoyez envoient envoyé enverr
sentir sens sent sentons sentez sentent senti
construire construis construit construisons construisez construisent construit
traduire traduis traduit traduisons traduisez traduisent traduit
détruire détruis détruit détruisons détruisez détruisent détruit
suivre suis suit suivons suivez suivent suivi
peindre peins peint peignons peignez peignent peint
atteindre atteins atteint atteignons atteignez atteignent atteint
rire ris rit rions riez rient ri
sourire souris sourit sourions souriez sourient souri
"""
_IRREGULAR = {
    infinitive: (forms[:5], forms[5], forms[6:])
    for infinitive, *forms in map(str.split, _IRREGULAR_TABLE.strip().splitlines())
}
# Stems of -er verbs where the ending isn't heard: il achète, nous achetons.
_STRONG_STEMS = {
    "acheter": "achèt",
    "jeter": "jett",
    "rejeter": "rejett",
    "appeler": "appell",
    "nettoyer": "nettoi",
    "protéger": "protèg",
}
_FUTURE = ("ai", "a", "ons", "ez", "ont")
_IMPERFECT = ("ais", "ait", "ions", "iez", "aient")


@cache
def conjugate(infinitive: str, tense: FrenchTense, person: int, is_plural: bool) -> str:
    """Return the form of a person; the second person is *vous*."""
    column = _column(person, is_plural)
    if tense == "present":
        return _present(infinitive)[column]
    if tense == "future":
        return _future_stem(infinitive) + _FUTURE[column]
    stem = _imperfect_stem(infinitive)
    ending = _IMPERFECT[column]
    if ending.startswith("i"):  # nous mangions, not "mangeions"
        stem = stem.removesuffix("e") if stem.endswith("ge") else stem
        stem = stem.removesuffix("ç") + "c" if stem.endswith("ç") else stem
    return stem + ending


@cache
def agree_participle(infinitive: str, gender: Gender, is_plural: bool) -> str:
    """Return the past participle for a gender and a number."""
    form = _participle(infinitive)
    if gender == "f":
        form = form.replace("dû", "du") + "e"
    return spelling.plural(form) if is_plural else form


def _column(person: int, is_plural: bool) -> int:
    """Find the place of a person among je, il, nous, vous and ils."""
    return {(1, False): 0, (3, False): 1, (1, True): 2, (2, True): 3, (3, True): 4}[
        person, is_plural
    ]


def _present(infinitive: str) -> list[str]:
    if infinitive in _IRREGULAR:
        return _IRREGULAR[infinitive][0]
    stem = infinitive[:-2]
    if infinitive.endswith("ir"):
        return [f"{stem}{end}" for end in ("is", "it", "issons", "issez", "issent")]
    if infinitive.endswith("re"):
        return [f"{stem}{end}" for end in ("s", "", "ons", "ez", "ent")]
    strong = _STRONG_STEMS.get(infinitive, stem)
    we = stem + "e" if stem.endswith("g") else stem
    we = stem[:-1] + "ç" if stem.endswith("c") else we
    return [strong + "e", strong + "e", we + "ons", stem + "ez", strong + "ent"]


def _participle(infinitive: str) -> str:
    if infinitive in _IRREGULAR:
        return _IRREGULAR[infinitive][1]
    return infinitive[:-2] + {"er": "é", "ir": "i", "re": "u"}[infinitive[-2:]]


def _future_stem(infinitive: str) -> str:
    if infinitive in _IRREGULAR and (stems := _IRREGULAR[infinitive][2]):
        return stems[0]
    if infinitive in _STRONG_STEMS and "é" not in infinitive[-5:]:
        return _STRONG_STEMS[infinitive] + "er"
    return infinitive.removesuffix("e")


def _imperfect_stem(infinitive: str) -> str:
    if infinitive == "être":
        return "ét"
    return _present(infinitive)[2].removesuffix("ons")
