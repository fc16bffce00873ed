export default {
    "reader.label": "Carte",
    "cards.title": "Les cartes de {game}",
    "cards.search": "Chercher dans les noms et les textes",
    "cards.clear": "Effacer les filtres",
    "cards.found": "{n} {n:carte|cartes}",
    "cards.none": "Aucune carte ne correspond.",
    "cards.loading": "On étale les cartes…",
} as Record<string, string>;
