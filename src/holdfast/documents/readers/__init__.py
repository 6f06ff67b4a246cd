"""The readers of documents: each runs in the sandbox, takes a file's bytes and gives the text of its pages as Markdown.

text     text of any encoding, Markdown, CSV, JSON
html     web pages
pdf      PDF: its own text, a damaged one mended first, pages without text as pictures
word     docx
slides   pptx, a page for each slide
sheets   xlsx, a page for each sheet
book     epub
mail     eml
picture  PNG, JPEG, GIF and WebP, by the letters in them
letters  what pictures are read with
kept     what a reader gives back, and no more of it than is kept
markdown headings and tables, as passages are cut from them
parts    a zip that may be a trap; xml: its parts, which may be one too
xml
"""
