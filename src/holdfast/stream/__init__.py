"""An answer on its way: written once, read by anyone who may, as often as they come back.

types          what a stream is, and the lease by which a process holds it
wire           the AI SDK's UI message stream: parts, and the bytes they are on the wire
tool_parts     a call of a tool: by and by on the wire, and as one part of the message that keeps it
audience       for whom a chunk is: everybody who may read the chat, or its owner alone
chunk_log      chunks in memory, and the readers who wait for the next
live           the answer in the process that writes it; readers follow it from any point
writer         model events into parts: the first at once, then coalesced
pulse          one statement a beat keeps all of a process's streams: chunks saved, leases renewed, stops heard
notifications  what other processes tell: a stop, a stream that was let go
buffer         what a buffer is: Postgres holds the truth, redis_buffer is quicker and may forget
flush          what this process writes goes to the fast buffer; relay brings from it what others write
start_redis    starts those two, where Redis is configured
follow         read a stream live here, or by the relay or from Postgres when another process writes it
read           what there is of a stream at this moment; salvage does it for one whose writer is gone
partials       a document while it is being written
forget         what was said is taken out of the buffers as well; tidy drops what was kept long enough
lifecycle      what other rooms may do with a stream's life
store          every SQL statement on streams and their chunks

Who writes: the process named on the row, while it renews `last_active_at`. What a gap means: silence longer than the
lease says the writer is gone, and `turn/recovery/end_abandoned.py` ends the stream truthfully.
"""
