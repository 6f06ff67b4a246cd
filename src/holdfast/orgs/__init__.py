"""Organizations: who belongs to one, what each may do in it, how people come in and go.

A person is in one organization at a time. Every change is made in one transaction that first locks the organization's
row, then reads the asker's role, then changes: rights are those of this very moment, and changes happen one by one.

roles        the table of roles and permissions, and what follows from it: pure
permissions  the same asked of the database: may this person do that in this organization
types        an organization, a member, an invite, an event; refusals that leave the room
parts        everything the functions here need, opened once
orgs         create, read, rename, delete
members      list, change a role, remove
give_role    the one way a role changes, with what follows from it
ask_second_factor  whether members need one, and since when
leave        go, and name a new owner where one is needed
invites      make, list, revoke
join         a code in hand: look at what it opens, and come in
keys         API keys that belong to it: make, list, revoke
invite_mail  the words of an invitation by e-mail
seats        how many may be in it
plans        its plan and limits, set by admins and billing
audit        who did what, for owners
store        every SQL statement on this room's tables
"""
