"""Numbers into a page for people and a file for programs. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import median, quantiles
from typing import Any

from bench.rounds import HOLDFAST, MODEL, TARGETS, Measured, Round

PROCESSES = ("server", "postgres", "model", "load")
_BUSY_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Setting:
    """Where and when."""

    made_at: str
    cores: int
    load_average: float
    python: str
    rounds: int


@dataclass(frozen=True, slots=True)
class Rest:
    """The server before anybody asks it anything."""

    first_start_seconds: float
    """The database made on the way."""
    start_seconds: float
    server_mb: float
    postgres_mb: float
    server_cpu_percent: float
    postgres_cpu_percent: float


@dataclass(frozen=True, slots=True)
class Limit:
    what: str
    measured: float
    limit: float
    unit: str

    @property
    def is_kept(self) -> bool:
        return self.measured <= self.limit


@dataclass(frozen=True, slots=True)
class Spread:
    """Differences between two targets, round by round."""

    median: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Row:
    target: str
    first_p50: float
    first_p95: float
    whole_p50: float
    whole_p95: float
    cpu_ms: Mapping[str, float]
    """For one answer, by process."""


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    rows: Sequence[Row]
    adds_first: Spread
    adds_whole: Spread
    cpu: float
    """Server and Postgres together, for one answer."""
    noise_first: Mapping[str, Spread]
    noise_whole: Mapping[str, Spread]
    noise_cpu: Spread
    others_share: float


@dataclass(frozen=True, slots=True)
class Chunks:
    """CPU of the server for one more chunk of an answer, in microseconds."""

    packed_us: float
    """Many at once, as fast as the model can."""
    alone_us: float | None
    """One by one, as a real model writes. None where no scenario did."""


def tabulate(measured: Measured) -> Table:
    rounds = measured.rounds
    return Table(
        name=measured.scenario.name,
        rows=[_row(target, rounds[target]) for target in TARGETS],
        adds_first=_spread(_adds(rounds, "first_ms")),
        adds_whole=_spread(_adds(rounds, "whole_ms")),
        cpu=_cpu([*rounds[HOLDFAST], *rounds[f"{HOLDFAST} again"]]),
        noise_first={kind: _spread(_noise(rounds, kind, "first_ms")) for kind in (MODEL, HOLDFAST)},
        noise_whole={kind: _spread(_noise(rounds, kind, "whole_ms")) for kind in (MODEL, HOLDFAST)},
        noise_cpu=_spread(
            [_cpu([b]) - _cpu([a]) for a, b in zip(rounds[HOLDFAST], rounds[f"{HOLDFAST} again"], strict=True)]
        ),
        others_share=median(one.others_share for target in TARGETS for one in rounds[target]),
    )


def _row(target: str, rounds: Sequence[Round]) -> Row:
    first, whole = _all(rounds, "first_ms"), _all(rounds, "whole_ms")
    cpu = {name: sum(one.cpu_ms[name] for one in rounds) / len(first) for name in PROCESSES}
    return Row(target, median(first), _p95(first), median(whole), _p95(whole), cpu)


def _all(rounds: Sequence[Round], what: str) -> list[float]:
    return [getattr(answer, what) for one in rounds for answer in one.answers]


def _p95(values: Sequence[float]) -> float:
    return quantiles(values, n=20, method="inclusive")[-1] if len(values) > 1 else values[0]


def _adds(rounds: Mapping[str, Sequence[Round]], what: str) -> Iterator[float]:
    """Holdfast's median against the model's of the same round, under both names."""
    for again in ("", " again"):
        for model, ours in zip(rounds[MODEL + again], rounds[HOLDFAST + again], strict=True):
            yield median(_all([ours], what)) - median(_all([model], what))


def _noise(rounds: Mapping[str, Sequence[Round]], kind: str, what: str) -> Iterator[float]:
    for one, again in zip(rounds[kind], rounds[f"{kind} again"], strict=True):
        yield median(_all([again], what)) - median(_all([one], what))


def _spread(differences: Iterator[float] | Sequence[float]) -> Spread:
    values = list(differences)
    return Spread(median(values), min(values), max(values))


def _cpu(rounds: Sequence[Round], processes: Sequence[str] = ("server", "postgres")) -> float:
    answers = sum(len(one.answers) for one in rounds)
    return sum(one.cpu_ms[name] for one in rounds for name in processes) / answers


def chunk_costs(short: Measured, long: Measured, slow: Measured | None) -> Chunks:
    """From answers that differ in nothing but their length."""

    def server_ms(one: Measured) -> float:
        return _cpu([*one.rounds[HOLDFAST], *one.rounds[f"{HOLDFAST} again"]], ["server"])

    packed = (server_ms(long) - server_ms(short)) / (long.scenario.words - short.scenario.words)
    if slow is None:
        return Chunks(packed * 1000, None)
    turn = server_ms(short) - packed * short.scenario.words
    return Chunks(packed * 1000, (server_ms(slow) - turn) / slow.scenario.words * 1000)


def as_json(
    setting: Setting, rest: Rest, tables: Sequence[Table], chunks: Chunks, limits: Sequence[Limit]
) -> dict[str, Any]:
    return {
        "setting": asdict(setting),
        "rest": asdict(rest),
        "scenarios": [asdict(table) for table in tables],
        "chunks": asdict(chunks),
        "limits": [{**asdict(limit), "isKept": limit.is_kept} for limit in limits],
    }


def as_text(setting: Setting, rest: Rest, tables: Sequence[Table], chunks: Chunks, limits: Sequence[Limit]) -> str:
    lines = [
        f"Holdfast's bench, {setting.made_at}: {setting.cores} cores, load {setting.load_average:.1f}, "
        f"Python {setting.python}, {setting.rounds} rounds.",
        "",
        f"start to ready   {rest.start_seconds:.1f} s ({rest.first_start_seconds:.1f} s with a database to make)",
        f"idle memory      {rest.server_mb + rest.postgres_mb:.0f} MB"
        f" (server {rest.server_mb:.0f}, Postgres {rest.postgres_mb:.0f})",
        f"idle CPU         {rest.server_cpu_percent:.1f} % of a core (and Postgres {rest.postgres_cpu_percent:.1f} %)",
        f"CPU of a chunk   {chunks.packed_us:.0f} µs packed"
        + ("" if chunks.alone_us is None else f", {chunks.alone_us:.0f} µs one by one"),
    ]
    for table in tables:
        lines += ["", *_table_lines(table)]
    lines += ["", "What we want:", *(_limit_line(limit) for limit in limits)]
    others = max(table.others_share for table in tables)
    if others > _BUSY_SHARE:
        lines.append(f"  Others had up to {others:.0%} of the machine; on a quiet one all of this is better.")
    return "\n".join(lines)


def _table_lines(table: Table) -> Iterator[str]:
    yield f"{table.name:<28}first token, ms    whole answer, ms   CPU for one answer, ms"
    yield f"{'':<28}{'p50':>7}{'p95':>9}   {'p50':>7}{'p95':>9}   " + "".join(f"{name:>9}" for name in PROCESSES)
    for row in table.rows:
        times = f"{row.first_p50:>7.1f}{row.first_p95:>9.1f}   {row.whole_p50:>7.1f}{row.whole_p95:>9.1f}   "
        yield f"  {row.target:<26}{times}" + "".join(f"{row.cpu_ms[name]:>9.2f}" for name in PROCESSES)
    yield (
        f"  {'a turn adds':<26}{table.adds_first.median:>7.1f}{_range(table.adds_first):>11} "
        f"{table.adds_whole.median:>7.1f}{_range(table.adds_whole):>12}   {table.cpu:.2f} (server and Postgres)"
    )
    noise = "; ".join(
        f"{kind} {_range(table.noise_first[kind])} first, {_range(table.noise_whole[kind])} whole"
        for kind in (MODEL, HOLDFAST)
    )
    yield f"  noise (a target against itself, each round): {noise}, {_range(table.noise_cpu)} CPU"
    yield f"  others had {table.others_share:.0%} of the machine meanwhile"


def _range(spread: Spread) -> str:
    return f"{spread.least:+.1f}…{spread.most:+.1f}"


def _limit_line(limit: Limit) -> str:
    kept = "yes" if limit.is_kept else "NO "
    return f"  {kept}  {limit.what:<46}{limit.measured:>8.1f} {limit.unit:<3} (at most {limit.limit:g})"
