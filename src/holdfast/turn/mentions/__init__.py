"""What a message names with `@` or `/`: documents, personas, people, chats, what is remembered, tools.

types      what can be mentioned, and what a mention brings along
parse      the mentions in a text, as they were written
implied    what it asks for without naming it: tools by its words, documents and chats by their names
naming     how one is written
mentions   resolvers asked side by side: what is offered while somebody types, and what a message means
order      which of what is offered stands first
store      how often somebody named what, and when last
of_documents, of_personas, of_chats, of_known, of_tools, of_servers
           the resolvers: what each kind is called, and what it brings along
fetched    what connected servers give for mentions, as blocks

A mention is resolved as whoever asks, at the time of the turn. What is not theirs is as if it did not exist.
"""
