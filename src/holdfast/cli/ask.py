"""Ask an installation something, and print the answer as it comes.

The key needs the scope `chat:write`, or `completions`.
"""

from __future__ import annotations

import argparse
import json

from holdfast.cli.elsewhere import add_words, asking, must_be_well, words_given
from holdfast.core.errors import Unavailable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_words(parser, "the question")
    parser.add_argument("--persona", default="assistant", help="who answers, or a model (assistant)")
    parser.add_argument("--conversation", help="a name: what was said under it before is known")
    parser.add_argument("--forget", action="store_true", help="the memory hears nothing of it")


def run(arguments: argparse.Namespace) -> int:
    body = {
        "model": arguments.persona,
        "messages": [{"role": "user", "content": words_given(arguments)}],
        "stream": True,
        "store": not arguments.forget,
        **({"conversation": arguments.conversation} if arguments.conversation else {}),
    }
    with asking(arguments.url) as client, client.stream("POST", "/api/v1/chat/completions", json=body) as response:
        if not response.is_success:
            response.read()
            must_be_well(response)
        for line in response.iter_lines():
            print(_piece(line), end="", flush=True)
    print()
    return 0


def _piece(line: str) -> str:
    if not line.startswith("data: {"):
        return ""
    told = json.loads(line[6:])
    if "error" in told:
        print()
        raise Unavailable(str(told["error"].get("message") or "The answer broke off."))
    choices = told.get("choices") or [{}]
    return str(choices[0].get("delta", {}).get("content") or "")
