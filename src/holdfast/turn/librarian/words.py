"""Words that carry nothing a memory could be searched by, and words that stand for what people live with."""

from __future__ import annotations

from holdfast.core.language.calendars import calendar_of
from holdfast.core.language.kin import kin_of
from holdfast.core.language.tables import one_of
from holdfast.core.language.words import vocabulary_of


def words_of(text: str) -> frozenset[str]:
    return frozenset(text.split())


PRONOUNS = vocabulary_of("en").pronouns
"""They point; whom at, the words around them say."""

GHOSTS = words_of(
    # articles, joints, helping verbs
    "a an the and or nor but so if then than as of to am is are was were be been being do does did done doing "
    "have has had having can could may might must shall should will would don't doesn't didn't isn't aren't "
    "wasn't weren't haven't hasn't hadn't can't cannot couldn't won't wouldn't shouldn't ain't gonna wanna gotta "
    "let lets "
    # talk about talking and remembering: every turn is talk, and every question here is about remembering
    "say says said saying tell tells told telling talk talks talked talking mention mentions mentioned mentioning "
    "discuss discussed ask asked remember remembered recall remind reminded forget forgot forgotten know knows "
    "knew think thinks thought mean meant guess suppose wonder wondering summary summarize summarise update "
    "updates status "
    # fillers, and words for anything at all
    "um uh uhm erm er hm hmm oh ah hey hi hello ok okay yes yeah yep no nope please thanks thank just really very "
    "quite pretty actually basically literally honestly maybe perhaps probably kind kinda sort sorta stuff thing "
    "things bit lot lots again still already ever even also anyway somehow well sure everything "
)
"""Tokens that look like content and find everything, or nothing. The list is short on purpose: each further word that
is dropped costs recall on the labelled conversations, and a full-text index passes over stop words by itself."""

LIGHT = words_of(
    "at by for from in into off on onto out over too up down with without within about above across after against "
    "along among around because before behind below beneath beside besides between beyond during except inside "
    "like near outside past per since through throughout till toward towards under until upon via while whether "
    "though although unless once twice there here not speak spoke answer look looked note noted show bring give "
    "gave given get got getting go goes going went gone come came coming make makes made making take takes took "
    "taken put want wants wanted need needs needed try tried keep keeps kept start started use used help write "
    "draft compose prepare continue happen happened happens catch list supposed much many more most some any all "
    "both each every few little less least other another such same own only never always yet else now later soon "
    "finally way good great nice bad new old long short big small quick first last next back far name names "
    "called time times end one two three four five six seven eight nine ten "
)
"""Words that may help a query along, but are no topic: that two texts share them means nothing."""

COMMON_VERBS = words_of(
    "like likes liked love loves loved hate hates hated feel feels felt feeling see sees saw seen seeing meet "
    "meets met meeting call calls calling find finds found finding work works worked working live lives lived "
    "living stay stayed leave leaves left leaving move moves moved moving plan plans planned planning decide "
    "decided deciding agree agreed choose chose chosen promise promised suggest suggested recommend recommended "
    "buy bought pay paid sell sold send sent sending bring brought believe believed become became begin began run "
    "runs ran running play plays played hurt hurts hurting bother bothers worry worried prefer prefers preferred "
    "own owns owned drive drove eat ate drink sleep slept wait waited learn learned learning read reads wear wore "
    "spend spent lose lost win won break broke fix fixed fail failed fails failing owe owes complaining complain "
    "raise avoid repeat drop pick picked end ended "
)
"""Verbs that are content, but give way to nouns and names when a query grows long."""

_CALENDAR = calendar_of("en")
TIME_WORDS = words_of(
    "today tonight tomorrow yesterday day days week weeks weekend weekends month months year years morning evening "
    "afternoon night ago recently lately spring summer autumn winter"
).union(_CALENDAR.month_names, _CALENDAR.weekday_names)

_NO_NAMES = words_of(
    "i i'm i've i'd i'll ok english german french spanish italian portuguese dutch european american british "
    "russian chinese japanese christmas easter sophie holdfast the a an my our your his her their its this that "
    "these those what when where who which why how is are was were do does did has have had can could should would "
    "will may might must if so and but or not no yes please thanks we you he she they it there here today let's let "
    "guess another good great okay hello hi hey "
)
NO_NAMES = TIME_WORDS | kin_of("en").called | _NO_NAMES

_OTHERS = words_of(
    "ex family in-laws crush date supervisor team staff employee employees integrator visionary board investor "
    "investors client clients customer customers supplier accountant lawyer physio physiotherapist professor advisor "
    "student students nanny babysitter plumber dog cat puppy kitten horse pet pets"
)
"""Whom one lives and works with, and who is no relation."""
RELATED = frozenset(kin_of("en").words(plurals=True)) | _OTHERS
RELATIONS = one_of(RELATED)

MATTERS = (
    "job|work|career|business|company|startup|project|thesis|dissertation|novel|book|chapter|manuscript|song|album|"
    "garden|house|home|flat|apartment|kitchen|bathroom|balcony|renovation|move|mortgage|rent|lease|contract|offer|"
    "car|bike|boat|trip|holiday|vacation|honeymoon|flight|wedding|anniversary|birthday|party|divorce|marriage|"
    "relationship|pregnancy|surgery|operation|biopsy|diagnosis|treatment|therapy|medication|pills|meds|allergy|"
    "allergies|diet|sleep|knee|back|shoulder|migraines?|headaches?|anxiety|depression|training|marathon|race|"
    "interview|exam|exams|presentation|pitch|talk|speech|meeting|deadline|launch|release|roadmap|sprint|offsite|"
    "quarterly|rocks?|scorecard|accountability chart|revenue|numbers|budget|cash|pricing|hiring|reorg|merger|"
    "proposal|deal|invoice|visa|taxes|tax return|tax office|insurance|will|inheritance|savings|debt|loan|goals?|"
    "plans?|habits?|promise|progress|results|school|studies|degree|course|class|application|resignation|promotion|"
    "raise|review|outage|incident|postmortem|migration|rollback|failover|fix|prototype|story|schedule|week|routine|"
    "situation|life|list"
)
"""What people talk about for weeks: with "my", "our" or "the", a memory likely holds some of it."""
