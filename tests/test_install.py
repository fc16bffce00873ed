"""Installing as `make play` does it: what is done when, what is said meanwhile, and what is said when it fails."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

import install
from tests.browser import chromium

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written into the environment that runs the tests."""
    monkeypatch.setattr(install, "WHEELS", tmp_path / "wheel")
    monkeypatch.setattr(install, "LOG", tmp_path / "install.log")
    monkeypatch.setattr(install, "TOOLS_LOG", tmp_path / "tools.log")
    monkeypatch.setattr(install, "DOCS_LOG", tmp_path / "docs.log")
    monkeypatch.setattr(install, "NO_PAGE", tmp_path / "no-page")


def test_without_a_network_one_sentence_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL", "PIP_NO_INDEX"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_RETRIES", "1")
    with pytest.raises(install.Failed) as failed:
        install.main([])
    assert str(failed.value) == (
        "Pediment could not be installed: the Python package index cannot be reached. Check the network, then run the "
        f"same command again; {tmp_path / 'install.log'} has the details."
    )
    assert "hatchling" in (tmp_path / "install.log").read_text(encoding="utf-8")


def test_another_failure_shows_the_end_of_the_log(tmp_path: Path) -> None:
    with pytest.raises(install.Failed) as failed:
        install.pip("install", "--no-index", "no-such-package", log=install.LOG)
    *lines, last = str(failed.value).splitlines()
    assert "no-such-package" in lines[-1]
    assert last.startswith("Pediment could not be installed")
    assert str(tmp_path / "install.log") in last


def said_by(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Another program in place of pip."""
    fake = f"import sys; {code}"
    run = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", lambda command, **how: run([sys.executable, "-c", fake], **how))


def test_the_lines_of_the_build_are_shown_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said_by(monkeypatch, "print('  [pediment] Compiling the engine, about a minute…'); print('noise')")
    install.pip("wheel", ".", log=install.LOG)
    assert capsys.readouterr().out == "Compiling the engine, about a minute…\n"
    assert "noise" in install.LOG.read_text(encoding="utf-8")


def test_where_only_the_page_is_missing_failing_does_no_harm(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install.WHEELS.mkdir()
    (install.WHEELS / "old.whl").touch()
    said_by(monkeypatch, "sys.exit('ConnectTimeoutError')")
    install.main(["build", "page"])
    assert "The page is still missing; everything else works." in capsys.readouterr().out
    assert install.wheel().endswith("old.whl")
    with pytest.raises(install.Failed):
        install.main([])


@pytest.mark.parametrize("there", [True, False])
def test_a_wheel_without_a_page_is_remembered(monkeypatch: pytest.MonkeyPatch, there: bool) -> None:
    def pip(*arguments: str, log: Path) -> None:
        folder = Path(arguments[arguments.index("--wheel-dir") + 1])
        folder.mkdir()
        with zipfile.ZipFile(folder / "new.whl", "w") as wheel:
            wheel.writestr("pediment/server/web/static/index.html" if there else "pediment/cli.py", "")

    monkeypatch.setattr(install, "pip", pip)
    install.NO_PAGE.touch()
    install.main(["build"])
    assert install.wheel().endswith("new.whl")
    assert install.NO_PAGE.exists() is not there


def test_the_tests_do_without_what_builds_the_documentation(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(install, "pip", lambda *arguments, log: asked.append(arguments))
    install.main(["tools"])
    install.main(["docs"])
    tools, docs = asked
    assert any(one.startswith("pytest") for one in tools)
    assert any(one.startswith("mkdocs") for one in docs)
    assert not any(one.startswith("mkdocs") for one in tools)


def test_extras_are_installed_from_what_was_built(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(install, "pip", lambda *arguments, log: asked.append(arguments))
    with pytest.raises(install.Failed, match=r"^There is no extra labs; there are lab, train, "):
        install.main(["extras", "rl,labs"])
    with pytest.raises(install.Failed, match=r"first run: .*python\S* install\.py$"):
        install.main(["extras", "lab"])
    install.WHEELS.mkdir()
    (install.WHEELS / "new.whl").touch()
    install.main(["extras", "rl,data"])
    assert asked == [("install", f"{install.wheel()}[rl,data]")]


COMMANDS = [
    (page.name, words)
    for page in [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]
    for words in re.findall(r"bin/python install\.py *([^#`\n]*)", page.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("page", "words"), COMMANDS, ids=[f"{page}: {words}" for page, words in COMMANDS])
def test_the_documentation_installs_what_there_is(page: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(install, "pip", lambda *arguments, log: None)
    monkeypatch.setattr(install, "build", lambda: None)
    install.WHEELS.mkdir()
    (install.WHEELS / "new.whl").touch()
    install.main(words.split())


class Clone:
    """A folder with our Makefile and a Python that only writes down what it is asked to do."""

    def __init__(self, home: Path) -> None:
        self.home = home
        shutil.copy(ROOT / "Makefile", home)
        for name in (
            "hatch_build.py",
            "install.py",
            "pyproject.toml",
            "constraints.txt",
            "src/game.py",
            "frontend/x.ts",
        ):
            (home / name).parent.mkdir(exist_ok=True)
            self.old(name)
        fake = home / "python"
        fake.write_text(
            f"""#!/bin/sh
case "$*" in
-c*INCLUDEPY*) echo "{home}/include" ;;
-c*) ;;
*) echo "$*" >> "{home}/asked" ;;
esac
case "$*" in
*venv*) mkdir -p .venv/bin && cp "$0" .venv/bin/python && cp "$0" .venv/bin/pediment ;;
esac
""",
            encoding="utf-8",
        )
        fake.chmod(0o755)

    def old(self, name: str) -> None:
        """A file that was made long ago."""
        (self.home / name).touch()
        os.utime(self.home / name, (1, 1))

    def make(self) -> list[str]:
        """What `make .venv/play` has done."""
        asked = self.home / "asked"
        asked.unlink(missing_ok=True)
        command = ["make", ".venv/play", f"PYTHON={self.home / 'python'}"]
        env = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
        done = subprocess.run(command, cwd=self.home, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return asked.read_text(encoding="utf-8").splitlines() if asked.exists() else []


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path)


def test_make_installs_once_and_again_when_a_source_changes(clone: Clone) -> None:
    assert clone.make() == ["-m venv --clear .venv", "install.py build", "install.py wheel", "doctor"]
    assert clone.make() == []
    time.sleep(0.02)  # file systems tell times apart that differ by a clock tick
    (clone.home / "src/game.py").touch()
    assert clone.make() == ["install.py build", "install.py wheel", "doctor"]
    assert clone.make() == []
    (clone.home / "src/more.py").touch()
    assert clone.make() == ["install.py build", "install.py wheel", "doctor"]
    clone.old("test_game.py")
    assert clone.make() == []


def test_make_tries_the_page_again_while_it_is_missing(clone: Clone) -> None:
    clone.make()
    missing = clone.home / ".venv/no-page"  # which is what install.py leaves
    missing.touch()
    assert clone.make() == clone.make() == ["install.py build page", "install.py wheel", "doctor"]
    missing.unlink()
    assert clone.make() == []


def test_make_compiles_when_the_headers_of_python_came_later(clone: Clone) -> None:
    clone.make()
    assert clone.make() == []
    (clone.home / "include").mkdir()
    (clone.home / "include/Python.h").touch()
    assert clone.make() == ["install.py build", "install.py wheel", "doctor"]
    assert clone.make() == []


@pytest.mark.parametrize(
    ("variable", "value", "installs"),
    [("CI", "true", True), ("PEDIMENT_INSTALL", "1", True), ("PEDIMENT_INSTALL", "0", False), ("OTHER", "1", False)],
)
def test_chromium_is_installed_only_where_somebody_agreed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], variable: str, value: str, installs: bool
) -> None:
    ran: list[str] = []

    def run(command: list[str], **how: object) -> subprocess.CompletedProcess[str]:
        ran.append(command[1])
        assert "Installing Debian's chromium" in capsys.readouterr().out or len(ran) > 1, "said before it is done"
        return subprocess.CompletedProcess(command, 0, "", "")

    for name in ("CI", "PEDIMENT_INSTALL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, value)
    monkeypatch.setattr(chromium, "found", lambda: None)
    monkeypatch.setattr(chromium, "may_install", lambda: True)
    monkeypatch.setattr(subprocess, "run", run)
    assert chromium.ready() is None
    assert ran == (["update", "install"] if installs else [])
    said = capsys.readouterr().err
    assert "are left out" in said
    assert ("PEDIMENT_INSTALL=1" in said) is not installs


@pytest.mark.parametrize("encoding", ["iso-8859-1", "cp437", "ascii"])
def test_it_speaks_where_the_terminal_has_few_characters(encoding: str, tmp_path: Path) -> None:
    fake = f"print('[pediment] Compiling, {chr(0x2026)} é')"
    code = (
        "import install, pathlib, subprocess, sys; run = subprocess.Popen;"
        f"subprocess.Popen = lambda command, **how: run([sys.executable, '-c', {fake!r}], **how);"
        f"install.TOOLS_LOG = pathlib.Path({str(tmp_path / 'tools.log')!r}); install.tools()"
    )
    env = os.environ | {"PYTHONIOENCODING": encoding}
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")
    fetching, compiling = ran.stdout.decode(encoding).splitlines()
    assert fetching.endswith("a few minutes...")
    assert compiling == f"Compiling, ... {'?' if encoding == 'ascii' else 'é'}"
