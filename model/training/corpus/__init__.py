"""Generate parallel English and French sentences from a grammar.

Start at ``building.py``: what is said how often, and the four parts. Sentences
are said in ``sentences.py``, ``joined_sentences.py`` and ``pronouns.py``; words
are in ``nouns.py``, ``adjectives.py`` and ``verbs.py``.
"""

from model.training.corpus.building import Corpus, Sizes, build_corpus
from model.training.corpus.demonstration import DEMONSTRATION
from model.training.corpus.examples import Example, Pronoun

__all__ = ["DEMONSTRATION", "Corpus", "Example", "Pronoun", "Sizes", "build_corpus"]
