"""A turn or a whole transcript comes in; a session closes when its gap has passed.

types           what a transcript's sender is told; a session whose words are still to come
check           what may come in: times, sizes, characters
ingest          one turn
ingest_session  a whole transcript, repeatable
sessions        close one, or all that nobody came back to
episodes        what was said, read again: the window, or turns by id
awaited         turns that were read before they came
store           every SQL statement on sessions and episodes
"""
