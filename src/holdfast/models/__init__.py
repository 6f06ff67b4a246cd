"""Language models, embeddings and tokens behind small protocols.

types              what goes in and what comes out
openai_compatible  our thin client for every OpenAI-compatible endpoint (the hot path)
via_pydantic_ai    every other provider
chain              primary → fallback → emergency, before the first event only
tokens             exact counts, offline
embed              vectors, local or remote
local              the models that come in packages; demo_process runs the demo model in its own process
"""
