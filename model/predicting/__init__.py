"""Ask a model for words: masked ones, next ones, next sentences."""
