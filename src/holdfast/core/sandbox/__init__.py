"""One place where strangers' bytes are read: recordings, pictures, documents.

A room names a module of ours (a reader) and hands it bytes; it gets bounded bytes back, or a `SandboxFailed` that says
why not. Readers run in processes that can reach nothing: no file, no network, no other process, no key.

run       `Sandbox`: what rooms use
running   the zygote as seen from here: started when needed, handed jobs, let go when nobody comes
zygote    the process that has the readers' code loaded, is confined, and forks one process for each job
job       that process: limits and a filter, then one reader, then nothing
confine   what the zygote gives up: its user, network, files, privileges; landlock is one part of it
syscalls  what a job may still ask of the kernel
memory_files   how bytes go in and out
types     limits, faults, and what a machine could give
"""
