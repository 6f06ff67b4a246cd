"""Facts in plain statements, where there is no model: one pattern a rule, linear in the text.

read       a turn in, candidates out
about_me   "I …": the table of rules
states     how things stand with them beyond that: what they teach, fear, used to do
events     what they did, and what is before them
endings    what somebody no longer is, has or does
relations  "my sister Ana", and what is said of her
people     "a bus driver called Len", "Hamish's wife, Moira"
shapes     what a catch is taken for: a name, a job, an age
times      the day something happened on, or comes on
objects    what a pattern caught, cut down to the thing itself
nouns      words that tell a job from a mood
entities   who and what a clause names
kinds      which facts are lists, which may be told of others, which lie ahead
names      people, places and things by name
"""
