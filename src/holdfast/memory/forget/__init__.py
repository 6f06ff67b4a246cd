"""Gone from every place one can ask, with a signed receipt.

types           what can be forgotten, and what is told of it
forget          a wish, checked and carried out
local           find it, take it out, look for it again, sign: one transaction
remote          where the memory is another installation's: there first, then what is kept here
wishes          what a memory elsewhere is asked, and how it answers
select          which turns, facts and loops a wish means
query           which turns the words of a wish mean
select_store    the SQL behind both
hold            nobody may write meanwhile what would bring it back
hold_store      the SQL behind it
probes          pieces to look for, and where they stand
pick_probes     pure: which pieces
probes_store    the SQL behind it
delete          rows taken out, and what is left owed anew
delete_types    what its steps hand to each other
delete_store    the SQL behind it
about           the person's own text about themselves: the sentences that say it
everything      everything of an owner: for "forget all of it", and for an account that leaves
everything_store  the SQL behind it
receipts        signed, listed, verified
replay          a restored backup, forgotten again by the saved receipts
store           the SQL behind receipts and their marks
pending         what others than this database still have to take out, written down with the forget
run_pending     asked at once, and again for as long as it takes
pending_store   the SQL behind both
refold          the job that makes summaries again out of what is left
"""
