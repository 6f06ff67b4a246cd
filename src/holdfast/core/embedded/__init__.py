"""Postgres from a wheel's binaries, so that a laptop needs nothing installed.

postgres   make, start and stop one cluster
leftovers  what the last start left: a server on its way out, the pid file of a dead one
places     where its files may live when we are root and the server must not be
server_user  whom it runs as when we are root
process    children that end with us, whatever ends us
"""
