export default {
    "rules.title": "Les règles d’{game}",
    "rules.games": "Jeux",
    "rules.lead":
        "Voici les règles que joue Pediment, dans nos propres mots. Le journal, chaque refus et les cartes en citent les numéros.",
    "rules.lead.ruling": "signale une décision prise ici, là où les règles imprimées se taisent ou se contredisent.",
    "rules.ruling": "décision",
    "rules.search": "Chercher dans les règles",
    "rules.contents": "Sommaire",
    "rules.found": "{n} {n:règle trouvée|règles trouvées}",
    "rules.none": "Aucune règle n’en parle.",
    "rules.loading": "On déroule le parchemin…",
} as Record<string, string>;
