"""Why an answer was given, for whoever opens it.

types        a trace and its parts, as they are stored and told; views are what is told besides
trace        the glass box, written with the answer and read with the reader's rights
encode       a trace as JSON, whatever release wrote it
trace_store  traces and the texts they name
told         what of its person's memory an answer was told, in their own words
notes        what the sources have to say for the trace
owned/       texts in it that belong to somebody else, for whoever may read them
replay       an old turn again, with the memory of then or of now; compare says what is different
debug        the making of a turn, shown to its owner while it runs
measure      turns in numbers
"""
