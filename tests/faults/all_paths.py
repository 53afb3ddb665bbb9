"""All write paths, in the order of the page that tells about them."""

from typing import Final

from tests.faults.curated_paths import CURATED
from tests.faults.session_paths import SESSION
from tests.faults.settings_paths import SETTINGS

ALL_PATHS: Final = (*CURATED, *SETTINGS, *SESSION)
