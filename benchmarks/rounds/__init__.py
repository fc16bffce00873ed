"""What runs inside each environment: one module per participant, and the measuring that they share."""
