"""Search and playouts inside the engine."""
