"""List the nouns, by what can be said of them, and the names.

Lives here: nouns with their gender; both genders in every class, so that a
pronoun can't be guessed from the class. Not here: adjectives and verbs.
"""

from model.training.corpus.words import UNKNOWN_WORD, Noun, read_nouns

_TABLES = {
    "animal": """
        animal animal m, cat chat m, dog chien m, horse cheval m, bear ours m,
        wolf/wolves loup m, fox renard m, rabbit lapin m, bird oiseau m,
        snake serpent m, lion lion m, tiger tigre m, elephant éléphant m,
        monkey singe m, duck canard m, pig cochon m, squirrel écureuil m,
        hedgehog hérisson m, camel chameau m, mouse/mice souris f, cow vache f,
        goat chèvre f, hen poule f, turtle tortue f, frog grenouille f, bee abeille f,
        giraffe girafe f, spider araignée f, ant fourmi f, whale baleine f
    """,
    "person": """
        boy garçon m, man/men homme m, child/children enfant m, king roi m,
        brother frère m, father père m, uncle oncle m, son fils m, friend ami m,
        neighbour voisin m, doctor médecin m, farmer fermier m, baker boulanger m,
        teacher professeur m, student étudiant m, minister ministre m,
        president président m, lawyer avocat m, writer écrivain m, painter peintre m,
        soldier soldat m, tourist touriste m, thief/thieves voleur m, girl fille f,
        woman/women femme f, queen reine f, sister sœur f, mother mère f, aunt tante f,
        daughter fille f, nurse infirmière f, actress actrice f, princess princesse f,
        waitress serveuse f, witch sorcière f
    """,
    "place": """
        bridge pont m, field champ m, garden jardin m, park parc m, lake lac m,
        desert désert m, path chemin m, canal canal m, stream ruisseau m, port port m,
        yard cour f, street rue f, road route f, river rivière f, square place f,
        forest forêt f, mountain montagne f, valley vallée f, island île f,
        beach plage f, avenue avenue f, hill colline f, meadow prairie f, bay baie f,
        city ville f, village village m
    """,
    "destination": """
        park parc m, lake lac m, port port m, market marché m, village village m,
        beach plage f, river rivière f, mountain montagne f, forest forêt f
    """,
    "building": """
        house maison f, church église f, school école f, library bibliothèque f,
        tower tour f, factory usine f, station gare f, shop boutique f, farm ferme f,
        castle château m, museum musée m, hotel hôtel m, hospital hôpital m,
        theatre théâtre m, palace palais m, restaurant restaurant m, office bureau m
    """,
    "thing": """
        book livre m, hat chapeau m, coat manteau m, violin violon m,
        computer ordinateur m, umbrella parapluie m, mirror miroir m, carpet tapis m,
        knife/knives couteau m, telephone téléphone m, trophy trophée m, ball ballon m,
        painting tableau m, chair chaise f, lamp lampe f, table table f,
        bottle bouteille f, car voiture f, key clé f, shirt chemise f, dress robe f,
        guitar guitare f, watch montre f, statue statue f, doll poupée f,
        bicycle bicyclette f, clock horloge f
    """,
    "container": """
        bag sac m, basket panier m, drawer tiroir m, trunk coffre m, cupboard placard m,
        box boîte f, suitcase valise f, crate caisse f, wardrobe armoire f
    """,
    "food": """
        bread pain m mass, cheese fromage m mass, cake gâteau m, egg œuf m,
        rice riz m mass, fish/fish poisson m mass, fruit fruit m mass, apple pomme f,
        pear poire f, soup soupe f, salad salade f, meat viande f mass,
        carrot carotte f, orange orange f, tart tarte f
    """,
    "drink": """
        water eau f mass, milk lait m mass, coffee café m mass, tea thé m mass,
        wine vin m mass, beer bière f mass, juice jus m mass
    """,
    "text": """
        letter lettre f, story histoire f, newspaper journal m, poem poème m,
        novel roman m, report rapport m, contract contrat m, document document m,
        message message m, article article m, declaration déclaration f,
        convention convention f
    """,
    "institution": """
        agreement accord m, treaty traité m, programme programme m, plan plan m,
        budget budget m, project projet m, law loi f, reform réforme f,
        strategy stratégie f, decision décision f, proposal proposition f
    """,
    "domain": """
        area zone f, union union f, community communauté f, policy politique f,
        crisis/crises crise f, conference conférence f, council conseil m,
        committee comité m, system système m, parliament parlement m
    """,
}

NOUNS: dict[str, tuple[Noun, ...]] = {
    kind: read_nouns(table) for kind, table in _TABLES.items()
}

UNKNOWN_NOUN = Noun((UNKNOWN_WORD,) * 2, (UNKNOWN_WORD,) * 2, "m")
"""Stands for any noun outside the vocabulary: masculine, and never elided."""

MEN = [
    "paul",
    "lucas",
    "martin",
    "thomas",
    "daniel",
    "david",
    "simon",
    "victor",
    "peter",
    "adam",
]
WOMEN = [
    "anna",
    "marie",
    "sarah",
    "julia",
    "laura",
    "nina",
    "clara",
    "sophie",
    "emma",
    "alice",
]

CITIES = {
    "paris": "paris",
    "london": "londres",
    "rome": "rome",
    "berlin": "berlin",
    "madrid": "madrid",
    "geneva": "genève",
    "brussels": "bruxelles",
    "vienna": "vienne",
    "lisbon": "lisbonne",
    "athens": "athènes",
}

COUNTRIES = {
    "france": ("en", "france"),
    "germany": ("en", "allemagne"),
    "italy": ("en", "italie"),
    "spain": ("en", "espagne"),
    "belgium": ("en", "belgique"),
    "japan": ("au", "japon"),
    "canada": ("au", "canada"),
    "portugal": ("au", "portugal"),
}
"""Each with what French says for *in* and *to*."""
