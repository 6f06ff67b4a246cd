"""Every two operations of one person, and of one organization, however they meet: an hour, for whoever changes locks.

    python -m pytest tests/locks/every_pair.py -n 0 -s

`FIRST` and `SECOND` in the environment name some of them, with commas between.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from holdfast.core.embedded.postgres import EmbeddedPostgres
from holdfast.core.migrate import Addresses
from tests.locks.document_operations import DOCUMENT_OPERATIONS
from tests.locks.house import House, house
from tests.locks.operations import OPERATIONS
from tests.locks.org_operations import ORG_OPERATIONS, company
from tests.locks.stepped import REFUSED, Pair, meet_everywhere
from tests.locks.tool_operations import TOOL_OPERATIONS
from tests.orgs.company import someone
from tests.scripted import ScriptedModel, says
from tests.serving import serving

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(0)]

OF_A_PERSON = {**OPERATIONS, **DOCUMENT_OPERATIONS, **TOOL_OPERATIONS}


def _named(variable: str, all_of_them: Mapping[str, Any]) -> Sequence[str]:
    named = os.environ.get(variable)
    return [name for name in named.split(",") if name in all_of_them] if named else list(all_of_them)


async def _tell(name: str, made: Pair, home: House) -> None:
    try:
        for met in await meet_everywhere(name, made, home.looking):
            print(met, flush=True)
    except (*REFUSED, TypeError) as error:
        print(f"{name}: cannot both be made ready for one person: {error!r:.80}", flush=True)


@pytest.mark.parametrize("first", _named("FIRST", OF_A_PERSON))
async def test_of_one_person(first: str, addresses: Addresses, postgres: EmbeddedPostgres) -> None:
    model = ScriptedModel(says("Fine."))
    async with serving(addresses, [model]) as served, house(served.parts, addresses, postgres) as home:
        await home.someone()  # the first account, which is the admin's
        for second in _named("SECOND", OF_A_PERSON):

            async def made(other: str = second):  # type: ignore[no-untyped-def]
                ada = await home.someone()
                return await OF_A_PERSON[first](home, ada), await OF_A_PERSON[other](home, ada)

            await _tell(f"{first} × {second}", made, home)


@pytest.mark.parametrize("first", _named("FIRST", ORG_OPERATIONS))
async def test_of_one_organization(first: str, addresses: Addresses, postgres: EmbeddedPostgres) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, house(served.parts, addresses, postgres) as home:
        await someone(home.parts.db, "root")
        for second in _named("SECOND", ORG_OPERATIONS):

            async def made(other: str = second):  # type: ignore[no-untyped-def]
                of = await company(home)
                return await ORG_OPERATIONS[first](home, of), await ORG_OPERATIONS[other](home, of)

            await _tell(f"{first} × {second}", made, home)
