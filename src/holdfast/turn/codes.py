"""What a turn calls things, in one word each. These words stand in traces, and the client has a sentence for every one:
its types are made of them, so that one which it lacks is an error there."""

from __future__ import annotations

from typing import Literal, get_args

from holdfast.memory.brief.types import Depth as Depth
from holdfast.memory.profile.types import Section as Section
from holdfast.tools.types import ToolOutcome as ToolOutcome

RouteKind = Literal["conversational", "actionable", "research", "answer"]
BlockKind = Literal[
    "persona",
    "conversation_posture",
    "overlay",
    "bridge",
    "handover",
    "ops",
    "envelope",
    "commitments",
    "threads",
    "frictions",
    "wins",
    "user_seed",
    "summary_spine",
    "current_session",
    "latest_session",
    "session_state",
    "foundation_memories",
    "relevant_memories",
    "about",
    "memory",
    "conversation_summary",
    "recall_sheet",
    "instructions",
    "tools",
    "history",
    "real_time",
    "user_message",
    "answer_so_far",
    "system",
    "persona_knowledge",
    "overlay_knowledge",
    "user_documents",
    "org_documents",
    "company",
    "mentions",
    "mentioned",
    "mentioned_persona",
]
BlockStatus = Literal["kept", "compressed", "dropped"]
SourceName = Literal[
    "history",
    "session_start",
    "session",
    "startbrief",
    "user_model",
    "daily",
    "loops",
    "handover",
    "envelope",
    "legacy",
    "standing",
    "instructions",
    "mentions",
    "chat_summary",
    "documents",
    "recall",
    "librarian",
    "memory",
    "files",
    "demo model",
    "voice",
    "tools",
    "trace",
]
"""Whatever may be missing from an answer. A source of the prompt is called here by the name it has in `collect`."""
Posture = Literal["COMPANIONSHIP", "SUPPORT", "RELATIONSHIP", "REFLECTION", "MOMENTUM", "PLANNING", "TASK"]
Intent = Literal["casual", "question", "recall", "share", "momentum", "output_task"]
Gate = Literal["explicit", "ambient", "none"]
GATES: tuple[Gate, ...] = get_args(Gate)
ReadBy = Literal["rules", "meaning", "model"]
Want = Literal[
    "calendar",
    "weather",
    "web",
    "page",
    "documents",
    "sum",
    "days",
    "remember",
    "forget",
    "loops",
    "reminder",
    "text",
]
"""What a message may ask for without naming it."""
TimeIntent = Literal["past", "present", "future", "none"]
DropReason = Literal[
    "low_score",
    "not_about_it",
    "another_time",
    "in_history",
    "is_the_question",
    "pinned",
    "not_asked",
    "not_needed",
    "needs_nothing",
]
"""Why something that the memory gave was not told."""
Fetch = Literal["fetched", "fallback", "empty", "timed_out", "failed", "not_kept", "not_fed"]
"""`not_fed`: the memory lacks the session before this one, so it was not asked what that left behind."""
"""`not_kept`: looking back, the packet of that moment is not there any more."""
OpsSource = Literal["startbrief", "loops"]
PreflightOutcome = Literal["not_asked", "nothing_to_choose", "chosen", "timed_out", "failed"]
Outcome = Literal["answered", "failed", "stopped", "shutdown", "lost"]
SpokenStatus = Literal["awaited", "spoken", "failed"]
