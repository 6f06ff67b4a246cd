"""What holds until an admin changes it: written for incidents, in English."""

from __future__ import annotations

from pathlib import Path

from holdfast.turn.settings.types import PromptSettings, Rule

_START = (
    r"^\W*(?:(?:ok|okay|now|then|and|also|next|just|please|kindly|go ahead and|let'?s|(?:can|could|would|will) you"
    r"|(?:i|we) (?:need|want) you to)\W+){0,4}"
)
_ANY = r"(?:\S+ ){0,4}"
_UNITS = (
    r"(?:engines?|ladders?|trucks?|ambulances?|medics?|crews?|units?|teams?|helicopters?|patrols?|squads?|tankers?"
    r"|tenders?|boats?|drones?|people|help|backup)"
)

DEFAULTS = PromptSettings(
    thin_prompt=(Path(__file__).parent / "prompts" / "thin.md").read_text(encoding="utf-8").strip(),
    conversational=(
        Rule(
            name="asks_to_explain",
            pattern=r"^\W*(?:(?:ok|okay|so|and|please|(?:can|could) you)\W+){0,3}"
            r"(?:explain|what(?:'s| is) an? |what (?:does|do|would happen|happens)|tell me (?:how|why|what)"
            r"|how (?:do|does|did|should|would|can|could) )",
        ),
        Rule(
            name="asks_for_an_update",
            pattern=_START + r"(?:(?:update|brief) (?:me|us)\b|(?:give|get) (?:me|us) an? (?:\w+ )?update\b)"
            r"|\b(?:any|an|the|latest|quick|status) updates?\b\W*(?:please\W*)?$",
        ),
        Rule(
            name="reports",
            pattern=r"^\W*(?:(?:primary|secondary|initial|the|our) )*(?:search|update|request|assignment"
            r"|dispatch|transfer)"
            r"(?: (?:of|on|for) [\w ]{1,40}?)?\s*(?::|,|-|–|(?:is|was|has|are|were|remains)\b|complete|completed|done|"
            r"negative|underway|under way|in progress|clear|finished|confirmed|team|and rescue)",
        ),
        Rule(
            name="asks_for_words_only",
            pattern=r"\b(?:create|write|draft|make|prepare) (?:me |us |up )?(?:an?|the) "
            r"(?:(?:short|brief|quick|new|first|rough) )*"
            r"(?:summary|draft|message|statement|plan|list|outline|report|briefing|table|paragraph|script|text)\b",
        ),
        Rule(name="says_no", pattern=r"\b(?:do not|don't|never|no need to|not to|instead of|rather than) \w+"),
    ),
    actionable=(
        Rule(
            name="send_units",
            pattern=_START + rf"(?:send|move|redirect|recall|stage|order) {_ANY}(?:{_UNITS}\b|\w+ \d+\b)",
        ),
        Rule(
            name="tell_somebody",
            pattern=_START + r"(?:call|page|alert|ring|text|email|e-mail|message|inform|warn) "
            r"(?:the |our |all |every )?(?:\w+ ){0,3}(?:hospitals?|chief|dispatch|command|police|utility"
            r"|company|team|crews?"
            r"|residents|neighbou?rs|owner|on-?call|duty officer|mayor|coroner|contact|battalion|units?|engineer)\b",
        ),
        Rule(
            name="keep_records",
            pattern=_START
            + rf"(?:open|close|reopen|raise|file|log|record|add|mark|set|put|enter|register|resolve) {_ANY}"
            r"(?:tickets?|incidents?|cases?|tasks?|work orders?|issues?|entry|entries|logs?|records?|board"
            r"|system|status)\b",
        ),
        Rule(
            name="look_up",
            pattern=_START + rf"(?:look up|find|check|pull up|fetch|get|show|list) {_ANY}"
            r"(?:nearest|closest|available|availability|hydrants?|hospitals?|(?:in|from|on) the (?:system"
            r"|database|log|map|board))\b",
        ),
    ),
    action_entities=(
        *("create", "update", "search", "assign", "dispatch", "notify"),
        *("schedule", "cancel", "escalate", "reassign", "deploy", "delete", "submit", "transfer", "book"),
    ),
    can_requests=(
        Rule(name="can_report", pattern=r"(?-i:\bC\.?A\.?N\.?)[ -](?:report|update|status|sitrep|brief|briefing)\b"),
        Rule(
            name="can_report_spoken",
            pattern=r"\b(?:an?|the|my|our|your|another|new|full|current|latest|next|quick) can report\b"
            r"|^\W*can report\W*(?:(?:please|now|again)\W*)?$",
        ),
        Rule(name="can_alone", pattern=r"\b(?:an?|the|your|our|another) (?-i:CAN)\b\W*(?:please|now|from \w+)?\W*$"),
        Rule(name="in_full", pattern=r"\bconditions\W+actions\W+(?:and\W+)?needs\b(?:\W+report)?\W*(?:please)?\W*$"),
    ),
    history_tokens=6_000,
    prompt_tokens=12_000,
)
