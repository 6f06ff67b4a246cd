"""Who is asking, and how a table is guarded.

`app.tenant_id` and `app.user_id` are set in every transaction of the app. `guard_owned` puts a forced policy on a
table: the app sees its asker's rows and nobody else's, with nothing set it sees none. The role that owns the schema
passes by a policy of its own, so that definer functions work without BYPASSRLS, which managed servers do not give.
"""

from plain_sql import run

revision = "0001"
down_revision = None


def upgrade() -> None:
    run("""
    create function current_account() returns uuid language sql stable parallel safe
    return case when current_setting('app.tenant_id', true) = 'default'
                then nullif(current_setting('app.user_id', true), '')::uuid end;

    create function guard_owned(guarded regclass) returns void language plpgsql as $$
    begin
      execute format('alter table %s enable row level security', guarded);
      execute format('alter table %s force row level security', guarded);
      execute format('create policy own on %s to holdfast_app '
                     'using (user_id = current_account()) with check (user_id = current_account())', guarded);
      execute format('create policy keeper on %s to %I using (true) with check (true)', guarded, current_user);
      execute format('grant select, insert, update, delete on %s to holdfast_app', guarded);
    end $$;

    create function guard_pair(guarded regclass) returns void language plpgsql as $$
    declare rule text := 'tenant_id = current_setting(''app.tenant_id'', true) and tenant_id <> '''''
                         ' and user_id = current_setting(''app.user_id'', true) and user_id <> ''''';
    begin
      execute format('alter table %s enable row level security', guarded);
      execute format('alter table %s force row level security', guarded);
      execute format('create policy own on %s to holdfast_app using (%s) with check (%s)', guarded, rule, rule);
      execute format('create policy keeper on %s to %I using (true) with check (true)', guarded, current_user);
      execute format('grant select, insert, update, delete on %s to holdfast_app', guarded);
    end $$;

    create function guard_closed(guarded regclass) returns void language plpgsql as $$
    begin
      -- Nobody but definer functions: look-ups that come before we know who is asking.
      execute format('alter table %s enable row level security', guarded);
      execute format('alter table %s force row level security', guarded);
      execute format('create policy keeper on %s to %I using (true) with check (true)', guarded, current_user);
    end $$;

    revoke execute on function guard_owned(regclass), guard_pair(regclass), guard_closed(regclass) from public;
    revoke create on schema public from public;
    grant usage on schema public to holdfast_app;
    """)


def downgrade() -> None:
    run("drop function guard_owned(regclass), guard_pair(regclass), guard_closed(regclass), current_account();")
