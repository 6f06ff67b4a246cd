"""Files of every kind over HTTP, with a real worker and the real sandbox: what is read, what is refused, what stays."""

from __future__ import annotations

import asyncio
import io
import resource
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import pikepdf
import pytest

from holdfast.core.migrate import Addresses
from tests.documents import files
from tests.scripted import ScriptedModel, says
from tests.serving import Person, serving
from tests.sounds import encoded, sentence
from tests.web.test_documents import look_for
from tests.working import work_off

pytestmark = pytest.mark.anyio

Brought = Sequence[tuple[str, bytes]]


async def bring_all(person: Person, brought: Brought, **fields: str) -> dict[str, Any]:
    sent = [("files", (name, content)) for name, content in brought]
    answer = await person.http.post("/api/documents/bulk-upload", files=sent, data=fields)
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def listed(person: Person) -> dict[str, Any]:
    found = (await person.http.get("/api/documents?limit=100")).json()["documents"]
    return {one["filename"]: one for one in found}


def about(subject: str) -> str:
    return f"The {subject} is kept in the cellar behind the blue door"


async def test_every_kind_is_read_and_its_passage_found_where_it_stands(addresses: Addresses) -> None:
    brought = [
        ("a.docx", files.docx(files.paragraph("Stores", "Titel") + files.paragraph(about("lantern")))),
        ("b.xlsx", files.xlsx({"Other": "", "Stores": '<row><c t="inlineStr"><is><t>Thing</t></is></c></row>'
                               f'<row><c t="inlineStr"><is><t>{about("anvil")}</t></is></c></row>'})),
        ("c.pptx", files.pptx(files.shape("One", "title"), files.shape(about("telescope")))),
        ("d.pdf", files.pdf("The first page", about("compass"))),
        ("e.pdf", files.scanned(about("kettle"))),
        ("f.png", files.picture(about("violin"))),
        ("g.epub", files.epub(f"<html><body><h1>Stores</h1><p>{about('globe')}</p></body></html>")),
        ("h.eml", files.eml(about("sextant"))),
        ("i.html", f"<!doctype html><h1>Stores</h1><p>{about('hammock')}".encode()),
    ]  # fmt: skip
    wanted = {
        "lantern": ("a.docx", None, "text"), "anvil": ("b.xlsx", 2, "text"), "telescope": ("c.pptx", 2, "text"),
        "compass": ("d.pdf", 2, "text"), "kettle": ("e.pdf", 1, "ocr"), "violin": ("f.png", None, "ocr"),
        "globe": ("g.epub", None, "text"), "sextant": ("h.eml", None, "text"), "hammock": ("i.html", None, "text"),
    }  # fmt: skip
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        made = await bring_all(ada, brought, folder="Stores")
        assert [one["filename"] for one in made["documents"]] == [name for name, _ in brought]
        assert made["refused"] == []
        await work_off(served.parts)
        kept = await listed(ada)
        assert {one["status"] for one in kept.values()} == {"ready"}, kept
        assert {one["folder"] for one in kept.values()} == {"Stores"}
        for subject, (name, page, extraction) in wanted.items():
            found = (await look_for(ada, f"Where is the {subject} kept?"))[0]
            assert (found["documentId"], found["page"]) == (kept[name]["id"], page), subject
            assert subject in found["text"]
            assert (kept[name]["extraction"], kept[name]["isCut"]) == (extraction, False)


def locked_pdf() -> bytes:
    made = io.BytesIO()
    with pikepdf.open(io.BytesIO(files.pdf("secret"))) as pdf:
        pdf.save(made, encryption=pikepdf.Encryption(owner="a", user="b"))
    return made.getvalue()


FAILING = [
    ("bomb.docx", files.bomb("word/document.xml", 32 << 20), "too_large"),
    ("bomb.pdf", files.squeezed(bytes(1 << 20) * 600), "too_large"),
    ("endless.pdf", files.squeezed(b"1 1 l " * (4 << 20)), "empty"),
    ("locked.pdf", locked_pdf(), "encrypted"),
    ("outside.docx", files.docx(head='<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>'), "refers_outside"),
    ("many.xlsx", files.many_files(4_500, "xl/workbook.xml"), "too_many_parts"),
    ("broken.pdf", b"%PDF-1.7\nand nothing more", "unreadable"),
    ("blank.png", files.picture(" "), "empty"),
    ("deep.html", b"<!doctype html>" + b"<div>" * 100_000 + b"a", "empty"),
]  # fmt: skip
REFUSED = [
    ("empty.pdf", b"", "empty_file"),
    ("program.pdf", b"\x7fELF\x02\x01\x01\0", "unsupported_media"),
    ("locked.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "encrypted"),
    ("many.docx", files.many_files(100_000, "word/document.xml"), "too_many_parts"),
    ("plain.zip", files.packed({"a.txt": "a"}), "unsupported_media"),
]


async def test_a_bad_file_says_what_is_wrong_and_leaves_nothing(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        made = await bring_all(ada, [(name, content) for name, content, _ in (*FAILING, *REFUSED)])
        assert [(one["filename"], one["error"]["code"]) for one in made["refused"]] == [
            (name, code) for name, _, code in REFUSED
        ]
        await work_off(served.parts)
        kept = await listed(ada)
        told = {name: (one["status"], (one["error"] or {}).get("code")) for name, one in kept.items()}
        assert told == {name: ("failed", code) for name, _, code in FAILING}
        for one in [*kept.values(), *made["refused"]]:
            assert one["error"]["message"].endswith("."), one
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        assert grown < 150_000, f"{grown} kB more in the server for files of {sum(len(f) for _, f, _ in FAILING)} bytes"
        for one in kept.values():
            assert (await ada.http.delete(f"/api/documents/{one['id']}")).status_code == 204
        await work_off(served.parts)
        owner = await asyncpg.connect(served.parts.addresses.owner.dsn)
        try:
            for table in ("documents", "document_versions", "document_pages", "passages"):
                assert await owner.fetchval(f"select count(*) from {table}") == 0, table
            assert await owner.fetchval("select kept_bytes($1)", ada.id) == 0
        finally:
            await owner.close()
        folder = served.parts.settings.data_dir / "blobs" / ada.id.hex
        assert not folder.exists() or not list(folder.iterdir())


async def test_what_is_larger_than_may_be_is_refused_before_it_is_read(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        cookie = "; ".join(f"{one.name}={one.value}" for one in ada.http.cookies.jar)
        where = urlsplit(served.url)
        for path in ("upload", "bulk-upload"):
            reader, writer = await asyncio.open_connection(where.hostname, where.port)
            writer.write(
                f"POST /api/documents/{path} HTTP/1.1\r\nhost: {where.netloc}\r\ncookie: {cookie}\r\n"
                f"origin: {served.url}\r\ncontent-type: multipart/form-data; boundary=x\r\n"
                "content-length: 300000000\r\n\r\n".encode()
            )
            assert b" 413 " in await reader.readline(), "not one byte of it was sent"
            writer.close()
        assert await listed(ada) == {}


async def test_many_at_once_are_each_for_themselves_and_a_target_that_is_none_refuses_all(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel(says("-"))]) as served,
        served.person(),
        served.person("bob") as bob,
    ):
        made = await bring_all(bob, [("a.md", b"# A"), ("b.md", b""), ("c.md", b"# A")])
        assert [one["version"] for one in made["documents"]] == [1, 2], "the same bytes are a new version"
        assert [one["filename"] for one in made["refused"]] == ["b.md"]
        for sent, fields, status in (
            ([("files", ("a.md", b"# B"))], {"target": "company"}, 403),
            ([("files", ("a.md", b"# B"))], {"target": "nobody"}, 422),
            ([("files", ("a.md", b"# B"))], {"title": "One for all"}, 400),
            ([("file", ("a.md", b"# B"))], {}, 400),
            ([("files", (f"{at}.md", b"# B")) for at in range(21)], {}, 400),
        ):
            answer = await bob.http.post("/api/documents/bulk-upload", files=sent, data=fields)
            assert answer.status_code == status, (fields, answer.text)
        assert len(await listed(bob)) == 1


async def test_a_recording_is_heard_and_found_by_what_is_said_in_it(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        object.__setattr__(served.parts.speech, "hearing", Ears())
        made = await bring_all(ada, [("memo.wav", encoded(sentence(), "wav"))])
        assert made["documents"][0]["mediaType"] == "audio/wav"
        await work_off(served.parts)
        memo = (await listed(ada))["memo.wav"]
        assert (memo["status"], memo["extraction"], memo["pages"]) == ("ready", "transcript", None), memo
        assert "barometer" in (await look_for(ada, "Where is the barometer kept?"))[0]["text"]


class Ears:
    name = "test:ears"
    languages = None

    async def hear(self, recording: Any, segments: Any, language: str | None) -> str:
        return about("barometer") + "."

    async def aclose(self) -> None:
        pass
