"""One embedded Postgres cluster: made once, started with us, ended with us.

Trouble is told in one sentence (`Setup`): a full disk, a cluster of another version, a folder somebody else uses.
Connections come over a unix socket only, with passwords; nothing listens on the network.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

from holdfast.core.embedded.leftovers import clear_the_way, recorded_pid
from holdfast.core.embedded.places import ClusterPaths, choose_cluster_paths
from holdfast.core.embedded.process import dies_with_parent, is_leaving
from holdfast.core.embedded.server_user import hand_over
from holdfast.core.errors import Setup

_SETTINGS: Mapping[str, str] = {
    "listen_addresses": "",
    "max_connections": "80",
    "shared_buffers": "128MB",
    # Errors may quote people's rows; the server's log must not.
    "log_error_verbosity": "terse",
    "log_min_error_statement": "panic",
    "password_encryption": "scram-sha-256",
}


_LEAVING_SECONDS = 20.0
"""How long a process that was killed may need to be gone, with all that it had open."""

_FULL = re.compile(r"No space left on device|Disk quota exceeded|Check free disk space|wrote only \d+ of")


@dataclass(frozen=True, slots=True)
class Passwords:
    postgres: str
    holdfast_owner: str
    holdfast_app: str
    holdfast_worker: str


class EmbeddedPostgres:
    """Build with `start_postgres`; `stop` ends the server gently and may be called twice.

    From `find_postgres` it is somebody else's server: it has no process of ours, and `stop` leaves it alone.
    """

    def __init__(
        self,
        places: ClusterPaths,
        process: subprocess.Popen[bytes] | None,
        passwords: Passwords,
        lock: int = -1,
        settings: Mapping[str, str] = _SETTINGS,
    ) -> None:
        self.places = places
        self.process = process
        self.passwords = passwords
        self._lock = lock
        self._settings = settings

    def dsn(self, role: str, database: str = "holdfast") -> str:
        password = getattr(self.passwords, role)
        return f"postgresql://{role}:{password}@/{database}?host={quote(str(self.places.sockets))}"

    @property
    def has_died(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def revive(self) -> None:
        """Start the server again after something ended it (the kernel, when memory ran out). From the main thread.

        It is not waited for: after a crash it first replays what was written, and connections come back by themselves.
        """
        if self._lock >= 0 and self.has_died:
            self.process = _launch(self.places, self._settings)

    def stop(self) -> None:
        if self.process is not None:
            _end(self.process)
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def start_postgres(data_dir: Path, *, settings: Mapping[str, str] | None = None) -> EmbeddedPostgres:
    """Call from the main thread: the server's life is tied to the thread that started it."""
    places = choose_cluster_paths(data_dir)
    lock = _only_one(places)
    chosen = {**_SETTINGS, **(settings or {})}
    try:
        passwords = _passwords(places)
        if not places.cluster.exists():
            _make_cluster(places, passwords)
        _check_version(places)
        clear_the_way(places.cluster, places.sockets)
        runs_as = hand_over(places.cluster, [places.home, places.sockets], places.runs_as)
        places = replace(places, runs_as=runs_as)
        process = _launch(places, chosen)
        _wait_until_ready(places, process)
    except BaseException:  # border: Ctrl-C comes here too, and a kept lock would refuse the next start
        os.close(lock)
        raise
    return EmbeddedPostgres(places, process, passwords, lock, chosen)


def find_postgres(data_dir: Path) -> EmbeddedPostgres | None:
    """The server that another process of ours runs on this folder, if one does."""
    if not (data_dir.expanduser() / "postgres.json").exists():
        return None
    places = choose_cluster_paths(data_dir)
    pid = recorded_pid(places.cluster)
    return EmbeddedPostgres(places, None, _passwords(places)) if pid and _is_ours(pid, places) else None


def _end(process: subprocess.Popen[bytes]) -> None:
    # "Fast" rolls back, writes a checkpoint and leaves; "immediate" leaves the rest to recovery. A bare kill of the
    # first process would leave the others behind.
    for wish, patience_seconds in ((signal.SIGINT, 20), (signal.SIGQUIT, 10), (signal.SIGKILL, 10)):
        if process.poll() is not None:
            return
        process.send_signal(wish)
        try:
            process.wait(timeout=patience_seconds)
        except subprocess.TimeoutExpired:
            continue


def _only_one(places: ClusterPaths) -> int:
    try:
        handle = os.open(places.secrets.parent / "running.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise Setup(_in_words(str(error), places)) from None
    deadline, is_last_try = time.monotonic() + _LEAVING_SECONDS, False
    while not _is_taken(handle):
        pid = _holder(handle)
        if is_last_try:
            os.close(handle)
            raise Setup(already_running(places.secrets.parent, pid))
        # If it is not leaving, it may just have left.
        is_last_try = pid is None or not is_leaving(pid) or time.monotonic() > deadline
        time.sleep(0.02)
    os.ftruncate(handle, 0)
    os.pwrite(handle, str(os.getpid()).encode(), 0)
    return handle


def _is_taken(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _holder(handle: int) -> int | None:
    with suppress(ValueError):
        return int(os.pread(handle, 20, 0))
    return None


def find_holder(data_dir: Path) -> int | None:
    """The process that runs on this folder, or has just been ended."""
    try:
        handle = os.open(data_dir.expanduser() / "running.lock", os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        return None if _is_taken(handle) else _holder(handle)
    finally:
        os.close(handle)


def already_running(folder: Path, pid: int | None) -> str:
    return f"Holdfast is already running on {folder} (process {pid or 'unknown'})."


def _passwords(places: ClusterPaths) -> Passwords:
    try:
        return Passwords(**json.loads(places.secrets.read_text()))
    except FileNotFoundError:
        if places.cluster.exists():
            raise Setup(
                f"{places.secrets} is missing, and without it the database in {places.cluster} cannot be opened: "
                f"restore it from a backup, or remove {places.home} to begin with nothing."
            ) from None
    except (ValueError, TypeError):
        raise Setup(f"{places.secrets} is damaged; restore it from a backup.") from None
    except OSError as error:
        raise Setup(_in_words(str(error), places)) from None
    made = {name: secrets.token_urlsafe(24) for name in Passwords.__dataclass_fields__}
    draft = places.secrets.with_suffix(".new")
    try:
        draft.touch(mode=0o600)
        draft.write_text(json.dumps(made))
        draft.replace(places.secrets)
    except OSError as error:
        raise Setup(_in_words(str(error), places)) from None
    return Passwords(**made)


def _make_cluster(places: ClusterPaths, passwords: Passwords) -> None:
    """`initdb` into a folder beside, renamed when whole: a kill in the middle leaves nothing that looks ready."""
    draft = places.home / "cluster.new"
    _clear(draft)
    password_file = places.home / "password.new"
    command = [
        str(places.binaries / "initdb"), "-D", str(draft), "-U", "postgres", f"--pwfile={password_file}",
        "--auth-local=scram-sha-256", "--auth-host=scram-sha-256", "-E", "UTF8",
        "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions",
    ]  # fmt: skip
    try:
        password_file.touch(mode=0o600)
        password_file.write_text(passwords.postgres)
        if places.runs_as:
            os.chown(password_file, places.runs_as.pw_uid, places.runs_as.pw_gid)
        done = subprocess.run(  # type: ignore[call-overload]
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            cwd="/",
            preexec_fn=dies_with_parent(signal.SIGKILL),
            **_identity(places),
        )
        if done.returncode:
            raise Setup(_in_words(done.stderr, places))
        draft.rename(places.cluster)
    except OSError as error:
        raise Setup(_in_words(str(error), places)) from None
    finally:
        password_file.unlink(missing_ok=True)
        shutil.rmtree(draft, ignore_errors=True)


def _clear(draft: Path) -> None:
    """What a killed start left. Its last process may still write for a moment after its parents are gone."""
    deadline = time.monotonic() + 10
    while draft.exists() and time.monotonic() < deadline:
        shutil.rmtree(draft, ignore_errors=True)
        time.sleep(0.05)


def _check_version(places: ClusterPaths) -> None:
    made_by = (places.cluster / "PG_VERSION").read_text().strip()
    if made_by != "18":
        raise Setup(f"The database in {places.cluster} was made by Postgres {made_by}, but this Holdfast brings 18.")


def _is_ours(pid: int, places: ClusterPaths) -> bool:
    """A number may have been given to another process since; the server's command line names its folder."""
    try:
        return os.fsencode(places.cluster) in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False


def _launch(places: ClusterPaths, settings: Mapping[str, str]) -> subprocess.Popen[bytes]:
    options = [option for name, value in settings.items() for option in ("-c", f"{name}={value}")]
    command = [str(places.binaries / "postgres"), "-D", str(places.cluster), "-k", str(places.sockets), *options]
    try:
        if places.log.exists() and places.log.stat().st_size > 10_000_000:
            places.log.replace(places.log.with_suffix(".log.1"))
        with places.log.open("ab") as log:
            return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                # Its own group: a Ctrl-C in the terminal is ours to pass on, after the last answers are saved.
                start_new_session=True,
                preexec_fn=dies_with_parent(signal.SIGINT),
                **_identity(places),
            )
    except OSError as error:
        raise Setup(_in_words(str(error), places)) from None


def _identity(places: ClusterPaths) -> dict[str, object]:
    if places.runs_as is None:
        return {}
    return {"user": places.runs_as.pw_uid, "group": places.runs_as.pw_gid, "extra_groups": []}


def _wait_until_ready(places: ClusterPaths, process: subprocess.Popen[bytes]) -> None:
    """Ready is line 8 of `postmaster.pid`, if line 1 is the server we started."""
    deadline = time.monotonic() + 300  # after a crash it first replays what was written
    try:
        while time.monotonic() < deadline:
            if process.poll() is not None:
                raise Setup(_in_words("\n".join(_last_lines(places.log)), places))
            if _is_ready(places, process.pid):
                return
            time.sleep(0.02)
        raise Setup(f"Postgres did not become ready within five minutes; its log is {places.log}.")
    except BaseException:  # border: Ctrl-C while it starts must not leave a server behind
        _end(process)
        raise


def _is_ready(places: ClusterPaths, pid: int) -> bool:
    try:
        lines = (places.cluster / "postmaster.pid").read_text().split("\n")
    except OSError:
        return False
    return len(lines) > 7 and lines[0] == str(pid) and lines[7].strip() == "ready"


def _last_lines(file: Path) -> Sequence[str]:
    try:
        return file.read_text(errors="replace").splitlines()[-8:]
    except OSError:
        return []


def _in_words(trouble: str, places: ClusterPaths) -> str:
    if _FULL.search(trouble):
        return f"The disk that holds {places.home} is full; free some space, or set HOLDFAST_DATA_DIR to another disk."
    if "ermission denied" in trouble:
        return f"Postgres may not use {places.home} (permission denied); set HOLDFAST_DATA_DIR to a folder you own."
    lines = [line.strip() for line in trouble.splitlines() if line.strip()] or ["it said nothing"]
    worst = next((line for line in reversed(lines) if "FATAL" in line or "PANIC" in line), lines[-1])
    return f"Postgres did not start: {worst} (its log is {places.log})"
