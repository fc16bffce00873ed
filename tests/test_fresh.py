"""What `make fresh` reads from the machine and tells at the end; the trees themselves need root, and are no test."""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests import fresh
from tests.fresh import ROOT, Failed, Trial, Workshop

DEB822 = """\
# Types: deb
Types: deb deb-src
URIs: {first}
Suites: trixie trixie-updates
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
Enabled: {enabled}
URIs: http://security.example.org/debian-security
 https://folded.example.org/debian/
Suites: trixie-security
Components: main
"""
ONE_LINE = """\
# deb http://commented.example.org/debian trixie main
deb-src http://sources.example.org/debian trixie main
deb cdrom:[Debian GNU/Linux 13]/ trixie main
deb [arch=amd64 signed-by=/usr/share/keyrings/x.gpg] {uri} trixie main
"""


def test_examples_run() -> None:
    failed, tried = doctest.testmod(fresh)
    assert tried
    assert not failed


@pytest.mark.parametrize(
    ("sources", "expected"),
    [
        ({"sources.list": ONE_LINE.format(uri="http://one.example.org/debian/")}, "http://one.example.org/debian"),
        ({"a.list": ONE_LINE.format(uri="https://packages.example.org/apt")}, fresh.DEFAULT_MIRROR),
        (
            {"a.sources": DEB822.format(first="http://a.example.org/debian", enabled="yes")},
            "http://a.example.org/debian",
        ),
        (
            {"a.sources": DEB822.format(first="http://a.example.org/ubuntu", enabled="yes")},
            "https://folded.example.org/debian",
        ),
        ({"a.sources": DEB822.format(first="http://a.example.org/ubuntu", enabled="no")}, fresh.DEFAULT_MIRROR),
        ({"a.sources": "Types: deb-src\nURIs: http://a.example.org/debian\n"}, fresh.DEFAULT_MIRROR),
        (
            {"sources.list": "", "b.list": ONE_LINE.format(uri="http://b.example.org/debian")},
            "http://b.example.org/debian",
        ),
        ({}, fresh.DEFAULT_MIRROR),
    ],
)
def test_the_mirror_is_that_of_apt(sources: dict[str, str], expected: str) -> None:
    assert fresh.mirror(sources) == expected


def test_what_pip_is_told_to_read_on_this_machine_is_named(tmp_path: Path) -> None:
    for name in ("wheels", "index/simple", "second/simple", "named"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "authority.pem").touch()
    configuration = f"""
[global]
find-links = {tmp_path}/wheels
    {tmp_path}/missing
extra-index-url = file://{tmp_path}/index/simple https://pypi.example.org/simple
cache-dir = {tmp_path}
[install]
index-url = file://{tmp_path}/second/simple
"""
    variables = {
        "PIP_FIND_LINKS": f"{tmp_path}/named relative/folder",
        "SSL_CERT_FILE": f"{tmp_path}/authority.pem",
        "PIP_CERT": "/etc/ssl/certs/ca-certificates.crt",
        "PIP_CACHE_DIR": str(tmp_path),
        "PATH": str(tmp_path),
    }
    names = ("authority.pem", "index", "named", "second", "wheels")
    assert fresh.places([configuration], variables) == [tmp_path / name for name in names]
    assert fresh.places([], {}) == []


def test_only_the_way_to_the_registries_is_handed_on() -> None:
    way = {"PIP_INDEX_URL": "1", "npm_config_registry": "2", "https_proxy": "3", "NO_PROXY": "4", "SSL_CERT_DIR": "5"}
    way |= {"NODE_EXTRA_CA_CERTS": "6", "REQUESTS_CA_BUNDLE": "7"}
    other = {"PATH": "/bin", "HOME": "/root", "MAKEFLAGS": "k", "LANG": "C", "PIPE": "no", "GITHUB_TOKEN": "secret"}
    assert fresh.handed_on({**other, **way}) == way


def test_a_variable_is_one_or_several_of_its_words() -> None:
    assert fresh.chosen("COMPILER", ("no", "yes"), {}) == ["no", "yes"]
    assert fresh.chosen("COMPILER", ("no", "yes"), {"COMPILER": "yes"}) == ["yes"]
    assert fresh.chosen("COMMANDS", ("play", "test"), {"COMMANDS": "test play"}) == ["test", "play"]
    with pytest.raises(Failed, match=r"^COMPILER is one of no, yes, or several of them in quotes; not gcc$"):
        fresh.chosen("COMPILER", ("no", "yes"), {"COMPILER": "gcc"})


def test_a_command_runs_as_the_user_behind_mounts_of_its_own(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path, fresh.DEFAULT_MIRROR, {"PIP_CERT": "/a b"}, [Path("/srv/my wheels")])
    *entered, script = workshop.command(Path("/tree"), "make test")
    assert entered == [*fresh.APART, "sh", "-c"]
    assert (
        "mount --bind -o ro '/srv/my wheels' '/tree/srv/my wheels' && chroot --userspec=player:player /tree" in script
    )
    assert "'PIP_CERT=/a b'" in script
    assert "HOME=/home/player" in script
    assert script.endswith("sh -c 'cd /home/player/pediment && make test'; exit $?")


def test_outcomes_add_up_over_all_runs_of_pytest() -> None:
    log = """\
bringing up nodes...
FAILED tests/a.py::test_b - assert 3 passed in 4s
================= 1 failed, 10 passed, 2 skipped, 1 error in 3.21s =================
5 passed in 0.12s
============================= 7 passed in 400.00s (0:06:40) ==============================
"""
    assert fresh.outcomes(log) == Counter(passed=22, failed=1, skipped=2, error=1)
    assert not fresh.outcomes("make: *** [Makefile:30: lint] Error 1")


def test_the_table_tells_of_every_tree_and_of_what_went_wrong() -> None:
    good = Trial("bookworm", False, "3.11.2", page=40.4, tested=512.0, outcomes=Counter(passed=3000, skipped=12))
    bad = Trial("trixie", True, "3.13.5", page=111.0, outcomes=Counter(passed=9, failed=1, errors=2))
    bad.troubles.append("make test failed: trixie-compiler-test.log")
    lost = Trial("sid", False, troubles=["the tree could not be built: sid-bare-tree.log"])
    assert fresh.table([good, bad, lost]) == (
        "suite     Python  compiler  first page  make test  passed  failed  left out\n"
        "bookworm  3.11.2  no        40 s        512 s      3000    0       12\n"
        "trixie    3.13.5  yes       111 s       -          9       3       0\n"
        "sid       ?       no        -           -          -       -       -\n"
        "\n"
        "trixie-compiler: make test failed: trixie-compiler-test.log\n"
        "sid-bare: the tree could not be built: sid-bare-tree.log"
    )
    assert fresh.table([good]).endswith("\n\nAll passed.")


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("import os; os.geteuid = lambda: 1000", "which only root may do: sudo -E make fresh"),
        ("import os, shutil; os.geteuid = lambda: 0; shutil.which = lambda name: None", "apt install debootstrap"),
    ],
)
def test_what_is_missing_is_said_in_one_sentence(script: str, expected: str) -> None:
    command = [sys.executable, "-c", f"{script}\nimport tests.fresh; tests.fresh.main()"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env={**os.environ})
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert done.stderr.strip().endswith(expected)
