"""Train the lesson models, evaluate them, and write their weights and cards.

``python -m model.training`` is the way in. The service needs none of it: it
reads the weights that a training left in ``model/weights``.
"""
