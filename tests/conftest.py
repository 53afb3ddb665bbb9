"""What holds for all tests: properties are about right and wrong, never about how fast a shared machine is."""

from hypothesis import HealthCheck, settings

settings.register_profile("shared machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "long",
    parent=settings.get_profile("shared machine"),
    max_examples=1_500,
    stateful_step_count=60,
    print_blob=True,
)
settings.load_profile("shared machine")
