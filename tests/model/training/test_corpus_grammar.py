"""Facts of French, worked out by hand, that the grammar must know."""

import pytest

from model.training.corpus import DEMONSTRATION
from model.training.corpus import noun_phrases as phrases
from model.training.corpus.adjectives import ADJECTIVES
from model.training.corpus.choosing import HE, SHE
from model.training.corpus.conjugation import agree_participle, conjugate
from model.training.corpus.noun_phrases import NounPhrase, build_noun_phrase
from model.training.corpus.nouns import NOUNS
from model.training.corpus.spelling import join_words
from model.training.corpus.verb_groups import (
    Manner,
    say_action,
    say_passive,
    say_state,
)
from model.training.corpus.verbs import BY_BASE, INTRANSITIVE, MOVING

WORDS = {noun.lemma: noun for kind in NOUNS.values() for noun in kind}
MOVES = {verb.base: verb for verb in (*MOVING, *INTRANSITIVE)}
TWO = phrases.COUNTS[0]
MY = phrases.OWNERS[0]
MANY = phrases.COUNTS[-1]
ME, WE, YOU = (
    NounPhrase(("i",), ("je",), "m", person=1),
    NounPhrase(("we",), ("nous",), "m", is_plural=True, person=1),
    NounPhrase(("you",), ("vous",), "m", is_plural=True, person=2),
)


def the(noun: str, *adjectives: str, many: bool = False) -> NounPhrase:
    words = tuple(ADJECTIVES[word] for word in adjectives)
    return build_noun_phrase(WORDS[noun], phrases.THE, words, is_plural=many)


def said(phrase: NounPhrase) -> str:
    return " ".join(join_words(phrase.french))


@pytest.mark.parametrize(
    ("noun", "adjectives", "many", "french"),
    [
        ("area", ("european", "economic"), False, "la zone économique européenne"),
        ("animal", ("beautiful",), False, "le bel animal"),
        ("animal", ("old", "tired"), False, "le vieil animal fatigué"),
        ("animal", ("white",), True, "les animaux blancs"),
        ("hedgehog", ("beautiful",), False, "le beau hérisson"),
        ("hospital", ("new",), False, "le nouvel hôpital"),
        ("hospital", (), False, "l' hôpital"),
        ("island", ("beautiful",), False, "la belle île"),
        ("island", ("beautiful",), True, "les belles îles"),
        ("church", ("white",), False, "l' église blanche"),
        ("policy", ("social",), True, "les politiques sociales"),
        ("plan", ("social",), True, "les plans sociaux"),
        ("mouse", ("sick",), True, "les souris malades"),
        ("cow", ("proud",), False, "la vache fière"),
        ("soup", ("bitter",), False, "la soupe amère"),
        ("tart", ("dry",), True, "les tartes sèches"),
        ("coat", ("blue",), True, "les manteaux bleus"),
        ("street", ("long", "crowded"), False, "la longue rue bondée"),
        ("man", ("happy",), True, "les hommes heureux"),
    ],
)
def test_adjectives_agree_and_stand_on_their_side(noun, adjectives, many, french):
    assert said(the(noun, *adjectives, many=many)) == french


@pytest.mark.parametrize(
    ("determiner", "noun", "adjective", "many", "english", "french"),
    [
        (phrases.A, "animal", None, False, "a animal", "un animal"),
        (phrases.A, "street", None, False, "a street", "une rue"),
        (phrases.SOME, "cat", None, True, "some cats", "des chats"),
        (phrases.SOME, "cat", "black", True, "some black cats", "des chats noirs"),
        (phrases.SOME, "cat", "old", True, "some old cats", "de vieux chats"),
        (phrases.THIS, "animal", None, False, "this animal", "cet animal"),
        (phrases.THIS, "hedgehog", None, False, "this hedgehog", "ce hérisson"),
        (phrases.THIS, "church", None, False, "this church", "cette église"),
        (MY, "church", None, False, "my church", "mon église"),
        (MY, "church", "old", False, "my old church", "ma vieille église"),
        (TWO, "horse", None, True, "two horses", "deux chevaux"),
        (MANY, "animal", None, True, "many animals", "beaucoup d' animaux"),
    ],
)
def test_articles_and_what_stands_for_them(
    determiner, noun, adjective, many, english, french
):
    words = (ADJECTIVES[adjective],) if adjective else ()

    phrase = build_noun_phrase(WORDS[noun], determiner, words, is_plural=many)

    assert " ".join(phrase.english) == english
    assert said(phrase) == french


def test_a_denied_object_has_de():
    cat = build_noun_phrase(WORDS["cat"], phrases.A, is_denied=True)
    eggs = build_noun_phrase(WORDS["egg"], phrases.SOME, is_plural=True, is_denied=True)

    assert said(cat) == "de chat"
    assert (" ".join(eggs.english), said(eggs)) == ("any eggs", "d' œufs")


def test_owners_turn_around():
    horse, king = the("horse"), the("king")

    short = phrases.add_owner(horse, king, is_short=True)
    long = phrases.add_owner(horse, king, is_short=False)

    assert " ".join(short.english) == "the king 's horse"
    assert " ".join(long.english) == "the horse of the king"
    assert said(short) == said(long) == "le cheval du roi"


def test_two_together_are_feminine_only_if_both_are():
    women = phrases.coordinate(the("woman"), the("queen"))
    mixed = phrases.coordinate(the("woman"), the("king"))

    assert (women.gender, women.is_plural) == ("f", True)
    assert mixed.gender == "m"


@pytest.mark.parametrize(
    ("words", "joined"),
    [
        ("de le roi", "du roi"),
        ("de les rois", "des rois"),
        ("à le roi", "au roi"),
        ("à les rois", "aux rois"),
        ("de le homme", "de l' homme"),
        ("à la eau", "à l' eau"),
        ("de le hérisson", "du hérisson"),
        ("parce que il ne a pas", "parce qu' il n' a pas"),
        ("je ai", "j' ai"),
        ("il ne y a pas", "il n' y a pas"),
        ("le <unk>", "le <unk>"),
    ],
)
def test_words_elide_and_contract_where_they_meet(words, joined):
    assert " ".join(join_words(words.split())) == joined


@pytest.mark.parametrize(
    ("infinitive", "tense", "forms"),
    [
        ("manger", "present", "mange mange mangeons mangez mangent"),
        ("manger", "imperfect", "mangeais mangeait mangions mangiez mangeaient"),
        ("annoncer", "present", "annonce annonce annonçons annoncez annoncent"),
        (
            "annoncer",
            "imperfect",
            "annonçais annonçait annoncions annonciez annonçaient",
        ),
        ("acheter", "present", "achète achète achetons achetez achètent"),
        ("acheter", "future", "achèterai achètera achèterons achèterez achèteront"),
        ("jeter", "future", "jetterai jettera jetterons jetterez jetteront"),
        ("protéger", "present", "protège protège protégeons protégez protègent"),
        (
            "protéger",
            "future",
            "protégerai protégera protégerons protégerez protégeront",
        ),
        (
            "nettoyer",
            "future",
            "nettoierai nettoiera nettoierons nettoierez nettoieront",
        ),
        ("envoyer", "future", "enverrai enverra enverrons enverrez enverront"),
        ("finir", "present", "finis finit finissons finissez finissent"),
        ("finir", "imperfect", "finissais finissait finissions finissiez finissaient"),
        ("vendre", "present", "vends vend vendons vendez vendent"),
        ("vendre", "future", "vendrai vendra vendrons vendrez vendront"),
        ("être", "imperfect", "étais était étions étiez étaient"),
        ("aller", "future", "irai ira irons irez iront"),
        ("tenir", "imperfect", "tenais tenait tenions teniez tenaient"),
    ],
)
def test_verbs_are_conjugated(infinitive, tense, forms):
    persons = [(1, False), (3, False), (1, True), (2, True), (3, True)]

    assert [conjugate(infinitive, tense, *who) for who in persons] == forms.split()


@pytest.mark.parametrize(
    ("infinitive", "gender", "many", "participle"),
    [
        ("signer", "f", False, "signée"),
        ("prendre", "f", False, "prise"),
        ("prendre", "m", True, "pris"),
        ("ouvrir", "f", True, "ouvertes"),
        ("écrire", "m", True, "écrits"),
        ("choisir", "f", False, "choisie"),
        ("vendre", "m", False, "vendu"),
        ("lire", "f", False, "lue"),
    ],
)
def test_participles_agree(infinitive, gender, many, participle):
    assert agree_participle(infinitive, gender, many) == participle


@pytest.mark.parametrize(
    ("subject", "base", "manner", "english", "french"),
    [
        (
            the("animal"),
            "cross",
            Manner("past", "n't"),
            "did n't cross",
            "n' a pas traversé",
        ),
        (
            the("cow"),
            "cross",
            Manner("past", "never"),
            "never crossed",
            "n' a jamais traversé",
        ),
        (
            the("cow"),
            "cross",
            Manner("present", "not"),
            "does not cross",
            "ne traverse pas",
        ),
        (the("cow", many=True), "cross", Manner("past"), "crossed", "ont traversé"),
        (
            the("cow"),
            "leave",
            Manner("future", "n't"),
            "wo n't leave",
            "ne quittera pas",
        ),
        (
            the("cow"),
            "eat",
            Manner("could", "n't"),
            "could n't eat",
            "ne pouvait pas manger",
        ),
        (the("cow"), "eat", Manner("can", "not"), "cannot eat", "ne peut pas manger"),
        (
            the("cow"),
            "eat",
            Manner("want", "n't"),
            "does n't want to eat",
            "ne veut pas manger",
        ),
        (the("cow"), "see", Manner("past", "", "often"), "often saw", "a souvent vu"),
        (
            the("cow"),
            "see",
            Manner("perfect", "", "already"),
            "has already seen",
            "a déjà vu",
        ),
        (ME, "see", Manner("progressive", "n't"), "am not seeing", "ne vois pas"),
        (WE, "eat", Manner("present"), "eat", "mangeons"),
        (YOU, "buy", Manner("future"), "will buy", "achèterez"),
        (HE, "know", Manner("past"), "knew", "connaissait"),
        (SHE, "look", Manner("past progressive"), "was looking for", "cherchait"),
    ],
)
def test_negation_and_auxiliaries_stand_around_the_verb(
    subject, base, manner, english, french
):
    group = say_action(subject, BY_BASE[base], manner)

    assert " ".join((*group.auxiliary, *group.english)) == english
    assert " ".join(join_words(group.french)) == french


@pytest.mark.parametrize(
    ("subject", "base", "french"),
    [
        (SHE, "go", "est allée"),
        (HE, "go", "est allé"),
        (the("hen", many=True), "arrive", "sont arrivées"),
        (the("bear", many=True), "fall", "sont tombés"),
        (the("hen", many=True), "sleep", "ont dormi"),
    ],
)
def test_participles_with_etre_agree_with_the_subject(subject, base, french):
    assert " ".join(say_action(subject, MOVES[base], Manner("past")).french) == french


def test_participles_with_avoir_agree_with_an_object_before_them():
    seen = say_action(
        HE, BY_BASE["see"], Manner("past"), clitic="la", object_before=("f", False)
    )
    denied = say_action(
        HE,
        BY_BASE["see"],
        Manner("past", "n't"),
        clitic="la",
        object_before=("f", False),
    )

    assert join_words(seen.french) == ["l'", "a", "vue"]
    assert join_words(denied.french) == ["ne", "l'", "a", "pas", "vue"]


def test_passives_agree_with_the_subject():
    signed = BY_BASE["sign"]
    law, treaties = the("law"), the("treaty", many=True)

    assert say_passive(law, signed, Manner("past")).french == ["a", "été", "signée"]
    assert say_passive(treaties, signed, Manner("future")).french == [
        "seront",
        "signés",
    ]
    denied = say_passive(law, signed, Manner("past", "n't"))
    assert join_words(denied.french) == ["n'", "a", "pas", "été", "signée"]
    assert [*denied.auxiliary, *denied.english] == ["was", "n't", "signed"]


def test_the_demonstration_is_what_the_grammar_says():
    animal, street = the("animal"), the("street")
    crossed = say_action(animal, BY_BASE["cross"], Manner("past", "n't"))
    told = (*animal.french, *crossed.french, *street.french, "parce", "que")
    it, she = NounPhrase(("it",), ("il",), "m"), NounPhrase(("it",), ("elle",), "f")
    was = Manner("past")
    tired = say_state(it, was, ADJECTIVES["tired"], degree="too")
    wide = say_state(she, was, ADJECTIVES["wide"], degree="too")
    agreement = phrases.add_complement(
        the("agreement"),
        ("on", *the("area", "european", "economic").english),
        ("sur", *the("area", "european", "economic").french),
        (),
    )
    signed = say_passive(agreement, BY_BASE["sign"], was)

    assert [
        join_words((*told, "il", *tired.french, ".")),
        join_words((*told, "elle", *wide.french, ".")),
        join_words((*agreement.french, *signed.french, "en", "août", "1992", ".")),
    ] == [list(example.target) for example in DEMONSTRATION]
    assert [*agreement.english, *signed.auxiliary, *signed.english] == [
        *DEMONSTRATION[2].source[:-4]
    ]
