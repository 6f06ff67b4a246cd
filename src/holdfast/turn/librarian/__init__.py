"""The librarian: decides whether a message wants the memory, asks it in few words, and writes down what belongs to it.

consult         the whole way, with a gate (recall sheet) or without one (memory block)
gate            explicit, ambient or none: rules, then meaning, then a chat model where both are unsure
cues            pure: the rules of the gate
asks            pure: words that ask about the past or about what is known
open_matters    pure: questions for what is still to be done
hints           pure: words that show that a memory would help
self_contained  pure: words of messages that need nothing but themselves
plain           pure: a message in one spelling
names           pure: proper names in a message
given_names     names that people commonly bear
words           lists of words: what points, what haunts, what people live with
meaning         the nearest labelled messages, as votes
ask_model       a chat model's opinion, read strictly
spec            pure: whom, what and when a message is about
compile_query   pure: the words the memory is searched by
relevance       what of the answer has to do with the question
quote           pure: words of a memory as data
sheet           pure: the block for the prompt
examples        the labelled messages, and which of them the gate never saw
measure         precision and recall of the gate on them
types           what these files hand to each other
"""
