"""Which jobs a worker takes next. One statement; it looks at a hundred waiting jobs of a kind at most.

A kind that has much to do must not keep the others waiting, and a person who has much to do must not either:

- Every kind has one slot of a worker that no other kind takes. The rest is shared, and no kind holds more of it than
  it says (`JobKind.slots`, at most half).
- A kind that is `one_per_owner` runs once at a time for one owner, in all workers together.
- Among the waiting of a kind, whoever has less waiting comes first: `jobs.enqueue` counts what its asker has waiting
  already, and puts the job that far back (its priority). What is named bulk stands behind all that is not.
- What `rests` is passed over while its owner is suspended.
- Every fourth look asks for those who waited longest instead, so that nobody waits for ever.

The start of a job is counted here too (`guard` says what for): its row is written anyway.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from holdfast.core.ids import ProcessId
from holdfast.core.jobs import JobKind

_LOOKS_PER_LOOK_BY_AGE = 4


class Turns:
    """Whose turn it is in this worker."""

    def __init__(self, kinds: Mapping[str, JobKind]) -> None:
        self._kinds = list(kinds.values())
        self._looks = 0

    def arguments(
        self, holder_id: ProcessId, heartbeat: timedelta, *, batch: int, slots: int, running: Sequence[int]
    ) -> Sequence[object]:
        """`running`: what a late heartbeat lets us find again, though it still runs here."""
        kinds = self._kinds
        most = max(slots // 2, 1)
        return (
            [kind.name for kind in kinds],
            [kind.at_once for kind in kinds],
            [min(kind.slots, most) for kind in kinds],
            [kind.one_per_owner for kind in kinds],
            holder_id, heartbeat, batch, slots, self._looks % _LOOKS_PER_LOOK_BY_AGE == _LOOKS_PER_LOOK_BY_AGE - 1,
            [kind.rests for kind in kinds], running,
        )  # fmt: skip

    def has_looked(self, *, took: int) -> None:
        """A look that found nothing cost nobody a turn."""
        self._looks += bool(took)


# A job that went stale keeps the seat it has, and is taken wherever there is room: its kind's number counts it already.
TAKE = """
with kind as (
  select * from unnest($1::text[], $2::integer[], $3::integer[], $4::boolean[], $10::boolean[])
         k (name, at_once, slots, one_per_owner, rests)
), running as materialized (
  select entrypoint as kind, headers - 'starts' as owner, queue_manager_id = $5 as is_here,
         heartbeat >= now() - $6::interval as is_alive
    from jobs.pgqueuer where queue_manager_id is not null
), resting as materialized (
  select owner from jobs.resting
), room as materialized (
  select k.name as kind, k.at_once, k.one_per_owner, k.rests, r.here,
         least($7::integer, k.slots - r.here, case when k.at_once > 0 then k.at_once - r.everywhere end) as free
    from kind k cross join lateral (
      select count(*) filter (where is_here) as here, count(*) as everywhere from running where kind = k.name) r
), waiting as (
  select job.*, room.kind, room.free, room.here = 0 as is_idle, room.one_per_owner,
         row_number() over (
           partition by room.kind, job.headers order by job.since, job.priority desc, job.id) as of_owner
    from room cross join lateral (
      (select id, priority, null::timestamptz as since, headers from jobs.pgqueuer
        where not $9 and entrypoint = room.kind and status = 'queued' and execute_after < now()
          and not (room.rests and exists (select from resting where owner = headers - 'starts'))
        order by priority desc, id limit 100)
      union all
      (select id, priority, execute_after, headers from jobs.pgqueuer
        where $9 and entrypoint = room.kind and status = 'queued' and execute_after < now()
          and not (room.rests and exists (select from resting where owner = headers - 'starts'))
        order by execute_after limit 100)
    ) job
   where room.free > 0
), allowed as (
  select w.*, row_number() over (partition by kind order by since, priority desc, id) as nth from waiting w
   where headers is null or not one_per_owner or of_owner = 1 and not exists (
           select from running r where r.kind = w.kind and r.owner = w.headers - 'starts' and r.is_alive)
), placed as (
  select c.*, row_number() over (order by is_own desc, since, priority desc, id) as place from (
    select id, kind, priority, since, true as is_fresh, is_idle and nth = 1 as is_own from allowed where nth <= free
    union all
    (select job.id, job.entrypoint, job.priority, null, false, false
       from jobs.pgqueuer job join kind on kind.name = job.entrypoint
      where job.status = 'picked' and job.heartbeat < now() - $6::interval and job.execute_after < now()
        and job.id <> all ($11::bigint[])
        and not (kind.rests and exists (select from resting where owner = job.headers - 'starts'))
      order by job.priority desc, job.id limit $7)
  ) c
), mine as (
  select job.id, p.kind, p.is_fresh, p.place, job.headers
    from placed p join jobs.pgqueuer job on job.id = p.id
   where (is_own or place <= least($7::integer, $8::integer - (select count(*) from running where is_here)))
     and (is_fresh and job.status = 'queued'
          or not is_fresh and job.status = 'picked' and job.heartbeat < now() - $6::interval)
     for update of job skip locked
), seats as (
  select kind, seat, row_number() over (partition by kind order by seat) as nth
    from room cross join lateral generate_series(0, at_once - 1) seat
   where not exists (select from jobs.pgqueuer held
                      where held.entrypoint = room.kind and held.status = 'picked' and held.slot = seat)
), seated as (
  select m.id, seats.seat
    from (select id, kind, row_number() over (partition by kind order by place) as nth from mine where is_fresh) m
    join seats using (kind, nth)
), taken as (
  update jobs.pgqueuer job
     set status = 'picked', updated = now(), heartbeat = now(), queue_manager_id = $5,
         slot = case when mine.is_fresh then seated.seat else job.slot end,
         headers = case when mine.headers ? 'starts' then job.headers
                        else coalesce(job.headers, '{}') || '{"starts": 1}' end
    from mine join room using (kind) left join seated on seated.id = mine.id
   where job.id = mine.id and (not mine.is_fresh or room.at_once = 0 or seated.seat is not null)
  returning job.id, job.priority, job.status, job.entrypoint, job.payload, job.attempts, mine.headers, mine.place
), logged as (
  insert into jobs.pgqueuer_log (job_id, status, entrypoint, priority)
  select id, status, entrypoint, priority from taken
)
select id, entrypoint, payload, attempts, headers from taken order by place
"""
