"""Who and what is spoken of: one row a person or place, whatever it is called today.

names           which names mean the same one; edges between them; pure
write_entities  entities, who mentions them, and edges, as rows
store           every SQL statement on these tables
"""
