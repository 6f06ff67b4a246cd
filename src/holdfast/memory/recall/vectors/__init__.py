"""Vectors of turns, facts and loops: made in the background, kept by embedder, found again.

embed      the EMBED job: vectors for everything of an owner that waits, in batches; a change of the embedder
compose    pure: which texts make an item's vectors, and how they are blended
make       the vectors of pieces, and those of the word pieces of turns
present    which embedder answers for an owner now
store      every SQL statement on these tables
"""
