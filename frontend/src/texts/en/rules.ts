export default {
    "rules.title": "The rules of {game}",
    "rules.games": "Games",
    "rules.lead": "These are the rules that Pediment plays, in our own words. The log, every refusal and the cards cite their numbers.",
    "rules.lead.ruling": "marks a decision taken here, where the printed rules are silent or contradict each other.",
    "rules.ruling": "ruling",
    "rules.search": "Search the rules",
    "rules.contents": "Contents",
    "rules.found": "{n} {n:rule|rules} found",
    "rules.none": "No rule speaks of that.",
    "rules.loading": "The scroll is being unrolled…",
} as Record<string, string>;
