"""Stand between the server and the routes: plain ASGI, one concern a file."""
