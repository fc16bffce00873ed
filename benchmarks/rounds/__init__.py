"""What runs inside each environment: one module for each participant, and the measuring they share."""
