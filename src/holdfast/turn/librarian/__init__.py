"""The librarian: asks the memory in few words, and writes down what belongs to a message. `reading` says whether.

consult         the whole way, with a gate (recall sheet) or without one (memory block)
open_matters    pure: questions for what is still to be done
spec            pure: whom, what and when a message is about
compile_query   pure: the words the memory is searched by
relevance       what of the answer has to do with the question
quote           pure: words of a memory as data
sheet           pure: the block for the prompt
types           what these files hand to each other
"""
