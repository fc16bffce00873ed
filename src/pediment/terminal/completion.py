"""`pediment completion`: a script for a shell that completes commands, options, choices and the names of files."""

from __future__ import annotations

import argparse
import re
import shlex
from typing import Final

from rich.console import Console

from pediment.command.arguments import FILE, Argument, Parser
from pediment.terminal.commands import COMMANDS, parser_of, parser_of_all
from pediment.terminal.messages import Messages


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment completion`."""
    say = Messages(parser.language)
    parser.add_argument(
        "shell", choices=list(SCRIPTS), metavar=say("help-completion.shell-name"), help=say("help-completion.shell")
    )


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment completion`."""
    say = Messages(args.language)
    print(SCRIPTS[args.shell](parser_of_all(say), {name: parser_of(name, say) for name in COMMANDS}), end="")
    return 0


def _names(options: list[Argument]) -> list[str]:
    return [name for one in options for name in one.names if name.startswith("--")]


def _choices(one: Argument) -> list[str]:
    return [str(choice) for choice in one.choices or ()]


def _wants_files(parser: Parser) -> bool:
    return any(one.metavar == FILE for one in parser.positionals)


def bash(top: Parser, parsers: dict[str, Parser]) -> str:
    """The script for bash."""
    values: list[str] = []  # after an option that takes a value
    others: list[str] = []  # elsewhere
    for name, parser in {"": top, **parsers}.items():
        for one in parser.options:
            if one.takes_value:
                pattern = "|".join(f'"{name} {own}"' for own in one.names)
                files = "files=yes" if one.metavar == FILE else f'words="{" ".join(_choices(one))}"'
                values.append(f"        {pattern}) {files} ;;")
        words = [choice for one in parser.positionals for choice in _choices(one)]
        files = "; files=yes" if _wants_files(parser) else ""
        words += [*parser.commands, *_names(parser.options)]
        others.append(f'            "{name}") words="{" ".join(words)}"{files} ;;')
    return _BASH.replace("VALUES\n", "\n".join(values) + "\n").replace("OTHERS\n", "\n".join(others) + "\n")


_BASH: Final = """\
# bash completion for pediment: eval "$(pediment completion bash)"
_pediment() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local command="" words="" files="" i
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
            --language) ((i++)) ;;
            -*) ;;
            *) command=${COMP_WORDS[i]}; break ;;
        esac
    done
    case "$command $previous" in
VALUES
        *) case "$command" in
OTHERS
        esac ;;
    esac
    [[ -n $files && $current != -* ]] && words=${words%%--*}
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    [ -n "$files" ] || compopt +o default 2>/dev/null
}
complete -o default -F _pediment pediment
"""


def zsh(top: Parser, parsers: dict[str, Parser]) -> str:
    """The script for zsh."""
    commands = [f"        {shlex.quote(f'{_colons(name)}:{_colons(text)}')}" for name, text in top.commands.items()]
    cases: list[str] = []
    for name, parser in parsers.items():
        specs = [spec for one in parser.options for spec in _zsh(one)]
        specs += [_zsh_place(place, one) for place, one in enumerate(parser.positionals, 1)]
        lines = " \\\n".join(f"                {shlex.quote(spec)}" for spec in specs)
        cases.append(f"            {name}) _arguments \\\n{lines} ;;")
    own = " ".join(shlex.quote(spec) for one in top.options for spec in _zsh(one))
    return (
        _ZSH.replace("COMMANDS\n", "\n".join(commands) + "\n")
        .replace("CASES\n", "\n".join(cases) + "\n")
        .replace("OPTIONS", own)
    )


_ZSH: Final = """\
#compdef pediment
# zsh completion for pediment: eval "$(pediment completion zsh)" after compinit
_pediment() {
    local state
    local -a commands=(
COMMANDS
    )
    _arguments -C OPTIONS '1:command:->command' '*::argument:->argument'
    case $state in
        command) _describe command commands ;;
        argument) case $words[1] in
CASES
        esac ;;
    esac
}
compdef _pediment pediment
"""


def _zsh(one: Argument) -> list[str]:
    """How `_arguments` is told of an option."""
    text = re.sub(r"([\\:\[\]])", r"\\\1", one.help)
    after = _zsh_value(one) if one.takes_value else ""
    again = "*" if one.action == "append" else ""
    return [f"{again}{name}[{text}]{after}" for name in one.names]


def _zsh_place(place: int, one: Argument) -> str:
    """How `_arguments` is told of a positional argument."""
    return f"{'*' if one.nargs == '*' else place}{_zsh_value(one)}"


def _zsh_value(one: Argument) -> str:
    value = "_files" if one.metavar == FILE else f"({' '.join(_choices(one))})" if one.choices else " "
    return f":{one.dest}:{value}"


def _colons(text: str) -> str:
    return text.replace(":", "\\:")


def fish(top: Parser, parsers: dict[str, Parser]) -> str:
    """The script for fish."""
    lines = []
    for name, text in top.commands.items():
        lines.append(f"complete -c pediment -n __pediment_command -a {name} -d {_fish_quote(text)}")
    lines += [f"complete -c pediment -n __pediment_command {_fish(one)}" for one in top.options]
    for name, parser in parsers.items():
        where = f"complete -c pediment -n '__pediment_command {name}'"
        for one in parser.options:
            lines.append(f"{where} {_fish(one)}")
        for one in parser.positionals:
            if one.choices:
                lines.append(f"{where} -a {_fish_quote(' '.join(_choices(one)))}")
        if _wants_files(parser):
            lines.append(f"{where} -F")
    return _FISH + "\n".join(lines) + "\n"


# What fish has for this takes the language, or a word after the command, for the command.
_FISH: Final = """\
# fish completion for pediment: pediment completion fish | source
function __pediment_command -a wanted -d 'Is this the command, or is there none yet?'
    set -l words (commandline -opc)
    set -e words[1]
    while string match -q -- '-*' $words[1]
        test $words[1] = --language; and set -e words[1]
        set -e words[1]
    end
    test "$words[1]" = "$wanted"
end
complete -c pediment -f
"""


def _fish(one: Argument) -> str:
    """How `complete` is told of an option."""
    names = [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in one.names]
    value = ""
    if one.takes_value:
        value = " -r -F" if one.metavar == FILE else f" -x -a {_fish_quote(' '.join(_choices(one)))}"
    return f"{' '.join(names)}{value} -d {_fish_quote(one.help)}"


def _fish_quote(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


SCRIPTS: Final = {"bash": bash, "zsh": zsh, "fish": fish}
