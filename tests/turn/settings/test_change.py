"""Versions of the settings: added, never overwritten, by admins only."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from holdfast.core.db import Db
from holdfast.core.errors import Conflict, Forbidden, Invalid, NotFound
from holdfast.core.ids import UserId
from holdfast.turn.settings.change import change_settings, list_versions, newest_version, restore_settings
from holdfast.turn.settings.defaults import DEFAULTS
from holdfast.turn.settings.read import read_settings
from holdfast.turn.settings.types import Rule
from tests.accounts.admitted import vouched_for

pytestmark = pytest.mark.anyio


async def person(db: Db, name: str) -> UserId:
    return await vouched_for(db, name, name)


async def test_the_defaults_hold_until_somebody_changes_them(db: Db) -> None:
    root = await person(db, "root")
    async with db.as_user(root) as tx:
        assert (await read_settings(tx)).version == 0
    newest = await newest_version(db, root)
    assert (newest.version, newest.settings, newest.changed_by) == (0, DEFAULTS, None)


async def test_a_change_is_a_new_version_and_an_old_one_can_be_restored(db: Db) -> None:
    root = await person(db, "root")
    brief = DEFAULTS.model_copy(update={"thin_prompt": "Be brief."})
    first = await change_settings(db, root, brief, based_on=0)
    assert (first.version, first.settings.thin_prompt, first.changed_by) == (1, "Be brief.", root)
    second = await restore_settings(db, root, 0)
    assert (second.version, second.settings) == (2, DEFAULTS)
    third = await restore_settings(db, root, 1)
    assert (third.version, third.settings.thin_prompt) == (3, "Be brief.")
    assert [one.version for one in await list_versions(db, root, before=None, limit=10)] == [3, 2, 1, 0]
    assert [one.version for one in await list_versions(db, root, before=3, limit=2)] == [2, 1]
    for unknown in (4, 99):
        with pytest.raises(NotFound):
            await restore_settings(db, root, unknown)


async def test_of_two_changes_made_from_the_same_version_one_is_stale(db: Db) -> None:
    root = await person(db, "root")
    changes = [change_settings(db, root, DEFAULTS, based_on=0) for _ in range(5)]
    done = await asyncio.gather(*changes, return_exceptions=True)
    assert sorted(type(one).__name__ for one in done) == ["Conflict"] * 4 + ["Version"]
    stale = next(one for one in done if isinstance(one, Conflict))
    assert (stale.code, stale.details) == ("stale_version", {"version": 1})


async def test_only_an_admin_changes_or_lists_and_the_database_says_so_itself(db: Db) -> None:
    await person(db, "root")
    eve = await person(db, "eve")
    with pytest.raises(Forbidden):
        await change_settings(db, eve, DEFAULTS, based_on=0)
    with pytest.raises(Forbidden):
        await list_versions(db, eve, before=None, limit=10)
    with pytest.raises(Forbidden):
        await restore_settings(db, eve, 0)
    for statement in (
        "select * from prompt_settings",
        "insert into prompt_settings (version, settings) values (1, '{}')",
        "delete from prompt_settings",
    ):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with db.as_user(eve) as tx:
                await tx.execute(statement)


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("(dispatch", "missing )"),
        ("a**", "bad repetition operator"),
        ("(?=later)", "invalid perl operator"),
        (r"(a)\1", "invalid escape sequence"),
        ("[z-a]", "invalid character class range"),
        ("((a{100}){100}){100}", "invalid repetition size"),
        (r"a\C", "a piece of a letter"),
    ],
)
async def test_a_regex_that_cannot_be_taken_is_named_with_the_reason(db: Db, pattern: str, problem: str) -> None:
    root = await person(db, "root")
    rules = (Rule(name="fine", pattern="fine"), Rule(name="broken", pattern=pattern))
    for field, wire in (
        ("actionable", "actionable"),
        ("conversational", "conversational"),
        ("can_requests", "canRequests"),
    ):
        with pytest.raises(Invalid) as refused:
            await change_settings(db, root, DEFAULTS.model_copy(update={field: rules}), based_on=0)
        assert refused.value.code == "bad_pattern"
        (fault,) = refused.value.details
        assert (fault["field"], fault["rule"]) == (f"settings.{wire}.1.pattern", "broken")
        assert problem in fault["problem"]
        assert "broken" in refused.value.message
    assert (await newest_version(db, root)).version == 0


async def test_two_rules_of_one_name_are_refused(db: Db) -> None:
    root = await person(db, "root")
    twins = (Rule(name="same", pattern="a"), Rule(name="same", pattern="b"))
    with pytest.raises(Invalid, match="same name"):
        await change_settings(db, root, DEFAULTS.model_copy(update={"actionable": twins}), based_on=0)


async def test_settings_of_another_release_are_read_as_far_as_they_are_known(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    root = await person(db, "root")
    await as_owner.execute(
        """insert into prompt_settings (version, settings) values (1, '{"thinPrompt": "Short.", "newField": 1}')"""
    )
    async with db.as_user(root) as tx:
        current = await read_settings(tx)
    assert current.settings == DEFAULTS.model_copy(update={"thin_prompt": "Short."})
    await as_owner.execute(
        """insert into prompt_settings (version, settings) values (2, '{"historyTokens": "many"}')"""
    )
    async with db.as_user(root) as tx:
        assert (await read_settings(tx)).settings == DEFAULTS


async def test_whoever_leaves_is_not_named_any_more(db: Db, as_owner: asyncpg.Connection) -> None:
    root = await person(db, "root")
    await change_settings(db, root, DEFAULTS, based_on=0)
    await as_owner.execute("delete from users where id = $1", root)
    assert await as_owner.fetchval("select changed_by from prompt_settings") is None
