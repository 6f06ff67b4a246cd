"""Refuse by name. Each error carries a stable code and one sentence for people; `web/errors.py` alone knows HTTP."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, ClassVar


class Category(StrEnum):
    NETWORK = "network"
    AUTH = "auth"
    RATE_LIMIT = "rate_limit"
    VALIDATION = "validation"
    DATABASE = "database"
    AI_STREAMING = "ai_streaming"
    FILE_OPERATION = "file_operation"
    PERMISSION = "permission"
    BUSINESS_LOGIC = "business_logic"
    UNKNOWN = "unknown"


class Severity(StrEnum):
    """Whose matter an error is; `web/errors.py` says what is logged and reported of each."""

    LOW = "low"
    """Whoever asked can mend it: a wrong field, no right, no such thing."""
    MEDIUM = "medium"
    """Nobody did wrong: a limit was reached, or this installation has no such part."""
    HIGH = "high"
    """A part that should be there is away."""
    CRITICAL = "critical"
    """A fault of ours."""


class AppError(Exception):
    """Something we refuse or cannot do, said so that a person knows what to do next."""

    code: str = "internal_error"
    category: ClassVar[Category] = Category.UNKNOWN
    severity: ClassVar[Severity] = Severity.CRITICAL
    retryable: ClassVar[bool] = False

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        details: Any = None,
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or type(self).code
        self.details = details
        self.retry_after_seconds = retry_after_seconds


class Malformed(AppError):
    """The body is empty or cannot be read at all."""

    code = "malformed_request"
    category = Category.VALIDATION
    severity = Severity.LOW


class Invalid(AppError):
    """The body can be read, but does not say what it must."""

    code = "invalid_request"
    category = Category.VALIDATION
    severity = Severity.LOW


class TooLarge(AppError):
    code = "too_large"
    category = Category.VALIDATION
    severity = Severity.LOW


class Unauthenticated(AppError):
    code = "not_signed_in"
    category = Category.AUTH
    severity = Severity.LOW


class Forbidden(AppError):
    code = "forbidden"
    category = Category.PERMISSION
    severity = Severity.LOW


class NotFound(AppError):
    code = "not_found"
    category = Category.BUSINESS_LOGIC
    severity = Severity.LOW


class Conflict(AppError):
    code = "conflict"
    category = Category.BUSINESS_LOGIC
    severity = Severity.LOW


class Unsupported(AppError):
    """A kind of content this installation does not take."""

    code = "unsupported_media"
    category = Category.FILE_OPERATION
    severity = Severity.LOW


class RateLimited(AppError):
    code = "too_many_requests"
    category = Category.RATE_LIMIT
    severity = Severity.MEDIUM
    retryable = True


class Unavailable(AppError):
    """A part we depend on is away; the same request may succeed later."""

    code = "unavailable"
    category = Category.NETWORK
    severity = Severity.HIGH
    retryable = True


class NotSetUp(Unavailable):
    """A part that this installation does not have: not away, so that waiting for it does not help."""

    code = "not_set_up"
    severity = Severity.MEDIUM
    retryable = False


class DatabaseUnavailable(Unavailable):
    code = "database_unavailable"
    category = Category.DATABASE


class Setup(AppError):
    """The installation cannot start; the sentence says what the operator should do."""

    code = "setup"
