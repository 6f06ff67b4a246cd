"""How a message is taken: posture, intent and signals, by one classifier for everything that depends on them.

Rules first (a fifth of a millisecond). Where they are unsure, nearness in meaning to written examples; where that is
unsure too and there is a real model, one short question to it. What fails on the way leaves the rules' reading.

understand            the three steps, in order, under one deadline
read_by_rules         pure: cues counted, decisions with a confidence each
posture_cues          which words speak for which posture
intent_cues           which words speak for which intent
signals               avoidance, direct request, tone, low-signal: one rule each
signal_cues           the words that show them
people                which of the people we know of are named
read_by_meaning       nearness to the prototypes
prototypes            the written examples
drift                 whether the session has wandered
read_by_model         the question to the model, and its answer read with suspicion
has_momentum          when nobody should be slowed down with questions
is_close_to_handover  whether a message goes back to where things stood
weigh                 evidence into scores, scores into a decision
glance                the part of a message that is looked at, in words
vectors               vectors of this process, kept by the hash of their text
prompts               what the model is asked
"""
