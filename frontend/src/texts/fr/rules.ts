export default {
    "rules.title": "Les règles de {game}",
    "rules.games": "Jeux",
    "rules.lead":
        "Voici les règles qu’applique Pediment, dans nos propres mots. Le journal, les cartes et chaque refus en citent les numéros.",
    "rules.lead.ruling": "signale une décision de notre part, là où les règles imprimées ne disent rien ou se contredisent.",
    "rules.ruling": "décision",
    "rules.overview": "Aperçu",
    "rules.aid": "Aide-mémoire",
    "rules.aid.of": "{game} : aide-mémoire",
    "rules.print": "Imprimer l’aide-mémoire",
    "rules.search": "Chercher dans les règles",
    "rules.contents": "Sommaire",
    "rules.found": "{n} {n:passage trouvé|passages trouvés}",
    "rules.none": "Aucune règle n’en parle.",
    "rules.loading": "On déroule le parchemin…",
} as Record<string, string>;
