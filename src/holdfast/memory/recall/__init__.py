"""A question in, ranked memories out: words, meaning, neighbours, who said it and when.

recall    the whole way of a question
question  pure: what a question asks for
postings  pure: the turns that hold the question's words, and how much of them
closeness pure: how closely turns meet a question, word piece by word piece
fuse      pure: several weak signs into one score
choose    pure: above the floor, the best first, spread over sessions where the answer is
facts     pure: how facts are ranked
vectors/  vectors made in the background, kept by embedder
store     every SQL statement that reads words, vectors, turns and facts
"""
