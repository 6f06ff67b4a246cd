"""What makes two memories the same: whom and what they are about; for what can be many, also which one.

A memory whose key is held already updates what is held: where there can be one at a time (where somebody lives), the
new value takes the place of the old.
"""

from __future__ import annotations

import hashlib

from holdfast.memory.learning.predicates import is_functional, object_key, predicate_of, subject_key


def memory_key(subject: str, predicate: str, value: str) -> str:
    parts = [subject_key(subject), predicate_of(predicate)]
    if not is_functional(parts[1]):
        parts.append(object_key(value))
    # Each part with its length, so that no two join alike.
    return "".join(f"{len(part)}:{part}" for part in parts)


def split_key(key: str) -> tuple[str, str]:
    """`subject.predicate` as the judge writes it. Without a subject it is about the person."""
    subject, dot, predicate = key.strip().rpartition(".")
    return (subject.strip() or "user", predicate_of(predicate)) if dot else ("user", predicate_of(key))


def fallback_predicate(text: str) -> str:
    """For a memory that names no predicate: its own, so that it meets only itself."""
    return "note_" + hashlib.blake2b(object_key(text).encode(), digest_size=5).hexdigest()
