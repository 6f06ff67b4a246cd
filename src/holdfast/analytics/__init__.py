"""What happened, never what was said: events with a name from a list, codes and numbers.

daily   how the days go by model, added up as turns end
events  note one, in passing; a task writes them
gather  writes what is noted in passing, a little later
prune   take out those that are old
store   the SQL
"""
