"""The routes of a Django project as Django's own resolver holds them; any method may be asked for.

    python3 bench/truth/routes/django_urls.py TREE SETTINGS [PACKAGE...] > routes.txt

What the project needs and is not installed is stood in for, and so are the named packages; its own settings are loaded as they are.
"""
import os
import re
import sys

import stands

tree, settings, *instead = sys.argv[1:]
sys.path.insert(0, tree)
os.environ["DJANGO_SETTINGS_MODULE"] = settings
sys.meta_path.insert(0, stands.Instead(instead))
sys.meta_path.append(stands.Finder(settings.split(".")[0]))

import django  # noqa: E402
from django.conf import settings as loaded  # noqa: E402
from django.urls import URLResolver, get_resolver  # noqa: E402

# An option and ways to register tags of newer releases.
from django.forms import URLField  # noqa: E402
from django.template import Library  # noqa: E402

Library.__getattr__ = lambda self, name: stands.make_stand()

make_field = URLField.__init__
URLField.__init__ = lambda self, *, assume_scheme=None, **named: make_field(self, **named)

# Pages for administrators are Django's own, and their registration needs everything else of the project.
SIMPLE = {"django.contrib.admin": "django.contrib.admin.apps.SimpleAdminConfig"}
OWN = ("django", settings.split(".")[0])
loaded.INSTALLED_APPS = [SIMPLE.get(app, app) for app in loaded.INSTALLED_APPS if app.split(".")[0] in OWN]
django.setup()


def step(pattern):
    text = str(pattern)
    if hasattr(pattern, "_route"):
        return re.sub(r"<[^>]*>", "{}", text)
    text = re.sub(r"\((?:[^()]|\([^()]*\))*\)", "{}", text)
    return text.replace("^", "").replace("$", "").replace("\\", "").replace("/?", "/")


def walk(resolver, before):
    for pattern in resolver.url_patterns:
        path = before + step(pattern.pattern)
        if isinstance(pattern, URLResolver):
            walk(pattern, path)
        else:
            callback = pattern.callback
            print("*", "/" + path, getattr(callback, "__module__", ""))


walk(get_resolver(), "")
