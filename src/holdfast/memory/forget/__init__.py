"""Gone from every place one can ask, with a signed receipt. From the bottom up, as a contract in pyproject.toml has it:

types         what can be forgotten, and what is told of it
store         every SQL statement on receipts, marks and pending deletions; what empties every table of an owner
select_store  the SQL behind `select`
probes_store  the SQL behind `probes`
pending       what others than this database still have to take out, written down with the forget
probes        pieces of what goes: which, and where they stand
receipts      signed, listed, verified
select        which turns, facts and loops a wish means
delete        rows taken out, each by the store that owns it, and what is left owed anew
everything    everything of an owner: for "forget all of it", and for an account that leaves
local         select, delete, look for it again, sign: one transaction
remote        where the memory is another installation's: there first, then what is kept here
run_pending   others are asked: at once, and again for as long as it takes
forget        a wish, checked and carried out
replay        a restored backup, forgotten again by the saved receipts
"""
