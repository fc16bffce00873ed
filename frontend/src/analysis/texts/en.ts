export default {
    "page.graph": "Move the pointer over the chart, or use the arrow keys; Page Up and Page Down jump between turning points.",
    "page.turns": "The moves after which the chances changed most, or that cost most.",
    "page.kicker": "Game analysis",
    "page.skip": "Skip to the list of moves",
    "page.scores": "Final score",
    "page.scores-now": "Score if the game ended now",
    "page.method": "How this was measured",
    "page.method.value":
        "A position is worth what an onlooker would give each player: someone who sees all hands, but not the draws to come. The game is continued {lines} times for a few moves with other draws, and the positions reached are evaluated.",
    "page.method.luck":
        "Luck is what really came, minus the average of the same choice with other draws. Everything else that a move changed is its choice, so the parts add up exactly to the result. What a draw brings only later counts as choice, and the first deal belongs to the start: the end minus the luck is not what the players would win with other draws.",
    "page.method.better":
        "Better moves are found by a search of {iterations} iterations that knows only what the player could know, and are then measured again in other such positions. Only clear differences are shown.",
    "page.method.limits":
        "Luck is fair on average, however good the evaluation is, but its sum is as uncertain as its interval says, which takes the draws of different moves to be independent. Choices also contain the errors of the evaluation: trust large numbers, not small ones.",
    "page.made": "Made by Pediment {version}, seed {seed}. This page loads nothing from the network.",
} as Record<string, string>;
