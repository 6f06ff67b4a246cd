"""Packs in a test's own folder."""

from __future__ import annotations

from pathlib import Path

LEAST = "name = 'Gardener'\ndescription = 'Knows the beds.'\n"
KERNEL = "You are a gardener."


def write_pack(folder: Path, settings: str = LEAST, *, name: str = "gardener", kernel: str | bytes = KERNEL) -> Path:
    """The folder of packs, one more in it."""
    (folder / name).mkdir(parents=True)
    (folder / name / "persona.toml").write_text(settings)
    (folder / name / "kernel.md").write_bytes(kernel.encode() if isinstance(kernel, str) else kernel)
    return folder


def profile(**fields: str) -> str:
    told = {"id": "beds", "name": "Beds", "description": "For beds.", "text": "Mind the beds.", "namespace": "beds"}
    return "[[profiles]]\n" + "".join(f"{name} = '{value}'\n" for name, value in (told | fields).items())
