"""One chat turn: `pipeline.py` tells it on one page; the other files are its steps, named alike.

pipeline      the whole turn, in order
admit         who, may they, is it too large
quota         is a turn left for today; counted when it begins, given back where it was not answered
listen        what was said: the words and the files that came along, or a recording
spend_voice   what hearing a recording takes of the month's minutes
route         conversational, actionable, an answer at once, or a refusal
look_ahead    what the turn will want, begun while its message is stored: vectors, memory, history
begin         message stored, chat and session opened or continued, stream row: one transaction
history       what was said before in the chat, as far as the persona sees it
collect       everything the model may be told, each source with a deadline
images        those of a message, for a model that sees; so many bytes over all turns
opening/      what a session begins with, and when a turn is told of it
understand/   how a message is taken: posture, intent, signals
librarian/    whether the memory is asked, for what, and what of its answer is told
envelope/     what is known of an incident; CAN reports
settings/     what an admin may change about routing and prompts
blocks        pure: what the sources found, as blocks of the prompt
shorten       short versions of long blocks, asked of a model when the prompt will be too full
tame          pure: text from elsewhere, in which no line passes for a heading
notes         what the sources have to say for the trace
preflight     which model, how long, which tool first: asked of a model, for personas that want it
draft_prompt  pure: ordered blocks, exact tokens, drops with reasons
budget        pure: who gets a place in the prompt, and who gives way
legacy        pure: the blocks of the older runtime, while its shadow path is switched on
legacy_state  what those blocks are made of, asked of the memory
legacy_cards  pure: whom a message names, with what is known of them
exchange      model chain and tool loop → parts on the stream
echo          what recall put into a prompt, told to the memory, which will know it again
finish        answer, usage, trace, stream's end, jobs: one transaction
speak         the stored answer, spoken, for whoever takes it whole
recover       come back to a running answer, or stop it
take_over     end truthfully what a lost process left
regenerate    or answer it anew in the same stream, where the persona wants that
sweep         find what was left, every few seconds, in every process
let_go        hand a running answer to another process before this one ends
title         a name for a new chat
feed_memory   what was said, remembered: a finished turn, or a whole session
shadow_session  the shadow path over a session whose words are not in memory yet
forget        messages, traces, prompts and streams of what the memory forgets
trace         the glass box, written and read
owned/        texts in it that belong to somebody else, for whoever may read them
replay        an old turn again, with the memory of then or of now
debug         the making of a turn, shown to its owner while it runs
answer        the whole answer at once, for callers that do not stream
measure       turns in numbers
jobs          work that follows a turn
types         what the steps hand to each other
store         the statements that begin and finish a turn, and read its trace
prompts       what models are asked besides the answer
envelope      a room in it: what is known of the incident a chat is about
settings      a room in it: how such chats are routed, by an admin's choice
"""
