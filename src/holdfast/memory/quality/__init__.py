"""How good the memories are: rates of duplicates, junk, echoes, stale and contradicted ones.

types    the rates
measure  of one person, for that person; of all together, for the operator
store    every SQL statement of the meter
"""
