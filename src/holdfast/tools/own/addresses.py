"""Which addresses were given: only such are read.

A page, a document or a search result can talk a model into reading an address that it makes up itself, with what it
knows of the person behind the question mark; whoever has that host's log reads it there. So an address must have stood
somewhere before, letter for letter: in what the person wrote in this chat, in what a search found in it, or in a page
or a document that was read in this turn. What differs only in how an address is spelt (http or https, `www.`, a slash
at its end, where on the page) carries nothing, and does not count.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from itertools import islice
from urllib.parse import urljoin, urlsplit

from holdfast.chats.messages import read_messages
from holdfast.core.db import Db
from holdfast.core.ids import TurnId
from holdfast.tools.types import ToolCaller

_MAX_TURNS = 2_000
_MAX_OF_A_TURN = 2_000
_MAX_ADDRESS = 2_000
_MAX_READ = 400_000
"""Of one text, that addresses are looked for in."""
_MESSAGES = 60
_AROUND = "<>()[]{}\"'`“”„«»*_~|,;:!?.…\\"
_USUAL = {"http": 80, "https": 443}


class GivenAddresses:
    """Of the turns that go on in this process, the youngest; one that goes on elsewhere begins anew."""

    def __init__(self) -> None:
        self._of_turns: OrderedDict[TurnId, dict[str, None]] = OrderedDict()

    def note(self, turn_id: TurnId, addresses: Iterable[str]) -> None:
        known = self._of_turns.setdefault(turn_id, {})
        self._of_turns.move_to_end(turn_id)
        for address in islice(addresses, _MAX_OF_A_TURN):
            if len(known) < _MAX_OF_A_TURN and (key := key_of(address)):
                known[key] = None
        while len(self._of_turns) > _MAX_TURNS:
            self._of_turns.popitem(last=False)

    def has(self, turn_id: TurnId, address: str) -> bool:
        return key_of(address) in self._of_turns.get(turn_id, {})

    def has_any(self, turn_id: TurnId) -> bool:
        """Whether words from outside came into this turn by a tool."""
        return turn_id in self._of_turns


async def said_or_found(db: Db, caller: ToolCaller, address: str) -> bool:
    """In this chat: by the person themselves, or as a source of an earlier answer."""
    key = key_of(address)
    conversation = await read_messages(db, caller.user_id, caller.chat_id, before=None, limit=_MESSAGES)
    for message in conversation.messages:
        if message.role == "user":
            found: Iterable[str] = addresses_in(message.text)
        else:
            found = (part["url"] for part in message.parts if part["type"] == "source-url")
        if any(key_of(one) == key for one in found):
            return True
    return False


def addresses_in(text: str, beside: str | None = None) -> Iterable[str]:
    """Everything in a text that reads like an address. `beside`: the address of the page it stands on, to which those
    without a host belong."""
    for word in text[:_MAX_READ].split():
        yield from _in_word(word[: 2 * _MAX_ADDRESS], beside)


def _in_word(word: str, beside: str | None) -> Iterable[str]:
    """A word may hold several, in brackets of Markdown; an address may end in a bracket, or in one that is not its."""
    if beside is not None and "](" in word:
        for rest in word.split("](")[1:]:
            for target in (rest.partition(")")[0], rest.rstrip(_AROUND), rest.rstrip(".,;:!?")[:-1]):
                yield urljoin_or_none(beside, target.strip("<>"))
    lower = word.lower()
    starts = [place for scheme in ("https://", "http://") for place in _places(lower, scheme)]
    for start in starts:
        yield from _ends(word[start:])
    if not starts:
        bare = word.strip(_AROUND)
        if "." in bare.partition("/")[0]:
            yield f"https://{bare}"


def _places(text: str, part: str) -> Sequence[int]:
    found: list[int] = []
    place = text.find(part)
    while place >= 0 and len(found) < 20:
        found.append(place)
        place = text.find(part, place + 1)
    return found


def _ends(said: str) -> Iterable[str]:
    """With what stands behind it and without: `(see https://a.example/b_(c)).`"""
    yield said
    bare = said.rstrip(_AROUND)
    yield bare
    yield bare + ")"
    for closing in (")", "]", ">", '"', "'"):
        yield said.partition(closing)[0]


def urljoin_or_none(base: str, address: str) -> str:
    try:
        return urljoin(base, address)
    except ValueError:
        return ""


def key_of(address: str) -> str:
    """By which two spellings of one address are known as such; nothing for what is none."""
    if len(address) > _MAX_ADDRESS:
        return ""
    try:
        split = urlsplit(address.strip())
        host, port = (split.hostname or "").rstrip("."), split.port
    except ValueError:
        return ""
    if split.scheme not in _USUAL or not host or split.username or split.password:
        return ""
    named = host.removeprefix("www.") + ("" if port in (None, _USUAL[split.scheme]) else f":{port}")
    return f"{named}{split.path.rstrip('/')}?{split.query}"
