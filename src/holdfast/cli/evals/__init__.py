"""Measures of quality on labelled data; `eval` runs them.

transcripts  conversations with questions and the turns that answer them, read from text files
bm25         the reference that recall is held against: plain BM25 over the turns
measure      one conversation through ingest and recall, ranks counted
needs        facts that matter though nobody asks for them, by the very calls of a turn
library      files in five languages, and questions about them, from `labelled_library`
bring        files brought as an upload brings them, and read at once
retrieval    that library through index and search, places counted
retrieval_report  its shares, by part, language and way of searching
report       shares and ratios, by kind and by conversation
store        stems for the reference, and sessions to learn from
"""
