"""One chat turn: `pipeline.py` tells it on one page; the other files are its steps, named alike.

pipeline      the whole turn, in order
running       the turns being answered in this process, and what becomes of them when it stops
admit         who, may they, is it too large
quota         is a turn left for today; counted when it begins, given back where it was not answered
listen        what was said: the words and the files that came along, or a recording
transcribe    a recording made into words, in a turn or for itself
spend_voice   what hearing a recording takes of the month's minutes
route         conversational, actionable, an answer at once, or a refusal
prefetch      what the turn will want, asked for while its message is stored
begin         message stored, chat and session opened or continued, stream row: one transaction
collect       everything the model may be told, from a list of sources, each with a deadline
offer_tools   which tools: the persona's own, and first among them what the message asks for
preflight     which model, how long, which tool first: asked of a model, for personas that want it
draft_prompt  pure: ordered blocks, exact tokens, drops with reasons
go_on         an answer that was cut short goes on as the same message; seam joins its halves
approve       a person allows a call that waits, or does not; decided keeps it, in the transaction that goes on
request_again the request of a turn that began before, for whoever answers it anew or goes on with it
exchange      model chain and tool loop → parts on the stream
use_tools     the calls of one round: run side by side, told in order, or waiting for their person
tool_block    the room that tools take in the prompt; pure
said          what has come so far in an exchange: words and calls, in their order
retold        an answer as its model said it, for going on with it; pure
citations     marks in an answer that stand for passages and pages; pure
finish        answer, usage, trace, stream's end, jobs: one transaction
speak         the stored answer, spoken, for whoever takes it whole
say           a piece of any text, spoken at once
charge        a turn of a program's person, counted with the account that it hangs on
analyze_document  a question to one document, outside of any turn
offerings     what a program may ask for by name: personas, their profiles, models
cost          what a chat has cost in all
title         a name for a new chat
jobs          work that follows a turn
types         what the steps hand to each other
codes         what a turn calls things, in one word each: the client has a sentence for every one
store         the statements that begin and finish a turn
begin_store   what a turn finds when it begins: the chat, held or made
answers_store reading what was asked and answered
prompts       what models are asked besides the answer

sources/      where what the model may be told comes from, one file each
context/      what sources and prompts are made of: openings, envelope, history, blocks, budget
reading/      how a message is taken: posture, intent, signals, and whether the memory is asked
librarian/    what the memory is asked, and what of its answer is told
settings/     what an admin may change about routing and prompts
memory_feed/  what a turn gives to the memory
recovery/     a running answer that somebody comes back to, stops, or was left alone with
glassbox/     why an answer was given: trace, replay, debug
"""
