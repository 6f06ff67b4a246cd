"""What goes into a sandbox, what can go wrong in it, and how tight it is on this machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class SandboxLimits:
    """Of one job. A process that reads what strangers sent gets this much and no more."""

    seconds: float
    """By the clock, from the moment it begins."""
    cpu_seconds: int
    memory_bytes: int
    """Besides what the reader's code itself takes."""
    output_bytes: int


class Fault(StrEnum):
    """Why there is no answer."""

    TOO_LONG = "too_long"
    TOO_MUCH_MEMORY = "too_much_memory"
    TOO_MUCH_OUTPUT = "too_much_output"
    CRASHED = "crashed"
    """Native code that meets its limits, or a fault, often ends so: too large, too complex, or broken."""
    BUSY = "busy"
    """Too many wait already."""
    NO_SANDBOX = "no_sandbox"
    """This machine cannot confine a process, so nothing is read on it."""


class SandboxFailed(Exception):
    """The reader gave no answer. Nothing it wrote is passed on."""

    def __init__(self, fault: Fault, detail: str = "") -> None:
        super().__init__(f"{fault}: {detail}" if detail else fault)
        self.fault = fault


class ReaderRefused(Exception):
    """A reader says that it does not take these bytes; the word comes out on the other side."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


class ReaderModule(Protocol):
    """What a module must have to be a reader. It is imported before anything is confined, and never again: whatever
    its libraries load late, `warm` loads early."""

    def warm(self) -> None: ...

    def read(self, given: bytes, order: dict[str, Any]) -> bytes:
        """Raises `ReaderRefused`."""


@dataclass(frozen=True, slots=True)
class Confinement:
    """What this machine gave. The limits, and that a job can open nothing and start nothing, hold everywhere."""

    is_other_user: bool
    """Not root's user, nor the one that runs Holdfast."""
    is_alone: bool
    """Namespaces: a network without a single address, and a user whom nobody else is."""
    is_rooted: bool
    """The folder tree ends where the reader stands."""
    landlock: int
    """The version of Landlock; 0: the kernel has none."""
    is_filtered: bool
    """The kernel answers only the calls that readers need."""

    def asdict(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def lacking(self) -> Sequence[str]:
        """In sentences for whoever runs the machine."""
        sentences = {
            "this machine allows no user namespaces, so a reader's network is the machine's own": self.is_alone,
            "it has no Landlock, so files are kept away in fewer ways": self.landlock > 0 or self.is_rooted,
            "it has no seccomp filter for this processor, so a reader may ask the kernel anything": self.is_filtered,
        }
        return [sentence for sentence, is_there in sentences.items() if not is_there]
