"""Answer requests: one module per resource, pages apart from the API."""
