"""What documents know: their passages, found by words and by meaning.

registry   every namespace there is: whose it is, which backend keeps it, who gives way to whom
chunk      a text into passages, at the ends of its sentences; pure
terms      a text into the words it is found by, in its language; pure
index      passages of a document, with words and vectors
vectors    passages and questions as vectors, by whichever embedder made those that are there
cells      a large space in groups of near vectors
take_over  another embedder takes a space over
follow_up  what a question that goes on with a conversation is about; pure
model_help  what a model may do for a search: rewrite the question, put passages in order
kept_scores  how near the house's passages were to the last questions
attached   what was brought in a chat, for an answer in it
open_document  a document's passages as they follow each other
search     a question into passages, ranked, of all the spaces that somebody may read
fuse       how near a passage is, of words and of meaning; pure
tell       passages as a model is told them, numbered; pure
spaces     what stands in a space, for whoever fills it
hosted     vectors that an operator keeps elsewhere: sent, asked, erased
upstash    the wire of that elsewhere
health     whether what keeps passages answers
store      every statement on passages
spaces_store   every statement on spaces
vectors_store  every statement on vectors of passages, and on cells
search_store   those that find passages
hosted_store  every statement on vectors that are kept elsewhere
types      what leaves the room
"""
