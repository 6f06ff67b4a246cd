"""What an assistant should know before it answers.

types        the brief and the start-brief packet, field by field as on the wire
brief        two tiers: what Postgres knows at once, what recall and the sinks find in time
summaries    what was said before, told short
start_brief  where things stand when a session begins, or goes on
orientation  how long ago the person last spoke, and how to take up the thread
compose      the sentences of a start brief
moment       the moment a brief is made for, within bounds
store        what a brief reads of other rooms' tables
"""
