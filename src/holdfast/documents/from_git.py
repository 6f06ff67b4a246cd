"""A Git repository that lies on this server: what its newest commit holds, and nothing that was not committed.

Two commands read it, neither of which runs anything that the repository brings: the list of a commit's files, and one
of them by its hash.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from holdfast.documents.fetching import FetchedItem, FetchFailed, at_most
from holdfast.documents.from_folder import folder_of
from holdfast.documents.upload import MAX_BYTES

_SECONDS = 60.0
_FILE = "100644", "100755"
_QUIET = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}


class GitOrigin:
    is_whole = True

    def __init__(self, repository: Path) -> None:
        self._repository = repository

    async def list(self) -> Sequence[FetchedItem]:
        listed = (await self._git("ls-tree", "-r", "-z", "-l", "HEAD")).decode("utf-8", "replace")
        found = [item for line in listed.split("\0") if line and (item := _item(line))]
        at_most(len(found))
        return found

    async def read(self, item: FetchedItem) -> bytes:
        return await self._git("cat-file", "blob", item.mark)

    async def _git(self, *command: str) -> bytes:
        git = shutil.which("git")
        if git is None:
            raise FetchFailed("There is no git on this server; an operator can install it.", code="no_git")
        process = await asyncio.create_subprocess_exec(
            git, "-c", f"safe.directory={self._repository}", "-C", str(self._repository), *command,
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            env={"PATH": str(Path(git).parent), **_QUIET}, limit=MAX_BYTES + 1,
        )  # fmt: skip
        try:
            async with asyncio.timeout(_SECONDS):
                told, _ = await process.communicate()
        except TimeoutError:
            process.kill()
            await process.wait()
            raise FetchFailed("The repository took too long to answer.", code="not_fetched") from None
        if process.returncode:
            raise FetchFailed("That folder holds no Git repository with a commit.", code="no_repository")
        return told


def _item(line: str) -> FetchedItem | None:
    """`mode type hash size<tab>path`; None for what is no file of a size we take, or hidden."""
    told, _, path = line.partition("\t")
    mode, _, sha, size = told.split()
    name = PurePosixPath(path)
    if mode not in _FILE or not size.isdecimal() or int(size) > MAX_BYTES or any(part[0] == "." for part in name.parts):
        return None
    return FetchedItem(path, sha, name.name, name.name, folder_of(Path(path)))
