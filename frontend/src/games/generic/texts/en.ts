export default {
    "plain.table": "On the table",
    "plain.none": "none",
    "plain.hidden": "face down",
    "plain.unknown": "unknown",
    "plain.asked": "{name} is choosing",
    "plain.points": "Score if the game ended now",
    "plain.you": "{name} (you)",
    "plain.id": "Id",
    "plain.no-cards": "This game has no cards.",
    "plain.options": "Options",
    "plain.usual": "default",
} as Record<string, string>;
