"""What a stream costs while it runs: `python -m bench.streams`.

__main__   start everything, measure, print, keep
model      the model: a word every 20 ms, each saying when it was sent
proxy      a bare proxy of the same bytes, for comparison
readers    as many readers as asked for, who note how late each word reaches them
measure    one crowd of streams at one target: CPU of a chunk, how late it is, memory of a stream
report     numbers into a page for people and a file for programs

Everything is measured while all streams run and none begins or ends: what a turn costs is another bench's question.
Model and readers share the machine's cores with what is measured, so their CPU is told as well.
"""
