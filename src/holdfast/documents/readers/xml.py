"""XML of strangers: nothing is fetched, nothing is expanded, and a part that declares entities is refused."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any

from lxml import etree

from holdfast.core.sandbox.types import ReaderRefused
from holdfast.documents.readers.parts import ZipParts, beside

Element = Any
"""Of lxml, which has no types."""
_CAREFUL: Mapping[str, Any] = {
    "resolve_entities": False, "no_network": True, "load_dtd": False, "huge_tree": False,
    "remove_comments": True, "remove_pis": True,
}  # fmt: skip


def local(element: Element) -> str:
    """Its name without the namespace, of which there are an old and a strict one for the same thing."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def attribute(element: Element, name: str, default: str = "") -> str:
    """By its local name."""
    for key, value in element.attrib.items():
        if key.rpartition("}")[2] == name:
            return str(value)
    return default


def children(element: Element, name: str) -> Iterator[Element]:
    return (child for child in element if local(child) == name)


def walk(element: Element, skipped: Collection[str] = ()) -> Iterator[Element]:
    """It and everything beneath it, in the order of the text."""
    waiting = [element]
    while waiting:
        one = waiting.pop()
        if local(one) and local(one) not in skipped:
            yield one
            waiting.extend(reversed(one))


def outermost(stream: IO[bytes], names: Collection[str]) -> Iterator[Element]:
    """Elements of these names that stand in no other of them, one at a time: each is forgotten when the next comes."""
    depth = 0
    for event, element in _events(stream):
        if local(element) not in names:
            if event == "end" and not depth:
                _forget(element)
            continue
        depth += 1 if event == "start" else -1
        if event == "end" and not depth:
            yield element
            _forget(element)


def whole(stream: IO[bytes]) -> Element:
    """A small part at once."""
    root = None
    for event, element in _events(stream):
        root = element if event == "end" else root
    return root


def relations(parts: ZipParts, part: str) -> Mapping[str, tuple[str, str]]:
    """What a part points to within the file: id → (kind, name of the part). Nothing that lies elsewhere."""
    folder, _, name = part.rpartition("/")
    listed = f"{folder}/_rels/{name}.rels".lstrip("/")
    if listed not in parts.names:
        return {}
    with parts.opened(listed) as stream:
        return {
            attribute(one, "Id"): (attribute(one, "Type").rpartition("/")[2], beside(part, attribute(one, "Target")))
            for one in whole(stream)
            if attribute(one, "TargetMode") != "External"
        }


def _events(stream: IO[bytes]) -> Iterator[tuple[str, Element]]:
    is_first = True
    try:
        for event, element in etree.iterparse(stream, events=("start", "end"), **_CAREFUL):
            if is_first and element.getroottree().docinfo.doctype:
                raise ReaderRefused("refers_outside")
            is_first = False
            yield event, element
    except etree.XMLSyntaxError:
        raise ReaderRefused("unreadable") from None


def _forget(element: Element) -> None:
    element.clear()
    while element.getprevious() is not None:
        del element.getparent()[0]
