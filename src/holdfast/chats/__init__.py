"""What people and assistants said, and where.

types     chats, messages, attachments
access    who may read or change a chat: the one decision
chats     list, read, rename, share, delete; choose the branch in view
messages  the branch in view, its siblings, feedback
sessions  close those whose gap has passed
jobs      what follows the end of a session
attachments  files people attach: kept, found, shown to models that see, deleted
recordings  sound kept for a while: not yet heard, or spoken
forget    messages, their files and names made from them, taken out
store     every SQL statement on these tables
"""
