"""List the verbs, by who does it and to what.

Lives here: verbs with irregular English forms written out. Not here: the
French conjugation (``conjugation.py``) and the order of words.
"""

from dataclasses import dataclass

from model.training.corpus.words import Verb, read_verbs

_ANYTHING = "animal person place building thing container"


@dataclass(frozen=True, slots=True)
class Usage:
    """Verbs that take the same subjects and objects, by classes of nouns."""

    subjects: tuple[str, ...]
    objects: tuple[str, ...]
    verbs: tuple[Verb, ...]


def _usage(subjects: str, objects: str, table: str) -> Usage:
    return Usage(tuple(subjects.split()), tuple(objects.split()), read_verbs(table))


TRANSITIVE = (
    _usage(
        "animal person",
        _ANYTHING,
        """see/saw/seen voir, find/found/found trouver, look+for chercher,
        watch regarder, love aimer state, recognise reconnaître, protect protéger""",
    ),
    _usage(
        "animal person",
        "animal person",
        """follow suivre, hear/heard/heard entendre, wait+for attendre,
        know/knew/known connaître state, help aider, attack attaquer,
        wake/woke/woken réveiller""",
    ),
    _usage(
        "person",
        "person",
        """invite inviter, thank remercier, meet/met/met rencontrer, call appeler,
        listen+to écouter, answer répondre+à, speak/spoke/spoken+to parler+à""",
    ),
    _usage(
        "person",
        "thing container",
        """buy/bought/bought acheter, sell/sold/sold vendre,
        break/broke/broken casser, carry porter, repair réparer, clean nettoyer,
        lose/lost/lost perdre, hide/hid/hidden cacher,
        bring/brought/brought apporter, wash laver, steal/stole/stolen voler,
        choose/chose/chosen choisir, forget/forgot/forgotten oublier,
        take/took/taken prendre, paint peindre, throw/threw/thrown jeter""",
    ),
    _usage("person", "container building", "open ouvrir, empty vider, fill remplir"),
    _usage(
        "animal person",
        "food",
        "eat/ate/eaten manger, taste goûter, refuse refuser, smell sentir",
    ),
    _usage("person", "food", "prepare préparer, buy/bought/bought acheter"),
    _usage("animal person", "drink", "drink/drank/drunk boire, spill renverser"),
    _usage(
        "animal person",
        "place",
        """cross traverser, leave/left/left quitter, reach atteindre,
        explore explorer, avoid éviter""",
    ),
    _usage("person", "place building", "visit visiter, draw/drew/drawn dessiner"),
    _usage("person", "building", "build/built/built construire, destroy détruire"),
    _usage(
        "person",
        "text",
        """read/read/read lire, write/wrote/written écrire, translate traduire,
        finish finir, understand/understood/understood comprendre,
        receive recevoir, burn brûler""",
    ),
    _usage(
        "person",
        "institution",
        """sign signer, publish publier, approve approuver, reject rejeter,
        adopt adopter, discuss discuter, announce annoncer, present présenter,
        accept accepter, defend défendre, criticise critiquer""",
    ),
)

USES = tuple((usage, verb) for usage in TRANSITIVE for verb in usage.verbs)
USES_DIRECT = tuple(use for use in USES if not use[1].preposition)
"""Those with a direct object, of whatever class."""
USES_OF_PEOPLE = tuple(use for use in USES_DIRECT if "person" in use[0].objects)
"""Those with a person as direct object."""

BY_BASE: dict[str, Verb] = {verb.base: verb for _, verb in USES}

_DONE_TO = {
    "institution": """sign publish approve reject adopt discuss announce present
        accept defend criticise""",
    "text": "write translate read publish finish sign",
    "building": "build destroy visit",
    "thing": "buy sell steal find repair wash forget paint",
    "container": "buy sell steal find repair forget",
    "person": "see invite call attack follow",
    "animal": "see find attack follow",
    "food": "eat prepare refuse buy",
}
PASSIVE: dict[str, tuple[Verb, ...]] = {
    kind: tuple(BY_BASE[base] for base in bases.split())
    for kind, bases in _DONE_TO.items()
}
"""What is done to each class of nouns in the passive."""

INTRANSITIVE = read_verbs(
    """sleep/slept/slept dormir, run/ran/run courir, swim/swam/swum nager,
    arrive arriver, fall/fell/fallen tomber, work travailler,
    eat/ate/eaten manger, wait attendre"""
)
INTRANSITIVE_OF_ANIMALS = tuple(verb for verb in INTRANSITIVE if verb.base != "work")
SPEECH = read_verbs("sing/sang/sung chanter, laugh rire, smile sourire, dance danser")

GIVING = read_verbs(
    """give/gave/given donner, show/showed/shown montrer, sell/sold/sold vendre,
    send/sent/sent envoyer, bring/brought/brought apporter"""
)
TALKING = read_verbs(
    "talk+about parler+de, dream+of rêver+de, think/thought/thought+of penser+à"
)
MOVING = read_verbs(
    """go/went/gone aller, come/came/come venir, return retourner, arrive arriver,
    stay rester, live habiter state"""
)
SAYING = read_verbs(
    """say/said/said dire, know/knew/known savoir state,
    think/thought/thought penser state, believe croire state"""
)
WISHES = read_verbs(
    """sleep/slept/slept dormir, eat/ate/eaten manger, wait attendre,
    leave/left/left partir"""
)
FIT = read_verbs("fit/fitted/fitted tenir+dans state")[0]
