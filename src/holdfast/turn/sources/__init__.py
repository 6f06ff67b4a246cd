"""Where the context of a turn comes from: one file a source, listed in `collect`.

types         what a source is, what it needs and what it gives
asking        asks each as soon as what it needs is known, within its time
past          what others need: the conversation, and the packet of its session
files         the images of a message
standing      what people wrote about themselves, and what they pinned
envelope      what is known of an incident
documents     what documents say that matters to the message
instructions  what somebody asks of the persona besides
mentions      what the message names with an @, and what that brings along
chat_summary  what left the window of a long chat
recall        what is remembered that matters to the message
session       posture, overlay, and what the session began with
legacy        what the older runtime told, while its shadow path is switched on
"""
