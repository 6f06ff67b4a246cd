"""Conversations that people had elsewhere: brought in from the files that ChatGPT, Claude, Open WebUI and mem0 write.

types         what such a file holds, whoever wrote it
recognise     whose file it is, and its conversations, one after the other
from_chatgpt  a conversation of ChatGPT
from_claude   a conversation of Claude
from_open_webui  a conversation of Open WebUI
from_mem0     memories of mem0, as one conversation
values        what such a file says, taken with care
begin         the file kept, and its import promised
bring         the job: chats appear, their sessions are owed to the memory
forget        taken out with everything else
jobs          the work that follows
store         every statement on imports
"""
