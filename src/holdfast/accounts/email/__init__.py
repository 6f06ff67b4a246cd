"""What somebody proves by their mailbox, and what is written to it.

links           addresses with a token that does one thing once
letters         the words of the mails; pure
reset_password  a new password, by mail, or by a link that an admin hands on
store           every SQL statement on one-time links
"""
