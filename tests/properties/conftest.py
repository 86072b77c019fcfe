"""Let properties take the time they need: machines differ."""

from hypothesis import settings

settings.register_profile("properties", deadline=None)
settings.load_profile("properties")
