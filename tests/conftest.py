from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# Workers of pytest-xdist that each take all cores for a matrix spend their time waiting for one another.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

settings.register_profile("pediment", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("pediment")
