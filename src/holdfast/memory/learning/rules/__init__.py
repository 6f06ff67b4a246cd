"""Facts in plain statements, where there is no model: one pattern a rule, linear in the text.

read       a turn in, candidates out
about_me   "I …": the table of rules
endings    what somebody no longer is, has or does
relations  "my sister Ana", and what is said of her
objects    what a pattern caught, cut down to the thing itself
nouns      words that tell a job from a mood
names      people, places and things by name
"""
