"""The back door: jobs are taken from the queue and done.

jobs_page  every job → its function, on one page; the schedule
run        a worker's life, through restarts of the database
dispatch   jobs are taken while there is room, run side by side, and their endings told
take       which jobs come next: slots by kind, people by turns
queue      the statements that take, keep alive, end or postpone a job, each only while it is this worker's
guard      one kind of job: bounded tries, a deadline, a wordless ending
schedule   what is done again and again, once at its time
listen     hears that the queue has changed, also after the listening connection was killed
pace       how quickly it looks, gives up and starts again
prune      what the queue itself leaves behind
"""
