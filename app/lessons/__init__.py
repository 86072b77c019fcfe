"""The lessons of ``/learn``: what each reads from its address and shows.

Lives here: one module per lesson, named after its slug, and the few that all
share. Not here: the arithmetic (``model``), the routes (``routes/learn.py``)
and the words on the pages (``templates/learn``).
"""
