"""Small models of fold and coverage may be kept elsewhere: compared with where ``SILCROW_MODELS`` names them."""

import importlib.util
import os
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = os.environ.get("SILCROW_MODELS")
needs_models = pytest.mark.skipif(not FOLDER, reason="SILCROW_MODELS does not name a folder with reference models")


def load_model(name: str) -> ModuleType:
    path = Path(FOLDER or "") / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
