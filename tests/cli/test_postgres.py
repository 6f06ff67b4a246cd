from __future__ import annotations

import subprocess
from pathlib import Path

from tests.cli.running import command, environment, holdfast
from tests.embedded.folders import data_folder


def test_a_dump_taken_here_is_restored_there(used_folder: Path) -> None:
    here = used_folder
    with data_folder() as there:
        made = holdfast("postgres", "psql", "-c", "create table kept as select 'kept' as text", env=environment(here))
        assert made.returncode == 0, made
        dump = subprocess.run(
            command("postgres", "pg_dump", "-Fc"), env=environment(here), cwd="/", capture_output=True
        )
        assert dump.returncode == 0, dump.stderr

        assert holdfast("migrate", env=environment(there)).returncode == 0
        restore = command("postgres", "pg_restore", "--dbname", "postgres", "--clean", "--if-exists", "--create")
        done = subprocess.run(restore, env=environment(there), cwd="/", input=dump.stdout, capture_output=True)
        assert done.returncode == 0, done.stderr
        asked = holdfast("postgres", "psql", "-Atc", "select text from kept", env=environment(there))
        assert asked.stdout == "kept\n", asked


def test_only_postgres_own_tools_are_run(tmp_path: Path) -> None:
    with data_folder() as folder:
        for tool in ("nonsense", "../../../bin/sh", "/bin/sh"):
            done = holdfast("postgres", tool, env=environment(folder))
            assert done.returncode == 1
            assert f"There is no tool {tool}" in done.stderr


def test_with_an_external_database_it_points_to_its_own_tools(tmp_path: Path) -> None:
    done = holdfast("postgres", "psql", env=environment(tmp_path, HOLDFAST_DATABASE_URL="postgresql://u:p@h/d"))
    assert done.returncode == 1
    assert "use your own tools" in done.stderr
