export default {
    "reader.label": "Card",
    "cards.title": "The cards of {game}",
    "cards.search": "Search names and texts",
    "cards.clear": "Clear all filters",
    "cards.found": "{n} {n:card|cards}",
    "cards.none": "No card matches.",
    "cards.loading": "Laying out the cards…",
} as Record<string, string>;
