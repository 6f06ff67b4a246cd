"""Days, numbers, sentences, words and kin, in the words of a language.

when        times that a text names, as spans of days; when something is due
            (calendars: the words; readings: what each form means; spans: days and months)
numbers     numbers and ordinals in words
tables      the words themselves: en/*.toml, de/*.toml; a further language is a further folder
"""
