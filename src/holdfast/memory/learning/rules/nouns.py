"""Words that tell a job from a mood, a pet from a problem. Lists, because a pattern cannot know."""

from __future__ import annotations

import re

from holdfast.core.language.calendars import calendar_of
from holdfast.core.language.kin import kin_of

JOBS = (
    "accountant|actor|actress|actuary|administrator|analyst|anesthesiologist|architect|artist|assistant|attorney|"
    "author|baker|banker|barber|barista|bartender|biologist|bookkeeper|builder|butcher|carer|caregiver|carpenter|"
    "cashier|chef|chemist|civil servant|cleaner|coach|composer|consultant|contractor|cook|copywriter|counsell?or|"
    "curator|dancer|dentist|designer|developer|dietitian|director|doctor|driver|economist|editor|electrician|"
    "engineer|entrepreneur|farmer|firefighter|florist|founder|freelancer|gardener|geologist|hairdresser|"
    "illustrator|influencer|inspector|interpreter|investor|janitor|journalist|judge|lawyer|lecturer|librarian|"
    "lifeguard|locksmith|machinist|manager|marketer|mathematician|mechanic|midwife|miner|model|musician|nanny|"
    "novelist|nurse|nutritionist|optician|painter|paralegal|paramedic|pastor|pediatrician|pharmacist|"
    "photographer|physicist|physician|physiotherapist|pianist|pilot|plumber|poet|police officer|postdoc|"
    "principal|producer|professor|programmer|project manager|product manager|psychiatrist|psychologist|realtor|"
    "receptionist|researcher|roofer|sailor|salesperson|scientist|sculptor|secretary|singer|social worker|"
    "software developer|soldier|statistician|surgeon|surveyor|tailor|tattooist|teacher|technician|therapist|"
    "trader|translator|tutor|veterinarian|vet|videographer|waiter|waitress|welder|writer|youtuber|zoologist|"
    "student|intern|apprentice|retiree|homemaker|stay-at-home (?:mom|dad|mum|parent)|phd student"
)
PETS = (
    "dog|cat|puppy|kitten|hamster|rabbit|bunny|parrot|budgie|goldfish|fish|turtle|tortoise|horse|pony|guinea pig|"
    "ferret|snake|lizard|gecko|bird|chicken|hen|goat|pig"
)
RELATIVES = kin_of("en").pattern()
ONE_OF_A_KIND = kin_of("en").pattern("partners")
OWNABLE = (
    "car|bike|bicycle|motorcycle|motorbike|scooter|truck|van|house|home|apartment|flat|condo|cabin|cottage|"
    "garden|boat|kayak|piano|guitar|violin|drum kit|keyboard|camera|laptop|computer|desktop|phone|tablet|"
    "telescope|tent|campervan|rv|trailer|farm|workshop|studio|greenhouse|allotment|pool|sauna|tesla|toyota|honda|"
    "bmw|ford|audi|volvo|vw|volkswagen|subaru|mazda|skateboard|surfboard|drone|3d printer|sewing machine|"
    "record player|tattoo|small business|company|startup|blog|podcast|youtube channel|shop|store|bakery|"
    "restaurant|side business"
)
CONDITIONS = (
    "asthma|diabetes|type [12] diabetes|celiac disease|coeliac disease|adhd|add|autism|dyslexia|migraines|"
    "epilepsy|ibs|crohn's(?: disease)?|arthritis|depression|anxiety|insomnia|hypothyroidism|high blood pressure|"
    "hypertension|tinnitus|eczema|psoriasis|a heart condition|sleep apnea|chronic pain|long covid|endometriosis|"
    "pcos|a pacemaker|a bad knee|a bad back|scoliosis|hay fever"
)
AILMENTS = (
    "migraines?|cataracts?|runner's knee|tendonitis|tendinitis|shingles|pneumonia|bronchitis|a slipped disc|sciatica|"
    "gallstones|kidney stones|glaucoma|osteoporosis|dementia|alzheimer's|parkinson's|cancer|a hernia|concussion|"
    "vertigo|"
    "anaemia|anemia|gout|a stammer|dyspraxia|plantar fasciitis|carpal tunnel|a heart murmur|angina|rsi|a torn ligament|"
    "whiplash|a fractured \\w+|a broken \\w+|a sprained \\w+"
)
FOLK = (
    "woman|man|girl|boy|guy|lad|lady|chap|bloke|fellow|kid|person|couple|friend|mate|colleague|client|customer|"
    "neighbou?r|physio|singer|drummer|bassist|guitarist|fiddler|landlord|landlady|builder|roofer|plumber|estate agent|"
    "solicitor|surveyor|counsellor|gp|consultant|specialist|trainer|instructor|volunteer|regular|pensioner|widow|"
    "widower|"
    "foal|mare|gelding|lurcher|spaniel|labrador|terrier|collie|greyhound|tabby|tomcat|beekeeper|allotment holder"
)
DIETS = (
    "vegetarian|vegan|pescatarian|pescetarian|flexitarian|gluten[- ]free|lactose[- ]intolerant|dairy[- ]free|"
    "keto|halal|kosher|celiac|coeliac|plant[- ]based|teetotal|sober"
)
STATUSES = "married|single|engaged|divorced|widowed|separated|in a relationship"
LANGUAGES = (
    "english|spanish|french|german|italian|portuguese|dutch|swedish|norwegian|danish|finnish|polish|czech|slovak|"
    "hungarian|romanian|bulgarian|greek|turkish|arabic|hebrew|persian|farsi|hindi|urdu|bengali|tamil|telugu|"
    "punjabi|mandarin|chinese|cantonese|japanese|korean|vietnamese|thai|indonesian|malay|tagalog|russian|"
    "ukrainian|serbian|croatian|slovenian|catalan|basque|galician|irish|welsh|icelandic|estonian|latvian|"
    "lithuanian|swahili|zulu|afrikaans|latin|esperanto|sign language|asl"
)
NATIONALITIES = (
    "american|british|english|scottish|welsh|irish|canadian|australian|german|austrian|swiss|french|belgian|"
    "dutch|spanish|portuguese|italian|greek|turkish|polish|czech|slovak|hungarian|romanian|bulgarian|croatian|"
    "serbian|slovenian|ukrainian|russian|swedish|norwegian|danish|finnish|icelandic|estonian|latvian|lithuanian|"
    "brazilian|argentinian|chilean|colombian|mexican|peruvian|indian|pakistani|bangladeshi|chinese|japanese|"
    "korean|vietnamese|thai|indonesian|filipino|malaysian|egyptian|moroccan|nigerian|kenyan|ethiopian|"
    "south african|israeli|lebanese|iranian|iraqi|syrian|jewish|kiwi"
)
GAMES = (
    "the (?:piano|guitar|violin|cello|drums|bass|flute|saxophone|trumpet|harp|ukulele|banjo|clarinet|keyboard)|"
    "piano|guitar|violin|cello|drums|bass|tennis|football|soccer|basketball|baseball|volleyball|badminton|squash|"
    "golf|hockey|rugby|cricket|chess|poker|padel|table tennis|ping pong|video games|board games|"
    "dungeons and dragons|d&d|minecraft|handball|lacrosse|softball|pickleball"
)
EVENTS = (
    "anniversary|wedding anniversary|wedding|exam|interview|flight|appointment|surgery|operation|graduation|"
    "due date|move|marathon|race|trip|vacation|defen[cs]e|presentation|concert|recital"
)

NO_NAMES = frozenset(
    """
    there here everyone everybody nobody somebody someone one some most all another each both none everything
    i i'm my me we our you the a an and but so then also god
    ok okay yes no hi hello hey thanks thank please today tomorrow yesterday tonight it he she
    they this that these those what when where who why how is are was were do does did can could will would
    should not never always maybe sorry sure english spanish french german italian christmas easter thanksgiving
    halloween new year years eve internet tv pc ai api pdf asap fyi lol omg btw am pm usa uk eu ph phd mr mrs ms
    dr st if in on at to for of with from by as or just well oh wow great good nice cool yeah yep nope user
    assistant system
    """.split()  # noqa: SIM905
).union(calendar_of("en").month_names, calendar_of("en").weekday_names, kin_of("en").called)
PERSONAS = frozenset(
    {
        "assistant", "the assistant", "sophie", "eos implementer", "incident commander", "holdfast", "ai", "bot",
        "chatbot", "chatgpt", "claude", "gemini", "siri", "alexa", "copilot", "the model", "system",
    }
)  # fmt: skip
"""Names that assistants go by: what is said to them is not said about a person."""


def whole(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{words})s?", re.IGNORECASE)


GIVEN_UP = (
    "(?:red )?meat|chicken|fish|dairy|milk|eggs?|gluten|bread|sugar|sweets|coffee|caffeine|alcohol|wine|beer|cigarettes"
)
"""What people do without, and take up again."""
