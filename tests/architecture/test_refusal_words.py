"""Every code the server may refuse by has a sentence in each language of the client, or is met by programs alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

import pytest

from holdfast.models.types import Failure
from tests.architecture.syntax import nodes
from tests.architecture.test_house import FILES, ROOT

WORDS = ROOT / "client" / "src" / "api" / "refusals"
A_CODE = re.compile(r"[a-z][a-z_]+")

PROGRAMS_ALONE: Mapping[str, str] = {
    "keys, tokens and doors that a browser has no business at": (
        "conflicting_credentials cross_site invalid_key invalid_return_to invalid_token link_by_post "
        "method_not_allowed missing_scope needs_cron_secret needs_service_key needs_sign_in operators_only "
        "unknown_host"
    ),
    "the command line, and what runs on a schedule": (
        "hosted_index_unavailable no_file not_confirmed setup unknown_schedule"
    ),
    "what the memory takes from programs: transcripts, sessions, receipts of elsewhere": (
        "bad_timestamp empty_id empty_text id_too_long not_your_memory receipt_taken time_out_of_bounds "
        "time_without_zone timestamp_ahead too_many_messages unknown_role unknown_session"
    ),
    "the client gives ids, cursors, files and whole bodies as the server wants them": (
        "bad_cursor id_reused needs_password no_recording nothing_to_change unknown_document unknown_mention_kind"
    ),
    "research has no button yet": "research_too_fast",
    "what `/api/v1` and keys refuse, and what of a key is chosen by the API alone": (
        "answer_failed document_not_read invalid_days invalid_overlap key_limit_reached "
        "key_not_from_here key_spend_limit_reached model_not_allowed response_not_found too_many_people "
        "unknown_mcp_session unreadable_document unsupported_parameter"
    ),
}
"""Why no person meets it, and the codes: told in the server's own words, which are English."""
FOR_PROGRAMS = frozenset(code for codes in PROGRAMS_ALONE.values() for code in codes.split())


def codes() -> Iterator[str]:
    """Those that classes of errors have, and those they are given where they are raised."""
    for file in FILES:
        for node in nodes(file):
            match node:
                case ast.ClassDef(bases=[_, *_], body=body):
                    yield from (code for statement in body if (code := _code_of(statement)))
                case ast.Call(func=ast.Name(), keywords=keywords):
                    yield from (code for one in keywords if (code := _given(one)))
    yield from (f"model_{failure}" for failure in Failure)


def _code_of(statement: ast.stmt) -> str | None:
    match statement:
        case ast.Assign(targets=[ast.Name(id="code")], value=ast.Constant(value=str(code))):
            return code
        case ast.AnnAssign(target=ast.Name(id="code"), value=ast.Constant(value=str(code))):
            return code
    return None


def _given(argument: ast.keyword) -> str | None:
    match argument:
        case ast.keyword(arg="code", value=ast.Constant(value=str(code))) if A_CODE.fullmatch(code):
            return code
    return None


def translated(language: str) -> frozenset[str]:
    text = (WORDS / f"words.{language}.ts").read_text(encoding="utf-8")
    table = text[text.index("export const refusals") : text.index("\nexport const left")]
    return frozenset(re.findall(r"^  ([a-z_]+):", table, re.MULTILINE))


@pytest.mark.parametrize("language", ["de", "es"])
def test_every_refusal_a_person_meets_is_told_in_their_language(language: str) -> None:
    assert set(codes()) - translated(language) - FOR_PROGRAMS == set()


@pytest.mark.parametrize("language", ["de", "es"])
def test_no_sentence_is_kept_for_a_code_that_nothing_refuses_by(language: str) -> None:
    assert (translated(language) | FOR_PROGRAMS) - set(codes()) == set()
    assert translated(language) & FOR_PROGRAMS == set()
