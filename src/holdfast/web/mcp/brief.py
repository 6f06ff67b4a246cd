"""The brief in words: what an assistant should know of the person before it begins."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.memory.types import BriefQuery
from holdfast.web.mcp.asker import McpServerAsker

_MAX_LOOPS = 20


async def tell_brief(asker: McpServerAsker) -> str:
    memory, owner = asker.parts.remembers, asker.owner
    now = asker.parts.memory.clock()
    standing = await memory.standing(owner)
    loops = await memory.loops(owner, status="open")
    start = await memory.start_brief(owner, BriefQuery(now=now))
    pinned = [fact.text for fact in standing.pinned]
    opened = [f"{loop.text}{f' (due {loop.due_at:%Y-%m-%d})' if loop.due_at else ''}" for loop in loops[:_MAX_LOOPS]]
    lasts = [str(start[part]["text"]) for part in ("handover", "bridge") if start.get(part)]
    items = [str(item["text"]) for item in start.get("items", ())]
    await memory.note_recalled(owner, [*pinned, *opened, *lasts, *items])
    sections = {
        "About them, in their own words": [standing.about] if standing.about else [],
        "Known for certain": pinned,
        "Open": opened,
        "Since last time": list(_once([*lasts, *items])),
    }
    told = [f"{title}:\n" + "\n".join(f"- {' '.join(line.split())}" for line in lines if line.strip())
            for title, lines in sections.items() if any(line.strip() for line in lines)]  # fmt: skip
    return "\n\n".join(told) or "Nothing is known of them yet."


def _once(lines: list[str]) -> Iterator[str]:
    seen: set[str] = set()
    for line in lines:
        if line not in seen:
            seen.add(line)
            yield line
