"""Facts: what is said against what is known, how that is written down, and what people do with them by hand.

facts        for the person: list, edit, pin, retire, and how each came to be
read_known   what is known about what is spoken of, and a mark that tells whether it still stands so
likeness     which known facts mean nearly the same
nearby       which of the known facts a new one can have to do with
reconcile    candidates against what is known: skip, reinforce, supersede, retire; pure
write_facts  what came of it, as rows; and what a person changes by hand
fold_facts   what says the same, folded into one
store        every SQL statement that writes facts, or reads them to compare
"""
