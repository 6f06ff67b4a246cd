"""People and how they are known: accounts, identities, sign-ins, keys.

A *sign-in* is the row that a browser's cookie names. (A *session* is a stretch of conversation and lives in `chats`.)

types       who is calling, and what an account, a sign-in and a key look like; refusals that leave the room
parts       everything the functions here need, opened once
recognise   a request's credentials → the caller; the one place that decides
admission   who may make an account: anybody, whoever has an invite, nobody; and the first one's code
register    a new account with a password
login       a password → a sign-in; changing the password
sign_ins    open, list and end them; which are still alive
devices     browsers that have signed in to an account before
keys        API keys: make, list, revoke; keys_store holds the statements on them
key_options what a key may besides its scopes, over its life
mcp_sessions  what a program of the Model Context Protocol shows besides its key; mcp_sessions_store: its statements
connected/  programs that are let in by a page instead of by a key
key_usage   what each key used, by day; key_usage_store holds its statements
programs    people whom a program tells apart, each an account that hangs on its own
calendar_feeds  the secret address of one's calendar: make, make anew, end
invites     installation invites, by which people make an account: make, list, revoke
codes       codes that people carry by hand
profile     one's own account: read, rename, leave
memory_pause  whether somebody wants nothing remembered of what they say
operator    what whoever runs the machine does without being signed in
admins      suspend, appoint: for admins only; how admins are asked for
bearer      tokens of configured issuers → accounts
oidc        signing in at a provider: begin, and come back
second_factor/  what a person shows besides the password
links       the providers that open one's account: link, list, unlink
identities  an identity that a provider vouches for → its account
issuers     an issuer's published addresses and keys; verifying what it signed
passwords   argon2id, a few at a time
check       what people type: e-mail, name, password, return address
email/      what somebody proves by their mailbox: a new password, whose address it is
store       every SQL statement on accounts; on what hangs on one: sign_ins_store, identities_store, invites_store,
            calendar_feeds_store
"""
