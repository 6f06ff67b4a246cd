"""An installation that one talks to with a key, wherever it is: for `ask`, `remember` and `recall`.

Where it is and the key come from the environment (`HOLDFAST_URL`, `HOLDFAST_KEY`), so that no key stands among the
commands that a shell keeps.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from holdfast.core.errors import Invalid, Unavailable

if TYPE_CHECKING:
    import httpx2

ADDRESS = "http://127.0.0.1:8000"
_SECONDS = 120.0


def add_words(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("words", nargs="*", help=f"{what}; without any, what is piped in")
    parser.add_argument(
        "--url", default=os.environ.get("HOLDFAST_URL", ADDRESS), help=f"the installation ({ADDRESS}; HOLDFAST_URL)"
    )


def words_given(arguments: argparse.Namespace) -> str:
    text = " ".join(arguments.words) or ("" if sys.stdin.isatty() else sys.stdin.read())
    if not text.strip():
        raise Invalid("There is nothing to say; put it behind the command, or pipe it in.")
    return text.strip()


@contextmanager
def asking(url: str) -> Iterator[httpx2.Client]:
    """With the key; what cannot be reached, or stops to answer, is said in a sentence."""
    import httpx2

    key = os.environ.get("HOLDFAST_KEY", "")
    if not key:
        raise Invalid("Set HOLDFAST_KEY to an API key; one is made in the client, under Settings, API keys.")
    headers = {"authorization": f"Bearer {key}"}
    try:
        with httpx2.Client(base_url=url, headers=headers, timeout=_SECONDS) as client:
            yield client
    except (httpx2.TransportError, httpx2.InvalidURL, httpx2.UnsupportedProtocol):
        raise Unavailable(f"There was no answer from {url}; is it running, and is HOLDFAST_URL right?") from None


def send(client: httpx2.Client, path: str, body: Mapping[str, Any]) -> Any:
    response = client.post(path, json=dict(body))
    must_be_well(response)
    return response.json()


def must_be_well(response: httpx2.Response) -> None:
    if response.is_success:
        return
    try:
        said = str(response.json()["error"]["message"])
    except (ValueError, KeyError, TypeError):
        said = f"The server answered {response.status_code}, and not as Holdfast does."
    raise Invalid(said)
