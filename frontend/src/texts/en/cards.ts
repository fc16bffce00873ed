export default {
    "reader.label": "Card",
    "cards.title": "The cards of {game}",
    "cards.search": "Search names and texts",
    "cards.clear": "Clear all filters",
    "cards.found": "{n} {n:card|cards}",
    "cards.none": "No card is like that.",
    "cards.loading": "The cards are being laid out…",
} as Record<string, string>;
