"""Numbers for the operator, in Prometheus' form. A label never holds a person, a path, a model's or a file's name that
somebody typed: every label is one of a few words that stand in our code."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import Metric

REGISTRY = CollectorRegistry(auto_describe=True)
"""Our own: libraries that register with the global one are not served."""

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

ProcessCollector(registry=REGISTRY)  # CPU seconds, resident bytes, open files

_WAITS = (0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 20, 60)
_WHOLE = (0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120, 300, 600)
_QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)

TURNS_STARTED = Counter("holdfast_turns_started", "Turns that were accepted.", registry=REGISTRY)
TURNS_FINISHED = Counter("holdfast_turns_finished", "Turns that ended, by how.", ["outcome"], registry=REGISTRY)
FIRST_TOKEN_SECONDS = Histogram(
    "holdfast_first_token_seconds", "From the message to the first word.", buckets=_WAITS, registry=REGISTRY
)
TURN_SECONDS = Histogram("holdfast_turn_seconds", "From the message to the end.", buckets=_WHOLE, registry=REGISTRY)
TOKENS = Counter("holdfast_tokens", "Tokens sent and received.", ["direction"], registry=REGISTRY)
MODEL_ATTEMPTS = Counter(
    "holdfast_model_attempts", "Calls to models; failure is empty when one answered.", ["outcome", "failure"],
    registry=REGISTRY,
)  # fmt: skip
SOURCES_MISSING = Counter(
    "holdfast_sources_missing", "Sources that a turn or a brief went on without.", ["source"], registry=REGISTRY
)

JOBS = Counter(
    "holdfast_jobs", "Jobs by kind: done, retried, dead, poison, lost.", ["kind", "outcome"], registry=REGISTRY
)
JOB_SECONDS = Histogram("holdfast_job_seconds", "How long a job ran.", ["kind"], buckets=_QUICK, registry=REGISTRY)
SCHEDULES = Counter("holdfast_schedules", "Scheduled runs: done, failed.", ["schedule", "outcome"], registry=REGISTRY)
WORKER_RESTARTS = Counter("holdfast_worker_restarts", "Times a worker lost its database.", registry=REGISTRY)

# Of the whole installation, read from the database: every process that is asked tells the same.
JOBS_WAITING = Gauge("holdfast_jobs_waiting", "Jobs that are due, by kind.", ["kind"], registry=REGISTRY)
JOBS_OLDEST_SECONDS = Gauge(
    "holdfast_jobs_oldest_seconds", "How long the oldest due job of a kind has waited.", ["kind"], registry=REGISTRY
)
JOBS_DEAD = Gauge("holdfast_jobs_dead", "Jobs that failed for good and wait for a person.", ["kind"], registry=REGISTRY)
OUTBOX_PENDING = Gauge(
    "holdfast_outbox_pending", "Rows of the memory's outbox still to be delivered.", registry=REGISTRY
)
OUTBOX_OLDEST_SECONDS = Gauge(
    "holdfast_outbox_oldest_seconds", "How long the oldest pending row of the outbox has waited.", registry=REGISTRY
)
OUTBOX_DEAD = Gauge("holdfast_outbox_dead", "Deliveries of the memory that wait for a person.", registry=REGISTRY)
STREAMS = Gauge(
    "holdfast_streams", "Answers being written, by their lease: held, or silent for longer than it lasts.", ["lease"],
    registry=REGISTRY,
)  # fmt: skip
WORKER_SILENT_SECONDS = Gauge(
    "holdfast_worker_silent_seconds", "Since any worker did something of its schedule; NaN: never.", registry=REGISTRY
)
FIGURES_READ_AT = Gauge(
    "holdfast_figures_read_timestamp_seconds", "When the figures of the installation were last read.", registry=REGISTRY
)
_OF_THE_INSTALLATION = frozenset(
    family.name
    for gauge in (
        *(JOBS_WAITING, JOBS_OLDEST_SECONDS, JOBS_DEAD, OUTBOX_PENDING, OUTBOX_OLDEST_SECONDS, OUTBOX_DEAD, STREAMS),
        *(WORKER_SILENT_SECONDS, FIGURES_READ_AT),
    )
    for family in gauge.describe()
)

MEMORY_QUALITY = Gauge(
    "holdfast_memory_quality", "Share of memories, of all people together: duplicate, junk, echo, stale, contradicted.",
    ["rate"], registry=REGISTRY,
)  # fmt: skip
MEMORY_FACTS_HELD = Gauge("holdfast_memory_facts_held", "Facts that are believed now.", registry=REGISTRY)
MEMORY_FACTS_HELD.set(math.nan)  # whoever does not measure it does not say that there are none

HTTP_REQUESTS = Counter(
    "holdfast_http_requests", "Requests by route template and class of status.", ["method", "route", "status"],
    registry=REGISTRY,
)  # fmt: skip
HTTP_SECONDS = Histogram(
    "holdfast_http_seconds", "To the first byte of the response.", ["route"], buckets=_QUICK, registry=REGISTRY
)


Sample = tuple[str, str, dict[str, str], float]
"""Family, name, labels, number."""
_others: dict[str, Sequence[Sample]] = {}


def own_samples() -> Sequence[Sample]:
    """What this process counted, to be shown by another. What is the installation's, every server reads for itself."""
    return [
        (family.name, sample.name, dict(sample.labels), sample.value)
        for family in REGISTRY.collect()
        if family.name.startswith("holdfast_") and family.name not in _OF_THE_INSTALLATION
        for sample in family.samples
        if not sample.name.endswith("_created") and not math.isnan(sample.value)
    ]


def show_others(told: Mapping[str, Sequence[Sample]]) -> None:
    """By process. What was shown before is shown no more."""
    _others.clear()
    _others.update(told)


class _Page:
    """Our own families, with the samples of others beside our own."""

    def collect(self) -> Iterator[Metric]:
        families = {family.name: family for family in REGISTRY.collect()}
        for process, samples in _others.items():
            for name, sample, labels, value in samples:
                if name in families:  # a worker of another version may count what we do not know
                    families[name].add_sample(sample, {**labels, "process": process}, value)
        yield from families.values()


def render_metrics() -> bytes:
    return generate_latest(_Page())
