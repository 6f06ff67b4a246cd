"""What people and assistants said, and where.

types     chats, messages, sessions
access    who may read or change a chat: the one decision
chats     list, read, rename, share, delete; choose the branch in view
messages  the branch in view, its siblings, feedback
sessions  close those whose gap has passed
attachments  files people attached, for models that see
store     every SQL statement on these tables
"""
