"""Who the person is: identity, user model, the day; each piece with the turns it rests on.

types           what is known about somebody, and what it is made of
identity        name, time zone, telling facts; the one text people write about themselves
about_and_pins  what is told whatever is asked: that text, and what is pinned
zones           where somebody lives, as a time zone
user_model      five sections, by a model or by rules
sort            what is known, sorted into the sections by rules
days            a day of the person's calendar: looked back on once, read again
look_back       what a day was about and what follows; how sure that is
refresh         all of it made again, behind the job; cleared by a forget
store           every SQL statement on these tables
"""
