from __future__ import annotations

import base64
import threading
from pathlib import Path

import pytest
from pydantic import SecretStr

from holdfast.core.config import Settings
from holdfast.core.crypto import Box, CannotOpen, hash_token, is_same, new_token, open_box, read_or_make_key
from holdfast.core.errors import Setup

KEY, OLD = b"k" * 32, b"o" * 32


def test_tokens_are_long_and_never_the_same() -> None:
    tokens = {new_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert {len(token) for token in tokens} == {43}


def test_a_hash_is_made_of_anything_a_header_may_hold() -> None:
    assert len(hash_token("é\ud800\x00")) == 32
    assert is_same("abc", "abc")
    assert not is_same("abc", "abd")


def test_what_was_sealed_opens_for_its_owner_and_purpose_only() -> None:
    box = Box([KEY])
    sealed = box.seal("sécret", owner="ada", purpose="mcp token")
    assert "sécret" not in sealed
    assert box.open(sealed, owner="ada", purpose="mcp token") == "sécret"
    for owner, purpose in (("bob", "mcp token"), ("ada", "calendar"), ("adam", "cp token"), ("", "")):
        with pytest.raises(CannotOpen):
            box.open(sealed, owner=owner, purpose=purpose)


def test_the_same_secret_never_looks_the_same_twice() -> None:
    box = Box([KEY])
    assert len({box.seal("x", owner="a", purpose="b") for _ in range(100)}) == 100


@pytest.mark.parametrize("position", range(12, 60, 4))
def test_one_changed_character_and_it_does_not_open(position: int) -> None:
    box = Box([KEY])
    sealed = box.seal("a secret of some length", owner="a", purpose="b")
    changed = sealed[:position] + ("A" if sealed[position] != "A" else "B") + sealed[position + 1 :]
    with pytest.raises(CannotOpen):
        box.open(changed, owner="a", purpose="b")


@pytest.mark.parametrize(
    "envelope", ["", "v1", "v1..", "v2.00000000.AAAA", "v1.ffffffff.AAAA", "plain text", "v1.a.b.c", "é.é.é"]
)
def test_what_is_no_envelope_is_refused_by_name(envelope: str) -> None:
    with pytest.raises(CannotOpen):
        Box([KEY]).open(envelope, owner="a", purpose="b")


def test_a_new_key_seals_and_the_old_one_still_opens() -> None:
    sealed = Box([OLD]).seal("x", owner="a", purpose="b")
    both = Box([KEY, OLD])
    assert both.open(sealed, owner="a", purpose="b") == "x"
    assert not both.is_current(sealed)
    fresh = both.seal("x", owner="a", purpose="b")
    assert both.is_current(fresh)
    with pytest.raises(CannotOpen):
        Box([OLD]).open(fresh, owner="a", purpose="b")


def test_a_box_without_a_key_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="without a key"):
        Box([])


def test_a_key_file_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path / "deep" / "data")
    sealed = open_box(settings).seal("x", owner="a", purpose="b")
    file = settings.data_dir / "secret.key"
    assert file.stat().st_mode & 0o777 == 0o600
    assert open_box(settings).open(sealed, owner="a", purpose="b") == "x"
    assert [entry.name for entry in settings.data_dir.iterdir()] == ["secret.key"]


def test_many_processes_that_start_at_once_end_up_with_one_key(tmp_path: Path) -> None:
    start, found = threading.Barrier(20), set[str]()

    def begin() -> None:
        start.wait()
        found.add(read_or_make_key(tmp_path / "secret.key"))

    threads = [threading.Thread(target=begin) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert len(found) == 1


def test_a_key_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    read_or_make_key(tmp_path / "secret.key")
    (tmp_path / "secret.key").chmod(0o644)
    with pytest.raises(Setup, match="chmod 600"):
        open_box(Settings(data_dir=tmp_path))


def test_an_emptied_key_file_is_told_and_never_used(tmp_path: Path) -> None:
    read_or_make_key(tmp_path / "secret.key")
    (tmp_path / "secret.key").write_text("")
    with pytest.raises(Setup, match="holds no key"):
        open_box(Settings(data_dir=tmp_path))


def test_a_configured_key_is_used_and_a_short_one_refused(tmp_path: Path) -> None:
    old, new = "old secret of the operator", "new secret of the operator"
    before = open_box(Settings(data_dir=tmp_path, secret_key=SecretStr(old)))
    after = open_box(Settings(data_dir=tmp_path, secret_key=SecretStr(f"{new}, {old}")))
    assert after.open(before.seal("x", owner="a", purpose="b"), owner="a", purpose="b") == "x"
    assert not (tmp_path / "secret.key").exists()
    for short in ("short", f"{new},", ","):
        with pytest.raises(Setup, match="too short"):
            open_box(Settings(data_dir=tmp_path, secret_key=SecretStr(short)))


def test_the_envelope_names_its_key_but_not_the_key_itself() -> None:
    sealed = Box([KEY]).seal("x", owner="a", purpose="b")
    _, key_id, content = sealed.split(".")
    assert len(key_id) == 8
    assert KEY not in base64.urlsafe_b64decode(content)
