"""Read a source, write a target: encoder-decoders, old and new."""
