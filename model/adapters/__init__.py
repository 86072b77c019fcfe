"""Change what a frozen model says with a few small matrices beside its own."""
