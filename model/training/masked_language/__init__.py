"""Teach MiniLM to predict words: a low-rank adapter and two heads.

``python -m model.training.masked_language`` fetches the texts, trains, tests what
is shipped, and writes weights and card.
"""
