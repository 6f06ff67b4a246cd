"""How the days went, by model: one row a day and model, however many turns it had; and who was there.

Numbers only. Who was there goes with the account, and after a hundred days; the figures stay four hundred.
"""

from plain_sql import run

revision = "0066"
down_revision = "0065"

BRINGS = """
create table daily_figures (
  day date not null,
  model text not null check (char_length(model) <= 200),
  answered bigint not null,
  failed bigint not null,
  stopped bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cost_usd double precision not null,
  priced bigint not null,
  first_words bigint[] not null,
  primary key (day, model)
);
select guard_closed('daily_figures');

create table active_days (
  day date not null,
  user_id uuid not null references users(id) on delete cascade,
  primary key (day, user_id)
);
create index active_days_of_user on active_days (user_id);
select guard_closed('active_days');

create function note_daily_figures(of_figures jsonb, of_people jsonb) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into daily_figures as d
         (day, model, answered, failed, stopped, input_tokens, output_tokens, cost_usd, priced, first_words)
  select f.day, f.model, f.answered, f.failed, f.stopped, f.input_tokens, f.output_tokens, f.cost_usd, f.priced,
         f.first_words
    from jsonb_to_recordset(of_figures) as f (
           day date, model text, answered bigint, failed bigint, stopped bigint, input_tokens bigint,
           output_tokens bigint, cost_usd double precision, priced bigint, first_words bigint[])
   order by f.day, f.model
  on conflict (day, model) do update set
    answered = d.answered + excluded.answered,
    failed = d.failed + excluded.failed,
    stopped = d.stopped + excluded.stopped,
    input_tokens = d.input_tokens + excluded.input_tokens,
    output_tokens = d.output_tokens + excluded.output_tokens,
    cost_usd = d.cost_usd + excluded.cost_usd,
    priced = d.priced + excluded.priced,
    first_words = (select array_agg(coalesce(w.a, 0) + coalesce(w.b, 0) order by w.n)
                     from unnest(d.first_words, excluded.first_words) with ordinality as w(a, b, n));
  insert into active_days (day, user_id)
  select p.day, u.id
    from jsonb_to_recordset(of_people) as p (day date, user_id uuid) join users u on u.id = p.user_id
   order by p.day, u.id
  on conflict (day, user_id) do nothing
$$;
revoke execute on function note_daily_figures(jsonb, jsonb) from public;
grant execute on function note_daily_figures(jsonb, jsonb) to holdfast_app;

create function drop_old_figures() returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from daily_figures where day < current_date - 400;
  delete from active_days where day < current_date - 100
$$;
revoke execute on function drop_old_figures() from public;
grant execute on function drop_old_figures() to holdfast_app;

create function admin_daily_figures(since date) returns setof daily_figures
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query select * from daily_figures d where d.day >= since order by d.day, d.model;
end $$;
revoke execute on function admin_daily_figures(date) from public;
grant execute on function admin_daily_figures(date) to holdfast_app;

create function admin_active_people(since date) returns table (day date, people bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query
    select a.day, count(*) from active_days a where a.day >= since group by a.day
    union all
    select null, count(distinct a.user_id) from active_days a where a.day >= since;
end $$;
revoke execute on function admin_active_people(date) from public;
grant execute on function admin_active_people(date) to holdfast_app;
"""

TAKES = """
drop function admin_active_people(date);
drop function admin_daily_figures(date);
drop function drop_old_figures();
drop function note_daily_figures(jsonb, jsonb);
drop table active_days;
drop table daily_figures;
"""


def upgrade() -> None:
    run(BRINGS)


def downgrade() -> None:
    run(TAKES)
