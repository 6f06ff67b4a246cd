"""Facts that are held: what is said against them, and how that is written down.

read_held    what is held about what is spoken of, and a mark that tells whether it still stands so
likeness     which held facts mean nearly the same
reconcile    candidates against what is held: skip, reinforce, supersede, retire; pure
write_facts  what came of it, as rows; and what a person changes by hand
fold_facts   what says the same, folded into one
store        every SQL statement that writes facts, or reads them to compare
"""
