"""What a wish means, all of it known before the first row goes.

find   which turns, facts and loops
query  which turns a question's words mean
store  the SQL behind it
"""
