"""Documents that people bring: kept in versions, read in the sandbox, indexed, listed, deleted.

targets         for whom a document is meant, and who may put it there
upload          bytes in, a document that waits to be read; several at once
from_address    bytes from the web
desk            what was attached to a message, on its way to a chat and to the library
kinds           what a file is, by its own bytes
extract         a file into the text of its pages, in the sandbox
readers         a reader for each kind, which run there
see             what is written in a picture, by a model
index_document  the job: read, cut, found
take_over       the job behind another embedder: vectors made anew
connectors      where documents are fetched from by themselves: made, listed, changed, ended
sync            the job of one: what is new is brought, what has gone is deleted
fetching        what is fetched from: a list of what is there, and the bytes of one of it
from_folder     a folder of this server
from_git        a Git repository on this server
from_feed       an RSS or Atom feed
from_web        a web page, or all that a sitemap lists
from_pack       what a persona's pack brings to know
read_feed       its reader, in the sandbox
for_question    what a question to one document is answered from
by_name         found by what people call them
documents       listed, looked at, changed, deleted
compare         what became of a text
draw_page       a page as it looks
usage           which answers were told of them, and which cite them
jobs            the work that follows an upload
parts           what documents are kept, read and found with
types           what leaves the room
store           every statement on documents
versions_store  every statement on their versions
pages_store     every statement on the text of their pages
names_store     those that find them by name
connector_store every statement on connectors and what they brought
connector_types what a connector is
usage_store     every statement on what answers were told of them
"""
