"""What one profile of a person's own persona knows goes where the persona goes, as what all of its profiles know does.

Its spaces are called by the persona's id, a colon and the profile's namespace.
"""

from plain_sql import run

revision = "0091"
down_revision = "0090"


def upgrade() -> None:
    run("""
    create or replace function follow_persona() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public, pg_temp as $$
    begin
      if tg_op = 'DELETE' then
        delete from knowledge_spaces
         where (kind = 'persona' and (namespace = old.id::text or starts_with(namespace, old.id || ':')))
            or (kind = 'overlay' and starts_with(namespace, 'overlay:' || old.id || ':'));
        delete from persona_overlays where persona_id = old.id::text;
      else
        update knowledge_spaces set user_id = new.user_id, org_id = new.org_id
         where kind = 'persona' and (namespace = new.id::text or starts_with(namespace, new.id || ':'));
      end if;
      return null;
    end $$;
    """)


def downgrade() -> None:
    run("""
    create or replace function follow_persona() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public, pg_temp as $$
    begin
      if tg_op = 'DELETE' then
        delete from knowledge_spaces
         where (kind = 'persona' and namespace = old.id::text)
            or (kind = 'overlay' and starts_with(namespace, 'overlay:' || old.id || ':'));
        delete from persona_overlays where persona_id = old.id::text;
      else
        update knowledge_spaces set user_id = new.user_id, org_id = new.org_id
         where kind = 'persona' and namespace = new.id::text;
      end if;
      return null;
    end $$;
    """)
