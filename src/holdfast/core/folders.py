"""Who may look into our folders."""

from __future__ import annotations

import stat
from pathlib import Path


def open_to_readers(folder: Path) -> None:
    """For programs and models, which are nobody's secret and are used by users of fewer rights than ours."""
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            is_program = path.is_dir() or path.stat().st_mode & stat.S_IXUSR
            path.chmod(0o755 if is_program else 0o644)
