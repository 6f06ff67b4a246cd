"""Programs that people let in by a page (OAuth 2.1, as the Model Context Protocol wants it), instead of by a key.

types      a program, what it asks for, what it is given; refusals by OAuth's own names
addresses  where a program may be answered: which addresses it may register, and which one it named again
register   a program makes itself known; bounded, and forgotten when nobody lets it in
consent    a person looks at who asks for what, and lets it in or not
exchange   a code for tokens, a token for newer ones, and the end of them
programs   those that a person let in: list and end them
store      every SQL statement on this subject's tables

What is given is a key that nobody is told (`api_keys.program_id`), so whatever holds for keys holds for programs: usage
is counted, suspension and a new password end them. Tokens are kept as hashes, and hold for one address alone.
"""
