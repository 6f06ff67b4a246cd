"""Which Holdfast this is."""

from __future__ import annotations

import argparse
import platform

from holdfast import __version__


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """None."""


def run(arguments: argparse.Namespace) -> int:
    print(f"Holdfast {__version__} (Python {platform.python_version()}, {platform.machine()})")
    return 0
