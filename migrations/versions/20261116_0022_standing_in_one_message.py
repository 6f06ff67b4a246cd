"""What is told whatever is asked, in one message: every turn asks for it. The function names the asker itself."""

from plain_sql import run

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    run("""
    create function memory_standing(p_tenant text, p_user text, p_persona text, p_most integer) returns table (
      told_about_oneself text, id bigint, lineage bigint, subject text, predicate text, object text, text text,
      confidence float8, source text, learned_at timestamptz, valid_from timestamptz, valid_to timestamptz,
      retired_at timestamptz, retired_because text, superseded_by bigint, times_reinforced integer,
      reinforced_at timestamptz, is_pinned boolean, is_doubtful boolean, persona_id text, evidence jsonb[]
    ) language plpgsql set search_path = pg_catalog, public, pg_temp as $$
    #variable_conflict use_column
    begin
      perform set_config('app.tenant_id', p_tenant, true), set_config('app.user_id', p_user, true);
      return query
      select (select m.about from memory_people m where m.tenant_id = p_tenant and m.user_id = p_user), pinned.*
        from (select) one left join lateral (
          select f.id, coalesce(f.lineage, f.id), f.subject, f.predicate, f.object, f.text,
                 f.confidence::numeric::float8, f.source, f.learned_at, f.valid_from, f.valid_to,
                 f.retired_at, f.retired_because, f.superseded_by, f.times_reinforced,
                 f.reinforced_at, f.is_pinned, f.is_doubtful, f.persona_id,
                 array(select jsonb_build_array(e.id, e.external_id)
                         from fact_evidence v join episodes e on e.id = v.episode_id
                        where v.fact_id = f.id and v.tenant_id = p_tenant and v.user_id = p_user order by e.id)
            from facts f
           where f.tenant_id = p_tenant and f.user_id = p_user and f.is_pinned and f.retired_at is null
             and (p_persona is null or f.persona_id is null or f.persona_id = p_persona)
           order by f.learned_at desc, f.id desc
           limit p_most) pinned on true;
    end $$;
    """)


def downgrade() -> None:
    run("drop function memory_standing")
