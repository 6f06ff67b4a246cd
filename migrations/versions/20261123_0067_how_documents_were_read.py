"""How a document was read: whether more is in it than is kept, from where it was fetched, which pages are pictures.

A page whose letters are in a picture waits to be looked at; that takes long, so each page that was is kept.
"""

from plain_sql import run

revision = "0067"
down_revision = "0066"


def upgrade() -> None:
    run("""
    alter table document_versions
      add column is_cut boolean not null default false,
      add column source text check (char_length(source) <= 2000),
      add column read_for integer;
    comment on column document_versions.read_for is 'the reading of the document that its pages are of';
    create index document_versions_by_source on document_versions (space_id, source) where source is not null;
    alter table document_pages add column is_picture boolean not null default false;
    comment on column document_pages.is_picture is 'its letters are in a picture that is still to be looked at';
    """)


def downgrade() -> None:
    run("""
    alter table document_pages drop column is_picture;
    alter table document_versions drop column read_for, drop column source, drop column is_cut;
    """)
