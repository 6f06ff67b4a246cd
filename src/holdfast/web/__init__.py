"""The door: HTTP only.

app       the ASGI application, put together
body      how large a body may be, how slow, and how many at once
sizes     which address takes more than a small one
held_bodies    what bodies hold while they are on their way
strict_json    JSON that can be read in one way only, counted before it is made
forms     multipart forms with one file
errors    refusals into HTTP, the only place that knows statuses
document  the OpenAPI document, completed with what is true of all routes
protocol  HTTP from the wire: a head has a size and a time
guards    host, origin and headers
fair_share     who takes much waits for those who take little
gate      how many requests are under way, of everybody and of each person
waited_for  work that ends when whoever asked for it hangs up
places    what only few may do at once
deps      who is calling
second_step    a sign-in that waits for the second factor, told to the browser
doormen   they look before the body is read
peers     which network a request comes from
readers   streams end with the right to read them
shapes    what all bodies share
admin_shapes   plans, limits and names on the pages for admins
memory_door    whose memory a request is about, and whether its caller may ask
memory_shapes  facts, episodes, loops as the wire has them
measured  requests in numbers
static    the web client's files
mcp/      the Model Context Protocol, served: tools, resources and prompts for programs
routes/   one file a resource: check the guest, pass him on, say where he went
"""
