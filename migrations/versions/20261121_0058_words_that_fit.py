"""A message whose signs become many letters is stored like any other.

One sign may stand for six letters of three bytes, and a list of words ends at a megabyte: a message of sixty thousand
such signs met that end, and could not be stored. What is read of a message is cut once more after they were taken
apart.
"""

from plain_sql import run

revision = "0058"
down_revision = "0057"

LEXEMES = """
create or replace function message_lexemes(of_text text) returns text[] language sql immutable parallel safe
return (
  select coalesce(array_agg(w.lexeme), '{{}}')
    from unnest(to_tsvector('simple', {plain})) w
   where octet_length(w.lexeme) <= 200);
"""


def upgrade() -> None:
    run(LEXEMES.format(plain="left(message_plain(left(of_text, 60000)), 200000)"))


def downgrade() -> None:
    run(LEXEMES.format(plain="message_plain(left(of_text, 60000))"))
