"""Measure quality on labelled data: `holdfast eval recall <file> …`, `… retrieval`, `… librarian`, `… loops`.

With the local embedders and no chat model; recall and retrieval on a database of their own that is thrown away.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import SecretStr

from holdfast.core.config import Settings, load_settings
from holdfast.core.errors import NotFound
from holdfast.core.ids import UserId, new_id

if TYPE_CHECKING:
    from holdfast.cli.evals.measure import Answered
    from holdfast.cli.evals.needs import Needed
    from holdfast.cli.evals.retrieval import Looked
    from holdfast.core.config import LocalEmbedding
    from holdfast.core.db import Db
    from holdfast.core.migrate import Addresses
    from holdfast.memory.parts import MemoryParts
    from holdfast.models.embed import LocalEmbedder
    from holdfast.turn.reading.measure import Measured

_CONVERSATIONS = Path("bench/recall")
_PARTS = {"tune": _CONVERSATIONS / "conversations", "held": _CONVERSATIONS / "held"}
"""What weights and rules were chosen on, and what is only ever measured."""
_NEEDS = _CONVERSATIONS / "needs"
_NEEDS_PARTS = ("tune", "fresh", "later", "held", "unseen")
"""What may be read by whoever works on it, what was written before earlier work on it began, and what is held back."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    whats = parser.add_subparsers(dest="what", required=True)
    recall = whats.add_parser("recall", help="turn and session recall, beside BM25 alone")
    recall.add_argument(
        "files",
        nargs="*",
        type=Path,
        help=f"labelled conversations; default: those in {_CONVERSATIONS}, the part to tune on and the held one apart",
    )
    recall.add_argument(
        "--needs", action="store_true", help=f"only what is told unasked: requests that need a fact, in {_NEEDS}"
    )
    retrieval = whats.add_parser("retrieval", help="what is found in documents: by words, by vectors, by both")
    retrieval.add_argument(
        "--model", choices=("multilingual", "fast-english"), default="multilingual", help="the local model for vectors"
    )
    whats.add_parser("librarian", help="precision and recall of the gate that decides whether the memory is asked")
    whats.add_parser("loops", help="which promises and endings are heard, and on which day they are due")


def run(arguments: argparse.Namespace) -> int:
    if arguments.what == "retrieval":
        return _run_retrieval(load_settings(), arguments.model)
    if arguments.what == "librarian":
        return _run_librarian(load_settings())
    if arguments.what == "loops":
        return _run_loops()
    return _run_recall(arguments)


def _run_retrieval(settings: Settings, model: LocalEmbedding) -> int:
    """1 when both together find less than either part does."""
    from holdfast.cli.evals.retrieval_report import is_better_together, retrieval_as_text

    looked = asyncio.run(eval_retrieval(settings, model))
    print(retrieval_as_text(looked))
    return 0 if is_better_together(looked) else 1


def _run_librarian(settings: Settings) -> int:
    """1 when the messages that the gate never saw fall below what it promises."""
    from holdfast.turn.reading.measure import MIN_SHARE, as_text

    found = asyncio.run(eval_librarian(settings))
    print(as_text(found))
    held = [one for one in found if one.split == "held"]
    return 0 if all(min(one.precision, one.recall) >= MIN_SHARE for one in held) else 1


def _run_loops() -> int:
    """1 when too many of the sentences that no cue was written for are heard wrongly."""
    from holdfast.memory.loops.measure import MIN_RIGHT, loops_as_text, measure_loops

    found = measure_loops()
    print(loops_as_text(found))
    return 0 if all(one.right >= MIN_RIGHT for one in found if one.split == "held") else 1


def _run_recall(arguments: argparse.Namespace) -> int:
    from holdfast.cli.evals.needs import needs_as_text
    from holdfast.cli.evals.report import as_text

    named = {"": arguments.files} if arguments.files else {} if arguments.needs else conversations()
    for part, files in named.items():
        if part:
            print(f"== {part}")
        print(as_text(asyncio.run(eval_recall(load_settings(), files))), flush=True)
    if not arguments.files:
        print("== told unasked", needs_as_text(asyncio.run(eval_needs(load_settings()))), sep="\n")
    return 0


def conversations() -> dict[str, Sequence[Path]]:
    """The labelled conversations of this checkout, by part."""
    found = {part: sorted(folder.glob("*.txt")) for part, folder in _PARTS.items()}
    if not all(found.values()):
        raise NotFound(f"There is no conversation in {_CONVERSATIONS}; name the files.")
    return dict(found)


async def eval_retrieval(settings: Settings, model: LocalEmbedding) -> Sequence[Looked]:
    from holdfast.cli.evals.bring import open_documents
    from holdfast.cli.evals.library import read_library
    from holdfast.cli.evals.retrieval import measure_retrieval
    from holdfast.models.e5 import MultilingualEmbedder
    from holdfast.models.local import find_local, models_folder
    from holdfast.models.local_kinds import MULTILINGUAL_MODEL

    folder = find_local(models_folder(settings), MULTILINGUAL_MODEL).folder
    embedder = MultilingualEmbedder(folder) if model == "multilingual" else local_embedder(settings)
    try:
        async with open_throw_away(settings) as (memory, _), open_documents(memory.db, embedder) as parts:
            return await measure_retrieval(parts, await make_somebody(memory.db), read_library())
    finally:
        await embedder.aclose()


async def make_somebody(db: Db) -> UserId:
    """An account of a database that is thrown away."""
    from holdfast.accounts.parts import open_accounts
    from holdfast.accounts.register import Registering, register
    from holdfast.accounts.types import Visitor

    password = new_id().hex
    accounts = await open_accounts(Settings(registration="open", secret_key=SecretStr(password)), db)
    try:
        given = Registering(f"{password}@example.org", password, "Somebody")
        opened = await register(accounts, given, Visitor("eval"), site="")
    finally:
        await accounts.aclose()
    return opened.user_id


async def eval_librarian(settings: Settings) -> Sequence[Measured]:
    """Both parts of each language."""
    from holdfast.turn.reading.measure import measure_all

    embedder = local_embedder(settings)
    try:
        return await measure_all(embedder)
    finally:
        await embedder.aclose()


async def eval_recall(settings: Settings, files: Sequence[Path]) -> Sequence[Answered]:
    from holdfast.cli.evals.measure import measure
    from holdfast.cli.evals.transcripts import read_transcript

    transcripts = [read_transcript(file) for file in files]
    async with open_throw_away(settings) as (memory, _):
        return [answer for transcript in transcripts for answer in await measure(memory, transcript)]


async def eval_needs(settings: Settings) -> Mapping[str, Sequence[Needed]]:
    """By part."""
    from holdfast.cli.evals.needs import measure_needs
    from holdfast.cli.evals.transcripts import read_transcript

    async with open_throw_away(settings) as (memory, _):
        return {
            part: [
                one
                for file in sorted((_NEEDS / part).glob("*.txt"))
                for one in await measure_needs(memory, read_transcript(file))
            ]
            for part in _NEEDS_PARTS
        }


@asynccontextmanager
async def open_throw_away(settings: Settings) -> AsyncIterator[tuple[MemoryParts, Addresses]]:
    """A memory service on an empty database, with the local embedder and no chat model."""
    from holdfast.core.db import connect
    from holdfast.core.embedded.postgres import start_postgres
    from holdfast.core.migrate import migrate, prepare_embedded
    from holdfast.memory.parts import MemoryParts

    embedder = local_embedder(settings)
    with _folder() as folder:
        server = start_postgres(folder, settings={"fsync": "off", "synchronous_commit": "off"})
        try:
            addresses = await prepare_embedded(server)
            await migrate(addresses.owner)
            db = await connect(addresses.app, size=4, name="holdfast-eval")
            try:
                yield MemoryParts(db, embedder, chain=None), addresses
            finally:
                await db.close()
        finally:
            server.stop()


def local_embedder(settings: Settings) -> LocalEmbedder:
    from holdfast.models.embed import LocalEmbedder
    from holdfast.models.local import find_local, models_folder
    from holdfast.models.local_kinds import EMBEDDING_MODEL

    return LocalEmbedder(find_local(models_folder(settings), EMBEDDING_MODEL).folder)


@contextmanager
def _folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="hf-eval-"))
    folder.chmod(0o755)  # under root the server runs as nobody, who must be able to pass
    try:
        yield folder / "data"
    finally:
        shutil.rmtree(folder, ignore_errors=True)
