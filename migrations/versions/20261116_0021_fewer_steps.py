"""What every turn does, in fewer steps: the last messages of a chat in one look, what was told noted in one message.

A function that is given an owner names the asker itself, as a transaction does in its first line; row-level security
binds it like any statement of the app.
"""

from plain_sql import run

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    run("""
    create index messages_in_order on messages (chat_id, seq);

    create function memory_note_told(
      p_tenant text, p_user text, p_shingles bigint[], p_older_than interval, p_keep integer
    ) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
    begin
      perform set_config('app.tenant_id', p_tenant, true), set_config('app.user_id', p_user, true);
      insert into recalled_shingles (tenant_id, user_id, shingles) values (p_tenant, p_user, p_shingles);
      delete from recalled_shingles
       where tenant_id = p_tenant and user_id = p_user
         and recalled_at < greatest(now() - p_older_than, (
           select recalled_at from recalled_shingles
            where tenant_id = p_tenant and user_id = p_user order by recalled_at desc offset p_keep - 1 limit 1));
    end $$;
    """)


def downgrade() -> None:
    run("""
    drop function memory_note_told;
    drop index messages_in_order;
    """)
