"""A model that fills in the schema a prompt ends with, out of plain sentences like "Ada knows Grace."

It knows the shapes Graphiti asks for. Whoever is named with a capital letter is an entity, and `<Name> <verb> <Name>`
is a fact; "no longer" between them contradicts what the same two had.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

_MARK = "Respond with a JSON object in the following format:"
_SECTION = re.compile(r"<(TEXT|CURRENT[ _]MESSAGE)>\n(.*?)\n</\1>", re.DOTALL)
_FACT = re.compile(r"\b([A-Z][a-z]+) ((?:no longer )?[a-z]+(?: (?:at|in|with))?) ([A-Z][a-z]+)\b")
_KNOWN = re.compile(r"""["']idx["']: (\d+), ["']fact["']: ["']([^"']*)["']""")


def fill_in(prompt: str) -> str:
    asked, _, schema = prompt.rpartition(_MARK)
    title = json.loads(schema.strip())["title"] if asked else ""
    return json.dumps(_SHAPES[title](asked) if title in _SHAPES else {})


def _told(asked: str) -> str:
    found = _SECTION.search(asked)
    return found[2] if found else ""


def _entities(asked: str) -> dict[str, Any]:
    names = dict.fromkeys(name for fact in _FACT.finditer(_told(asked)) for name in (fact[1], fact[3]))
    return {"extracted_entities": [{"name": name, "entity_type_id": 0} for name in names]}


def _edges(asked: str) -> dict[str, Any]:
    return {
        "edges": [
            {
                "source_entity_name": fact[1],
                "target_entity_name": fact[3],
                "relation_type": fact[2].upper().replace(" ", "_"),
                "fact": fact[0],
                "valid_at": _between(asked, "REFERENCE_TIME").split(" ")[0],
            }
            for fact in _FACT.finditer(_told(asked))
        ]
    }


def _duplicates(asked: str) -> dict[str, Any]:
    new, known = _between(asked, "NEW FACT"), _between(asked, "EXISTING FACTS")
    others = [int(number) for number, fact in _KNOWN.findall(known) if fact != new]
    return {"duplicate_facts": [], "contradicted_facts": others if "no longer" in new else []}


def _times(asked: str) -> dict[str, Any]:
    return {"valid_at": _between(asked, "REFERENCE TIME"), "invalid_at": None}


def _between(asked: str, tag: str) -> str:
    return asked.partition(f"<{tag}>\n")[2].partition(f"\n</{tag}>")[0]


_SHAPES: Mapping[str, Callable[[str], dict[str, Any]]] = {
    "ExtractedEntities": _entities,
    "ExtractedEdges": _edges,
    "EdgeDuplicate": _duplicates,
    "NodeResolutions": lambda _: {"entity_resolutions": []},
    "SummarizedEntities": lambda _: {"summaries": []},
    "EdgeTimestamps": _times,
}
