"""Gone from every place one can ask, with a signed receipt.

types     what can be forgotten, and what is told of it
forget    a wish, checked and carried out
here      find it, take it out, look for it again, sign: one transaction
elsewhere where the memory is another installation's: there first, then what is kept here
meant     which turns, facts and loops a wish means
holds     nobody may write meanwhile what would bring it back
pieces    pieces to look for, and where they stand
taken     rows taken out, and what is left owed anew
whole     everything of an owner: for "forget all of it", and for an account that leaves
receipts  signed, listed, verified; forgotten again after a backup was restored
errands   what others than this database still have to take out
refold    the job that makes summaries again out of what is left
"""
