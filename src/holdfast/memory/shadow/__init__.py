"""The older path, behind a switch: a judge that reads the last few messages after each turn, and curators.

It writes into the same facts and loops as learning does, through the same guards; a turn that both have read says a
thing only once. `FEATURE_SHADOW_PATH` switches it on; `FEATURE_MEMORY_CURATOR` besides it what `curate` does to loops.

types         what the steps hand to each other, and their limits
shadow        the whole path in order; the job behind it
talks         where the words of a session are: in memory, or still on their way
window        which messages the judge reads
judge         the model's memories and loops, or those of the rules
sanitize      which memories are none: tests, personas, strangers
keys          what makes two memories the same
normalize     loops: hedged promises are threads, known kinds only, each once
curate        endings, habits and threads that lead nowhere
summarise     the rolling summary of every fourth turn, the spine
auto_curate   duplicates folded, now and then
store         every SQL statement on the path's own state
prompts       what the judge is asked
"""
