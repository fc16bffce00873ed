"""Mutants: a source file with one small change that a test should notice."""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

# What a comparison becomes: its boundary moved, and its opposite
_COMPARED: Final[dict[type[ast.cmpop], list[type[ast.cmpop]]]] = {
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
}
_COUNTED: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}
_ONLY_READ: Final = {"prefetch", "prefetch_inner", "_prefetch"}
"""Functions that change nothing and tell nobody anything: what they read, the processor has at hand afterwards."""
_SCOPES: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Mutant(NamedTuple):
    """One change: where it is and what it does."""

    file: str
    """from the root of the repository"""
    number: int
    """which change of the file"""
    line: int
    inside: str
    """the function or class around it, or `module`"""
    text: str
    """the line as it was"""
    change: str
    """what became what"""
    lines: range
    """the lines of the statement, or of its head"""
    imported: bool
    """whether it runs when the module is imported"""

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What stays the same when other lines move."""
        return self.file, self.inside, self.text, self.change

    def __str__(self) -> str:
        return f"{self.file}:{self.line} in {self.inside}: {self.change}    [{self.text}]"


def mutants(root: Path, file: str) -> list[Mutant]:
    """All mutants of a file, from top to bottom."""
    source = (root / file).read_text(encoding="utf-8")
    lines = source.splitlines()
    found: list[Mutant] = []
    seen: Counter[tuple[str, str, str]] = Counter()
    for number, (place, change, _) in enumerate(_all(ast.parse(source))):
        text = lines[place.node.lineno - 1].strip()
        inside = ".".join(place.scopes) or "module"
        seen[inside, text, change] += 1
        nth = seen[inside, text, change]
        found.append(
            Mutant(
                file=file,
                number=number,
                line=place.node.lineno,
                inside=inside,
                text=text,
                change=change if nth == 1 else f"{change} ({nth})",
                lines=place.lines,
                imported=place.imported,
            )
        )
    return found


def mutated(root: Path, mutant: Mutant) -> ast.Module:
    """The module of the mutant, with its change made."""
    tree = ast.parse((root / mutant.file).read_text(encoding="utf-8"))
    place, _, new = next(islice(_all(tree), mutant.number, None))

    class Change(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            if node is place.node:
                return ast.copy_location(new, node)
            return self.generic_visit(node)

    module = ast.fix_missing_locations(Change().visit(tree))
    assert isinstance(module, ast.Module)
    return module


class _Place(NamedTuple):
    node: ast.expr | ast.stmt
    scopes: list[str]
    lines: range
    imported: bool


def _places(tree: ast.Module) -> Iterator[_Place]:
    """Every statement and expression that may be changed.

    No annotations, decorators, docstrings and messages; and not the `strict` of `zip`, which asserts what is known.
    """

    def walk(node: ast.AST, scopes: list[str], lines: range, imported: bool) -> Iterator[_Place]:
        if isinstance(node, ast.FunctionDef) and node.name in _ONLY_READ:
            return
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if body else node.end_lineno or node.lineno
            lines = range(node.lineno, max(node.lineno, last) + 1)
        if isinstance(node, ast.stmt | ast.expr):
            yield _Place(node, scopes, lines, imported)
        if isinstance(node, _SCOPES):
            scopes = [*scopes, node.name]
            inner = imported and isinstance(node, ast.ClassDef)
            if not isinstance(node, ast.ClassDef):
                for default in [*node.args.defaults, *(d for d in node.args.kw_defaults if d)]:
                    yield from walk(default, scopes, lines, imported)
            for child in node.body:
                yield from walk(child, scopes, lines, inner)
            return
        if isinstance(node, ast.keyword) and node.arg == "strict":
            return
        for name, value in ast.iter_fields(node):
            if name == "annotation" or (isinstance(node, ast.Raise | ast.Assert) and name in ("exc", "cause", "msg")):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr) and not _only_for_types(child):
                    yield from walk(child, scopes, lines, imported and not isinstance(child, ast.Lambda))

    for statement in tree.body:
        if not _only_for_types(statement):
            yield from walk(statement, [], range(0), True)


def _all(tree: ast.Module) -> Iterator[tuple[_Place, str, ast.AST]]:
    for place in _places(tree):
        for change, new in _changes(place.node):
            yield place, change, new


def _only_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")


def _changes(node: ast.expr | ast.stmt) -> Iterator[tuple[str, ast.AST]]:
    """What a node may become, each with its name."""
    match node:
        case ast.Compare(ops=ops):
            for i, op in enumerate(ops):
                for other in _COMPARED[type(op)]:
                    new = copy.deepcopy(node)
                    new.ops[i] = other()
                    yield f"{_short(node)} -> {_short(new)}", new
        case ast.BoolOp(op=op, values=values):
            other_op = ast.Or() if isinstance(op, ast.And) else ast.And()
            swapped = ast.BoolOp(op=other_op, values=values)
            yield f"{_short(node)} -> {_short(swapped)}", swapped
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _COUNTED:
            counted = ast.BinOp(left=left, op=_COUNTED[type(operator)](), right=right)
            yield f"{_short(node)} -> {_short(counted)}", counted
        case ast.AugAssign(target=target, op=operator, value=value):
            if type(operator) in _COUNTED:
                other_way = ast.AugAssign(target=target, op=_COUNTED[type(operator)](), value=value)
                yield f"{_short(node)} -> {_short(other_way)}", other_way
            yield f"removed: {_short(node)}", ast.Pass()
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield f"{_short(node)} -> {_short(operand)}", operand
        case ast.Constant(value=bool() as truth):
            yield f"{truth} -> {not truth}", ast.Constant(not truth)
        case ast.Constant(value=int() as n):
            yield f"{n} -> {n + 1}", ast.Constant(n + 1)
            yield f"{n} -> {n - 1}", ast.Constant(n - 1)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield f"{_short(node)}: the other way round", ast.IfExp(test=test, body=orelse, orelse=body)
        case ast.If(test=test):
            for always in (True, False):
                new_if = copy.copy(node)
                new_if.test = ast.Constant(always)
                yield f"if {_short(test)} -> if {always}", new_if
        case ast.While(test=test):
            never = copy.copy(node)
            never.test = ast.Constant(False)
            yield f"while {_short(test)} -> while False", never
        case (
            ast.ListComp(generators=generators)
            | ast.SetComp(generators=generators)
            | ast.GeneratorExp(generators=generators)
        ):
            for i, generator in enumerate(generators):
                if generator.ifs:
                    all_of = copy.deepcopy(node)
                    all_of.generators[i].ifs = []
                    yield f"{_short(node)} -> {_short(all_of)}", all_of
        case ast.Break():
            yield "break -> continue", ast.Continue()
        case ast.Continue():
            yield "continue -> break", ast.Break()
        case ast.Raise(exc=exc) if exc is None or "AssertionError" not in ast.unparse(exc):
            yield f"removed: {_short(node)}", ast.Pass()
        case ast.Return(value=returned):
            if returned is None or _is_none(returned):
                yield f"removed: {_short(node)}", ast.Pass()
            elif not isinstance(returned, ast.Constant):  # a constant is changed itself
                yield f"{_short(node)} -> return None", ast.Return(value=ast.Constant(None))
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.Delete():
            yield f"removed: {_short(node)}", ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield f"removed: {_short(node)}", ast.Pass()
        case _:
            pass


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 100 else f"{text[:97]}..."
