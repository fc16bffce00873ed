"""What the site needs besides docs/: pages from elsewhere in the repository, links between them, and no network.

`mkdocs.yml` names this file; `make docs` builds the site.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

import griffe
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File
from pymdownx.slugs import slugify

ROOT = Path(__file__).resolve().parent
DOCS = "docs/"
# Files outside docs/ and the pages they become
OUTSIDE = {
    "README.md": "start.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "LICENSE": "licence.md",
    "examples/bots/README.md": "bot-examples.md",
}
SOURCES = {page: source for source, page in OUTSIDE.items()}

LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)#\s]+)")
FENCE = re.compile(r"^```(\w+) (\S+)$", re.MULTILINE)
DOCTEST = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
FETCHED = re.compile(
    r"""<(?:script|img|iframe|source)\b[^>]*\bsrc=["']?(?:https?:)?//|<link\b[^>]*\bhref=["']?https?://"""
)


def on_config(config: Any) -> None:
    """Name headings as GitHub does, so that a link with an anchor holds in both places."""
    config.mdx_configs["toc"]["slugify"] = slugify(case="lower")


def on_files(files: Any, config: Any) -> None:
    """Add the pages from outside docs/."""
    for source, page in OUTSIDE.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Turn links between files of the repository into links between pages, and the file of an excerpt into its title.

    Raises PluginError for a link to a file that is not on the site.
    """
    here = page.file.src_uri
    source = SOURCES.get(here, DOCS + here)

    def linked(match: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), match[1]))
        found = OUTSIDE.get(target, target.removeprefix(DOCS))
        if files.get_file_from_path(found) is None:
            raise PluginError(f"{source} links to {match[1]}, which is not on the site")
        return posixpath.relpath(found, posixpath.dirname(here) or ".")

    return LINK.sub(linked, FENCE.sub(r'```\1 title="\2"', markdown))


def on_post_page(output: str, page: Any, config: Any) -> str:
    """Raise PluginError for a page that would fetch something from another host."""
    if found := FETCHED.search(output):
        raise PluginError(f"{page.file.src_uri} needs the network: {found[0]}")
    return output


class Doctests(griffe.Extension):
    """Examples with prompts in docstrings are code; Markdown alone would take them for quotations."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Fence the examples of one docstring."""
        if obj.docstring:
            obj.docstring.value = DOCTEST.sub(r"```python\n\g<0>\n```", obj.docstring.value)

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """The package itself is not among the objects."""
        self.on_object(obj=pkg)
