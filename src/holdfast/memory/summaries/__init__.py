"""Rolling summary, session summaries, spine and chat summaries: what was said, shorter, with its source.

types       summaries as they are kept, and what they are made of
rolling     turns that left the window, folded into what was told before
sessions    a closed session, once for each time it was closed
spine       what runs through all sessions, in versions
chats       a chat's messages that its persona no longer sees
tell        a session told without a model
extract     topics, key sentences, decisions and open ends, word for word
transcript  a conversation as a model reads it; a model's words before they are kept
times       moments in words, on the person's clock
store       every SQL statement on these tables
"""
