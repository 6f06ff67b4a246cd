"""Programs of this machine as servers: real ones, and who may have them started."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from holdfast.core.migrate import Addresses
from holdfast.tools.types import ToolFailed
from tests.tools.mcp.given import check, hand_of, served_with
from tests.waiting import until

pytestmark = pytest.mark.anyio
SERVERS = "/api/mcp/servers"

# Says what it was started with, dies when it is told to, and answers with a line that is too long.
ODD = """
import json, os, resource, sys
for line in sys.stdin:
    told = json.loads(line)
    if "id" not in told:
        continue
    method, result = told["method"], {}
    if method == "initialize":
        result = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "odd", "version": "1"}}
    elif method == "tools/list":
        result = {"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in ("tell", "die", "flood")]}
    elif method == "tools/call" and told["params"]["name"] == "die":
        sys.exit(1)
    elif method == "tools/call" and told["params"]["name"] == "flood":
        result = {"content": [{"type": "text", "text": "x" * 30_000_000}]}
    elif method == "tools/call":
        said = {"environment": dict(os.environ), "pid": os.getpid(), "files": resource.getrlimit(resource.RLIMIT_NOFILE)[0]}
        result = {"content": [{"type": "text", "text": json.dumps(said)}]}
    else:
        print(json.dumps({"jsonrpc": "2.0", "id": told["id"], "error": {"code": -32601, "message": "no"}}), flush=True)
        continue
    print("not a message", flush=True)
    print(json.dumps({"jsonrpc": "2.0", "id": told["id"], "result": result}), flush=True)
"""  # noqa: E501


async def start(person: Any, name: str, command: str, *args: str, **more: Any) -> dict[str, Any]:
    made = await person.http.post(SERVERS, json={"name": name, "command": command, "args": list(args), **more})
    assert made.status_code == 201, made.text
    told = await check(person, made.json())
    assert told["state"] == "ready", told
    return told


async def test_a_real_clock_and_a_real_repository_lend_their_tools(addresses: Addresses, tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (tmp_path / "plan.md").write_text("Four legs.")
    async with served_with(addresses, mcp={"commands": True}) as served, served.person() as ada:
        clock = await start(ada, "clock", sys.executable, "-m", "mcp_server_time", "--local-timezone", "UTC")
        assert (clock["scope"], clock["kind"], clock["tools"]) == ("everyone", "command", 2)
        hand = hand_of(served, ada)
        answer = await hand.use("clock__get_current_time", timezone="Europe/Vienna")
        assert "Europe/Vienna" in answer.text
        await start(ada, "git", sys.executable, "-m", "mcp_server_git", "--repository", str(tmp_path))
        status = await hand.use("git__git_status", repo_path=str(tmp_path))
        assert "plan.md" in status.text


async def test_a_program_gets_an_environment_of_its_own_and_bounds(addresses: Addresses, tmp_path: Path) -> None:
    program = tmp_path / "odd.py"
    program.write_text(ODD)
    async with served_with(addresses, mcp={"commands": True}) as served, served.person() as ada:
        told = await start(ada, "odd", sys.executable, str(program), env={"SHOP_KEY": "a-secret"})
        assert told["envNames"] == ["SHOP_KEY"]
        said = (await hand_of(served, ada).use("odd__tell")).text
        assert '"SHOP_KEY": "a-secret"' in said
        assert "HOLDFAST" not in said
        names = set(json.loads(said)["environment"])
        assert names <= {"PATH", "HOME", "TMPDIR", "LANG", "SHOP_KEY", "LC_CTYPE"}
        assert '"files": 512' in said
        assert "a-secret" not in (await ada.http.get(SERVERS)).text


async def test_a_program_that_dies_or_floods_costs_one_error_and_is_started_again(
    addresses: Addresses, tmp_path: Path
) -> None:
    program = tmp_path / "odd.py"
    program.write_text(ODD)
    async with served_with(addresses, mcp={"commands": True}) as served, served.person() as ada:
        await start(ada, "odd", sys.executable, str(program))
        hand = hand_of(served, ada)
        for trick in ("odd__die", "odd__flood"):
            with pytest.raises(ToolFailed, match="ended"):
                await hand.use(trick)
            assert '"pid"' in (await hand.use("odd__tell")).text
        pid = int(json.loads((await hand.use("odd__tell")).text)["pid"])
    await until(lambda: not os.path.exists(f"/proc/{pid}"))


async def test_programs_are_for_admins_where_the_operator_allows_them(addresses: Addresses) -> None:
    wish = {"name": "shell", "command": "sh"}
    async with served_with(addresses) as served, served.person() as ada, served.person("bob") as bob:
        for person, code in ((ada, "commands_off"), (bob, "not_admin")):
            refused = await person.http.post(SERVERS, json=wish)
            assert (refused.status_code, refused.json()["error"]["code"]) == (403, code)
        hidden = await ada.http.post(SERVERS, json={**wish, "scope": "mine"})
        assert hidden.status_code == 403


async def test_a_program_that_is_not_there_is_told_so(addresses: Addresses) -> None:
    async with served_with(addresses, mcp={"commands": True}) as served, served.person() as ada:
        made = await ada.http.post(SERVERS, json={"name": "none", "command": "there-is-no-such-program"})
        told = await check(ada, made.json())
        assert (told["state"], told["error"]["code"]) == ("failed", "start_failed")
        private = await ada.http.post(SERVERS, json={"name": "x", "command": "sh", "scope": "mine"})
        assert (private.status_code, private.json()["error"]["code"]) == (422, "command_is_everyones")


async def test_servers_of_the_operators_file_are_everybodys_and_changed_there_alone(addresses: Addresses) -> None:
    clock = {"command": [sys.executable, "-m", "mcp_server_time", "--local-timezone", "UTC"]}
    async with (
        served_with(addresses, mcp={"servers": {"clock": clock}}) as served,
        served.person() as ada,
        served.person("bob") as bob,
    ):
        told = (await bob.http.get(SERVERS)).json()["servers"]
        assert [(one["name"], one["isDeclared"], one["canEdit"], one["command"]) for one in told] == [
            ("clock", True, False, None)
        ]
        assert (await check(bob, told[0]))["state"] == "ready"
        assert "UTC" in (await hand_of(served, bob).use("clock__get_current_time", timezone="UTC")).text
        for asked in (
            ada.http.patch(f"{SERVERS}/{told[0]['id']}", json={"name": "Mine"}),
            ada.http.delete(f"{SERVERS}/{told[0]['id']}"),
        ):
            refused = await asked
            assert (refused.status_code, refused.json()["error"]["code"]) == (409, "server_declared")
    async with served_with(addresses) as served, served.person("eve") as eve:
        assert (await eve.http.get(SERVERS)).json()["servers"] == []
