"""Numbers into a page for people and a file for programs. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bench.report import Limit, Setting
from bench.streams.measure import GAP_SECONDS, Measured

MAX_RATIO = 4.0
MAX_LATE_MS = 150.0
WANTED_STREAMS = 200
_BUSY_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Found:
    setting: Setting
    costs: Sequence[Measured]
    """The same few streams at every target, by turns: proxy, holdfast, proxy, …"""
    crowds: Sequence[Measured]
    by_redis: Sequence[Measured]
    """The same crowds, with Redis configured."""

    @property
    def every(self) -> Sequence[Measured]:
        return [*self.costs, *self.crowds, *self.by_redis]

    @property
    def ratio(self) -> float:
        return _cost(self.costs, "holdfast", "server") / _cost(self.costs, "proxy", "proxy")

    @property
    def limits(self) -> Sequence[Limit]:
        return [Limit("CPU of a chunk, next to a bare proxy", self.ratio, MAX_RATIO, "×")]


def held(crowds: Sequence[Measured]) -> int:
    """The largest crowd that was in time, as were all smaller ones."""
    largest = 0
    for crowd in sorted(crowds, key=lambda one: one.streams):
        if crowd.late.p95_ms > MAX_LATE_MS:
            break
        largest = crowd.streams
    return largest


def _cost(measured: Sequence[Measured], target: str, process: str) -> float:
    costs = sorted(one.cpu_us[process] for one in measured if one.target == target)
    return costs[len(costs) // 2]


def as_json(found: Found) -> dict[str, Any]:
    return {
        "setting": asdict(found.setting),
        "costs": [asdict(one) for one in found.costs],
        "crowds": [asdict(one) for one in found.crowds],
        "byRedis": [asdict(one) for one in found.by_redis],
        "ratio": found.ratio,
        "held": held(found.crowds),
        "heldWithRedis": held(found.by_redis),
    }


def as_text(found: Found) -> str:
    setting = found.setting
    lines = [
        f"Holdfast's streams, {setting.made_at}: {setting.cores} cores, load {setting.load_average:.1f}, "
        f"Python {setting.python}; every stream {1 / GAP_SECONDS:.0f} chunks a second.",
        "",
        _HEAD,
        *(_line(one) for one in found.every),
        "",
        "What we want:",
        *(_limit(limit) for limit in found.limits),
        _held("streams at once", found.crowds),
        _held("streams at once, with Redis", found.by_redis),
    ]
    others = max(one.others_share for one in found.every)
    if others > _BUSY_SHARE:
        lines.append(f"  Others had up to {others:.0%} of the machine; on a quiet one all of this is better.")
    return "\n".join(lines)


_HEAD = f"{'':<22}{'streams':>8}{'ms late p50':>13}{'p95':>8}{'p99':>8}{'kB each':>9}   CPU of a chunk, µs (of a core)"


def _line(one: Measured) -> str:
    late = f"{one.late.p50_ms:>13.1f}{one.late.p95_ms:>8.1f}{one.late.p99_ms:>8.1f}"
    memory = f"{one.stream_kb:>9.0f}" if one.stream_kb is not None else f"{'':>9}"
    cpu = ", ".join(f"{name} {cost:.0f} ({one.busy[name]:.0%})" for name, cost in one.cpu_us.items())
    return f"{one.target:<22}{one.streams:>8}{late}{memory}   {cpu}"


def _limit(limit: Limit) -> str:
    kept = "yes" if limit.is_kept else "NO "
    return f"  {kept}  {limit.what}: {limit.measured:.1f}{limit.unit} (at most {limit.limit:g})"


def _held(what: str, crowds: Sequence[Measured]) -> str:
    count = held(crowds)
    kept = "yes" if count >= WANTED_STREAMS else "NO "
    return f"  {kept}  {what}, p95 at most {MAX_LATE_MS:g} ms late: {count} of those tried (wanted {WANTED_STREAMS})"
