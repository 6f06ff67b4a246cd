"""Talk to a Holdfast installation, and to its memory.

client   `Holdfast` and `AsyncHoldfast`
calls    what each call sends, and how its answer is read
types    what comes back
errors   what is raised
"""

from holdfast_client.client import AsyncHoldfast, Holdfast
from holdfast_client.errors import HoldfastError
from holdfast_client.types import Analysis, Answer, Episode, KnownFact, OpenLoop, Passage, RecallResult

__all__ = [
    "Analysis",
    "Answer",
    "AsyncHoldfast",
    "Episode",
    "Holdfast",
    "HoldfastError",
    "KnownFact",
    "OpenLoop",
    "Passage",
    "RecallResult",
]
