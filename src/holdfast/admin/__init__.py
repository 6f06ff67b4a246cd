"""Looking after an installation: who is here, how much is used, what works and what does not.

For its admins. Every question and every change goes through a function of the schema that asks by itself whether the
asker is one, at that moment; and none of them tells a word that somebody said or keeps here. What is changed leaves an
event.

types          what each page shows
users          the accounts, with plan, organization and when they were last seen
organizations  the same of organizations; their plan, limits and seats
usage          how much was used of what, and by whom most
days           how the last days went, in figures
queue          jobs that wait and run, and the schedule
schedules      have something on the schedule done now; for the operator's clock, which shows a secret instead
dead_letters   what failed for good: list, try again, drop
measure        the figures of the whole installation, for `/metrics`
tell           what workers count, shown by servers
health         the figures behind `/readyz`, and what they say
mails          the outbox page
events         who of the admins did what
store          the SQL
"""
