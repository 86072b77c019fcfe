"""Work the reference out in numpy: the arithmetic that lessons show.

Lives here: a plain function for each question a lesson asks, numpy or lists in,
one frozen dataclass of numpy float64 out. Not here: the arithmetic itself
(``model/attention.py`` and its neighbours, which speak PyTorch).

All of it is small: a matrix has at most 64 rows and 64 columns, which is
checked before a tensor is made.
"""
