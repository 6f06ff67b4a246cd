"""What is forgotten is found by the words it holds, an owner's rows by their owner, and keys belong to their owner.

A piece of what was said is looked for by its rarest word in `episode_terms`, and then compared with the text itself.
That finds every turn whose words are words to full-text search as well. Others (an address, a file's name, a price,
what stands between angle brackets) hide some of theirs: `hidden_words` keeps which.

Link tables had keys of two row numbers alone: by hand-written SQL somebody could have made a row with numbers that are
another's, and that other's own row would have been taken for a repeat. The owner is part of the key now, at its end:
the first column still serves whoever deletes what it points to.

`forget_errands` may also be a wish that a memory elsewhere has to carry out.
"""

from plain_sql import run

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    run("""
    -- The words that `memory_plain` sees and full-text search does not; null: none. Most texts hold nothing that could
    -- hide one, and are told by one look.
    create function memory_hidden_words(of_text text) returns text[] language sql immutable parallel safe
    return case when of_text ~ '[^[:alnum:][:space:],;:!?()"''.-]|[.:-][[:alnum:]]' then nullif(array(
      select unnest(tsvector_to_array(to_tsvector('english', memory_plain(of_text))))
      except select unnest(tsvector_to_array(to_tsvector('english', of_text)))), '{}') end;

    alter table episodes add column hidden_words text[];
    comment on column episodes.hidden_words is 'words of the text that are not in episode_terms';
    create index episodes_hiding on episodes (tenant_id, user_id) where hidden_words is not null;
    update episodes set hidden_words = memory_hidden_words(text) where memory_hidden_words(text) is not null;

    create function note_hidden_words() returns trigger
      language plpgsql set search_path = pg_catalog, public, pg_temp as $$
    begin
      new.hidden_words := memory_hidden_words(new.text);
      return new;
    end $$;
    create trigger note_hidden_words before insert or update of text on episodes
      for each row execute function note_hidden_words();

    create index messages_by_user on messages (user_id, session_id);
    create index traces_by_user on traces (user_id);
    create index sessions_by_user on sessions (user_id);

    -- The owner's index first, the key last: see 0014.
    alter table fact_evidence drop constraint fact_evidence_pkey;
    create index fact_evidence_by_owner on fact_evidence (tenant_id, user_id);
    alter table fact_evidence add primary key (fact_id, episode_id, tenant_id, user_id);

    alter table fact_grounds drop constraint fact_grounds_pkey;
    create index fact_grounds_by_owner on fact_grounds (tenant_id, user_id);
    alter table fact_grounds add primary key (fact_id, rests_on, tenant_id, user_id);

    alter table entity_mentions drop constraint entity_mentions_pkey;
    create index entity_mentions_by_owner on entity_mentions (tenant_id, user_id);
    alter table entity_mentions add primary key (entity_id, episode_id, tenant_id, user_id);

    alter table loop_evidence drop constraint loop_evidence_pkey;
    create index loop_evidence_by_owner on loop_evidence (tenant_id, user_id);
    alter table loop_evidence add primary key (loop_id, episode_id, what, tenant_id, user_id);

    alter table edges drop constraint edges_fact_id_from_entity_to_entity_key;
    create index edges_by_owner on edges (tenant_id, user_id);
    alter table edges add unique (fact_id, from_entity, to_entity, tenant_id, user_id);

    create index forget_marks_by_owner on forget_marks (tenant_id, user_id);

    alter table forget_marks drop constraint forget_marks_kind_check, drop constraint forget_marks_check;
    alter table forget_marks
      add constraint forget_marks_kind_check check (kind in ('e', 'f', 'l', 's', 'u', 'x', 'w')),
      add constraint forget_marks_check check (
        (digest is null) = (kind not in ('x', 'w')) and (item_id is null) = (kind in ('x', 'w')));
    comment on column forget_marks.kind is
      'e turn, f fact, l loop, s session: gone; u turn that teaches nothing any more; x message that is not taken
again; w keyed hash of a text that went';

    -- The receipt of a wish that is still to be carried out is not written yet.
    alter table forget_errands drop constraint forget_errands_receipt_fkey;
    alter table forget_errands add column wish jsonb;
    comment on column forget_errands.wish is
      'what a memory elsewhere has to forget; the receipt will have this number there and here. Gone when it is done';
    """)


def downgrade() -> None:
    run("""
    delete from forget_errands where wish is not null;
    delete from forget_marks where kind = 'w';
    alter table forget_errands drop column wish;
    alter table forget_errands add foreign key (receipt) references forget_receipts (id) on delete cascade;
    alter table forget_marks drop constraint forget_marks_kind_check, drop constraint forget_marks_check;
    alter table forget_marks
      add constraint forget_marks_kind_check check (kind in ('e', 'f', 'l', 's', 'u', 'x')),
      add constraint forget_marks_check check ((digest is null) = (kind <> 'x') and (item_id is null) = (kind = 'x'));

    alter table edges drop constraint edges_fact_id_from_entity_to_entity_tenant_id_user_id_key,
      add unique (fact_id, from_entity, to_entity);
    alter table loop_evidence drop constraint loop_evidence_pkey, add primary key (loop_id, episode_id, what);
    alter table entity_mentions drop constraint entity_mentions_pkey, add primary key (entity_id, episode_id);
    alter table fact_grounds drop constraint fact_grounds_pkey, add primary key (fact_id, rests_on);
    alter table fact_evidence drop constraint fact_evidence_pkey, add primary key (fact_id, episode_id);
    drop index fact_evidence_by_owner, fact_grounds_by_owner, entity_mentions_by_owner, loop_evidence_by_owner,
      edges_by_owner, forget_marks_by_owner, messages_by_user, traces_by_user, sessions_by_user;
    drop trigger note_hidden_words on episodes;
    drop function note_hidden_words();
    alter table episodes drop column hidden_words;
    drop function memory_hidden_words;
    """)
