"""Who may write while something is forgotten: nobody who could bring it back.

hold   the owner and sessions, locked; work that began before is void
store  the SQL behind it
"""
