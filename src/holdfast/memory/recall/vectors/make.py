"""The vectors of pieces, and those of the word pieces of turns: what is known already is not made again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from holdfast.core.cells import Matrix
from holdfast.memory.recall.vectors.compose import PendingVector, Piece, blend
from holdfast.memory.recall.vectors.store import KnownVectors
from holdfast.models.embed_aside import embed_aside
from holdfast.models.embed_lately import lately
from holdfast.models.token_vectors import EmbedsTokens
from holdfast.models.types import Embedder


async def make_vectors(
    embedder: Embedder, planned: Sequence[tuple[PendingVector, Piece]], known: KnownVectors
) -> Sequence[tuple[Matrix, bytes | None]]:
    """For each piece its vector, and of turns those of its word pieces, packed, where the embedder makes such. What was
    carried here is known as if it had been embedded in this process, to whoever reads the turn next too."""
    lately(embedder).receive(known.texts)
    lately(embedder).receive_tokens(known.text_tokens)
    turns = {piece.made_of: piece for item, piece in planned if item.kind == "e"}
    tokens = {**known.piece_tokens, **await _tokens(embedder, turns, known)}
    blended = await _blended(embedder, [piece for _, piece in planned], known)
    return [
        (vector, tokens.get(piece.made_of) if item.kind == "e" else None)
        for (item, piece), vector in zip(planned, blended, strict=True)
    ]


async def _tokens(embedder: Embedder, turns: Mapping[bytes, Piece], known: KnownVectors) -> Mapping[bytes, bytes]:
    """By what a piece is made of. Of its last text, which is the turn in its company; the text's vector comes along."""
    if not isinstance(embedder, EmbedsTokens):
        return {}
    recent, made, missing = lately(embedder), {}, {}
    for key, piece in turns.items():
        if key in known.piece_tokens:
            continue
        packed = None if piece.own_since else recent.find_tokens(piece.texts[-1])
        if packed is None:
            missing[key] = piece
        else:
            made[key] = packed
    read = await embedder.embed_tokens_aside([piece.texts[-1] for piece in missing.values()])
    for (key, piece), one in zip(missing.items(), read, strict=True):
        recent.keep({piece.texts[-1]: one.vector})
        made[key] = one.tokens.packed(since=piece.own_since)
    return made


async def _blended(embedder: Embedder, wanted: Sequence[Piece], known: KnownVectors) -> Sequence[Matrix]:
    new = {piece.made_of: piece for piece in wanted if piece.made_of not in known.pieces}
    vectors = iter(await embed_aside(embedder, [text for piece in new.values() for text in piece.texts]))
    made = {key: blend([next(vectors) for _ in piece.texts], piece.shares) for key, piece in new.items()}
    return [made[key] if (key := piece.made_of) in made else known.pieces[key] for piece in wanted]
