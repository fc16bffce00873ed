export default {
    "rules.title": "Les règles de {game}",
    "rules.games": "Jeux",
    "rules.lead":
        "Voici les règles que joue Pediment, dans nos propres mots. Le journal, chaque refus et les cartes en citent les numéros.",
    "rules.lead.ruling": "signale une décision prise ici, là où les règles imprimées se taisent ou se contredisent.",
    "rules.ruling": "décision",
    "rules.overview": "Aperçu",
    "rules.aid": "Aide-mémoire",
    "rules.aid.of": "{game} : aide-mémoire",
    "rules.print": "Imprimer l’aide-mémoire",
    "rules.search": "Chercher dans les règles",
    "rules.contents": "Sommaire",
    "rules.found": "{n} {n:passage trouvé|passages trouvés}",
    "rules.none": "Rien dans les règles n’en parle.",
    "rules.loading": "On déroule le parchemin…",
} as Record<string, string>;
