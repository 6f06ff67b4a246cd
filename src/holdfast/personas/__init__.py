"""Who answers: a persona configures the one pipeline.

types    what a persona sets
packs/   the bundled ones, a folder each: `persona.toml` and its prompt texts
read     folders into personas, with errors that name the file and the field
explain  what is wrong with a `persona.toml`, in words
find     the one that somebody names, the installation's or one of people's own making
own      personas of people's own making: made, changed, shared, put away
sketch   a first draft of one out of a description, by a model
bundle   a persona as a zip, out and in again
store    their rows
"""
