"""The example that imitates a bot: it learns to answer as the records do, and the script goes on from there."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import pediment
from pediment.lab.arena import Setting, play
from pediment.rl import dataset

EXAMPLES = Path(__file__).parents[2] / "examples"


def recorded(games: int) -> list[str]:
    """Records of scholar against itself."""
    game = pediment.game("elysium")
    setting = Setting(2, ["scholar"] * 2, 1, game.check_options(2, 1, {}), records=True)
    return [record for i in range(games) if (record := play(game, setting, i).record)]


def test_it_learns_to_answer_as_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    imitate, learn = importlib.import_module("imitate"), importlib.import_module("learn")
    data = dataset.load(recorded(4))
    rng = np.random.default_rng(1)
    player = learn.Network(data.observations.shape[1], data.masks.shape[1], rng)
    before = imitate.agreement(player, data)
    for _ in range(3):
        imitate.imitate(player, data, rng)
    assert imitate.agreement(player, data) > before + 0.1
    values = player.forward(data.observations, data.masks)[1]
    assert values[data.returns == 1].mean() > values[data.returns == 0].mean()


@pytest.mark.long
def test_the_script_leaves_two_players(tmp_path: Path) -> None:
    records = tmp_path / "scholar.jsonl"
    records.write_text("".join(f"{record}\n" for record in recorded(12)), encoding="utf-8")
    command = [sys.executable, str(EXAMPLES / "imitate.py"), str(records), "--passes", "2", "--updates", "1"]
    command += ["--games", "2", "--out", str(tmp_path)]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    agreed = [float(share) for share in re.findall(r"answers ([\d.]+)% of the questions as scholar did", said)]
    assert len(agreed) == 2
    assert agreed[-1] > 25  # by chance it would be one in seven
    assert re.search(r"the imitator wins [\d.]+% of 2 games against scholar", said)
    assert re.search(r"the improved one wins [\d.]+% of 2 games against scholar", said)
    weights = [np.load(tmp_path / f"{name}.npz") for name in ("imitated", "improved")]
    assert [len(found.files) for found in weights] == [6, 6]
    assert (weights[0]["arr_0"] != weights[1]["arr_0"]).any()
