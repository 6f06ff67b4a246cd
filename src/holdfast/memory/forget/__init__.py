"""Gone from every place one can ask, with a signed receipt.

types     what can be forgotten, and what is told of it
forget    find it, take it out, look for it again, sign: one transaction
find      which turns, facts and loops a wish means
query     which turns a question's words mean
erase     everything of an owner, in the caller's transaction: for an account that leaves
probes    pure: pieces to look for afterwards
receipts  signed, listed, verified
errands   what sinks outside of Postgres still have to take out
replay    after a backup was restored: forgotten again, by the saved receipts
refold    the job that makes summaries again out of what is left
store     every SQL statement of forgetting: it reaches into all tables of the memory
"""
