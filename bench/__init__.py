"""What a turn costs, next to the model itself. `make bench`, or `python -m bench --quick`.

__main__   the one command: start, measure, print, keep
rounds     which questions are asked of whom, how often, in which order
model      the model: a loopback server on the OpenAI wire, in its own process
load       the load: a closed loop of people who ask, wait for the whole answer, and ask again, in its own process
server     a real `holdfast up` with its own Postgres, people and chats
process    processes we start and end, and what the kernel knows of them
learning   what learning costs whoever is answered meanwhile: `python -m bench.learning`
bulk       a bulk of transcripts, and somebody who says one sentence meanwhile: `python -m bench.bulk`
backlog    what is left to learn, and what the worker has used up
ingest     what keeping a turn in memory costs, next to a bare insert: `python -m bench.ingest`
house      counts a checkout, to hold two side by side: `python -m bench.house [folder]`
tools      what 60 tools cost a turn that uses none: `python -m bench.tools`
retrieval  a question in 100,000 passages, and what indexing costs: `python -m bench.retrieval`
streams/   what a stream costs while it runs, next to a bare proxy: `python -m bench.streams`
report     numbers into a page for people and a file for programs

The machine is never quiet, so nothing is measured once. Rounds go from target to target, each target is measured twice
in every round under two names (the A/A control), and a difference is worth reading only where it is larger than the one
between a target and itself.
"""
