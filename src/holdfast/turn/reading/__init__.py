"""How a message is taken: posture, intent, signals, and whether the memory is asked. One reader, for all of it.

Rules first (a tenth of a millisecond). Where they are unsure, nearness in meaning to labelled messages; where that is
unsure too and there is a real model, one short question to it. What fails on the way leaves the rules' reading.

read                  the three steps, in order, under one deadline
utterance             a message as every cue sees it: cut, in one spelling, in its languages
tables                the cues of each language (en, de), compiled when the process starts
rules                 pure: cues weighed, decisions with a confidence each
cues                  pure: the rules of the gate: whether a memory is asked for, would help, or has no part in it
weigh                 evidence into scores, scores into a decision
signals               avoidance, direct request, tone, low-signal: one rule each
people                which of the people we know of are named
names                 pure: proper names in a message
meaning               what nearness in meaning adds to what the rules found
index                 the labelled messages by their meaning, embedded once
examples              the labelled messages, and which of them nobody learned from
vectors               vectors of this process, kept by the hash of their text
ask_model             the question to the model, and its answer read with suspicion
drift                 whether the session has wandered
has_momentum          when nobody should be slowed down with questions
is_close_to_handover  whether a message goes back to where things stood
measure               precision and recall of the gate on labelled messages
prompts               what the model is asked

gate.toml             the rules of the gate, in any language
given_names.toml      names that people commonly bear
en, de                the words: asks, intents, postures, wants, marks, signals, words; and labelled messages
"""
