"""What people and assistants said, and where.

types     chats, messages, attachments
access    who may read or change a chat: the one decision
chats     list, read, rename, share, pin, archive, put in folders, delete; choose the branch in view
folders   made, renamed, given up; their chats stay
fork      going on from a message in a chat of one's own
export    a chat to take away
bring     one that was had elsewhere
messages  the branch in view, its siblings, feedback
bookmarks  messages that people marked, to find them again
search    what was ever said, found by its words
by_name   found by their titles
passages  the piece of a message that shows why it was found
sessions  close those whose gap has passed
jobs      what follows the end of a session
attachments  files people attach: kept, found, shown to models that see, deleted
recordings  sound kept for a while: not yet heard, or spoken
forget    messages, their files and names made from them, taken out
store     every SQL statement that writes chats
          messages_store, sessions_store, folders_store, brought_store, attachments_store: those that write the others
          branch_store, search_store, pieces_store: those that only read messages: a branch, by words, to forget them
"""
