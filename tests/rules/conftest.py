"""Property tests take the time they take: a loaded machine is no finding."""

from hypothesis import HealthCheck, settings

settings.register_profile("patient", max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
