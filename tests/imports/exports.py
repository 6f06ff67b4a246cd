"""Files as others write them, small."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import orjson

CHATGPT: list[dict[str, Any]] = [
    {
        "id": "c-1",
        "conversation_id": "c-1",
        "title": "The harbour",
        "create_time": 1_760_000_000.5,
        "update_time": 1_760_000_900.0,
        "current_node": "n4",
        "mapping": {
            "n0": {"id": "n0", "parent": None, "message": None},
            "n1": {
                "id": "n1",
                "parent": "n0",
                "message": {
                    "author": {"role": "system"},
                    "content": {"content_type": "text", "parts": [""]},
                    "metadata": {"is_visually_hidden_from_conversation": True},
                },
            },
            "n2": {
                "id": "n2",
                "parent": "n1",
                "message": {
                    "author": {"role": "user"},
                    "create_time": 1_760_000_001.0,
                    "content": {
                        "content_type": "multimodal_text",
                        "parts": [{"asset_pointer": "file-1"}, "My boat is called Merganser."],
                    },
                    "recipient": "all",
                },
            },
            "n3": {
                "id": "n3",
                "parent": "n2",
                "message": {
                    "author": {"role": "assistant"},
                    "create_time": 1_760_000_002.0,
                    "content": {"content_type": "code", "text": "search('boats')"},
                    "recipient": "web",
                },
            },
            "other": {
                "id": "other",
                "parent": "n2",
                "message": {
                    "author": {"role": "assistant"},
                    "content": {"content_type": "text", "parts": ["Another version."]},
                },
            },
            "n4": {
                "id": "n4",
                "parent": "n3",
                "message": {
                    "author": {"role": "assistant"},
                    "create_time": 1_760_000_003.0,
                    "content": {"content_type": "text", "parts": ["A fine name for a boat."]},
                    "recipient": "all",
                },
            },
        },
    }
]

CLAUDE: list[dict[str, Any]] = [
    {
        "uuid": "a-1",
        "name": "",
        "created_at": "2025-11-02T10:00:00.000000Z",
        "updated_at": "2025-11-02T10:05:00.000000Z",
        "chat_messages": [
            {
                "uuid": "m-1",
                "sender": "human",
                "text": "I am allergic to peanuts.",
                "content": [{"type": "text", "text": "I am allergic to peanuts."}],
                "created_at": "2025-11-02T10:00:00.000000Z",
            },
            {
                "uuid": "m-2",
                "sender": "assistant",
                "text": "",
                "content": [
                    {"type": "thinking", "thinking": "hm"},
                    {"type": "text", "text": "I will keep that in mind."},
                ],
                "created_at": "2025-11-02T10:00:05.000000Z",
            },
        ],
    }
]

OPEN_WEBUI: list[dict[str, Any]] = [
    {
        "id": "w-1",
        "title": "Bread",
        "created_at": 1_761_000_000,
        "updated_at": 1_761_000_100,
        "chat": {
            "title": "Bread",
            "history": {
                "currentId": "2",
                "messages": {
                    "1": {
                        "id": "1",
                        "parentId": None,
                        "role": "user",
                        "content": "How long does rye prove?",
                        "timestamp": 1_761_000_001,
                    },
                    "2": {
                        "id": "2",
                        "parentId": "1",
                        "role": "assistant",
                        "content": "About four hours.",
                        "timestamp": 1_761_000_004,
                    },
                },
            },
        },
    }
]

MEM0: dict[str, Any] = {
    "results": [
        {
            "id": "f-1",
            "memory": "I play cricket on Sundays.",
            "created_at": "2025-10-01T08:00:00-07:00",
            "user_id": "kim",
        },
        {
            "id": "f-2",
            "memory": "My sister Ana lives in Porto.",
            "created_at": "2025-10-02T08:00:00-07:00",
            "user_id": "kim",
        },
    ]
}


def as_json(value: Any) -> bytes:
    return orjson.dumps(value)


def as_zip(value: Any, name: str = "conversations.json") -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("user.json", b"{}")
        archive.writestr(name, orjson.dumps(value))
    return whole.getvalue()
