"""What the client says in English, read out of its words files, and whether a page shows any of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from playwright.async_api import Page

_CLIENT = Path(__file__).parents[2] / "client" / "src"
_COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*$", re.DOTALL | re.MULTILINE)
_QUOTED = re.compile(r"'((?:[^'\\\n]|\\.)*)'|\"((?:[^\"\\\n]|\\.)*)\"|`((?:[^`\\]|\\.)*)`")
_HOLE = re.compile(r"\$\{(?:[^{}]|\{[^{}]*\})*\}")
_SAID = re.compile(r"[A-Z].*|.*\w{2,} \w{2,}.*", re.DOTALL)
_SHOWN = """() => {
  const said = []
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) if (walk.currentNode.parentElement.checkVisibility()) said.push(walk.currentNode.data)
  for (const name of ['aria-label', 'placeholder', 'title', 'aria-valuetext', 'alt'])
    for (const one of document.querySelectorAll(`[${name}]`))
      if (one.checkVisibility()) said.push(one.getAttribute(name))
  return [...said, document.title].map(text => text.replace(/\\s+/g, ' ').trim()).filter(Boolean)
}"""
_WIDER = """() => {
  const cut = [...document.querySelectorAll('button, h1, h2, label, legend, summary, th, select')]
    .filter(one => one.checkVisibility() && one.clientWidth > 1 && getComputedStyle(one).overflowX !== 'visible')
    .filter(one => getComputedStyle(one).textOverflow !== 'ellipsis' && one.scrollWidth > one.clientWidth + 1)
    .map(one => one.textContent)
  const page = document.documentElement
  return page.scrollWidth > page.clientWidth ? ['the page itself', ...cut] : cut
}"""


def words_files(language: str = "") -> Iterator[Path]:
    """Of a language ("de"); the English ones without."""
    ending = f"words.{language}.ts" if language else "words.ts"
    yield from (file for file in _CLIENT.rglob("words*.ts*") if file.name.removesuffix("x") == ending)


@cache
def sayings(language: str = "") -> frozenset[str]:
    """Whole sentences and labels, and of those with values in them the pieces in between."""
    found = (piece for file in words_files(language) for piece in _pieces(file.read_text(encoding="utf-8")))
    return frozenset(piece for piece in found if len(piece) > 3 and _SAID.fullmatch(piece))


def _pieces(source: str) -> Iterator[str]:
    for quoted in _QUOTED.finditer(_COMMENT.sub("", source)):
        text = next(group for group in quoted.groups() if group is not None)
        yield from (re.sub(r"\s+", " ", piece).strip() for piece in _HOLE.sub("\0", text).split("\0"))


async def left_in_english(page: Page, language: str) -> Sequence[str]:
    """What the page shows or says that stands in the English catalogue, and not in the language's own."""
    english = sayings() - sayings(language)
    long = [piece for piece in english if len(piece) > 14 and " " in piece]
    shown: Sequence[str] = await page.evaluate(_SHOWN)
    return sorted({text for text in shown if text in english or any(piece in text for piece in long)})


async def cut_off(page: Page) -> Sequence[str]:
    """Whatever is wider than its place: the page itself, or words in a box that hides what runs over."""
    found: Sequence[str] = await page.evaluate(_WIDER)
    return found
