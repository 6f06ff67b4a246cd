"""Files as people bring them, and as nobody should: small, and made where they are needed."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from email.message import EmailMessage

from PIL import Image, ImageDraw, ImageFilter, ImageFont

WORDS = "Everybody has twenty-eight days of holiday a year"


def packed(parts: Mapping[str, str | bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return made.getvalue()


def _rels(*targets: tuple[str, str, str]) -> str:
    listed = "".join(
        f'<Relationship Id="{name}" Type="http://x/{kind}" Target="{target}"/>' for name, kind, target in targets
    )
    return f'<Relationships xmlns="http://r">{listed}</Relationships>'


def docx(body: str = f"<w:p><w:r><w:t>{WORDS}.</w:t></w:r></w:p>", head: str = "") -> bytes:
    styles = (
        '<w:styles xmlns:w="http://w"><w:style w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style>'
        '<w:style w:styleId="Titel"><w:name w:val="Title"/></w:style></w:styles>'
    )
    document = f'{head}<w:document xmlns:w="http://w"><w:body>{body}</w:body></w:document>'
    return packed({"[Content_Types].xml": "<Types/>", "word/document.xml": document, "word/styles.xml": styles})


def paragraph(text: str, style: str = "") -> str:
    return f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>'


def word_table(*rows: Sequence[str]) -> str:
    told = "".join(f"<w:tr>{''.join(f'<w:tc>{paragraph(cell)}</w:tc>' for cell in row)}</w:tr>" for row in rows)
    return f"<w:tbl>{told}</w:tbl>"


def xlsx(sheets: Mapping[str, str], texts: Sequence[str] = (), hidden: Sequence[str] = ()) -> bytes:
    """Sheets by their names, each as the XML of its rows."""
    names = list(sheets)
    listed = "".join(
        f'<sheet name="{name}" sheetId="{at}" r:id="r{at}" state="{"hidden" if name in hidden else "visible"}"/>'
        for at, name in enumerate(names)
    )
    return packed({
        "xl/workbook.xml": f'<workbook xmlns="http://x" xmlns:r="http://r"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": _rels(
            *((f"r{at}", "worksheet", f"worksheets/s{at}.xml") for at in range(len(names)))
        ),
        "xl/styles.xml": '<styleSheet xmlns="http://x"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'
        "</styleSheet>",
        "xl/sharedStrings.xml": f'<sst xmlns="http://x">{"".join(f"<si><t>{text}</t></si>" for text in texts)}</sst>',
        **{
            f"xl/worksheets/s{at}.xml": f'<worksheet xmlns="http://x"><sheetData>{sheets[name]}</sheetData></worksheet>'
            for at, name in enumerate(names)
        },
    })  # fmt: skip


def pptx(*slides: str, notes: str = "") -> bytes:
    """Slides, each as the XML of its shapes; the notes are the first one's."""
    drawn = 'xmlns:a="http://a" xmlns:p="http://p"'
    parts: dict[str, str | bytes] = {
        "ppt/presentation.xml": f'<p:presentation {drawn} xmlns:r="http://r"><p:sldIdLst>'
        + "".join(f'<p:sldId id="{256 + at}" r:id="r{at}"/>' for at in range(len(slides)))
        + "</p:sldIdLst></p:presentation>",
        "ppt/_rels/presentation.xml.rels": _rels(
            *((f"r{at}", "slide", f"slides/s{at}.xml") for at in range(len(slides)))
        ),
    }
    for at, shapes in enumerate(slides):
        parts[f"ppt/slides/s{at}.xml"] = f"<p:sld {drawn}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>"
    if notes:
        parts["ppt/slides/_rels/s0.xml.rels"] = _rels(("n", "notesSlide", "../notesSlides/n.xml"))
        parts["ppt/notesSlides/n.xml"] = f"<p:notes {drawn}>{shape(notes)}{shape('7', 'sldNum')}</p:notes>"
    return packed(parts)


def shape(text: str, place: str = "body", level: int = 0) -> str:
    return (
        f'<p:sp><p:nvSpPr><p:nvPr><p:ph type="{place}"/></p:nvPr></p:nvSpPr>'
        f'<p:txBody><a:p><a:pPr lvl="{level}"/><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>'
    )


def epub(*chapters: str, locked: str = "") -> bytes:
    names = [f"c{at}.xhtml" for at in range(len(chapters))]
    items = "".join(f'<item id="{name}" href="{name}" media-type="application/xhtml+xml"/>' for name in names)
    spine = "".join(f'<itemref idref="{name}"/>' for name in names)
    parts: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="http://c"><rootfiles><rootfile full-path="OEBPS/b.opf"/>'
        "</rootfiles></container>",
        "OEBPS/b.opf": f'<package xmlns="http://o"><manifest>{items}</manifest><spine>{spine}</spine></package>',
        **{f"OEBPS/{name}": chapter for name, chapter in zip(names, chapters, strict=True)},
    }
    if locked:
        parts["META-INF/encryption.xml"] = f'<e><d><CipherReference URI="{locked}"/></d></e>'
    return packed(parts)


def eml(text: str = f"{WORDS}.", html: str = "", attached: str = "") -> bytes:
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = "Ada <ada@example.org>", "bob@example.org", "Holidays, again"
    letter["Date"], letter["Message-ID"] = "Mon, 02 Mar 2026 09:30:00 +0100", "<1@example.org>"
    if text:
        letter.set_content(text)
    if html:
        letter.add_alternative(html, subtype="html") if text else letter.set_content(html, subtype="html")
    if attached:
        letter.add_attachment(b"x", maintype="application", subtype="octet-stream", filename=attached)
    return letter.as_bytes()


def pdf(*pages: str | bytes, more: str = "", tail: str = "") -> bytes:
    """A page for each text, in lines; bytes are what is to be drawn, as PDF says it."""
    count = len(pages)
    kids = " ".join(f"{4 + 2 * at} 0 R" for at in range(count))
    objects = [
        f"<</Type/Catalog/Pages 2 0 R{more}>>".encode(),
        f"<</Type/Pages/Kids[{kids}]/Count {count}>>".encode(),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ]
    for at, page in enumerate(pages):
        drawn = page if isinstance(page, bytes) else _drawn(page)
        objects += [
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>"
            f"/Contents {5 + 2 * at} 0 R>>".encode(),
            b"<</Length %d>>stream\n%s\nendstream" % (len(drawn), drawn),
        ]
    return _written(objects, tail)


def bookmarked(title: str, *pages: str) -> bytes:
    """The title is the bookmark of the first page."""
    count = 4 + 2 * len(pages)
    whole = pdf(*pages, more=f"/Outlines {count} 0 R")
    added = [
        f"<</First {count + 1} 0 R/Last {count + 1} 0 R/Count 1>>".encode(),
        f"<</Title({title})/Parent {count} 0 R/Dest[4 0 R/Fit]>>".encode(),
    ]
    body = whole[: whole.rindex(b"xref\n0")]
    objects = [part.split(b"obj\n", 1)[1] for part in body.split(b"\nendobj\n")[:-1]]
    return _written([*objects, *added])


def _drawn(text: str) -> bytes:
    lines = "".join(f"({line}) Tj T* " for line in text.split("\n"))
    return f"BT /F 12 Tf 14 TL 50 780 Td {lines}ET".encode("cp1252")


def _written(objects: Sequence[bytes], tail: str = "") -> bytes:
    made, places = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(made)
    made += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    made += b"".join(b"%010d 00000 n \n" % place for place in places)
    return made + f"trailer<</Size {len(objects) + 1}/Root 1 0 R{tail}>>\nstartxref\n{start}\n%%EOF".encode()


def squeezed(content: bytes) -> bytes:
    """Objects of a PDF whose one page draws what unfolds from it."""
    small = zlib.compress(content, 9)
    return _written([
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>",
        b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(small), small),
    ])  # fmt: skip


def picture(text: str = WORDS, kind: str = "PNG", size: tuple[int, int] = (1000, 120)) -> bytes:
    made = io.BytesIO()
    _painted(text, size).save(made, kind)
    return made.getvalue()


def smudge(text: str = WORDS) -> bytes:
    """As somebody took it by hand, in bad light."""
    made = io.BytesIO()
    page = _painted(text, (1000, 120)).point(lambda gray: 60 + gray // 2)
    page.filter(ImageFilter.GaussianBlur(7)).save(made, "PNG")
    return made.getvalue()


def scanned(*texts: str) -> bytes:
    """A PDF of nothing but pictures."""
    made = io.BytesIO()
    first, *others = [_painted(text, (1000, 700)) for text in texts]
    first.save(made, "PDF", resolution=120, save_all=True, append_images=others)
    return made.getvalue()


def _painted(text: str, size: tuple[int, int]) -> Image.Image:
    page = Image.new("L", size, 255)
    font = ImageFont.load_default(size=36)
    ImageDraw.Draw(page).multiline_text((20, 20), text, fill=0, font=font, spacing=12)
    return page


def bomb(name: str, unpacked: int) -> bytes:
    """An Office file whose main part is zeros without end."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file, file.open(name, "w") as part:
        part.write(b"<a>")
        for _ in range(unpacked >> 20):
            part.write(b" " * (1 << 20))
    return made.getvalue()


def many_files(count: int, name: str) -> bytes:
    """A directory of so many empty files, one of which has a name that documents have."""
    made, listed = bytearray(), bytearray()
    for at in range(count):
        told = name.encode() if at == 0 else b"%d" % at
        head = struct.pack("<HHHHHIIIHH", 20, 0, 0, 0, 33, 0, 0, 0, len(told), 0)
        listed += b"PK\x01\x02" + struct.pack("<H", 20) + head + struct.pack("<HHHII", 0, 0, 0, 0, len(made)) + told
        made += b"PK\x03\x04" + head + told
    counted = min(count, 0xFFFF)
    return bytes(
        made + listed + b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, counted, counted, len(listed), len(made), 0)
    )
