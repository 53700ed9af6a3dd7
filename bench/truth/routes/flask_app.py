"""The routes of a Flask application as Flask's own map holds them.

    python3 bench/truth/routes/flask_app.py TREE MODULE FACTORY [ARGUMENT...] > routes.txt
"""
import importlib
import sys

import stands

tree, module, factory, *arguments = sys.argv[1:]
sys.path.insert(0, tree)
sys.meta_path.append(stands.Finder(module.split(".")[0]))
app = getattr(importlib.import_module(module), factory)(*arguments)
for rule in app.url_map.iter_rules():
    for method in sorted(rule.methods - {"HEAD", "OPTIONS"}):
        print(method, rule.rule)
