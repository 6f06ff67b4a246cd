"""Tell the memory of an installation something about yourself.

The key needs the scope `memory:write`.
"""

from __future__ import annotations

import argparse

from holdfast.cli.elsewhere import add_words, asking, send, words_given


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_words(parser, "what to remember")


def run(arguments: argparse.Namespace) -> int:
    with asking(arguments.url) as client:
        send(client, "/ingest", {"role": "user", "text": words_given(arguments)})
    print("Remembered.")
    return 0
