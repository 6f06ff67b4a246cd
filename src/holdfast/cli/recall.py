"""What the memory of an installation knows that answers a question: facts first, then what was said.

The key needs the scope `memory:read`.
"""

from __future__ import annotations

import argparse

from holdfast.cli.elsewhere import add_words, asking, send, words_given


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_words(parser, "the question")
    parser.add_argument("--limit", type=int, default=10, help="how many of each at most (10)")


def run(arguments: argparse.Namespace) -> int:
    with asking(arguments.url) as client:
        found = send(client, "/memory/query", {"query": words_given(arguments), "limit": arguments.limit})
    for fact in found["facts"]:
        print(f"- {fact['text']}")
    for episode in found["episodes"]:
        print(f"  {episode['timestamp'][:10]} {episode['role']}: {' '.join(episode['text'].split())}")
    if not found["facts"] and not found["episodes"]:
        print("Nothing.")
    return 0
