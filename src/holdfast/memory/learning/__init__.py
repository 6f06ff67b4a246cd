"""Facts with evidence out of what was said, and the guards against junk and echoes.

types        what learning hands from step to step
learn        a session's new turns in; facts, entities, edges and loops out, exactly once, in the order of saying
write        what a window says, compared with what is known and written down in one transaction
extract      the model first, rules where there is none
read_answer  a model's answer, read with suspicion
rules        facts in plain statements, by patterns
predicates   which facts hold one thing at a time, which say the opposite, how they read
guards       what is no memory: greetings, orders, secrets, other people's claims
echoes       what recall handed out does not come back as news
facts        what is said against what is known, and how that is written down; list, edit, pin, retire, history
naming       one row a person or place, whatever it is called today
read_edit    what a person's own wording of a fact says
store        what is read of sessions and turns, facts as people see them, shingles and counters
prompts      what the model is asked
"""
