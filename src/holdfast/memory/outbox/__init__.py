"""Evicted turns and closed sessions: folded exactly once, delivered, or visibly dead.

types         the pace of draining, and what a drain did
drain         what is due, of one session or of all owners; the job and the schedule behind it
bounds        how much of it one call takes on
fold          evicted turns into the rolling summary
deliver       folded turns and closed sessions to their summaries and sinks
failures      which failure is worth another try, and when
state         how the outbox is doing
prune         turns that were delivered long ago
dead_letters  what will not be tried again by itself: listed, retried, dropped
store         every SQL statement on the outbox
"""
