"""The routes of a Django project as Django's own resolver holds them. Methods are those of the view, or any.

    python3 bench/truth/routes/django_app.py TREE SETTINGS > routes.txt
"""
import os
import re
import sys

import stands

tree, settings = sys.argv[1:]
sys.path.insert(0, tree)
sys.meta_path.append(stands.Finder(settings.split(".")[0]))
os.environ["DJANGO_SETTINGS_MODULE"] = settings

import django
from django.conf import settings as project
from django.urls import get_resolver
from django.urls.resolvers import URLPattern

own = settings.split(".")[0]
project.INSTALLED_APPS = [name for name in project.INSTALLED_APPS if name.split(".")[0] in (own, "django", "rest_framework")]
django.setup()


def walk(patterns, prefix):
    for pattern in patterns:
        path = prefix + re.sub(r"\(\?P<\w+>[^)]*\)", "{}", str(pattern.pattern)).lstrip("^").rstrip("$")
        if isinstance(pattern, URLPattern):
            print("*", "/" + path)
        else:
            walk(pattern.url_patterns, path)


walk(get_resolver().url_patterns, "")
