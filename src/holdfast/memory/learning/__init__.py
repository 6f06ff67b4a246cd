"""Facts with evidence out of what was said, and the guards against junk and echoes.

types        what learning hands from step to step
learn        a session's new turns in; facts, entities, edges and loops out, exactly once, in the order of saying
write        what a window says, compared with what is held and written down in one transaction
extract      the model first, rules where there is none
read_answer  a model's answer, read with suspicion
rules        facts in plain statements, by patterns
predicates   which facts hold one thing at a time, which say the opposite, how they read
guards       what is no memory: greetings, orders, secrets, other people's claims
echoes       what recall handed out does not come back as news
reconcile    candidates against what is held: skip, reinforce, supersede, retire; pure
fold_facts   what says the same, folded into one
likeness     which held facts mean nearly the same
naming       one row a person or place, whatever it is called today
facts        list, edit, pin, retire, history
store        every SQL statement on these tables
prompts      what the model is asked
"""
