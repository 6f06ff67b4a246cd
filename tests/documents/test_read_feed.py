"""A feed into its entries, as the sandbox reads it."""

from __future__ import annotations

import json

import pytest

from holdfast.core.sandbox.types import ReaderRefused
from holdfast.documents.read_feed import MAX_ENTRIES, read

RSS = b"""<?xml version="1.0"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>News</title>
<item><title>Rain &amp; wind</title><link>https://example.org/1</link><guid>n-1</guid>
<description>Short.</description>
<content:encoded>&lt;h2&gt;Rain&lt;/h2&gt;&lt;p&gt;It &lt;b&gt;rained&lt;/b&gt; for
two days.&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;p&gt;Then it stopped.&lt;/p&gt;</content:encoded></item>
<item><title/><link>https://example.org/2</link></item>
</channel></rss>"""
ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><entry><id>urn:1</id><title>Sun</title>
<link rel="self" href="https://example.org/self"/><link href="https://example.org/sun"/>
<summary>Warm.</summary></entry></feed>"""


def test_an_entry_of_rss_has_its_longest_text_and_no_markup() -> None:
    first, second = json.loads(read(RSS, {}))
    assert first == {
        "id": "n-1",
        "title": "Rain & wind",
        "link": "https://example.org/1",
        "text": "Rain\n\nIt rained for two days.\n\nThen it stopped.",
    }
    assert (second["id"], second["title"], second["text"]) == ("https://example.org/2", "https://example.org/2", "")


def test_an_entry_of_atom_is_read_with_the_link_for_people() -> None:
    assert json.loads(read(ATOM, {})) == [
        {"id": "urn:1", "title": "Sun", "link": "https://example.org/sun", "text": "Warm."}
    ]


def test_of_a_sitemap_the_pages_are_read_with_when_they_changed() -> None:
    given = b"""<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.org/a</loc>
    <lastmod>2026-05-04</lastmod></url><url><loc> https://example.org/b </loc></url></urlset>"""
    assert [(one["link"], one["text"]) for one in json.loads(read(given, {}))] == [
        ("https://example.org/a", "2026-05-04"),
        ("https://example.org/b", ""),
    ]


def test_of_an_endless_feed_the_first_entries_are_read() -> None:
    many = b"<rss><channel>" + b"<item><title>a</title></item>" * (MAX_ENTRIES + 50) + b"</channel></rss>"
    assert len(json.loads(read(many, {}))) == MAX_ENTRIES


@pytest.mark.parametrize(
    "given",
    [
        b"",
        b"Not found.",
        b"<html><body>Hello</body></html>",
        b'<!DOCTYPE rss [<!ENTITY a "aaaa">]><rss><channel><item><title>&a;</title></item></channel></rss>',
        b'<!DOCTYPE rss SYSTEM "file:///etc/passwd"><rss/>',
        b"<rss><channel>",
    ],
)
def test_what_is_no_feed_or_declares_entities_is_refused(given: bytes) -> None:
    with pytest.raises(ReaderRefused):
        read(given, {})
