"""What goes, taken out, and what was made of it.

take_out  turns, facts, loops, sessions, summaries; what is left is owed anew
about     the person's own text about themselves: the sentences that say it
types     what its steps hand to each other
store     the SQL behind it
"""
