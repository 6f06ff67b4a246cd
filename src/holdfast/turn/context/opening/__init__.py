"""How a session opens: what the memory hands over, and when the assistant is told of it.

opening    the packet of a session: kept from its first turn, or fetched now
catch_up   the session before goes to memory first, if that is still owed
fetch      start brief, user model, daily analysis and loops: all at once, each with a deadline
normalize  what came, read with suspicion
inject     pure: which of bridge, handover and ops a turn is told
posture    the words of CONVERSATION_POSTURE, with the momentum guard
overlay    the words of OVERLAY: open loops, the sections a message calls for, a day's steering
store      the packets of sessions
"""
