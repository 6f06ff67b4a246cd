"""One chat turn: `pipeline.py` tells it on one page; the other files are its steps, named alike.

pipeline      the whole turn, in order
admit         who, may they, is it too large
listen        what was said: the words and the files that came along, or a recording
route         conversational, actionable, an answer at once, or a refusal
begin         message stored, chat and session opened or continued, stream row: one transaction
collect       everything the model may be told, each source with a deadline
draft_prompt  pure: ordered blocks, exact tokens, drops with reasons
exchange      model chain and tool loop → parts on the stream
finish        answer, usage, trace, stream's end, jobs: one transaction
speak         the stored answer, spoken, for whoever takes it whole
recover       come back to a running answer, or stop it
take_over     end truthfully what a lost process left
title         a name for a new chat
feed_memory   both sides of a finished turn, remembered
forget        messages, traces, prompts and streams of what the memory forgets
trace         the glass box, written and read
answer        the whole answer at once, for callers that do not stream
measure       turns in numbers
jobs          work that follows a turn
types         what the steps hand to each other
store         the statements that begin and finish a turn, and read its trace
"""
