"""The back door: jobs are taken from the queue and done.

jobs_page  every job → its function, on one page; the schedule
run        a worker's life, through restarts of the database
take       which jobs come next: slots by kind, people by turns
guard      one kind of job: bounded tries, a deadline, a wordless ending
fence      the statements that end or postpone a job, only while it is this worker's
driver     pgqueuer's way to Postgres: tries again, and hears again after the listening connection was killed
prune      what the queue itself leaves behind
"""
