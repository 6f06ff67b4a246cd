"""What is an address of the web, and what is told to be none before anybody goes there."""

from __future__ import annotations

import pytest

from holdfast.core.errors import Invalid
from holdfast.core.web_address import web_address

READ = {
    "https://example.org": "example.org",
    "HTTPS://Example.ORG./a?b=c#d": "example.org.",
    "http://a_b.example:8080/": "a_b.example",
    "https://münchen.de/ä?q=ü": "xn--mnchen-3ya.de",
    "http://[::1]/": "::1",
    "http://2130706433/": "2130706433",
    "http://example.org:/": "example.org",
}
"""Address → the host as it would be asked. That some lead inside is the guard's matter."""
NONE = [
    "", "example.org", "//example.org", "http:example.org", "http://", "http:///x", "http://?q", "http://#a",
    "ftp://example.org", "file:///etc/passwd", "javascript:alert(1)", "data:text/plain,a",
    "http://[", "http://]", "http://[::1", "http://[zz]/", "http://[1.2.3.4]/",
    "http://ada@example.org", "http://ada:secret@example.org",
    "http://example.org:0", "http://example.org:99999", "http://example.org:abc", "http://example.org:-1",
    "http://.", "http://-", "http://a..b/", "http://-a.org/", "http://xn--/", "http://*.org", "http://a,b/",
    "http://exam ple.org", "http://exam<ple.org", "http://exam\\ple.org", "http://%5b/", "http://%/",
    "http://exam\0ple.org", "http://example.org\n/", "http://\ud800.org", "http://\u2024.org",
    f"http://{'a' * 64}.org", f"http://{'a.' * 127}org",
]  # fmt: skip


@pytest.mark.parametrize(("text", "host"), READ.items())
def test_an_address_is_read_in_any_spelling(text: str, host: str) -> None:
    assert web_address(text).raw_host.decode() == host


@pytest.mark.parametrize("text", NONE)
def test_what_is_none_is_refused_with_what_one_looks_like(text: str) -> None:
    with pytest.raises(Invalid, match="begins with https://") as refused:
        web_address(text)
    assert refused.value.code == "bad_address"
