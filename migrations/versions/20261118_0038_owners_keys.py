"""Whatever is in a chat is its owner's: the key says it, and not only whoever writes. And a guard for what is shared.

A key to the chat alone let a row carry somebody else's name, and a stream's chat had no key at all: a row of B's could
stand in A's chat and be in the way there. The keys hold what is written from now on; the next revision looks at what
was there, without stopping anybody, and takes the old keys away.

`guard_shared` is the policy of a table whose rows belong to a person or to an organization: exactly one of `user_id`
and `org_id` says whose. People see their own and those of the organization they are in at that moment. Who of its
members may change what is the code's to decide (`orgs/roles.py`); that nobody else can is decided here.
"""

from plain_sql import run

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    run("""
    alter table chats add constraint chats_of_owner unique (id, user_id);
    alter table messages add constraint messages_of_owner
      foreign key (chat_id, user_id) references chats (id, user_id) on delete cascade not valid;
    alter table sessions add constraint sessions_of_owner
      foreign key (chat_id, user_id) references chats (id, user_id) on delete cascade not valid;
    alter table turns add constraint turns_of_owner
      foreign key (chat_id, user_id) references chats (id, user_id) on delete cascade not valid;
    alter table streams add constraint streams_of_owner
      foreign key (chat_id, user_id) references chats (id, user_id) on delete cascade not valid;

    create function guard_shared(guarded regclass) returns void language plpgsql as $$
    declare rule text := '(user_id = current_account() or org_id = (select current_org()))';
    begin
      execute format('alter table %s add constraint %I check (num_nonnulls(user_id, org_id) = 1)',
                     guarded, (select relname from pg_class where oid = guarded) || '_one_owner');
      execute format('alter table %s enable row level security', guarded);
      execute format('alter table %s force row level security', guarded);
      execute format('create policy own on %s to holdfast_app using (%s) with check (%s)', guarded, rule, rule);
      execute format('create policy keeper on %s to %I using (true) with check (true)', guarded, current_user);
      execute format('grant select, insert, update, delete on %s to holdfast_app', guarded);
    end $$;
    revoke execute on function guard_shared(regclass) from public;
    """)


def downgrade() -> None:
    run("""
    drop function guard_shared(regclass);
    alter table streams drop constraint streams_of_owner;
    alter table turns drop constraint turns_of_owner;
    alter table sessions drop constraint sessions_of_owner;
    alter table messages drop constraint messages_of_owner;
    alter table chats drop constraint chats_of_owner;
    """)
