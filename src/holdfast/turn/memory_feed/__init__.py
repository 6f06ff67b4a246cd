"""What a turn gives to the memory, and what it gives back when the memory forgets.

feed            what was said, remembered: a finished turn, or a whole session
spoken_store    the statements that find what was said, and what the memory is owed
shadow_session  the shadow path over a session whose words are not in memory yet
echo            what recall put into a prompt, told to the memory, which will know it again
forget          messages, traces, prompts and streams of what the memory forgets
where_said      in which chat something stands that the memory holds
forget_chat     a chat that is deleted, and what was learned from it with it
"""
