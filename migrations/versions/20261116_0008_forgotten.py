"""What was forgotten: receipts that tell how many of what and when, never a word of it; and marks that keep it gone.

A mark is the number of a row that is no more, or the hash of a message's own name at its sender. By the first a receipt
can be checked later, by the second a message that is sent again is known as forgotten and not stored a second time.
`forget_errands` are what sinks outside of Postgres still have to take out.
"""

from plain_sql import run

revision = "0008"
down_revision = "0007"

FORGOTTEN = """
create table forget_receipts (
  id uuid primary key,
  tenant_id text collate "C" not null,
  user_id text collate "C" not null,
  made_at timestamptz not null,
  body jsonb not null,
  signature bytea not null,
  is_imported boolean not null default false
);
create index forget_receipts_by_owner on forget_receipts (tenant_id, user_id, made_at desc);

create table forget_marks (
  tenant_id text collate "C" not null,
  user_id text collate "C" not null,
  receipt uuid not null references forget_receipts (id) on delete cascade,
  kind "char" not null check (kind in ('e', 'f', 'l', 's', 'u', 'x')),
  item_id bigint,
  digest bytea,
  check ((digest is null) = (kind <> 'x') and (item_id is null) = (kind = 'x'))
);
comment on column forget_marks.kind is
  'e turn, f fact, l loop, s session: gone; u turn that teaches nothing any more; x message that is not taken again';
create index forget_marks_by_receipt on forget_marks (receipt);
create index forget_marks_by_digest on forget_marks (tenant_id, user_id, digest) where kind = 'x';
create index forget_marks_unteaching on forget_marks (item_id) where kind = 'u';

create table forget_errands (
  id bigint generated always as identity primary key,
  tenant_id text collate "C" not null,
  user_id text collate "C" not null,
  receipt uuid not null references forget_receipts (id) on delete cascade,
  sink text not null,
  names text[],
  is_done boolean not null default false,
  attempts integer not null default 0,
  due_at timestamptz not null,
  last_error text
);
comment on column forget_errands.names is 'what was delivered under these names; null: everything of this owner';
comment on column forget_errands.is_done is 'taken out once; looked for again when nothing late can arrive any more';
create index forget_errands_by_owner on forget_errands (tenant_id, user_id);
create index forget_errands_due on forget_errands (due_at);

select guard_pair('forget_receipts'), guard_pair('forget_marks'), guard_pair('forget_errands');

-- Text as it is compared: words alone, in lower case, one space between them.
create function memory_plain(of_text text) returns text language sql immutable parallel safe
return trim(regexp_replace(lower(of_text), '[^[:alnum:]]+', ' ', 'g'));

-- The name a message has at its sender, within its session; null for sessions that were made for whoever named none.
create function memory_mark(of_session text, of_external text) returns bytea language sql immutable parallel safe
return sha256(convert_to(jsonb_build_array(of_session, of_external)::text, 'UTF8'));

create function memory_is_forgotten(of_tenant text, of_user text, of_session text, of_external text) returns boolean
language sql stable as $$
  select exists (select from forget_marks k where k.tenant_id = of_tenant and k.user_id = of_user and k.kind = 'x'
                    and k.digest = memory_mark(of_session, of_external))
$$;

-- Owners for whom a sink still has something to take out; each errand is then done as its owner.
create function forget_errands_waiting(at timestamptz, most integer) returns table (tenant_id text, user_id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select distinct e.tenant_id, e.user_id from forget_errands e where e.due_at <= at limit most;
end;

-- Jobs of the asker about sessions that are no more: waiting or dead. One that runs finds its session gone.
create function jobs.drop_mine_about(sessions bigint[]) returns integer
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with gone as (
    delete from jobs.pgqueuer
     where headers @> jobs.asker() and status <> 'picked'
       and (convert_from(payload, 'UTF8')::jsonb -> 'session')::text = any (sessions::text[])
    returning id, entrypoint, priority
  ), logged as (
    insert into jobs.pgqueuer_log (job_id, status, entrypoint, priority)
    select id, 'deleted', entrypoint, priority from gone
  )
  select count(*)::integer from gone
$$;
"""

QUALITY = """
-- Sums over all owners, for `/metrics`: numbers that name nobody.
create function memory_quality_overall(stale_before timestamptz, at timestamptz)
  returns table (candidates bigint, learned bigint, duplicates bigint, junk bigint, echoes bigint, contradicted bigint,
                 held bigint, held_twice bigint, stale bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select coalesce(q.candidates, 0)::bigint, coalesce(q.learned, 0)::bigint, coalesce(q.duplicates, 0)::bigint,
         coalesce(q.junk, 0)::bigint, coalesce(q.echoes, 0)::bigint, coalesce(q.contradicted, 0)::bigint,
         f.held, f.held_twice, f.stale
    from (select sum(m.candidates) as candidates, sum(m.learned) as learned, sum(m.duplicates) as duplicates,
                 sum(m.junk) as junk, sum(m.echoes) as echoes, sum(m.contradicted) as contradicted
            from memory_quality m) q
   cross join (
     select count(*) as held, count(*) filter (where h.nth > 1) as held_twice,
            count(*) filter (where h.valid_to < at
                                or not h.is_pinned and coalesce(h.reinforced_at, h.learned_at) < stale_before) as stale
       from (select x.valid_to, x.is_pinned, x.reinforced_at, x.learned_at,
                    row_number() over (partition by x.tenant_id, x.user_id, public.memory_plain(x.text)) as nth
               from facts x where x.retired_at is null) h) f;
end;

revoke execute on function forget_errands_waiting(timestamptz, integer), jobs.drop_mine_about(bigint[]),
  memory_quality_overall(timestamptz, timestamptz) from public;
grant execute on function forget_errands_waiting(timestamptz, integer), jobs.drop_mine_about(bigint[]),
  memory_quality_overall(timestamptz, timestamptz) to holdfast_app;
"""


def upgrade() -> None:
    run(FORGOTTEN + QUALITY)


def downgrade() -> None:
    run("""
    drop function memory_quality_overall, forget_errands_waiting, jobs.drop_mine_about(bigint[]), memory_is_forgotten,
      memory_mark;
    drop table forget_errands, forget_marks, forget_receipts;
    drop function memory_plain;
    """)
