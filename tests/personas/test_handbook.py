"""docs/personas.md tells every field as the code has it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from holdfast.personas.explain import fields_of
from holdfast.personas.read import read_packs
from holdfast.personas.types import ALL_BLOCKS, COMING, PersonaFile
from tests.personas.packs import write_pack

DOCS = Path(__file__).parents[2] / "docs"
HANDBOOK = (DOCS / "personas.md").read_text(encoding="utf-8")
TABLES = {"history", "answering", "voice", "memory", "routing", "knowledge"}


def rows(heading: str, page: str = HANDBOOK) -> list[list[str]]:
    section = page.split(f"## {heading}\n")[1].split("\n## ")[0]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line[:1] == "|"]
    return cells[2:]


def test_every_field_is_told_and_no_other() -> None:
    told = [row[0].strip("`") for row in rows("Every field")]
    assert sorted(told) == sorted(set(fields_of(PersonaFile)) - TABLES - COMING)


def test_what_changes_nothing_yet_is_told_in_one_place() -> None:
    page = (DOCS / "coming.md").read_text(encoding="utf-8")
    assert {row[0].strip("`") for row in rows("Packs", page)} == COMING
    assert not [name for name in COMING if f"`{name}`" in HANDBOOK]


def test_the_defaults_that_are_told_are_the_defaults() -> None:
    told = {row[0].strip("`"): row[3].strip("`") for row in rows("Every field")}
    settings = PersonaFile(name="A", description="B")
    for path, said in told.items():
        if re.fullmatch(r'[\d.]+|true|false|".*"|\[.*\]', said):
            value = settings
            for step in path.split("."):
                value = getattr(value, step)
            default = list(value) if isinstance(value, tuple) else value
            assert tomllib.loads(f"x = {said}")["x"] == default, path


def test_every_choice_and_bound_that_is_told_is_the_codes() -> None:
    told = {row[0].strip("`"): row[2] for row in rows("Every field")}
    for table in TABLES - {"knowledge"}:
        part = PersonaFile.model_fields[table].annotation
        assert part is not None
        for name, shape in part.model_json_schema(by_alias=False)["properties"].items():
            for choice in shape.get("enum", ()):
                assert f'`"{choice}"`' in told[f"{table}.{name}"], (table, name)
            bounds = [one for one in shape.get("anyOf", [shape]) if "minimum" in one]
            for bound in bounds:
                range_of = f"{bound['minimum']:.0f} to {bound['maximum']:.0f}"
                assert told[f"{table}.{name}"] == range_of, (table, name)


def test_every_block_is_told() -> None:
    assert [row[0].strip("`") for row in rows("The kernel")] == list(ALL_BLOCKS)


def test_the_example_is_a_pack(tmp_path: Path) -> None:
    example = HANDBOOK.split("```toml\n")[1].split("```")[0]
    assert read_packs(write_pack(tmp_path, example)).get("gardener").settings.answering.max_output_tokens == 800
