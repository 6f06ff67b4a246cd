"""The command line: `holdfast COMMAND`.

main       finds the command, and turns whatever goes wrong into one sentence and an exit code
up         everything on this machine, in the foreground
serve      web only          worker    jobs only        (both for server installs)
memory     the memory service on its own
migrate    the schema        jobs      dead letters
models     the local models  settings  what is set, masked
version    which Holdfast this is
postgres   pg_dump, psql and their like, on the embedded database
doctor     checks every part and says what to do        (checks/: one function a part)

stopping   Ctrl-C and SIGTERM, once, twice, three times
serving    the port and the web server under it, for `up` and `serve`
database   the way to Postgres, embedded or not, for everybody who needs it
"""
