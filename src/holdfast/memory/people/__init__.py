"""The one row a person has in the memory: how they are called, where their clock stands, what was told about them all.

store  every SQL statement that writes it
"""
