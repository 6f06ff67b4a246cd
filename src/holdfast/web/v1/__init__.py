"""The door for programs: `/api/v1`, in the shapes that OpenAI's clients know. HTTP only; the turn is the one turn.

door         what every request passes: preflights, request ids, the shape of refusals
shapes       what bodies share: unknown fields are let be
completions  POST /api/v1/chat/completions
responses    /api/v1/responses: the same, in OpenAI's newer shape
messages     a list of messages → what is asked, and what the program tells beside it
asking       who is meant, in which conversation, charged to whom: then the turn, as everywhere
heard        the parts of a stream, as what a program wants to know of them
models       GET /api/v1/models
embeddings   POST /api/v1/embeddings
told         what is answered, as the document of the API tells it
analyze      POST /api/v1/documents/analyze: a question to one document
conversations  those that are kept here for programs
usage        what keys used, by day; used notes it while a request is served
"""
