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

HANDOVER_UNSEEN: list[tuple[str, str, bool]] = [
    (INTERVIEW, "I'm nervous about the second round at the aquarium", True),
    (INTERVIEW, "what if they offer me less money than I have now?", True),
    (INTERVIEW, "my sister wants to rehearse on Wednesday", True),
    (INTERVIEW, "the roofer still has not come", True),
    (INTERVIEW, "which questions will they ask in the interview?", True),
    (STARTUP, "the pricing page is the last thing missing", True),
    (STARTUP, "how many slides should a seed deck have?", True),
    (STARTUP, "Jonas and I argued about hiring", True),
    (STARTUP, "do we need a salesperson before the money comes in?", True),
    (STARTUP, "an investor asked about our pricing", True),
    (FATHER, "dad's hip is healing slowly", True),
    (FATHER, "I have to tell my boss about the four days", True),
    (FATHER, "he can't climb the stairs yet", True),
    (FATHER, "I slept badly again because of dad", True),
    (FATHER, "when will my father be able to walk alone after the operation?", True),
    (MARATHON, "the knee is swollen after the long run", True),
    (MARATHON, "which running shoes are good for sore knees?", True),
    (MARATHON, "my physiotherapist says I may run again", True),
    (MARATHON, "how long should my last run before the half marathon be?", True),
    (MARATHON, "I managed fifteen kilometres without pain", True),
    (INTERVIEW, "the library closes at six", False),
    (INTERVIEW, "which plants survive in the dark?", False),
    (INTERVIEW, "I lost my umbrella on the tram", False),
    (INTERVIEW, "my neighbour plays the trumpet", False),
    (INTERVIEW, "what is a palindrome?", False),
    (STARTUP, "the baby has his first tooth", False),
    (STARTUP, "I dreamt of a huge blue whale", False),
    (STARTUP, "how do I get wine out of a tablecloth?", False),
    (STARTUP, "my back is stiff this morning", False),
    (STARTUP, "we're camping at the lake next month", False),
    (FATHER, "sort these numbers for me", False),
    (FATHER, "I baked a rhubarb cake", False),
    (FATHER, "the concert last night was wonderful", False),
    (FATHER, "which laptop should I buy?", False),
    (FATHER, "there's a fox in the garden", False),
    (MARATHON, "my aunt is learning Portuguese", False),
    (MARATHON, "the heating in the office is broken", False),
    (MARATHON, "who wrote Moby Dick?", False),
    (MARATHON, "I'd like to repaint the kitchen", False),
    (MARATHON, "the train to Basel was cancelled", False),
]
"""Written when the threshold stood, before it was tried on them."""

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
