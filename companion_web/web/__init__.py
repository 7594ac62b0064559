"""The page: a Flask application and the server that carries it."""
