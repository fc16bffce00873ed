"""The two engines: which one runs, that both are the same to the bit, and how the package is built."""

from __future__ import annotations

import ast
import hashlib
import importlib.metadata
import json
import os
import random
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import tomllib
import traceback
import zipfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import hatch_build
import pediment
import release
from pediment.bots import Budget
from pediment.bots.search import Search
from pediment.core.engine import kernel
from tests.depth import often

ROOT = Path(__file__).parent.parent
PAGE = ("index.html", "analysis.js", "analysis.css")
OURS = ("PEDIMENT_PURE", "PEDIMENT_MUST", "CC", "CI")
AROUND = {name: value for name, value in os.environ.items() if name not in OURS}


def games_told(game: str) -> Iterator[str]:
    """Many random games, each as one line: everything that anybody can see of it, as a hash."""
    of = pediment.game(game)
    for seats in of.seat_counts:
        for seed in range(often(5, 50)):
            match = pediment.Match(of, seats=seats, seed=seed)
            moves = random.Random(seed)
            told: list[Any] = []
            while of.to_move(match.state) != pediment.OVER:
                legal = of.legal(match.state)
                if moves.random() < 0.05:
                    world = of.resample(match.state, seed % seats, moves)
                    told += [of.digest(world), repr(of.evaluate(world, seed % seats)), of.view(match.state, None)]
                    told += [repr(of.standings(world)), repr(of.judge.sights(world))]
                of.apply(match.state, legal[moves.randrange(len(legal))])
            if seed < 3:
                start = of.new(seats=seats, seed=seed)
                told.append(repr(Search(seed, Budget(iterations=6)).think(of, start, of.to_move(start))))
            told += [match.record(), of.scores(match.state), [of.view(match.state, seat) for seat in range(seats)]]
            text = json.dumps(told)
            yield f"{seats} seats, seed {seed}: {hashlib.sha256(text.encode()).hexdigest()}"
        yield json.dumps(of.play_games(20, seats=seats, seed=1000))


def run(*code: str, **environment: str) -> str:
    """What a Python of its own prints."""
    command = [sys.executable, "-c", "\n".join(code)]
    env = {**AROUND, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]), **environment}
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True, cwd=ROOT).stdout


@pytest.mark.deep
@pytest.mark.parametrize("game", pediment.games())
def test_both_engines_are_the_same_to_the_bit(game: str) -> None:
    """Compiled against plain; where the plain one runs, one process against another."""
    code = ["from tests.test_build import *", "assert not pediment.build.compiled()"]
    plain = run(*code, f"print(*games_told({game!r}), sep='\\n')", PEDIMENT_PURE="1").splitlines()
    for here, there in zip(games_told(game), plain, strict=True):
        assert here == there


def test_the_environment_forces_plain_python() -> None:
    ask = ["import pediment", "print(pediment.build.compiled(), pediment.build.why_plain())"]
    assert run(*ask, PEDIMENT_PURE="1") == "False forced\n"
    assert run(*ask, PEDIMENT_PURE="") == run(*ask, PEDIMENT_PURE="0") == run(*ask) != "False forced\n"


def test_plain_python_imports_no_library() -> None:
    code = [
        "import sys, pediment",
        "[pediment.game(name) for name in pediment.games()]",
        "print({m.__file__[-3:] for n, m in sys.modules.items() if n.startswith('pediment')})",
    ]
    assert run(*code, PEDIMENT_PURE="1") == "{'.py'}\n"


def test_every_hot_module_is_compiled_or_none() -> None:
    files = {str(file) for file in importlib.metadata.files("pediment") or []}
    compiled = {file.partition(".")[0] for file in files if file.endswith((".so", ".pyd"))}
    hot = {
        source.relative_to(ROOT / "src").with_suffix("").as_posix()
        for package in hatch_build.PACKAGES
        for source in (ROOT / "src" / "pediment").glob(f"{package}/*.py")
        if source.stem != "__init__"
    }
    assert compiled & hot in ([hot] if pediment.build.compiled() else [hot, set()])


@pytest.mark.parametrize(("headers", "why"), [(True, ""), (False, "no-headers")])
def test_compiling_needs_the_headers_of_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, headers: bool, why: str
) -> None:
    monkeypatch.delenv("PEDIMENT_PURE", raising=False)
    monkeypatch.setattr(hatch_build, "compiler", lambda: [sys.executable])
    monkeypatch.setattr(sysconfig, "get_paths", lambda: {"include": str(tmp_path)})
    if headers:
        (tmp_path / "Python.h").touch()
    hook = hook_of(ROOT)
    assert hook.why_plain() == why
    assert (hatch_build.MYPYC in hook.dependencies()) is headers


def build(kind: str, folder: Path, environment: dict[str, str] | None = None, root: Path = ROOT) -> tuple[Path, str]:
    """Build a wheel or an sdist without pip; the file, and what was said."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    env = AROUND | (environment or {})
    done = subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (made,) = folder.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return made, done.stderr


@pytest.mark.parametrize(
    ("environment", "why", "line"),
    [
        pytest.param(
            {"CC": "false"},
            "failed",
            "stays plain Python, which is slower: compiling it failed",
            marks=pytest.mark.long,
        ),
        ({"CC": "no-such-compiler"}, "no-compiler", "stays plain Python, which is slower: there is no C compiler"),
        ({"PEDIMENT_PURE": "1"}, "pure", "stays plain Python: PEDIMENT_PURE is set"),
    ],
)
def test_a_build_that_stays_plain_says_so(tmp_path: Path, environment: dict[str, str], why: str, line: str) -> None:
    # where the headers are not installed, the build has to find some all the same to come as far as the compiler
    (tmp_path / "Python.h").touch()
    (tmp_path / "sitecustomize.py").write_text(
        "import sysconfig; paths = sysconfig.get_paths\n"
        f"sysconfig.get_paths = lambda *args, **kinds: paths(*args, **kinds) | {{'include': {str(tmp_path)!r}}}\n"
    )
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    wheel, said = build("wheel", tmp_path, {**environment, "PYTHONPATH": path})
    assert line in said
    assert ("[pediment] Compiling" in said) is (why == "failed")
    assert wheel.name.endswith("-none-any.whl")
    with zipfile.ZipFile(wheel) as files:
        assert json.loads(files.read("pediment/build.json")) == {"why_plain": why, "why_no_page": ""}
        assert not [name for name in files.namelist() if name.endswith((".so", ".pyd"))]
        assert {f"pediment/server/web/static/{name}" for name in PAGE} <= {*files.namelist()}


def hook_of(root: Path) -> hatch_build.Hook:
    return hatch_build.Hook(str(root), {}, None, None, "", "wheel")  # type: ignore[arg-type]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What a wheel is built from, with neither a page nor a compiled engine."""
    home = tmp_path / "clone"
    home.mkdir()
    for name in ("pyproject.toml", "constraints.txt", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, home)
    for name in ("src", "frontend"):
        shutil.copytree(
            ROOT / name, home / name, ignore=shutil.ignore_patterns("static", "node_modules", "__pycache__")
        )
    return home


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Something that says its version, also where there is no compiler."""
    monkeypatch.setenv("CC", sys.executable)


@pytest.mark.usefixtures("compiler")
def test_only_what_the_engine_is_made_of_compiles_it_again(clone: Path) -> None:
    for changed, again in [
        ("src/pediment/core/engine/kernel.py", True),
        ("src/pediment/games/elysium/rules/cards/zeus.py", True),
        ("src/pediment/core/errors.py", True),
        ("constraints.txt", True),
        ("hatch_build.py", True),
        ("src/pediment/core/match.py", False),
        ("src/pediment/server/web/rest.py", False),
        ("src/pediment/games/elysium/data/texts/en/messages.toml", False),
        ("frontend/src/main.ts", False),
        ("README.md", False),
    ]:
        before = hook_of(clone).kept
        assert before == hook_of(clone).kept
        with (clone / changed).open("a", encoding="utf-8") as file:
            file.write("\n")
        assert (hook_of(clone).kept != before) is again, changed


def test_a_page_that_has_passed_its_check_is_checked_again_only_after_a_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = hook_of(ROOT).page
    checks: list[str] = []
    sources = ["as they are"]

    def run(script: str, *_: str) -> None:
        checks.append(sources[0])
        if "wrong" in sources[0]:
            raise page.Failed(script)

    monkeypatch.setattr(page, "tools", lambda: None)
    monkeypatch.setattr(page, "digest", lambda: sources[0])
    monkeypatch.setattr(page, "_run", run)
    monkeypatch.setattr(page, "_CHECKED", tmp_path / "checked")
    page.check()
    page.check()
    assert checks == ["as they are"]
    sources[0] = "wrong"
    for _ in range(2):
        with pytest.raises(page.Failed):
            page.check()
    sources[0] = "better"
    page.check()
    assert checks == ["as they are", "wrong", "wrong", "better"]


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("name", ["CC", "CFLAGS", "LDFLAGS"])
def test_other_flags_or_another_compiler_compile_again(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    before = hook_of(ROOT).kept
    monkeypatch.setenv(name, "env -i")
    assert hook_of(ROOT).kept != before


def test_compiled_modules_import_no_plain_one_but_the_errors() -> None:
    """So the hash of the compiled engine need not cover any other."""
    hook = hook_of(ROOT)
    imported = {
        name
        for module in hook.modules
        for node in ast.walk(ast.parse((ROOT / "src" / module).read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module
        for name in [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    }
    files = {f"{name.replace('.', '/')}.py" for name in imported if name.startswith("pediment.")}
    assert {file for file in files if (ROOT / "src" / file).exists()} - set(hook.modules) == {hatch_build.SEEN}


@pytest.mark.usefixtures("compiler")
def test_a_compiled_engine_that_is_kept_is_not_compiled_again(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hatch_build.Hook, "why_plain", lambda hook: "")
    monkeypatch.setattr(hatch_build.Hook, "compile", lambda hook: pytest.fail("compiled again"))
    hook = hook_of(clone)
    assert "setuptools>=77" in hook.dependencies()
    engine = clone.parent / "engine"
    library = engine / "pediment" / "core" / "kernel.so"
    library.parent.mkdir(parents=True)
    library.write_text("as if compiled", encoding="utf-8")
    hook.keep(engine)
    assert "setuptools>=77" not in hook.dependencies()
    told: dict[str, Any] = {"force_include": {}}
    assert hook.add_engine(told) == ""
    assert told["force_include"] == {str(hook.kept / "pediment/core/kernel.so"): "pediment/core/kernel.so"}
    assert (told["pure_python"], told["infer_tag"]) == (False, True)


@pytest.mark.usefixtures("compiler")
def test_of_two_builds_at_once_the_first_one_is_kept(clone: Path) -> None:
    hook = hook_of(clone)
    engine = clone / "out"
    engine.mkdir()
    (engine / "engine.so").write_text("second")
    hook.kept.mkdir(parents=True)
    (hook.kept / "engine.so").write_text("first")
    with pytest.raises(OSError, match="not empty"):
        hook.keep(engine)
    assert list(hook.kept.parent.iterdir()) == [hook.kept]
    assert (hook.kept / "engine.so").read_text() == "first"


@pytest.mark.usefixtures("compiler")
def test_only_a_few_compiled_engines_are_kept(clone: Path) -> None:
    engine = clone.parent / "engine"
    engine.mkdir()
    kept = []
    for n in range(hatch_build.KEPT + 2):
        hook = hook_of(clone)
        hook.keep(engine)
        os.utime(hook.kept, (n, n))
        kept.append(hook.kept)
        with (clone / "constraints.txt").open("a", encoding="utf-8") as file:
            file.write("\n")
    assert sorted((clone / "build" / "engine").iterdir()) == sorted(kept[-hatch_build.KEPT :])


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of the machine as it is: it is compiled where that is possible and was not done before."""
    return build("wheel", tmp_path_factory.mktemp("built"))[0]


def test_building_again_compiles_nothing_and_gives_the_same(built: Path, tmp_path: Path) -> None:
    again, said = build("wheel", tmp_path)
    assert "Compiling" not in said
    assert "Building the page" not in said
    assert (built.name, built.read_bytes()) == (again.name, again.read_bytes())


def test_a_wheel_for_others_needs_no_compiler_and_names_no_folder_of_its_builder(built: Path, tmp_path: Path) -> None:
    wheel = release.release(built, tmp_path / "dist")
    compiled = not built.name.endswith("-none-any.whl")
    assert ("manylinux" in wheel.name) is (compiled and sys.platform == "linux")
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as files:
        files.extractall(site)
        names = {name for name in files.namelist() if not name.endswith("/")}
        (record,) = (name for name in names if name.endswith(".dist-info/RECORD"))
        assert {line.split(",")[0] for line in files.read(record).decode().splitlines()} == names
    assert not [name for name in names if name.endswith((".pyc", ".c", ".o"))]
    homes = {str(ROOT), sys.prefix, sys.base_prefix, tempfile.gettempdir()} - {"/usr", "/usr/local"}
    for name in names:
        content = (site / name).read_bytes()
        assert not [home for home in homes if home.encode() in content and not name.endswith(".py")], name
    asked = "import pediment; print(pediment.build.compiled(), pediment.build.why_no_page(), pediment.__file__)"
    env = AROUND | {"PYTHONPATH": str(site), "PATH": ""}
    said = subprocess.check_output([sys.executable, "-c", asked], env=env, text=True, cwd=tmp_path)
    assert said == f"{compiled}  {site / 'pediment' / '__init__.py'}\n"


@pytest.mark.long
def test_without_npm_the_wheel_has_no_page_and_says_so(clone: Path, tmp_path: Path) -> None:
    away = {
        "npm_config_registry": "http://127.0.0.1:9/",
        "npm_config_cache": str(tmp_path / "npm"),
        "PEDIMENT_PURE": "1",
    }
    wheel, said = build("wheel", tmp_path, away, clone)
    assert "[pediment] Building the page" in said
    assert "[pediment] Pediment is installed without its page: npm could not fetch the tools for it" in said
    with zipfile.ZipFile(wheel) as files:
        assert json.loads(files.read("pediment/build.json"))["why_no_page"] == "no-tools"
        assert not [name for name in files.namelist() if "web/static/" in name]
    for kind, insisted in [("wheel", {"CI": "true"}), ("wheel", {"PEDIMENT_MUST": "1"}), ("sdist", {})]:
        with pytest.raises(AssertionError, match="npm could not fetch"):
            build(kind, tmp_path, away | insisted, clone)


def test_an_sdist_carries_the_page_so_that_installing_it_needs_no_node(tmp_path: Path) -> None:
    sdist, _ = build("sdist", tmp_path)
    with tarfile.open(sdist) as files:
        files.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11.2 knows no filters
        files.extractall(tmp_path)
    (unpacked,) = (path for path in tmp_path.iterdir() if path.is_dir())
    page = unpacked / "src" / "pediment" / "server" / "web" / "static"
    assert all((page / name).exists() for name in PAGE)
    assert not (unpacked / "frontend" / "node_modules").exists()
    asked = "import build, sys; sys.exit(not build.is_fresh())"
    subprocess.run([sys.executable, "-c", asked], cwd=unpacked / "frontend", check=True)


def test_tracebacks_name_the_file_the_function_and_the_line() -> None:
    state: Any = pediment.game("elysium").new(seed=1)
    state.stack[-1].effect = 10**6
    with pytest.raises(IndexError) as error:
        kernel.apply(state, 0)
    lines = "".join(traceback.format_exception(error.value))
    assert "pediment/core/engine/kernel.py" in lines.replace(os.sep, "/")
    assert "in apply\n    effect = EFFECTS[f.effect]" in lines


def test_the_version_has_one_source() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in project["project"]
    assert project["tool"]["hatch"]["version"]["path"] == "src/pediment/__init__.py"
    assert "version" not in json.loads((ROOT / "frontend" / "package.json").read_text(encoding="utf-8"))
    heads = re.findall(r"^## \[(.+)\] - (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    newest, *older = heads
    assert newest[0] == pediment.__version__.removesuffix(".dev0")
    assert (newest[1] == "unreleased") is pediment.__version__.endswith(".dev0")
    for _, day in older:
        assert date.fromisoformat(day) <= date.today()
