export default {
    "page.graph":
        "Survolez le graphique ou utilisez les flèches du clavier ; Page haut et Page bas vont d’un tournant à l’autre.",
    "page.turns": "Les coups après lesquels les chances ont le plus changé, ou qui ont le plus coûté.",
    "page.kicker": "Analyse d’une partie",
    "page.skip": "Aller à la liste des coups",
    "page.scores": "Score final",
    "page.scores-now": "Score si la partie s’arrêtait là",
    "page.method": "Comment c’est mesuré",
    "page.method.value":
        "Une position vaut ce qu’un spectateur accorderait à chaque joueur : quelqu’un qui voit toutes les mains, mais pas les tirages à venir. La partie est continuée {lines} fois pendant quelques coups avec d’autres tirages, et les positions atteintes sont évaluées.",
    "page.method.luck":
        "Le hasard est ce qui est vraiment venu, moins la moyenne du même choix avec d’autres tirages. Tout le reste de ce qu’un coup a changé est son choix : la somme des parts donne exactement le résultat. Ce qu’un tirage n’apporte que plus tard compte comme choix, et la première donne appartient au début : la fin moins le hasard n’est pas ce que les joueurs gagneraient avec d’autres tirages.",
    "page.method.better":
        "De meilleurs coups sont trouvés par une recherche de {iterations} itérations qui ne sait que ce que le joueur pouvait savoir, puis mesurés de nouveau dans d’autres positions semblables. Seules les différences nettes sont montrées.",
    "page.method.limits":
        "Le hasard est juste en moyenne, quelle que soit l’évaluation, mais sa somme est aussi incertaine que le dit son intervalle, qui suppose les tirages des différents coups indépendants. Les choix contiennent aussi les erreurs de l’évaluation : fiez-vous aux grands nombres, pas aux petits.",
    "page.made": "Fait par Pediment {version}, graine {seed}. Cette page ne charge rien depuis le réseau.",
} as Record<string, string>;
