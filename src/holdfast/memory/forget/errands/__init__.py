"""What others than this database still have to take out: sinks, and a memory that is another installation's.

owe      written down with the forget
errands  asked at once, and again for as long as it takes
wishes   what a memory elsewhere is asked, and how it answers
store    the SQL behind it
"""
