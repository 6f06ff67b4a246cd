"""What assistants can do besides talking: tools, where they come from, and which of them a turn may use.

types           the contract: a tool, on whose behalf it runs, what it answers, and where tools come from
registry        asks every source what it has for a person, and says which of it a persona may use, and why not the rest
check_arguments whether a call's arguments fit the tool's schema, as far as it says so plainly
run             one tool for one caller: within its time, its text within bounds, told as data
own/            the house's own tools
jobs            the work that follows a tool; forgetting carries out what a person let be forgotten
approvals       calls that wait for their person's word, and what it was
trusts          tools that need not ask any more
questions       what tools ask their people while they run, as forms (`question_types`)
check_answer    what was entered into such a form
store, question_store   every statement on these

A source is built in `wiring`, one line each. The turn runs what is chosen (`turn/use_tools.py`).
"""
