"""What is found in the labelled library, read from its files, by the model that reads documents. Both together find at
least as much as words alone and as vectors alone, in each half."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from holdfast.cli.eval import make_somebody
from holdfast.cli.evals.bring import open_documents
from holdfast.cli.evals.library import (
    PARTS,
    LabelledLibrary,
    LibraryDocument,
    lost_answers,
    read_library,
    stands_in,
    told_before,
)
from holdfast.cli.evals.retrieval import Looked, measure_retrieval
from holdfast.cli.evals.retrieval_report import (
    false_hits,
    is_better_together,
    retrieval_as_text,
    shares,
    unanswered,
)
from holdfast.core.config import load_settings
from holdfast.core.db import connect
from holdfast.core.errors import Invalid
from holdfast.core.migrate import Addresses
from holdfast.documents import kinds
from holdfast.documents.extract import Extracted, Extractor, LookedAt
from holdfast.models.e5 import MultilingualEmbedder
from holdfast.models.local import fetch_local, find_local, models_folder
from holdfast.models.local_kinds import MULTILINGUAL_MODEL

pytestmark = pytest.mark.anyio

MIN_DOCUMENTS, MIN_QUESTIONS, MIN_UNANSWERABLE, MIN_FOLLOW_UPS = 40, 300, 40, 40
MIN_AT_5 = 0.88
MAX_FALSE_HITS = 0.25
MAX_UNANSWERED = 0.08
MAX_FALSE_HITS_TURNED, MAX_UNANSWERED_TURNED = 0.3, 0.12


@pytest.fixture(scope="module")
def library() -> LabelledLibrary:
    return read_library()


def test_the_library_is_large_enough_in_five_languages_and_two_halves(library: LabelledLibrary) -> None:
    asked = [one for one in library.questions if one.document]
    assert len(library.documents) >= MIN_DOCUMENTS
    assert len(asked) >= MIN_QUESTIONS
    assert len(library.questions) - len(asked) >= MIN_UNANSWERABLE
    assert sum(one.goes_on for one in asked) >= MIN_FOLLOW_UPS
    assert {one.language for one in library.documents} == {"de", "en", "es", "ja", "zh"}
    halves = Counter(one.part for one in asked)
    assert set(halves) == set(PARTS)
    assert min(halves.values()) > 0.4 * len(asked)


async def read(extractor: Extractor, document: LibraryDocument) -> tuple[kinds.FileKind, Extracted, LookedAt]:
    data = document.file.read_bytes()
    kind = kinds.recognise(io.BytesIO(data), document.name)
    assert kind is not None
    extracted = await extractor.extract(kind, data)
    looked = await extractor.look_at(kind, data, extracted.pictures) if extracted.pictures else LookedAt()
    return kind, extracted, looked


async def test_every_answer_stands_in_what_the_readers_give_of_its_file(library: LabelledLibrary) -> None:
    extractor = Extractor()
    try:
        found = [await read(extractor, one) for one in library.documents]
    finally:
        await extractor.aclose()
    texts = {
        document.name: "\n".join(page.text for page in [*extracted.pages, *looked.pages])
        for document, (_, extracted, looked) in zip(library.documents, found, strict=True)
    }
    assert lost_answers(library.questions, texts) == []
    assert {kind for kind, _, _ in found} == {
        kinds.PDF, kinds.WORD, kinds.SLIDES, kinds.SHEETS, kinds.HTML, kinds.MARKDOWN, kinds.TABLE,
    }  # fmt: skip
    assert sum(len(looked.pages) for _, _, looked in found) == 2, "of a German and an English scan"
    for framing in ("We use cookies", "Startseite", "3,250 pounds", "Pocket Kiln · confidential"):
        assert not any(framing in text for text in texts.values()), framing


def test_a_question_whose_answer_was_not_read_is_named_and_one_with_none_is_refused(tmp_path: Path) -> None:
    asked = tmp_path / "en.txt"
    asked.write_text("=== a.md | tune\nWhat? | 6 pounds\n=== nothing | tune\nWhy?\n")
    questions = read_library(tmp_path).questions
    assert lost_answers(questions, {"a.md": "It costs 6\npounds."}) == []
    assert lost_answers(questions, {"a.md": "It costs 5 pounds."}) == ["a.md: What?"]
    assert stands_in("土样取自二十", "土样取\n自二十厘米"), "a line may end within a word"
    for wrong in ("=== a.md | tune\nWhat?\n", "=== nothing | tune\nWhat? | 6 pounds\n"):
        asked.write_text(wrong)
        with pytest.raises(Invalid, match="must have an answer"):
            read_library(tmp_path)


def test_a_question_that_goes_on_has_the_one_above_before_it_and_others_another_subject(tmp_path: Path) -> None:
    one = "=== a.md | tune\nPrice? | 5 pounds\n> Weight? | 2 grams\n"
    (tmp_path / "en.txt").write_text(f"{one}{one.replace('a.md', 'b.md')}")
    texts = dict.fromkeys(("a.md", "b.md"), "It costs 5\npounds. It has 2 grams.")
    first, goes_on, elsewhere, _ = read_library(tmp_path).questions
    assert first.text == "Price?"
    assert [(said.question, said.answer) for said in told_before(goes_on, texts)] == [("Price?", "It costs 5 pounds")]
    assert [said.question for said in told_before(elsewhere, texts)] == ["Weight?"]


@pytest.fixture
async def looked(addresses: Addresses, library: LabelledLibrary) -> Sequence[Looked]:
    models = models_folder(load_settings())
    if find_local(models, MULTILINGUAL_MODEL).state != "ready":
        fetch_local(models, [MULTILINGUAL_MODEL])
    db = await connect(addresses.app, size=2, name="eval")
    embedder = MultilingualEmbedder(models / MULTILINGUAL_MODEL)
    try:
        async with open_documents(db, embedder) as parts:
            return await measure_retrieval(parts, await make_somebody(db), library)
    finally:
        await embedder.aclose()
        await db.close()


def wrong(looked: Sequence[Looked], turned: float) -> tuple[float, float]:
    """Shares of questions with an answer that are told nothing, and of such without that are told something, where
    every score comes out so much otherwise."""
    lost = [one.best + turned < one.floor for one in looked if one.asked.document]
    told = [one.best + turned >= one.floor for one in looked if not one.asked.document]
    return sum(lost) / len(lost), sum(told) / len(told)


def keeps_its_distance(looked: Sequence[Looked]) -> bool:
    """Whether something or nothing is told hangs on no last digit: another processor's likenesses of this model differ
    by 0.003 (`tests/models/test_e5.py`), which is 0.013 of a score. Half as much again is asked for."""
    turns = {turned: wrong(looked, turned) for turned in (-0.02, 0.0, 0.02)}
    print({turned: f"{lost:.1%} lost, {told:.1%} told for nothing" for turned, (lost, told) in turns.items()})
    return all(lost <= MAX_UNANSWERED_TURNED and told <= MAX_FALSE_HITS_TURNED for lost, told in turns.values())


async def test_both_together_find_what_either_part_finds_and_tell_little_for_nothing(looked: Sequence[Looked]) -> None:
    assert is_better_together(looked), retrieval_as_text(looked)
    for part in PARTS:
        of_part = [one for one in looked if one.asked.part == part]
        assert shares(of_part, "both").at_5 >= MIN_AT_5, retrieval_as_text(looked)
        assert unanswered(of_part) <= MAX_UNANSWERED
        assert false_hits(of_part) <= MAX_FALSE_HITS
        assert keeps_its_distance(of_part)
