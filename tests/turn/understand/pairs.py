"""What REINJECT_FROM and DRIFT_BELOW were measured on: written pairs, and whether the one belongs to the other."""

from __future__ import annotations

INTERVIEW = (
    "She has a second interview at the aquarium on Thursday and is afraid of the salary question. "
    "Her sister Clara offered to rehearse with her. The leaking roof is still not repaired."
)
STARTUP = (
    "He is preparing the seed round: the deck has twelve slides and the pricing page is missing. "
    "His co-founder Jonas wants to hire a salesperson first. They agreed to decide by Friday."
)
FATHER = (
    "Her father came home from hospital after the hip operation and needs help on the stairs. "
    "She has not told her boss that she wants to work four days. She sleeps badly."
)
MARATHON = (
    "He ran eighteen kilometres on Sunday and his left knee hurt afterwards. The half marathon is in October. "
    "He wants to see a physiotherapist and to buy new shoes."
)

HANDOVER_PAIRS: list[tuple[str, str, bool]] = [
    (INTERVIEW, "I keep thinking about the interview on Thursday", True),
    (INTERVIEW, "what do I say when they ask how much I want to earn?", True),
    (INTERVIEW, "Clara and I practised the questions last night", True),
    (INTERVIEW, "the roof is dripping into the hallway again", True),
    (INTERVIEW, "the aquarium called, they moved the appointment", True),
    (STARTUP, "I finished the slide about pricing", True),
    (STARTUP, "Jonas is pushing again to hire someone for sales", True),
    (STARTUP, "the investors want to see the pitch deck tomorrow", True),
    (STARTUP, "what should be on the last slide of the deck?", True),
    (STARTUP, "we still have not decided about the salesperson", True),
    (FATHER, "dad fell on the stairs this morning", True),
    (FATHER, "how do I tell my boss that I want to work less?", True),
    (FATHER, "the hospital rang about his hip", True),
    (FATHER, "I was awake half the night again", True),
    (FATHER, "my father is learning to walk with crutches", True),
    (MARATHON, "my knee hurts when I run downhill", True),
    (MARATHON, "should I buy new running shoes before October?", True),
    (MARATHON, "I booked an appointment with the physio", True),
    (MARATHON, "twenty kilometres today, the longest run so far", True),
    (MARATHON, "will I be ready for the half marathon?", True),
    (INTERVIEW, "how do I make a good risotto?", False),
    (INTERVIEW, "the cat slept on my keyboard", False),
    (INTERVIEW, "translate this into French", False),
    (INTERVIEW, "we watched a documentary about volcanoes", False),
    (INTERVIEW, "what is the capital of Peru?", False),
    (STARTUP, "my daughter has a cold", False),
    (STARTUP, "I'm reading a novel about a lighthouse keeper", False),
    (STARTUP, "it snowed all night here", False),
    (STARTUP, "the neighbours are renovating their kitchen", False),
    (STARTUP, "I feel lonely in this town", False),
    (FATHER, "which HTTP status code means conflict?", False),
    (FATHER, "the football match was a disaster", False),
    (FATHER, "let's plan the trip to Lisbon", False),
    (FATHER, "I bought a red bicycle", False),
    (FATHER, "write a poem about autumn leaves", False),
    (MARATHON, "my sister is getting married in spring", False),
    (MARATHON, "the tax office wants a form from me", False),
    (MARATHON, "how does a heat pump work?", False),
    (MARATHON, "I had an argument with my landlord", False),
    (MARATHON, "do you like jazz?", False),
    (MARATHON, "the soup needs more salt", False),
    (INTERVIEW, "the bus was late again this evening", False),
    (INTERVIEW, "my dentist moved the appointment to May", False),
    (STARTUP, "Friday is my birthday", False),
    (STARTUP, "my parents arrive on Friday", False),
    (INTERVIEW, "Thursday is my yoga evening", False),
    (MARATHON, "we had pancakes on Sunday", False),
    (FATHER, "that hospital series on television is boring", False),
    (MARATHON, "my brother hurt his shoulder while skiing", False),
]

DRIFT_SESSIONS: dict[str, tuple[str, ...]] = {
    "exam": (
        "my chemistry exam is on Friday and I have not opened the book",
        "Which chapters are on it?",
        "the first six, and I don't understand the equations at all",
        "Shall we go through one of them?",
    ),
    "mother": (
        "my mother wants to move in with us after the operation",
        "How do you feel about that?",
        "guilty, because I would rather find her a good nursing home",
        "Have you told her so?",
    ),
}

DRIFT_PAIRS: list[tuple[str, str, bool]] = [
    ("exam", "my neighbour painted her fence bright green yesterday", True),
    ("exam", "football was great, the goalkeeper saved two penalties", True),
    ("exam", "I saw a funny video of a parrot dancing", True),
    ("exam", "there's a new pizza place around the corner", True),
    ("exam", "the singer of that band cut his hair", True),
    ("mother", "the new phone has a fantastic camera", True),
    ("mother", "I watched a series about pirates until midnight", True),
    ("mother", "somebody parked a yellow sports car outside", True),
    ("exam", "balancing reactions always confuses me", False),
    ("exam", "I failed the last science test too", False),
    ("exam", "acids and bases I can do, the rest is fog", False),
    ("exam", "studying at night never works for me", False),
    ("exam", "the equations look like hieroglyphs", False),
    ("mother", "she's lonely since dad died and cannot manage the house", False),
    ("mother", "the care homes nearby have long waiting lists", False),
    ("mother", "my brother says family should look after its own", False),
    ("mother", "write a reply to the clinic for me", False),
    ("mother", "what did I tell you about the pirates series?", False),
    ("mother", "thanks", False),
    ("exam", "let's go, I'm opening the fridge and starting dinner now", False),
]
