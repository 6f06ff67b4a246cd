"""Pieces of what is forgotten, looked for in every place.

pick   pure: which pieces
look   where they stand
store  the SQL behind it
"""
