"""Envelope memory: what is known of the incident a chat is about, fact by fact, each with the message that told it.

The transcript is trimmed; the envelope is not, and stands in every prompt. It is made by rules from what people say,
merged in the transaction that stores their message, and follows the branch of the chat that is in view.

envelopes       merges a message into the stored envelope, and reads it
extract_facts   facts in a message, by rules: lines with labels, and plain sentences
labelled        "Location: 12 Dock Road"
sentences       plain sentences, by the lists of words below
places          what happened and where
conditions      since when, how large, how it goes, what is dangerous
people          how many are hurt, trapped, missing …
doings          what is done, who is there, what is needed
contacts        who commands, how to reach them, where to gather
merge           pure: new facts into an envelope, and facts out of it
blocks          the envelope as a block of the prompt
can             CAN reports: is everything known, what is missing, how the report is grounded
forget          facts out of the stored envelopes, when the memory forgets
wire            an envelope as JSON
types           kinds of facts, and what an envelope is
store           the statements on `envelopes`
prompts         how a report is to be written
"""
