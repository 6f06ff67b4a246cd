"""Which keys of an organization rest because their makers lack the second factor that it asks for."""

from plain_sql import run

revision = "0057"
down_revision = "0056"


def upgrade() -> None:
    run(
        """
        create function resting_org_keys() returns setof uuid
        language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
          select k.id from api_keys k
           where k.org_id = usable_org() and k.revoked_at is null and is_kept_out(k.made_by)
        $$;
        revoke execute on function resting_org_keys() from public;
        grant execute on function resting_org_keys() to holdfast_app;
        """
    )


def downgrade() -> None:
    run("drop function resting_org_keys()")
