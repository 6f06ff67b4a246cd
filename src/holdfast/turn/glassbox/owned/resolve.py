"""The words of owned texts, resolved at the moment somebody reads a trace or a replay, with the rights they have then.

Who may change a text may read it, as the maker of a persona and who looks after those of an organization may. The packs
and the thin prompt are the installation's, so its admins read them; what is published with the program (the bundled
packs, the settings nobody has changed) is no secret, and everybody does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from holdfast.core.db import Tx
from holdfast.core.ids import UserId
from holdfast.knowledge.search import find_passages
from holdfast.knowledge.types import Passage
from holdfast.personas.find import own_id
from holdfast.personas.own import list_kernels
from holdfast.personas.read import Personas
from holdfast.turn.context.passages import PASSAGE, told_again
from holdfast.turn.glassbox.owned import store
from holdfast.turn.glassbox.owned.keep import sides_of
from holdfast.turn.glassbox.owned.references import PERSONA, THIN_PROMPT, fingerprint, is_owned
from holdfast.turn.glassbox.types import BlockTrace
from holdfast.turn.settings.defaults import DEFAULTS
from holdfast.turn.settings.read import read_versions

NO_PASSAGES = (
    "What was told here stands in documents that were changed or deleted since, or that are not yours to read; their "
    "length and their hash are what was told."
)
NOT_YOURS = (
    "These words belong to whoever runs this installation and are not yours to read; "
    "their length and their hash are what was told."
)
CHANGED = "These words were changed since, and are not kept."
Texts = Mapping[tuple[str, str], str]
"""(kind of source, version): the words."""


@dataclass(frozen=True, slots=True)
class ResolvedText:
    text: str | None
    withheld: str | None = None
    """Why there is no text."""

    def put_into(self, block: BlockTrace) -> BlockTrace:
        return replace(block, text=self.text, withheld=self.withheld)


async def resolve(
    tx: Tx, personas: Personas, reader: UserId, blocks: Sequence[BlockTrace], *, is_admin: bool
) -> Mapping[str, ResolvedText]:
    """What this reader is told of those of the blocks that are owned, by the block's hash."""
    quoted = [block for block in blocks if any(source.type == PASSAGE for source in block.sources)]
    found = await _quoted(tx, quoted)
    owned = [block for block in blocks if block not in quoted and is_owned(source.type for source in block.sources)]
    if not owned:
        return found
    known = {**dict(_published(personas)), **await _of_readable(tx, reader, owned)}
    if is_admin:
        known = {**await _for_admins(tx, personas, owned), **known}
    return {**found, **{block.sha256: _told(block, known, is_admin=is_admin) for block in owned}}


async def _quoted(tx: Tx, blocks: Sequence[BlockTrace]) -> Mapping[str, ResolvedText]:
    """Passages of documents, as far as the reader sees them now."""
    ids = {int(source.id) for block in blocks for source in block.sources if source.id.isdecimal()}
    known = await find_passages(tx, ids) if ids else {}
    return {block.sha256: _quoted_block(block, known) for block in blocks}


def _quoted_block(block: BlockTrace, known: Mapping[int, Passage]) -> ResolvedText:
    text = told_again(block.kind, [(source.id, source.version) for source in block.sources], known)
    if text is None or fingerprint(text) != block.sha256:
        return ResolvedText(None, NO_PASSAGES)
    return ResolvedText(text)


def _told(block: BlockTrace, known: Texts, *, is_admin: bool) -> ResolvedText:
    pieces = [known.get(reference) for reference in _references(block)]
    text = "\n\n".join(piece for piece in pieces if piece is not None)
    if None in pieces or fingerprint(text) != block.sha256:
        return ResolvedText(None, CHANGED if is_admin else NOT_YOURS)
    return ResolvedText(text)


def _references(block: BlockTrace) -> list[tuple[str, str]]:
    """Blocks of the first releases name no version; their text is known by the hash of the whole."""
    named = [(source.type, source.version) for source in block.sources if is_owned([source.type])]
    if (PERSONA, None) in named:
        return [(PERSONA, block.sha256)]
    return [(kind, str(version)) for kind, version in named]


def _published(personas: Personas) -> Iterator[tuple[tuple[str, str], str]]:
    for side in (side for persona in personas if persona.is_bundled for side in sides_of(persona)):
        yield (PERSONA, fingerprint(side.kernel)), side.kernel
        joined = f"{side.kernel}\n\n{DEFAULTS.thin_prompt}"
        yield (PERSONA, fingerprint(joined)), joined
    yield (THIN_PROMPT, "0"), DEFAULTS.thin_prompt


async def _of_readable(tx: Tx, reader: UserId, owned: Sequence[BlockTrace]) -> Texts:
    """Every version of those of people's own making that the reader may read now."""
    named = {own_id(source.id) for block in owned for source in block.sources if source.type == PERSONA}
    found: dict[tuple[str, str], str] = {}
    for persona_id in filter(None, named):
        for version in await list_kernels(tx, reader, persona_id):
            found |= {(PERSONA, fingerprint(side.kernel)): side.kernel for side in sides_of(version)}
    return found


async def _for_admins(tx: Tx, personas: Personas, owned: Sequence[BlockTrace]) -> Texts:
    references = {reference for block in owned for reference in _references(block)}
    hashes = sorted(version for kind, version in references if kind == PERSONA)
    kept = await store.find_texts(tx, [bytes.fromhex(one) for one in hashes])
    found = {(PERSONA, version): text for version, text in kept.items()}
    for side in (side for persona in personas for side in sides_of(persona)):
        found[PERSONA, fingerprint(side.kernel)] = side.kernel
    for number in sorted(int(version) for kind, version in references if kind == THIN_PROMPT):
        for settings in await read_versions(tx, before=number + 1, limit=1):
            found[THIN_PROMPT, str(settings.version)] = settings.settings.thin_prompt
    return found
