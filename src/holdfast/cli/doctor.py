"""Check every part and say what to do. The exit code is 1 when something is broken; a warning (!) is not."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from functools import partial

from holdfast.cli.checks import machine, services
from holdfast.cli.checks.finding import Finding, bad
from holdfast.cli.checks.public import public
from holdfast.core.config import Settings, load_settings
from holdfast.core.errors import AppError

_MARKS = {"good": "✓", "warning": "!", "bad": "✗"}
_DEADLINE_SECONDS = 60.0

Check = Callable[[Settings], Finding | Iterable[Finding] | Awaitable[Finding]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--deep", action="store_true", help="ask the model for one token, read every model file")
    parser.add_argument("--public", action="store_true", help="also ask what strangers on the open internet would")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(arguments: argparse.Namespace) -> int:
    try:
        findings = [*examine(load_settings(), all_checks(deep=arguments.deep, is_public=arguments.public))]
    except AppError as error:
        findings = [bad("settings", error.message)]
    if arguments.json:
        print(json.dumps([asdict(finding) for finding in findings], indent=2))
    else:
        _show(findings)
    return 1 if any(finding.state == "bad" for finding in findings) else 0


def all_checks(*, deep: bool, is_public: bool = False) -> Sequence[tuple[str, Check]]:
    return (
        ("Python", machine.python),
        ("libc", machine.libc),
        ("clock", machine.clock),
        ("disk", machine.disk),
        ("data", machine.data_folder),
        ("user", machine.root),
        ("sandbox", machine.sandbox),
        ("personas", machine.personas),
        ("connections", machine.connections),
        ("binaries", machine.postgres_binaries),
        ("database", services.database),
        ("worker", services.worker),
        ("Redis", services.redis),
        ("mail", services.mail),
        ("model", partial(services.model, deep=deep)),
        ("web search", partial(services.search, deep=deep)),
        ("local models", partial(services.local_models, deep=deep)),
        ("client", machine.client),
        ("port", machine.port),
        ("door", machine.door),
        ("Node", machine.node),
        ("Chromium", machine.chromium),
        *((("public", public),) if is_public else ()),
    )


def examine(settings: Settings, parts: Sequence[tuple[str, Check]]) -> Iterator[Finding]:
    for part, check in parts:
        try:
            yield from _asked(check(settings))
        except AppError as error:
            yield bad(part, error.message)
        except Exception as error:  # noqa: BLE001 — border: one broken part must not hide the others
            yield bad(part, f"could not be checked ({type(error).__name__}); please report it")


def _asked(answer: Finding | Iterable[Finding] | Awaitable[Finding]) -> Iterable[Finding]:
    if isinstance(answer, Finding):
        return [answer]
    if isinstance(answer, Iterable):
        return answer
    return [asyncio.run(_in_time(answer))]


async def _in_time(answer: Awaitable[Finding]) -> Finding:
    async with asyncio.timeout(_DEADLINE_SECONDS):
        return await answer


def _show(findings: Sequence[Finding]) -> None:
    can_mark = (sys.stdout.encoding or "").lower().startswith("utf")
    for finding in findings:
        mark = _MARKS[finding.state] if can_mark else finding.state
        print(f"{mark} {finding.part:<12} {finding.says}")
