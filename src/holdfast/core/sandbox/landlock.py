"""Landlock: a process says itself which files it will still reach, and cannot take it back. It needs no right."""

from __future__ import annotations

import ctypes
import struct

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # the same on every processor
_ASK_VERSION = 1
_PATH_BENEATH = 1
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3
_EVERYTHING_WITH_FILES = {1: 0x1FFF, 2: 0x3FFF, 3: 0x7FFF, 4: 0x7FFF, 5: 0xFFFF}
_BIND_AND_CONNECT = 0b11
_OTHERS_SOCKETS_AND_SIGNALS = 0b11

_libc = ctypes.CDLL(None, use_errno=True)


def restrict(folder: int | None) -> int:
    """Nothing but reading in this folder. The version that did it; 0: this kernel knows no Landlock."""
    version: int = _libc.syscall(_CREATE, None, ctypes.c_size_t(0), _ASK_VERSION)
    if version <= 0:
        return 0
    rules = _ruleset(version)
    if rules < 0 or (folder is not None and not _allow_reading(rules, folder)):
        return 0
    return version if _libc.syscall(_RESTRICT, rules, 0) == 0 else 0


def _ruleset(version: int) -> int:
    files = _EVERYTHING_WITH_FILES[min(version, max(_EVERYTHING_WITH_FILES))]
    wanted = [
        files,
        *([_BIND_AND_CONNECT] if version >= 4 else []),
        *([_OTHERS_SOCKETS_AND_SIGNALS] if version >= 6 else []),
    ]
    packed = struct.pack(f"={len(wanted)}Q", *wanted)
    made: int = _libc.syscall(_CREATE, packed, ctypes.c_size_t(len(packed)), 0)
    return made


def _allow_reading(rules: int, folder: int) -> bool:
    rule = struct.pack("=Qi", _READ_FILE | _READ_FOLDER, folder)
    return bool(_libc.syscall(_ADD, rules, _PATH_BENEATH, rule, 0) == 0)
