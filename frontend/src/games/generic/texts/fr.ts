export default {
    "plain.table": "Sur la table",
    "plain.none": "rien",
    "plain.hidden": "face cachée",
    "plain.unknown": "inconnu",
    "plain.asked": "À {name} de choisir",
    "plain.points": "Score si la partie s’arrêtait là",
    "plain.you": "{name} (vous)",
    "plain.id": "Identifiant",
    "plain.no-cards": "Ce jeu n’a pas de cartes.",
    "plain.options": "Options",
    "plain.usual": "par défaut",
} as Record<string, string>;
