"""Texts in a prompt that belong to somebody else than its reader: a persona's kernel, the admins' own words.

references  which blocks hold such a text, and how a trace names it: source, version, hash, tokens, and no word
resolve     the words, for whoever may read them at the moment they ask; for everybody else, a sentence why not
keep        the packs' texts as they are now, so that an old answer can be looked into after a pack was changed
store       every SQL statement on `pack_texts`
"""
