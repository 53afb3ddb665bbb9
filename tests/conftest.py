"""What holds for all tests: properties are about right and wrong, never about how fast a shared machine is."""

from hypothesis import HealthCheck, settings

# The same examples each time: a change is judged by what it changes. The long profile looks for new ones.
settings.register_profile(
    "shared machine", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "long",
    parent=settings.get_profile("shared machine"),
    derandomize=False,
    max_examples=1_500,
    stateful_step_count=60,
    print_blob=True,
)
settings.load_profile("shared machine")
