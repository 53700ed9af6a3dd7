"""Every call of a Python tree with the place of the called name, one JSON object per line.

Usage: python3 call_sites.py DIR
"""

import ast
import json
import os
import sys


def utf16_column(line, byte_column):
    return len(line.encode("utf-8")[:byte_column].decode("utf-8", "replace").encode("utf-16-le")) // 2


def called_names(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield node.func
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield from (one for one in node.decorator_list if not isinstance(one, ast.Call))


def place_of(callee):
    """Line and byte column of the name that is called, and what stands before its dot."""
    if isinstance(callee, ast.Name):
        return callee.id, "", callee.lineno, callee.col_offset
    if isinstance(callee, ast.Attribute):
        return callee.attr, ast.unparse(callee.value), callee.end_lineno, callee.end_col_offset - len(callee.attr.encode("utf-8"))
    return None


def main(root):
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(one for one in folders if not one.startswith(".") and one != "node_modules")
        for name in sorted(names):
            if not name.endswith(".py"):
                continue
            path = os.path.join(folder, name)
            with open(path, encoding="utf-8", errors="replace") as file:
                text = file.read()
            try:
                tree = ast.parse(text)
            except (SyntaxError, ValueError):
                continue
            lines = text.split("\n")
            for callee in called_names(tree):
                found = place_of(callee)
                if found is None:
                    continue
                called, receiver, line, column = found
                print(json.dumps({
                    "path": os.path.relpath(path, root).replace(os.sep, "/"),
                    "line": line,
                    "column": utf16_column(lines[line - 1], column),
                    "name": called,
                    "receiver": receiver[:200],
                }))


main(sys.argv[1])
