"""What is open: commitments, threads, frictions, habits; and wins.

types      what a turn does to a loop; what a person may change
clauses    a turn cut into what its speaker states: no questions, quotes, code or what-ifs
words      the words that carry a meaning, as a signature and for likeness
tables     in which words all of this is said: en/*.toml, de/*.toml, compiled when a process starts
measure    how well promises and endings are heard, on labelled sentences
calendars  whose days are meant
dates      "by Friday" against the day it was said
promises   commitments, threads, frictions, habits and endings in plain statements, by rules
match      which open loop a sentence speaks of
later      endings that were learned before the promise they end
settle     what a turn's candidates do to the loops there are; pure
book       the loops while they are settled, and which rows that changed; pure
apply      the decisions written, in the transaction that learned them
loops      list, add by hand, change
calendar_file  what is due, as a calendar reads it
nudges     what is worth bringing up
store      every SQL statement on these tables
"""
