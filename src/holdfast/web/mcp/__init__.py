"""The Model Context Protocol, served at `/mcp`: a person's memory, documents and personas for whatever speaks it.

asker     who asks here, with what they may; whoever brings nothing is told how to be let in
offer     what a tool of this server is, and what becomes of a call
memory_tools    search_memory, brief, loops, facts, remember, forget
document_tools  documents_search, document_open
resources the person's documents and their brief, to be read
prompts   the personas, as prompts
server    all of it, as the library wants it
answer    one request through the library, and back

The library (`mcp`) is known to `server`, `answer`, `offer`, `resources` and `prompts`. It keeps nothing between two
requests: who is asking is recognised anew each time, and a session is a row of ours
(`accounts/mcp_sessions.py`), so any process may answer and a key that was revoked opens nothing from then on.
"""
