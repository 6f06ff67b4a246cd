"""What is known of somebody, laid out for them to look at. Nothing is written here.

types     how many facts of each kind, people and things, what joins them
kinds     how many facts there are of each kind, and since when
entities  people and things, and the picture of what joins them
learned   what was learned from a few messages alone
turns     the words that something was learned from, by their numbers
by_number facts, loops and turns that an answer was told
store     every SQL statement of it
"""
