"""What was said is kept, folded, learned from, recalled, and on request forgotten.

Rows are owned by the pair (tenant, user); a memory session is (tenant, user, session id). Rooms, from the bottom up:

types      what the rooms hand to each other
parts      what the service is built from
jobs       the work that follows a turn
moments    moments and days that may be named
locks      advisory locks of an owner, their keys written once
restore    rows of an export, written again by the store that owns them
people     the one row a person has here
intake     a turn or a transcript comes in; sessions close
graph      a second sink: Graphiti on FalkorDB, best effort
recall     words and vectors; a question in, ranked memories out
loops      what is open: commitments, threads, frictions, habits, wins
learning   facts with evidence out of what was said, and the guards against junk and echoes
summaries  rolling summary, sessions, spine, chats
profile    who the person is: identity, user model, the day
outbox     evicted turns and closed sessions: folded once, delivered, or visibly dead
brief      what an assistant should know before it answers
shadow     the older path, behind a switch: judge, curator
forget     gone from every place, with a signed receipt
transfer   everything of one owner as JSON lines, out and in
quality    rates of junk, duplicates, echoes and stale memories
known      what is known of somebody, laid out for them to look at
"""
