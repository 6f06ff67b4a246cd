"""The local models: list what is there, fetch what is missing, check every byte."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from holdfast.core.config import load_settings
from holdfast.models.local import LocalModel, check_local, fetch_local, list_local, models_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True)
    actions.add_parser("list", help="which local models are here")
    fetch = actions.add_parser("fetch", help="fetch what is missing")
    fetch.add_argument("names", nargs="*", help="only these (all, if none is named)")
    actions.add_parser("check", help="read every file against its hash, and use each model once")


def run(arguments: argparse.Namespace) -> int:
    folder = models_folder(load_settings())
    match arguments.action:
        case "fetch":
            fetch_local(folder, arguments.names, lambda line: print(line, flush=True))
            return 0
        case "check":
            return _tell(check_local(folder))
        case _:
            _tell(list_local(folder))
            return 0


def _tell(models: Sequence[LocalModel]) -> int:
    """1 if one of them is not fit for use."""
    for model in models:
        size = f"{model.size_bytes / 1e6:.0f} MB" if model.size_bytes else ""
        print(f"{model.name:<24} {model.kind:<10} {model.state:<8} {size:>7}  {model.problem or model.folder}")
    return 0 if all(model.state == "ready" for model in models) else 1
