"""The README's two commands where nothing is installed yet: bare Debian trees, a new clone, an ordinary user.

    make fresh                                  Debian 12 and 13, each without and with a C compiler
    make fresh SUITES=trixie COMPILER=no        one tree
    make fresh SUITES=forky COMMANDS=play       one command

What is committed is tested. MIRROR names a mirror of Debian's archive, else apt's own is taken. FRESH_DIR is where the
trees and logs are kept (build/fresh); the trees are built once, and each run works in a copy that it throws away.
All mounts are made in a namespace of their own, so they are gone with the commands, however these end.
"""

from __future__ import annotations

import configparser
import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
SCRIPTS = Path("/usr/share/debootstrap/scripts")
DEFAULT_MIRROR = "http://deb.debian.org/debian"
NEEDED = ("python3", "python3-venv", "make", "git")
COMPILER = ("gcc", "libc6-dev", "python3-dev")
USER = "player"
HOME = f"home/{USER}"
CLONE = f"/{HOME}/pediment"
CERTIFICATES = "etc/ssl/certs"
SYSTEM_FILES = ("etc/resolv.conf", "etc/hosts", "etc/pip.conf", "etc/xdg/pip/pip.conf")
USER_FILES = (".config/pip/pip.conf", ".pip/pip.conf", ".npmrc")
# How the machine reaches pip's and npm's registries
HANDED_ON = re.compile(r"(PIP|NPM|SSL)_\w+|NODE_EXTRA_CA_CERTS|\w+_CA_BUNDLE|\w+_PROXY", re.IGNORECASE)
NAMING_PLACES = {"find-links", "index-url", "extra-index-url", "cert", "ssl-cert-file", "node-extra-ca-certs"}
# Mounts and processes of its own, gone with the command that it is put before
APART = ("unshare", "--mount", "--pid", "--fork", "--kill-child")
MINUTE = 60.0
PAGE_TIMEOUT, STOP_TIMEOUT, TEST_TIMEOUT = 20 * MINUTE, MINUTE, 90 * MINUTE


class Failed(Exception):
    """A tree or a command in it failed; the text says which, and where to read on."""


# What the machine says about its mirror and its registries


def mirror(sources: Mapping[str, str]) -> str:
    """The first mirror of Debian in apt's sources, given as {file name: text}; Debian's own where there is none.

    >>> mirror({"sources.list": "deb [arch=amd64] http://ftp.fr.debian.org/debian/ trixie main"})
    'http://ftp.fr.debian.org/debian'
    """
    for name, text in sources.items():
        for uri in _deb822(text) if name.endswith(".sources") else _one_line(text):
            if re.fullmatch(r"https?://.*/debian/?", uri):
                return uri.rstrip("/")
    return DEFAULT_MIRROR


def _one_line(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if found := re.match(r"\s*deb\s+(?:\[[^]]*\]\s*)?(\S+)", line):
            yield found[1]


def _deb822(text: str) -> Iterator[str]:
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for paragraph in re.split(r"\n\s*\n", "\n".join(lines)):
        fields = {name.lower(): value for name, value in re.findall(r"^(\S+):(.*(?:\n[ \t].*)*)", paragraph, re.M)}
        if "deb" in fields.get("types", "").split() and fields.get("enabled", "yes").strip().lower() != "no":
            yield from fields.get("uris", "").split()


def places(configurations: Iterable[str], environment: Mapping[str, str]) -> list[Path]:
    """The folders and files of this machine that pip's configuration and variables name; the tree needs them too."""
    values = [value for name, value in environment.items() if _key(name) in NAMING_PLACES]
    for text in configurations:
        parser = configparser.RawConfigParser()
        parser.read_string(text)
        values += [value for part in parser.sections() for key, value in parser[part].items() if key in NAMING_PLACES]
    words = [word.removeprefix("file://") for value in values for word in value.split()]
    # the files of an index commonly lie beside its folder "simple"
    paths = [path.parent if path.name == "simple" else path for word in words if (path := Path(word)).is_absolute()]
    return sorted({path for path in paths if path.exists() and not path.is_relative_to("/" + CERTIFICATES)})


def _key(name: str) -> str:
    return name.upper().removeprefix("PIP_").lower().replace("_", "-")


def handed_on(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that say how to reach the registries."""
    return {name: value for name, value in environment.items() if HANDED_ON.fullmatch(name)}


def chosen(name: str, choices: tuple[str, ...], environment: Mapping[str, str]) -> list[str]:
    """The words of a variable, all choices where it is not set. Raises Failed for another word."""
    words = environment.get(name, "").split() or list(choices)
    if wrong := [word for word in words if word not in choices]:
        raise Failed(f"{name} is one of {', '.join(choices)}, or several of them in quotes; not {wrong[0]}")
    return words


# What is told at the end


@dataclass
class Trial:
    """What became of the two commands in one tree."""

    suite: str
    compiler: bool
    python: str = "?"
    page: float | None = None
    """Seconds until `make play` showed the page."""
    tested: float | None = None
    """Seconds that `make test` took."""
    outcomes: Counter[str] = field(default_factory=Counter)
    """Tests by what pytest said of them."""
    troubles: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """What its tree and logs are called."""
        return f"{self.suite}-{'compiler' if self.compiler else 'bare'}"


def outcomes(log: str) -> Counter[str]:
    """The tests by outcome, from the last lines of all runs of pytest in a log.

    >>> outcomes("=== 2 passed, 1 skipped in 0.1s ===\\n=== 3 passed in 61.2s (0:01:01) ===")
    Counter({'passed': 5, 'skipped': 1})
    """
    found: Counter[str] = Counter()
    for line in re.findall(r"^=* ?(\d+ \w+(?:, \d+ \w+)*) in [\d.]+s", log, re.M):
        for number, outcome in re.findall(r"(\d+) (\w+)", line):
            found[outcome] += int(number)
    return found


def table(trials: Iterable[Trial]) -> str:
    """One line for each tree, then what went wrong."""
    rows = [["suite", "Python", "compiler", "first page", "make test", "passed", "failed", "left out"]]
    wrong = []
    for trial in trials:
        counts = [["passed"], ["failed", "error", "errors"], ["skipped"]] if trial.outcomes else []
        told = [trial.suite, trial.python, "yes" if trial.compiler else "no"]
        told += [_seconds(trial.page), _seconds(trial.tested)]
        told += [str(sum(trial.outcomes[name] for name in names)) for names in counts] or ["-"] * 3
        rows.append(told)
        wrong += [f"{trial.name}: {trouble}" for trouble in trial.troubles]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([*lines, "", *(wrong or ["All passed."])])


def _seconds(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f} s"


# The trees


@dataclass(frozen=True)
class Workshop:
    """Where trees are built and tried, and how this machine reaches the registries."""

    folder: Path
    mirror: str
    variables: Mapping[str, str]
    places: list[Path]

    def tree(self, trial: Trial) -> Path:
        """The tree of a trial, built unless it is there. Raises Failed."""
        built = self.folder / "trees" / trial.name
        if built.exists():
            return built
        print(f"{trial.name}: building the tree from {self.mirror}", flush=True)
        part, debs, log = built.with_suffix(".part"), self.folder / "debs", self.folder / f"{trial.name}-tree.log"
        for folder in (built.parent, debs):
            folder.mkdir(parents=True, exist_ok=True)
        _remove(part)
        packages = ",".join(NEEDED + COMPILER if trial.compiler else NEEDED)
        command = [*APART, "debootstrap", "--variant=minbase", f"--cache-dir={debs}", f"--include={packages}"]
        command += [trial.suite, str(part), self.mirror]
        if not (SCRIPTS / trial.suite).exists():  # a suite newer than this debootstrap; they are all built like sid
            command.append(str(SCRIPTS / "sid"))
        with log.open("w", encoding="utf-8") as out:
            for step in (command, ["chroot", str(part), "useradd", "--create-home", "--shell", "/bin/bash", USER]):
                if subprocess.run(step, stdout=out, stderr=out, check=False).returncode:
                    raise Failed(f"the tree could not be built: {log}")
        part.rename(built)
        return built

    @contextlib.contextmanager
    def copy(self, trial: Trial, bundle: Path) -> Iterator[Path]:
        """A copy of the tree with this machine's way to the registries and a clone of the bundle. Raises Failed."""
        copy = Path(tempfile.mkdtemp(prefix="run-", dir=self.folder))
        try:
            root = copy / "root"
            subprocess.run(["cp", "-a", str(self.tree(trial)), str(root)], check=True)
            for name in SYSTEM_FILES:
                _hand_on(Path("/", name), root / name)
            for name in USER_FILES:
                _hand_on(Path.home() / name, root / HOME / name)
            # afresh: the tree's own are links, which lead out of it until it is entered
            shutil.rmtree(root / CERTIFICATES, ignore_errors=True)
            shutil.copytree(Path("/", CERTIFICATES), root / CERTIFICATES, ignore_dangling_symlinks=True)
            for place in self.places:
                target = root / place.relative_to("/")
                (target if place.is_dir() else target.parent).mkdir(parents=True, exist_ok=True)
                if not place.is_dir():
                    target.touch()
            shutil.copy(bundle, root / "tmp" / "pediment.bundle")
            subprocess.run(["chroot", str(root), "chown", "-R", f"{USER}:{USER}", f"/{HOME}"], check=True)
            self.ask(root, f"git clone --quiet /tmp/pediment.bundle {CLONE}", folder="/")
            yield root
        finally:
            _remove(copy)

    def command(self, root: Path, line: str, folder: str = CLONE) -> list[str]:
        """The command that runs a line of shell in a tree, as its user."""
        mounts = [f"mount -t proc proc {shlex.quote(str(root / 'proc'))}"]
        mounts += [f"mount --rbind /{name} {shlex.quote(str(root / name))}" for name in ("dev", "sys")]
        for place in self.places:
            target = root / place.relative_to("/")
            mounts.append(f"mount --bind -o ro {shlex.quote(str(place))} {shlex.quote(str(target))}")
        login = {"HOME": f"/{HOME}", "USER": USER, "LOGNAME": USER, "PATH": "/usr/local/bin:/usr/bin:/bin"}
        variables = [f"{name}={value}" for name, value in {**self.variables, **login}.items()]
        entered = ["chroot", f"--userspec={USER}:{USER}", str(root), "/usr/bin/env", "-i", *variables]
        entered += ["sh", "-c", f"cd {folder} && {line}"]
        # the shell stays as the namespace's first process, which signals do not reach, and gathers the others
        script = " && ".join([*mounts, shlex.join(entered)]) + "; exit $?"
        return [*APART, "sh", "-c", script]

    def ask(self, root: Path, line: str, folder: str = CLONE) -> str:
        """What a short command in the tree prints. Raises Failed."""
        done = subprocess.run(self.command(root, line, folder), capture_output=True, text=True, check=False)
        if done.returncode:
            raise Failed(f"{line} failed: {done.stderr.strip()}")
        return done.stdout.strip()

    @contextlib.contextmanager
    def running(self, root: Path, line: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
        """A long command in the tree, which does not outlive the block."""
        with log.open("wb") as out:
            process = subprocess.Popen(
                self.command(root, line), stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True
            )
            try:
                yield process
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()

    def play(self, root: Path, log: Path) -> float:
        """Run `make play` until it shows the page, stop it like Ctrl-C does, and tell the seconds. Raises Failed."""
        began = time.monotonic()
        with self.running(root, "make play", log) as process:
            while not _shows_page(log):
                if process.poll() is not None:
                    raise Failed(f"make play ended with {process.returncode} before there was a page: {log}")
                if time.monotonic() - began > PAGE_TIMEOUT:
                    raise Failed(f"make play shows no page: {log}")
                time.sleep(0.5)
            seconds = time.monotonic() - began
            os.killpg(process.pid, signal.SIGINT)
            try:
                process.wait(STOP_TIMEOUT)
            except subprocess.TimeoutExpired:
                raise Failed(f"make play does not stop at Ctrl-C: {log}") from None
        if "Traceback" in _text(log):
            raise Failed(f"make play told of an error: {log}")
        return seconds

    def test(self, root: Path, log: Path) -> float:
        """Run `make test` and tell the seconds. Raises Failed."""
        began = time.monotonic()
        with self.running(root, "make test", log) as process:
            try:
                code = process.wait(TEST_TIMEOUT)
            except subprocess.TimeoutExpired:
                raise Failed(f"make test does not end: {log}") from None
        if code:
            raise Failed(f"make test failed: {log}")
        return time.monotonic() - began

    def check(self, trial: Trial, bundle: Path, commands: list[str]) -> None:
        """Try the commands in a tree, and write what happens into the trial."""
        try:
            with self.copy(trial, bundle) as root:
                trial.python = self.ask(root, "python3 --version", folder="/").removeprefix("Python ")
                for command in commands:
                    log = self.folder / f"{trial.name}-{command}.log"
                    print(f"{trial.name}: make {command}, written to {log}", flush=True)
                    try:
                        if command == "play":
                            trial.page = self.play(root, log)
                        else:
                            trial.tested = self.test(root, log)
                    except Failed as failed:
                        trial.troubles.append(str(failed))
                    if command == "test":
                        trial.outcomes = outcomes(_text(log))
                engine = self.ask(root, ".venv/bin/python -c 'import pediment; print(pediment.build.compiled())'")
                if engine != str(trial.compiler):
                    trial.troubles.append(f"is the engine compiled? {engine}")
        except Failed as failed:
            trial.troubles.append(str(failed))


def _hand_on(source: Path, target: Path) -> None:
    if source.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        shutil.copyfile(source, target)


def _remove(folder: Path) -> None:
    for _ in range(5):
        if not subprocess.run(["rm", "-rf", "--one-file-system", str(folder)], check=False).returncode:
            return
        time.sleep(1)  # a command that was killed may still write for a moment


def _text(log: Path) -> str:
    return log.read_text(encoding="utf-8", errors="replace")


def _shows_page(log: Path) -> bool:
    """Does the server that the log tells of answer, and has it the page?"""
    address = re.search(r"http://127\.0\.0\.1:\d+/", _text(log))
    if address is None:
        return False
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(address[0] + "healthz", timeout=10), direct.open(address[0], timeout=10) as page:
            return b'<script type="module"' in page.read()
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False


def main() -> int:
    """Try every tree that is asked for; 1 if anything failed."""
    if os.geteuid():
        sys.exit("make fresh builds and enters Debian trees, which only root may do: sudo -E make fresh")
    if not shutil.which("debootstrap"):
        sys.exit("make fresh builds its trees with debootstrap, which is missing: apt install debootstrap")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    os.umask(0o022)  # the trees' user reads what is put there
    around = os.environ
    suites = around.get("SUITES", "bookworm trixie").split()
    compilers = chosen("COMPILER", ("no", "yes"), around)
    commands = chosen("COMMANDS", ("play", "test"), around)
    folder = Path(around.get("FRESH_DIR") or ROOT / "build" / "fresh").absolute()
    folder.mkdir(parents=True, exist_ok=True)
    apt = Path("/etc/apt")
    lists = [
        apt / "sources.list",
        *sorted(apt.glob("sources.list.d/*.list")),
        *sorted(apt.glob("sources.list.d/*.sources")),
    ]
    sources = {path.name: _text(path) for path in lists if path.exists()}
    files = [*(Path("/", name) for name in SYSTEM_FILES if "pip" in name), *(Path.home() / name for name in USER_FILES)]
    configurations = [_text(path) for path in files if path.name == "pip.conf" and path.exists()]
    workshop = Workshop(
        folder=folder,
        mirror=around.get("MIRROR") or mirror(sources),
        variables=handed_on(around),
        places=places(configurations, around),
    )
    trials = [Trial(suite, compiler == "yes") for suite in suites for compiler in compilers]
    with tempfile.TemporaryDirectory() as made:
        bundle = Path(made, "pediment.bundle")
        git = [
            "git",
            "-c",
            f"safe.directory={ROOT}",
            "-C",
            str(ROOT),
            "bundle",
            "create",
            "--quiet",
            str(bundle),
            "HEAD",
        ]
        subprocess.run(git, check=True)
        for trial in trials:
            workshop.check(trial, bundle, commands)
    told = table(trials)
    (folder / "table.txt").write_text(told + "\n", encoding="utf-8")
    print(f"\n{told}")
    return int(any(trial.troubles for trial in trials))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as failed:
        sys.exit(str(failed))
