"""Everything of an owner.

erase  every table of the catalogue, in the caller's transaction
store  the SQL behind it
"""
