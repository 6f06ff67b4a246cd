"""Who may look into our folders, and what happens to what others have laid in our way."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from holdfast.core.blobs import open_blobs
from holdfast.core.config import Settings
from holdfast.core.embedded.server_user import server_user
from holdfast.core.errors import Setup
from holdfast.core.folders import make_folder_of_our_own


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_link_planted_where_our_folder_should_be_is_refused_and_its_target_left_alone(tmp_path: Path) -> None:
    target = tmp_path / "somebodys"
    target.mkdir(mode=0o755)
    target.chmod(0o755)
    before = target.stat()
    (tmp_path / "ours").symlink_to(target)
    owner = server_user() if os.geteuid() == 0 else None
    with pytest.raises(Setup, match="belongs to someone else"):
        make_folder_of_our_own(tmp_path / "ours", owner=owner)
    after = target.stat()
    assert (after.st_uid, after.st_gid, after.st_mode) == (before.st_uid, before.st_gid, before.st_mode)


def test_a_folder_of_our_own_is_closed_to_everybody_else(tmp_path: Path) -> None:
    folder = tmp_path / "ours"
    folder.mkdir(mode=0o777)
    make_folder_of_our_own(folder, owner=None)
    assert mode(folder) == 0o700


def test_blobs_that_others_could_read_are_closed_at_the_next_start(tmp_path: Path) -> None:
    owner = tmp_path / "blobs" / "0a"
    owner.mkdir(parents=True)
    (owner / "picture").write_text("of somebody")
    for path, open_mode in ((tmp_path / "blobs", 0o711), (owner, 0o755), (owner / "picture", 0o644)):
        path.chmod(open_mode)
    open_blobs(Settings(data_dir=tmp_path))
    assert (mode(tmp_path / "blobs"), mode(owner), mode(owner / "picture")) == (0o700, 0o700, 0o600)


def test_new_blobs_lie_in_a_folder_that_only_we_can_pass(tmp_path: Path) -> None:
    open_blobs(Settings(data_dir=tmp_path))
    assert mode(tmp_path / "blobs") == 0o700


def test_whatever_a_command_makes_is_its_users_alone(tmp_path: Path) -> None:
    told = "from holdfast.cli.main import main; main(['version']); open('made', 'w')"
    subprocess.run([sys.executable, "-c", told], cwd=tmp_path, check=True, umask=0o022, stdout=subprocess.DEVNULL)
    assert mode(tmp_path / "made") == 0o600
