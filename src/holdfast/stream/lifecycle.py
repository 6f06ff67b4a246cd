"""What other rooms may do with a stream's life: `active`, then one of `completed`, `errored`, `interrupted`, once.

Completion is part of the statement that stores the answer (`turn/store.py`); it alone names the message.
"""

from holdfast.stream.store import (
    abandoned_streams,
    add_chunks,
    ask_to_stop,
    chunks_from,
    delete_chunks,
    end_all,
    end_stream,
    find_active,
    find_last_ended,
    find_stream,
    others_live,
    release_stream,
    renew,
    restart,
    save_chunks,
    say_alive,
    say_goodbye,
    seize,
)

__all__ = [
    "abandoned_streams",
    "add_chunks",
    "ask_to_stop",
    "chunks_from",
    "delete_chunks",
    "end_all",
    "end_stream",
    "find_active",
    "find_last_ended",
    "find_stream",
    "others_live",
    "release_stream",
    "renew",
    "restart",
    "save_chunks",
    "say_alive",
    "say_goodbye",
    "seize",
]
