"""Which persona a memory session was held with, also of those that were kept before anybody told.

The chats know it: a memory session that a chat fed has the name of the chat's session. Whoever feeds a session that
nobody named a persona for, and names one, says whose it is; so one that is open now, or was fed from another
installation, is told apart with its next words. What nobody can tell any more (the chat is gone) stays everybody's.
"""

from plain_sql import run

revision = "0025"
down_revision = "0024"

OPEN = """
create or replace function memory_open(
  of_tenant text, of_user text, of_session text, of_persona text, generated boolean, at timestamptz
) returns memory_sessions language plpgsql volatile as $$
declare s memory_sessions;
begin
  loop
    select * into s from memory_sessions m
     where m.tenant_id = of_tenant and m.user_id = of_user and m.session_id = of_session for no key update;
    exit when found;  -- else it is not there yet, or was forgotten while we waited for it
    insert into memory_sessions (tenant_id, user_id, session_id, persona_id, is_generated, opened_at, touched_at)
    values (of_tenant, of_user, of_session, of_persona, generated, at, at) on conflict do nothing;
  end loop;
{names}  return s;
end $$;
"""
NAMES = """\
  if s.persona_id is null and of_persona is not null and not s.is_generated then
    update memory_sessions m set persona_id = of_persona where m.id = s.id returning * into s;
  end if;
"""


def upgrade() -> None:
    run(OPEN.format(names=NAMES))
    run("""
    update memory_sessions m set persona_id = s.persona_id
      from sessions s
     where m.persona_id is null and m.tenant_id = 'default' and m.user_id = s.user_id::text
       and m.session_id = s.id::text;
    """)


def downgrade() -> None:
    """What became known stays: the code before reads it as well."""
    run(OPEN.format(names=""))
