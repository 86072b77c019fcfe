"""Find the adapter that the lessons on BERT and on adapting speak of.

Lives here: its name, and whether this server has it. Not here: what a lesson says
of it (``bert.py``, ``adapting.py``).
"""

from app.engine import Engine
from model import AdapterDescription

MODEL, ADAPTER = "minilm", "minilm-words"


def find_adapter(engine: Engine) -> AdapterDescription | None:
    """Return the adapter; None where the model or the adapter isn't served."""
    if MODEL not in engine.catalogue.ids:
        return None
    adapters = engine.catalogue.describe(MODEL).adapters
    return next((each for each in adapters if each.id == ADAPTER), None)
