"""What the model may be told: found, put into blocks, shortened, and given a place.

parts            what it is found with; built once, with the pipeline
opening/         what a session begins with, and when a turn is told of it
envelope/        what is known of an incident; CAN reports
history          the conversation that a message belongs to
images           those of a message, for a model that sees; so many bytes over all turns
blocks           pure: what the sources found, as blocks of the prompt
passages         pure: what documents say, as a block, and the same again out of its references
complexity       pure: how much a question asks for, and what documents may take for it
extract          pure: passages in fewer of their own sentences
choose_sentences which of those sentences matter, asked of a model
shorten          short versions of long blocks, asked of a model when the prompt will be too full
escape_headings  pure: text from elsewhere, in which no line passes for a heading
budget           pure: who gets a place in the prompt, and who gives way
legacy           pure: the blocks of the older runtime, while its shadow path is switched on
legacy_cards     pure: whom a message names, with what is known of them
"""
