"""Say what a request may contain and what an answer looks like.

Lives here: one pydantic model per request and answer, each field with its
description and example; OpenAPI, the reference page and the validation are all
made of them. Not here: reading bodies and queries (``request_reading.py``) and
writing arrays (``wire.py``).
"""
