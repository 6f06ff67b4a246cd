"""The command line: `holdfast COMMAND`.

main       finds the command, and turns whatever goes wrong into one sentence and an exit code
up         everything on this machine, in the foreground
serve      web only          worker    jobs only        (both for server installs)
memory     the memory service on its own
migrate    the schema        jobs      dead letters
outbox     what memory still owes, and its dead letters
forget     with a receipt    export, import_    one owner's memories, out and in
models     the local models  settings  what is set, masked
eval       quality on labelled data        (evals/: how it is measured)
admin      the first account's code, an admin or an invite, for whoever runs the machine
persona    a persona as a folder, out of a zip and into one
version    which Holdfast this is
postgres   pg_dump, psql and their like, on the embedded database
doctor     checks every part and says what to do        (checks/: one function a part)

stopping   Ctrl-C and SIGTERM, once, twice, three times
serving    the port and the web server under it, for `up` and `serve`
beside     the worker as a process of its own, forked by `up` and `memory`
owner      whose memories, and the parts to reach them, for `forget`, `export` and `import`
database   the way to Postgres, embedded or not, for everybody who needs it
elsewhere  an installation that one talks to with a key
ask        a question to it, and the answer as it comes
remember   something for its memory
recall     what its memory knows
"""
