"""The clients that programs use, each as it is and in an environment of its own, against a served Holdfast.

What they say stands in `clients/official/`; they are told an address and a key, as by whoever uses them.
`make test-clients` sets their environments up, and runs these; `make test` leaves them out.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import pytest

from holdfast.core.migrate import Addresses
from tests.architecture.belongings import png
from tests.clients.official.telling import TellingModel
from tests.serving import serving
from tests.waiting import HANGS_SECONDS

pytestmark = [pytest.mark.anyio, pytest.mark.clients]

ROOT = Path(__file__).parents[3]
OFFICIAL = ROOT / "clients" / "official"
AT_ONCE = 4
"""So many requests of one person are under way; the talks ask for one more, and wait as long as they are told."""


@asynccontextmanager
async def told_by_environment(addresses: Addresses) -> AsyncIterator[Mapping[str, str]]:
    """A served Holdfast, as clients are told of it; the names of the first two are OpenAI's."""
    limits = {"requests_of_a_person": AT_ONCE}
    async with serving(addresses, [TellingModel()], limits=limits) as served, served.person() as ada:
        made = await ada.http.post("/api/api-keys", json={"name": "official", "scopes": ["chat", "memory"]})
        assert made.status_code == 201, made.text
        yield {
            **{name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")},
            "OPENAI_BASE_URL": f"{served.url}/api/v1",
            "OPENAI_API_KEY": made.json()["key"],
            "HOLDFAST_URL": served.url,
            "AT_ONCE": str(AT_ONCE),
            "EMBEDDER": served.parts.memory.embedder.name,
            "PICTURE": base64.b64encode(png()).decode(),
        }


async def ends_well(*command: str | Path, env: Mapping[str, str], folder: Path = ROOT) -> None:
    process = await asyncio.create_subprocess_exec(
        *command, cwd=folder, env=env, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    try:
        async with asyncio.timeout(2 * HANGS_SECONDS):
            told, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0, told.decode()


def python_of(name: str) -> Path:
    return OFFICIAL / name / ".venv" / "bin" / "python"


@pytest.mark.parametrize("name", ["openai-python", "langchain", "llm"])
async def test_a_client_for_python_talks_as_it_does_with_openai(addresses: Addresses, name: str) -> None:
    async with told_by_environment(addresses) as env:
        await ends_well(python_of(name), OFFICIAL / name / "talk.py", env=env)


@pytest.mark.parametrize("name", ["openai-node", "ai-sdk"])
async def test_a_client_for_node_talks_as_it_does_with_openai(addresses: Addresses, name: str) -> None:
    async with told_by_environment(addresses) as env:
        await ends_well(ROOT / "scripts" / "bootstrap", "npm", "--prefix", OFFICIAL / name, "run", "talk", env=env)


async def test_a_client_generated_for_python_holds_a_conversation(addresses: Addresses, tmp_path: Path) -> None:
    folder = OFFICIAL / "openapi-python-client"
    async with told_by_environment(addresses) as env:
        async with httpx2.AsyncClient(base_url=env["HOLDFAST_URL"], trust_env=False) as client:
            (tmp_path / "openapi.json").write_bytes((await client.get("/openapi.json")).content)
        await ends_well(
            *(python_of(folder.name).with_name("openapi-python-client"), "generate", "--fail-on-warning"),
            *("--path", tmp_path / "openapi.json", "--config", folder / "config.yml", "--meta", "none"),
            *("--output-path", tmp_path / "holdfast_generated"),
            env=env,
        )
        await ends_well(python_of(folder.name), folder / "talk.py", env={**env, "PYTHONPATH": str(tmp_path)})


async def test_types_generated_for_typescript_hold_a_conversation(addresses: Addresses) -> None:
    folder = OFFICIAL / "openapi-typescript"
    async with told_by_environment(addresses) as env:
        await ends_well(ROOT / "scripts" / "bootstrap", "npm", "--prefix", folder, "run", "talk", env=env)
