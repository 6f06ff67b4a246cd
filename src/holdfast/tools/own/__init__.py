"""The house's own tools: what assistants can look up, reckon, remember and read without anything being connected.

source       all of them, for one who asks; and which are off, with why
arguments    what a tool takes: a model of it is its schema
calculate    sums; formula reads them, quantities are exact
dates        days and hours on the person's own clock
search_web   a search engine of the operator's choice; engines has the three
read_page    one page, of an address that was given: addresses tells which were
weather      Open-Meteo
answers      an operator's endpoint asked, and its answer read with bounds
allowance    how often one person's assistants go outside
remember     what is remembered: recalled, added to, forgotten
loops        what is open
documents    passages found and opened, under numbers that can be cited; text added to the library
"""
