"""Everything of one owner as JSON lines, out and in.

lines   what a line says, kind by kind: the format and its version
export  a snapshot, read page by page, streamed
import_ into an owner without memories: ids given anew, evidence kept, all or nothing
store   every SQL statement of both
"""
