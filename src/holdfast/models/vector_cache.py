"""Vectors of texts that come with the code, labelled examples above all: embedded once on a machine, and read from then
on from a file beside the model.

There are some four thousand such texts, which take eight seconds of a core. Every server and worker took them anew at
its start, while people were already asking. A file's name says of which model and which texts it is, so another release
or another model makes its own. Where none can be written or read, each process makes its vectors as before, and so it
does for an embedder elsewhere.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from holdfast.models.embed import LocalEmbedder
from holdfast.models.types import Embedder

FloatRows = NDArray[np.float32]
_FOLDER = "cache"


async def embed_cached(
    embedder: Embedder,
    name: str,
    texts: Sequence[str],
    embed: Callable[[Sequence[str]], Awaitable[Sequence[Sequence[float]]]],
) -> FloatRows:
    """One row a text. `name`: what these texts are called; `embed` makes what is not there."""
    file = _file(embedder.folder, name, texts) if isinstance(embedder, LocalEmbedder) else None
    if file is not None:
        known = await asyncio.to_thread(_read, file, (len(texts), embedder.dimensions))
        if known is not None:
            return known
    made = np.asarray(await embed(texts), dtype=np.float32)
    if file is not None:
        await asyncio.to_thread(_write, file, made)
    return made


def _file(folder: Path, name: str, texts: Sequence[str]) -> Path | None:
    try:
        model = (folder / "model.onnx").stat()
    except OSError:
        return None  # whoever embeds is told what is missing
    of = hashlib.blake2b(f"{model.st_size} {model.st_mtime_ns}".encode(), digest_size=12)
    for text in texts:
        of.update(b"\0" + text.encode())
    return folder / _FOLDER / f"{name}-{of.hexdigest()}.npy"


def _read(file: Path, shape: tuple[int, int]) -> FloatRows | None:
    try:
        found = np.load(file, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    is_whole = found.dtype == np.float32 and found.shape == shape and bool(np.isfinite(found).all())
    return found if is_whole else None


def _write(file: Path, rows: FloatRows) -> None:
    """Whole or not at all; what another release left under this name goes."""
    part = file.with_suffix(f".{os.getpid()}.part")
    try:
        file.parent.mkdir(mode=0o755, exist_ok=True)
        with part.open("wb") as sink:
            np.save(sink, rows)
        part.replace(file)
    except OSError:
        return  # a folder that is only read
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    for other in file.parent.glob(f"{file.name.rpartition('-')[0]}-*.npy"):
        if other != file:
            other.unlink(missing_ok=True)
