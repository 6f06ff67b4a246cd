"""Kinds of facts, and what a request needs to know though it names nothing.

tables         which words, predicates and sentences belong to which kind: `kinds.toml`, `statements.toml`,
               `requests.toml`; and to which circumstance: `circumstances.toml`
words          which kinds the words of a text speak for
meaning        the tables as vectors of an embedder
circumstances  finer kinds, of what lives have in common
of_fact        the kinds of a fact
of_statement   whether a sentence says something lasting of its speaker
standing       how much a fact binds whoever helps
needs          which kinds of facts a request needs, or that it needs none
"""
