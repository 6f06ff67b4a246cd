"""Kernels of packs are kept once, for admins, and no longer among the texts of everybody who was answered by them.

A pack is a folder that its operator may change at any time; what it said when an old answer was given is kept here.
What was copied to people before is taken back: the texts move, and a trace that names one resolves it with its
reader's rights.
"""

from plain_sql import run

revision = "0037"
down_revision = "0036"

FUNCTIONS = "keep_pack_texts(text[], text[]), read_pack_texts(bytea[])"


def upgrade() -> None:
    run("""
    create table pack_texts (
      sha256 bytea primary key,
      persona_id text not null,
      text text not null,
      kept_at timestamptz not null default now()
    );
    select guard_closed('pack_texts');

    -- The hash is made here, so that no text can stand under another's.
    create function keep_pack_texts(persona_ids text[], texts text[]) returns void
    language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
      insert into pack_texts (sha256, persona_id, text)
      select sha256(convert_to(t.text, 'UTF8')), t.persona_id, t.text
        from unnest(persona_ids, texts) as t (persona_id, text)
      on conflict do nothing
    $$;

    create function read_pack_texts(wanted bytea[]) returns table (sha256 bytea, text text)
    language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      perform require_admin();
      return query select p.sha256, p.text from pack_texts p where p.sha256 = any (wanted);
    end $$;

    insert into pack_texts (sha256, persona_id, text)
    select distinct on (p.sha256) p.sha256, coalesce(b -> 'sources' -> 0 ->> 'id', ''), p.text
      from traces t
     cross join jsonb_array_elements(t.trace -> 'blocks') b
      join prompt_texts p on p.user_id = t.user_id and p.sha256 = decode(b ->> 'sha256', 'hex')
     where b ->> 'kind' = 'persona'
     order by p.sha256;
    delete from prompt_texts p using pack_texts k where p.sha256 = k.sha256;
    """)
    run(f"revoke execute on function {FUNCTIONS} from public")
    run(f"grant execute on function {FUNCTIONS} to holdfast_app")


def downgrade() -> None:
    run(f"drop function {FUNCTIONS}")
    run("drop table pack_texts")
