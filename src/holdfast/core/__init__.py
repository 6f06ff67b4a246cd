"""What would make sense in any other product.

config     settings from the environment and `holdfast.toml`
db         Postgres: who is asking, short transactions, retries
migrate    the schema, under a lock
jobs       work that outlives a request, on Postgres
http       the one guarded way out
blobs      bytes people gave us
crypto     secrets at rest, tokens and their hashes
errors     refusals by name
ids clock log observe      small things everybody needs
embedded/  Postgres from a wheel, started and stopped with us
"""
