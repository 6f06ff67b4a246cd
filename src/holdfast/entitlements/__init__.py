"""How much of everything somebody may use, and what of it they have used.

plans           what each plan holds: the one table
compute         plan and limits → what somebody may use; pure
types           an entitlement, the access context, and how something that ran out is refused
sentences       what is said of how much is left, and of what ran out
periods         the days and months quotas are counted in, by the person's own calendar
zones           the time zone of that calendar, and its change
access          what somebody may use and has used, computed once a request; what happens when it changes
cache           what this process remembers of it, and when that may be believed
copies          what Redis holds of it for the other processes
notifications   whose rights have changed, as the tables tell it
usage           reserve, give back, count, prune
key_rate        how many requests API keys may make in a minute
background      what is asked of a model for a person outside of an answer
blocked         what was refused, as an event
assign          give somebody a plan and limits
research_slots  how many research runs may be under way
research_gate   the same in Redis
store           the SQL
"""
