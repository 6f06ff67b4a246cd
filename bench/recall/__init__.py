"""How well and how fast recall answers.

conversations/  labelled conversations, invented for this; `holdfast eval recall` measures on them
fill            a long memory made at once: synthetic turns, words and vectors
latency         `python -m bench.recall.latency`: the median query at 1,000, 10,000 and 100,000 turns of one person
mem0            `python -m bench.recall.mem0`: the same beside mem0, if it is installed
"""
