"""A second sink behind the outbox: Graphiti on FalkorDB, best effort.

Every owner has a graph of its own there, reached through a driver of its own. Nothing here is ever the only copy, and
nothing waits for it: down or slow, what is delivered is tried again later and what is asked gets no answer from here.

build_sinks    which sinks the settings name; without them nothing of this is imported
graphiti_sink  deliver, search, forget
groups         the name of an owner's graph, and of an episode in it
drivers        one connection an owner, closed when nobody has used it for a while
embed_again    new vectors in an old graph, after the embedder was changed
adapters       our own models and embedder in the shape Graphiti wants
library        the one place that imports Graphiti, told to keep quiet
store          every Cypher statement of ours
"""
