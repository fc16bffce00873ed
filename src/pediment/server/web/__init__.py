"""The HTTP and WebSocket front of the server."""
