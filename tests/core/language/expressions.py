"""Times as people say them, and the days they mean to somebody who speaks on Monday, 16 November 2026, at noon."""

from __future__ import annotations

from datetime import UTC, date, datetime

from holdfast.core.language.calendars import Direction
from holdfast.core.language.tables import Language

MONDAY = datetime(2026, 11, 16, 12, tzinfo=UTC)

_TABLE = """
en past
  yesterday                      2026-11-15
  the day before yesterday       2026-11-14
  last night                     2026-11-15
  this morning                   2026-11-16
  today                          2026-11-16
  on Tuesday                     2026-11-10
  on Monday                      2026-11-09
  last Monday                    2026-11-09
  last Friday                    2026-11-13
  this Monday                    2026-11-16
  Friday of last week            2026-11-13
  last week                      2026-11-09 2026-11-15
  this week                      2026-11-16 2026-11-22
  last weekend                   2026-11-14 2026-11-15
  last month                     2026-10-01 2026-10-31
  last quarter                   2026-07-01 2026-09-30
  last year                      2025-01-01 2025-12-31
  three days ago                 2026-11-13
  3 days ago                     2026-11-13
  a few days ago                 2026-11-12 2026-11-14
  several days ago               2026-11-11 2026-11-13
  twenty-one days ago            2026-10-26
  a week ago                     2026-11-06 2026-11-12
  two weeks ago                  2026-10-30 2026-11-05
  several weeks ago              2026-10-16 2026-10-22
  a fortnight ago                2026-10-30 2026-11-05
  a month ago                    2026-10-06 2026-10-25
  a couple of months ago         2026-09-06 2026-09-25
  two years ago                  2024-09-17 2025-01-14
  in the last 3 weeks            2026-10-26 2026-11-16
  in the past two days           2026-11-14 2026-11-16
  in May                         2026-05-01 2026-05-31
  in November                    2026-11-01 2026-11-30
  last November                  2025-11-01 2025-11-30
  in December                    2025-12-01 2025-12-31
  in mid-May                     2026-05-11 2026-05-20
  in late May 2023               2023-05-21 2023-05-31
  in February 2024               2024-02-01 2024-02-29
  on 3 May                       2026-05-03
  on 3 December                  2025-12-03
  the third of May               2026-05-03
  May 3rd, 2024                  2024-05-03
  3 May 2024                     2024-05-03
  on 2024-05-03                  2024-05-03
  in 2023                        2023-01-01 2023-12-31
  last summer                    2026-06-01 2026-08-31
  last autumn                    2025-09-01 2025-11-30
  in the spring                  2026-03-01 2026-05-31
  last winter                    2025-12-01 2026-02-28
  during the summer of 2022      2022-06-01 2022-08-31
  on the 5th                     2026-11-05
  on the 20th                    2026-10-20
en future
  today                          2026-11-16
  tonight                        2026-11-16
  tomorrow                       2026-11-17
  tmrw                           2026-11-17
  the day after tomorrow         2026-11-18
  by Friday                      2026-11-20
  on Monday                      2026-11-23
  next Monday                    2026-11-23
  this Monday                    2026-11-16
  by wensday                     2026-11-18
  by fri                         2026-11-20
  Friday next week               2026-11-27
  this weekend                   2026-11-21 2026-11-22
  next week                      2026-11-23 2026-11-29
  end of the week                2026-11-16 2026-11-22
  next month                     2026-12-01 2026-12-31
  end of the month               2026-11-01 2026-11-30
  this year                      2026-01-01 2026-12-31
  next year                      2027-01-01 2027-12-31
  in 8 days                      2026-11-24
  in eight days                  2026-11-24
  in nine days                   2026-11-25
  in a few days                  2026-11-19
  in a couple of days            2026-11-18
  within the next three days     2026-11-19
  in two weeks                   2026-11-30
  in twelve weeks                2027-02-08
  a week from now                2026-11-23
  in a month                     2026-12-16
  in two years                   2028-11-16
  in an hour                     2026-11-16
  on 12 June                     2027-06-12
  June 12th                      2027-06-12
  on 16 November                 2026-11-16
  by 3 December                  2026-12-03
  by the 15th                    2026-12-15
  by the 20th                    2026-11-20
  on 2027-07-01                  2027-07-01
  end of May                     2027-05-21 2027-05-31
  in May                         2027-05-01 2027-05-31
  next summer                    2027-06-01 2027-08-31
  on 29 February                 2028-02-29
de past
  gestern                        2026-11-15
  vorgestern                     2026-11-14
  heute                          2026-11-16
  am Dienstag                    2026-11-10
  am Montag                      2026-11-09
  letzten Freitag                2026-11-13
  am letzten Montag              2026-11-09
  letzte Woche                   2026-11-09 2026-11-15
  letztes Wochenende             2026-11-14 2026-11-15
  letzten Monat                  2026-10-01 2026-10-31
  voriges Jahr                   2025-01-01 2025-12-31
  vor drei Tagen                 2026-11-13
  vor ein paar Tagen             2026-11-12 2026-11-14
  vor einer Woche                2026-11-06 2026-11-12
  vor 2 Wochen                   2026-10-30 2026-11-05
  vor mehreren Wochen            2026-10-16 2026-10-22
  vor einundzwanzig Tagen        2026-10-26
  vor einem Monat                2026-10-06 2026-10-25
  vor zwei Jahren                2024-09-17 2025-01-14
  in den letzten drei Wochen     2026-10-26 2026-11-16
  im Mai                         2026-05-01 2026-05-31
  Anfang Mai                     2026-05-01 2026-05-10
  im März 2024                   2024-03-01 2024-03-31
  am 3. Mai                      2026-05-03
  am dritten Mai                 2026-05-03
  am 3. Mai 2024                 2024-05-03
  am 3.5.2024                    2024-05-03
  am 3.5.                        2026-05-03
  im Jahr 2023                   2023-01-01 2023-12-31
  letzten Sommer                 2026-06-01 2026-08-31
  im Frühling                    2026-03-01 2026-05-31
  letzten Winter                 2025-12-01 2026-02-28
  am 5.                          2026-11-05
de future
  morgen                         2026-11-17
  übermorgen                     2026-11-18
  heute Abend                    2026-11-16
  bis Freitag                    2026-11-20
  am Montag                      2026-11-23
  nächsten Montag                2026-11-23
  nächste Woche Freitag          2026-11-27
  am Wochenende                  2026-11-21 2026-11-22
  nächste Woche                  2026-11-23 2026-11-29
  Ende der Woche                 2026-11-16 2026-11-22
  nächsten Monat                 2026-12-01 2026-12-31
  nächstes Jahr                  2027-01-01 2027-12-31
  in acht Tagen                  2026-11-24
  in ein paar Tagen              2026-11-19
  in zwei Wochen                 2026-11-30
  in zwölf Wochen                2027-02-08
  in einem Monat                 2026-12-16
  am 12. Juni                    2027-06-12
  bis zum 15.                    2026-12-15
  am 1.7.2027                    2027-07-01
  Ende Mai                       2027-05-21 2027-05-31
  im nächsten Sommer             2027-06-01 2027-08-31
"""


def expressions() -> list[tuple[Language, Direction, str, date, date]]:
    """Language, where its speaker looks, what is said, the first day meant and the last."""
    rows: list[tuple[Language, Direction, str, date, date]] = []
    language: Language = "en"
    toward: Direction = "past"
    for line in _TABLE.strip().splitlines():
        if not line.startswith(" "):
            language, toward = ("de" if line.startswith("de") else "en"), ("past" if "past" in line else "future")
            continue
        said, days = line[:33].strip(), line[33:].split()
        rows.append((language, toward, said, date.fromisoformat(days[0]), date.fromisoformat(days[-1])))
    return rows
