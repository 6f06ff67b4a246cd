"""Prompt runtime settings: what an admin may change about routing and its prompt, for the whole installation.

They hold for personas whose routing policy is `actionable`, and for CAN reports. Each change is a new version; every
turn that needs them reads the newest, so all processes apply it with the next turn.

read       the version that holds now
change     a new version, or an old one restored; admins only
match      pure: which rules a text matches, and so which way it goes
patterns   regexes that need linear time, and what is wrong with one that cannot be taken
defaults   what holds until an admin changes it
types      the settings, field by field
store      the statements on `prompt_settings`
prompts    the thin system prompt of the defaults
"""
