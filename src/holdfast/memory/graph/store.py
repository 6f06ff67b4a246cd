"""Every Cypher statement of ours. Each runs in one owner's graph; there is no other owner in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal

from redis.exceptions import ResponseError

from holdfast.memory.graph.drivers import OpenGraph

EpisodeState = Literal["absent", "begun", "whole"]


async def episode_state(graph: OpenGraph, episode: str) -> EpisodeState:
    rows = await _rows(graph, "match (e:Episodic {uuid: $episode}) return e.is_whole as is_whole", episode=episode)
    if not rows:
        return "absent"
    return "whole" if rows[0]["is_whole"] else "begun"


async def mark_whole(graph: OpenGraph, episode: str) -> None:
    await _rows(graph, "match (e:Episodic {uuid: $episode}) set e.is_whole = true", episode=episode)


async def count_episodes(graph: OpenGraph) -> int:
    count: int = (await _rows(graph, "match (e:Episodic) return count(e) as count"))[0]["count"]
    return count


async def remove_episodes(graph: OpenGraph, episodes: Sequence[str]) -> int:
    """Take out these episodes and whatever was first told by them. How many were there."""
    given = list(episodes)
    found = await _rows(graph, "match (e:Episodic) where e.uuid in $episodes return e.uuid", episodes=given)
    # What is known of somebody is summarised over all episodes that name them, so it goes and is written anew.
    await _rows(
        graph,
        "match (e:Episodic)-[:MENTIONS]->(n:Entity) where e.uuid in $episodes set n.summary = ''",
        episodes=given,
    )
    # A fact is worded by the first episode that told it; later ones only confirmed it.
    await _rows(
        graph,
        "match (:Entity)-[f:RELATES_TO]->(:Entity) where size(f.episodes) = 0 or f.episodes[0] in $episodes delete f",
        episodes=given,
    )
    await _rows(
        graph,
        """
        match (:Entity)-[f:RELATES_TO]->(:Entity) where any(one in f.episodes where one in $episodes)
        set f.episodes = [one in f.episodes where not one in $episodes]
        """,
        episodes=given,
    )
    await _rows(graph, "match (e:Episodic) where e.uuid in $episodes detach delete e", episodes=given)
    # Nobody speaks of these any more, or a delivery died before it said who does.
    await _rows(graph, "match (n:Entity) where not (n)<-[:MENTIONS]-(:Episodic) detach delete n")
    await _forget_slow_queries(graph)
    return len(found)


async def drop_graph(graph: OpenGraph) -> int:
    count = await count_episodes(graph)
    await graph.connection.delete(graph.group)
    await _forget_slow_queries(graph)
    return count


async def embedder_of(graph: OpenGraph) -> str | None:
    """Whose vectors are in this graph; None: nobody's yet."""
    rows = await _rows(graph, "match (h:Holdfast) return h.embedder as embedder")
    return rows[0]["embedder"] if rows else None


async def set_embedder(graph: OpenGraph, name: str) -> None:
    await _rows(graph, "merge (h:Holdfast) set h.embedder = $name", name=name)


async def entity_names(graph: OpenGraph) -> Sequence[tuple[str, str]]:
    rows = await _rows(graph, "match (n:Entity) return n.uuid as id, n.name as text")
    return [(row["id"], row["text"]) for row in rows]


async def fact_texts(graph: OpenGraph) -> Sequence[tuple[str, str]]:
    rows = await _rows(graph, "match (:Entity)-[f:RELATES_TO]->(:Entity) return f.uuid as id, f.fact as text")
    return [(row["id"], row["text"]) for row in rows]


async def save_entity_vectors(graph: OpenGraph, vectors: Sequence[Mapping[str, Any]]) -> None:
    cypher = "unwind $vectors as v match (n:Entity {uuid: v.id}) set n.name_embedding = vecf32(v.vector)"
    await _rows(graph, cypher, vectors=list(vectors))


async def save_fact_vectors(graph: OpenGraph, vectors: Sequence[Mapping[str, Any]]) -> None:
    cypher = """
        unwind $vectors as v
        match (:Entity)-[f:RELATES_TO {uuid: v.id}]->(:Entity) set f.fact_embedding = vecf32(v.vector)
    """
    await _rows(graph, cypher, vectors=list(vectors))


async def _forget_slow_queries(graph: OpenGraph) -> None:
    """The server remembers slow queries with their values. Where we may not clear that, its operator must."""
    for command in (("GRAPH.SLOWLOG", graph.group, "RESET"), ("SLOWLOG", "RESET")):
        with suppress(ResponseError):
            await graph.connection.execute_command(*command)  # type: ignore[no-untyped-call]


async def _rows(graph: OpenGraph, cypher: str, **values: Any) -> list[dict[str, Any]]:
    answer = await graph.driver.execute_query(cypher, **values)
    return list(answer[0]) if answer else []
