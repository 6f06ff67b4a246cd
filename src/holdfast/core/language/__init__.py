"""Days, numbers, sentences, words and kin, in the words of a language.

when        times that a text names, as spans of days; when something is due
            (calendars: the words; readings: what each form means; spans: days and months)
numbers     numbers and ordinals in words
sentences   where they end
words       what a word is, and which say little
kin         who somebody is to the speaker
spelling    one spelling of what people write in many ways
which       in which language a text is written
patterns    patterns as data, with slots for the words of a language
tables      the words themselves: en/*.toml, de/*.toml; a further language is a further folder
"""
