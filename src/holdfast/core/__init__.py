"""What would make sense in any other product.

config     settings from the environment and `holdfast.toml`
db         Postgres: who is asking, short transactions, retries
migrate    the schema, under a lock, and the roles; upgrade changes it, in a process of its own
jobs       work that outlives a request, on Postgres; dead_jobs are those that failed for good
ask_within    a source answers within a deadline, or is missing by name
first_words   whoever waits for the first word of an answer goes first
http       the one guarded way out; guard decides what is outside, network carries the bytes
web_address  whether a text is an address at all
resolve    names into addresses, in a line for each who asks; on_link: the networks that this machine itself lies in
blobs      bytes people gave us; media says what they are
private    a process that keeps to itself
folders    who may look into ours
cells      groups of near vectors, so that a question reads a share of them; pure
give_back  memory that nobody uses any more
crypto     secrets at rest, tokens and their hashes
redis      the way to Redis or Valkey, where one is configured
mail       the one way mails leave the house; smtp hands them to a server, mail_budget counts them
throttle   how often one may try; attempts counts in this process
shares     how much of something scarce is one person's at a time
fair_pool  connections: the next one goes to whoever holds fewest
pausable   a deadline whose time stands still while somebody else is waited for
loop_time  how much of the event loop is whose; niceness: threads that others go before
fair_line  who takes more than a share of it waits while others take less; fair_account is its book
errors     refusals by name
log observe metrics    what happened, never what was said
ids clock              small things everybody needs
cursor pause           where a page of a list ended; how long to wait before the next try
open_codes             codes that outlive the release that wrote them
old_python             what Debian's Python does wrong
language/  days, numbers, sentences, words and kin, in the words of a language
sandbox/   where strangers' bytes are read, by processes that reach nothing
embedded/  Postgres from a wheel, started and stopped with us
"""
