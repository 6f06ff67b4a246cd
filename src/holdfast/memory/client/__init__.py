"""How the chat runtime reaches a memory: in this process, or another installation's over HTTP.

types    what a memory can be asked, whichever it is
connect  which one the settings name
local    this process
wire     what the routes answer, made in this process
rows     what came over HTTP, row by row
remote   over HTTP, with the service key; answers are read with suspicion
"""
