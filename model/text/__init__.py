"""From a tokenizer's pieces to what people read; ``tokens.py`` is the door."""
