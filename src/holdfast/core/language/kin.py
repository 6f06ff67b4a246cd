"""Who somebody is to the speaker: "my sister", "mum", "meine Chefin". Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

from holdfast.core.language.tables import Language, one_of, read_table

Circle = Literal["family", "partners", "former", "friends", "home", "work", "helpers"]
CIRCLES: Sequence[Circle] = get_args(Circle)


@dataclass(frozen=True, slots=True)
class Kin:
    circles: Mapping[Circle, Sequence[str]]
    """Every word for somebody of a circle, one of them."""
    plurals: Mapping[str, str]
    relations: Mapping[str, str]
    """ "Mum" is a mother."""
    called: frozenset[str]
    """Said of one's own without "my": a name, and nobody else's."""

    def words(self, *circles: Circle, plurals: bool = False) -> Sequence[str]:
        """Of these circles; of all without any."""
        one = [word for circle in circles or CIRCLES for word in self.circles[circle]]
        return [*one, *(self.plurals[word] for word in one)] if plurals else one

    def pattern(self, *circles: Circle, plurals: bool = False) -> str:
        return one_of(self.words(*circles, plurals=plurals))


@cache
def kin_of(language: Language = "en") -> Kin:
    table = read_table(language, "kin")
    relations = {word: relation for circle in CIRCLES for word, relation in _relations(table[circle])}
    irregular: Mapping[str, str] = table["names"]["plurals"]
    return Kin(
        circles={circle: [word for word, _ in _relations(table[circle])] for circle in CIRCLES},
        plurals={word: irregular.get(word, f"{word}s") for word in relations},
        relations=relations,
        called=frozenset(table["names"]["called"].split()),
    )


def _relations(circle: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for relation, words in circle.items():
        name = relation.replace("_", " ")
        yield name, name
        yield from ((word, name) for word in words.split())
