"""A turn or a whole transcript comes in; a session closes when its gap has passed.

types           what a transcript's sender is told; a session whose words are still to come, one that is folded
terms           when, with whom, on which clock, and by which settings
check           what may come in: times, sizes, characters
ingest          one turn
ingest_session  a whole transcript, repeatable
sessions        close one, or all that nobody came back to
awaited         turns that were read before they came
store           every SQL statement that writes turns, or reads them again
sessions_store  every SQL statement that writes sessions
"""
