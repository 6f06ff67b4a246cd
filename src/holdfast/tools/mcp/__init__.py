"""Servers that bring tools of their own, by the Model Context Protocol.

servers        added, listed, changed, taken away; `paste` reads the JSON of other clients, `checked` what people enter
sign_in        a person signs in at a server; `oauth` knows the wire, `tokens` keeps and renews what came of it
ask            a call, a resource, a prompt, a check: looked up with the rights of whoever asks, then asked
source         the tools of all of them, for a turn
trust          what a person trusts of each tool
mentionables   resources and prompts, for mentions
declared       the servers in the operator's file
pool           the connections of this process; `link` is one of them, kept by a task of its own
session        one conversation, in the official library's words; `command` starts a program, by `launch`
elicit         what a server asks in the middle of a call, put to the person of that call
transport      HTTP by the guarded way out, within bounds
catalogue      what a server offers, brought into bounds; `content` does it for what it answers
parts, types   what the room needs, and what it speaks of
store, sign_in_store   every SQL statement

In this room the library (`mcp`) is known to `session`, `command`, `elicit` and `oauth` alone.
"""
