"""Models, columns and jobs read off the text of projects, without clew: one reader for each project's own habits.

    python3 bench/truth/units_from_text.py NAME path/to/tree COMMIT > bench/data/units/NAME.json
"""
import glob, json, os, re, sys


def files(tree, pattern):
    for path in sorted(glob.glob(os.path.join(tree, pattern), recursive=True)):
        with open(path, encoding="utf-8") as file:
            yield file.read()


def papercups(tree):
    """Fields between `schema "table" do` and its end, which is indented as the schema is."""
    models, jobs = [], []
    for text in files(tree, "lib/**/*.ex"):
        module = re.search(r"defmodule ([\w.]+) do", text)
        schema = re.search(r'^  schema[ (]"(\w+)"\)? do\n([\s\S]*?)^  end', text, re.M)
        if schema:
            columns = re.findall(r"^\s+field[ (]:(\w+)", schema[2], re.M)
            models.append({"name": module[1].split(".")[-1], "table": schema[1], "columns": sorted(columns)})
        worker = re.search(r"use Oban\.(?:Pro\.)?Worker(?:,\s*queue: :(\w+))?", text)
        if worker:
            jobs.append({"name": module[1], **({"queue": worker[1]} if worker[1] else {})})
    return models, jobs


def snake_case(name):
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def wallabag(tree):
    models = []
    for text in files(tree, "src/Entity/**/*.php"):
        name = re.search(r"^(?:abstract )?class (\w+)", text, re.M)
        if not name or "#[ORM\\Entity" not in text:
            continue
        table = re.search(r"#\[ORM\\Table\((?:name: )?'`?(\w+)`?'", text)
        columns = []
        for given, rest in re.findall(r"#\[ORM\\Column\((.*)\)\]\n((?:\s+(?:#\[|//|/?\*).*\n)*\s+(?:private|protected|public) .*)", text):
            named = re.search(r"name: '`?(\w+)`?'", given)
            columns.append(named[1] if named else re.search(r"\$(\w+)", rest)[1])
        models.append({"name": name[1], "table": table[1] if table else snake_case(name[1]), "columns": sorted(columns)})
    return models, []


PROJECTS = {"papercups": ("papercups-io/papercups", "Ecto, Oban", "lib/", papercups),
            "wallabag": ("wallabag/wallabag", "Doctrine", "src/", wallabag)}

name, tree, commit = sys.argv[1:]
project, frameworks, under, reader = PROJECTS[name]
models, jobs = reader(tree)
print(json.dumps({"project": project, "commit": commit, "frameworks": frameworks, "under": under,
                  "how": "Read by text: tables, fields and workers as the code writes them.",
                  "models": models, "jobs": jobs, "injections": []}, indent=2))
