"""What somebody proves by their mailbox, and what is written to it.

links           addresses with a token that does one thing once
letters         the words of the mails; pure
verify          whose an address is: a link that is sent there
change_email    another address: a link that is sent to the new one
undo_change     back to the old one, by a link that was sent there
reset_password  a new password, by mail, or by a link that an admin hands on
types           a change of address, before and after
store           every SQL statement on one-time links
"""
