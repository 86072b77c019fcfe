"""List the words that each language writes with a capital anywhere.

Lives here: names, and the months, days and nations of English. Not here: the
capital that begins a sentence (``model/text/detokenize.py``).
"""

from model.training.corpus.adjectives import NATIONS
from model.training.corpus.circumstances import DAYS, MONTHS
from model.training.corpus.nouns import CITIES, COUNTRIES, MEN, WOMEN

FRENCH_NAMES = (
    *MEN,
    *WOMEN,
    *CITIES.values(),
    *(country for _, country in COUNTRIES.values()),
)
ENGLISH_NAMES = (*MEN, *WOMEN, *CITIES, *COUNTRIES, *MONTHS, *DAYS, *NATIONS, "i")
