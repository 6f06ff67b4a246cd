"""One function a part: is it there, is it right, and if not, what to do. `doctor` calls them all.

finding    what a check says
machine    what Holdfast stands on: Python, libc, disk, folders, the port, tools
public     what strangers on the open internet would find
services   what it talks to: the database, Redis, a mail server, models
"""
