"""A vector for each word piece of a turn, beside the turn's own: a question is held against them piece by piece.

What was embedded before is embedded again in the background, owner by owner; until then its one vector tells.
"""

from plain_sql import run

revision = "0051"
down_revision = "0050"

_OWNERS = """
    create or replace function owners_to_embed(present smallint, most integer)
      returns table (tenant_id text, user_id text)
      language sql stable security definer set search_path = pg_catalog, public, pg_temp
    begin atomic
      (select distinct e.tenant_id, e.user_id from memory_embedded e
        where e.embedder <> present or not e.is_whole {or_lacks} limit most)
      union
      (select distinct u.tenant_id, u.user_id from memory_unembedded u limit most);
    end;
"""


def upgrade() -> None:
    run(
        """
    alter table memory_vectors add column tokens bytea;
    -- Four bits a number, as even as noise: nothing to compress.
    alter table memory_vectors alter column tokens set storage external;
    comment on column memory_vectors.tokens is 'vectors of its word pieces, packed, of turns whose embedder makes them';
    alter table carried_vectors add column tokens bytea;
    alter table carried_vectors alter column tokens set storage external;
    comment on column carried_vectors.tokens is 'vectors of its word pieces, packed, where the embedder makes them';
    alter table memory_embedded add column has_tokens boolean not null default false;
    comment on column memory_embedded.has_tokens is 'no turn lacks the vectors of its word pieces that could have them';
    """
        + _OWNERS.format(or_lacks="or not e.has_tokens")
    )


def downgrade() -> None:
    run(
        _OWNERS.format(or_lacks="")
        + """
    alter table memory_embedded drop column has_tokens;
    alter table carried_vectors drop column tokens;
    alter table memory_vectors drop column tokens;
    """
    )
