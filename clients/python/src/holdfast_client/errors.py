from __future__ import annotations

import json


class HoldfastError(Exception):
    """What the server refused, in its own words. `code` is stable; `retry_after` says when asking again makes sense."""

    def __init__(self, status: int, code: str, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.retry_after = status, code, message, retry_after


def read_error(status: int, body: bytes, retry_after: str | None) -> HoldfastError:
    """Something else than Holdfast may stand before it and answer in words of its own."""
    wait = float(retry_after) if retry_after and retry_after.isdigit() else None
    try:
        told = json.loads(body)["error"]
        return HoldfastError(status, str(told["code"]), str(told["message"]), wait)
    except (ValueError, KeyError, TypeError):
        return HoldfastError(status, "no_holdfast", f"The server answered {status}, and not as Holdfast does.", wait)
