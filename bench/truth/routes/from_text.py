"""Lists of routes read off the text of projects, without clew: one reader for each project's own habits.

    python3 bench/truth/routes/from_text.py NAME path/to/tree COMMIT > bench/data/routes/NAME.json

Readers are regular expressions over the files that declare routes. What a project does in another way is added by hand
below, after looking at those files.
"""
import glob, json, os, re, sys

VERBS = "GET|POST|PUT|DELETE|PATCH"


def read(*parts):
    with open(os.path.join(*parts), encoding="utf-8") as file:
        return file.read()


def files(tree, pattern):
    found = sorted(glob.glob(os.path.join(tree, pattern), recursive=True))
    return [path for path in found if not re.search(r"(_test\.go|\.test\.tsx?)$", path)]


def listmonk(tree):
    text = read(tree, "cmd/handlers.go")
    text = re.sub(r'path\.Join\(uriAdmin, "([^"]*)"\)', r'"/admin\1"', text)
    return [f"{verb} {path}" for verb, path in re.findall(r'\b[ge]\.(%s)\("([^"]*)"' % VERBS, text)]


def miniflux(tree):
    text = "".join(read(path) for path in files(tree, "internal/**/*.go"))
    patterns = re.findall(r'[mM]ux\.Handle(?:Func)?\("([^"]*)"', text)
    # A pattern without a method serves every one; one of them stands for all.
    return [one if " " in one else f"GET {one}" for one in patterns]


def mall(tree):
    routes = []
    for path in files(tree, "*/src/main/java/**/*Controller.java"):
        text = read(path)
        head, _, body = text.partition("public class ")
        prefix = (re.findall(r'@RequestMapping\("([^"]*)"\)', head) or [""])[0]
        for kind, given in re.findall(r"@(Get|Post|Put|Delete|Patch|Request)Mapping\(?((?:[^()]|\{[^}]*\})*)\)?", body):
            paths = re.findall(r'"([^"]*)"', given) or [""]
            verb = kind.upper() if kind != "Request" else (re.findall(r"RequestMethod\.(\w+)", given) or ["ANY"])[0]
            routes += [f"{verb} {prefix}/{one.lstrip('/')}" for one in paths]
    return routes


def focalboard(tree):
    routes = []
    for path in files(tree, "server/api/*.go"):
        for given, verb in re.findall(r'r\.HandleFunc\("([^"]*)".*\.Methods\("(\w+)"\)', read(path)):
            # Routes of administration are given the outer router.
            routes.append(f"{verb} {given if given.startswith('/api/') else '/api/v2' + given}")
    return routes


def vaultwarden(tree):
    mounts = {"core/": "/api", "admin.rs": "/admin", "identity.rs": "/identity", "icons.rs": "/icons",
              "notifications.rs": "/notifications", "web.rs": "/"}
    routes = []
    for path in files(tree, "src/api/**/*.rs"):
        inside = path.split("src/api/")[1]
        mount = next((to for start, to in mounts.items() if inside.startswith(start)), None)
        for verb, given, name in re.findall(r'^#\[(get|post|put|delete|patch)\("([^"]*)".*\)\]\n(?:#\[.*\n|//.*\n)*(?:pub )?(?:async )?fn (\w+)', read(path), re.M):
            # events::main_routes() alone is mounted elsewhere.
            at = "/events" if inside == "core/events.rs" and name == "post_events_collect" else mount
            if at is not None:
                routes.append(f"{verb.upper()} {at.rstrip('/')}{given.split('?')[0]}".replace("<", "{").replace(">", "}"))
    return routes


def outline(tree):
    routes = []
    for path in files(tree, "server/routes/api/**/*.ts"):
        for verb, given in re.findall(r'\brouter\.(get|post|put|delete|patch)\(\s*"([^"]*)"', read(path)):
            routes.append(f"{verb.upper()} /api/{given.lstrip('/')}")
    return routes


def umami(tree):
    routes = []
    for path in files(tree, "src/app/**/route.ts"):
        folder = os.path.dirname(path).split("src/app")[1]
        address = re.sub(r"/\([^)]*\)", "", folder) or "/"
        for verb in re.findall(r"^export (?:async function|const) (%s)\b" % VERBS, read(path), re.M):
            routes.append(f"{verb} {address}")
    for path in files(tree, "src/app/**/page.tsx"):
        folder = os.path.dirname(path).split("src/app")[1]
        # A slot shows another address inside of a page and has none of its own.
        if "@" not in folder:
            routes.append(f"GET {re.sub(r'/[(][^)]*[)]', '', folder) or '/'}")
    return routes


def drone(tree):
    """gofmt indents what a block holds by one more tab, so that the tabs tell which Route a line is in."""
    routes, around = [], []
    for line in read(tree, "handler/api/api.go").split("\n"):
        depth = len(line) - len(line.lstrip("\t"))
        if line.strip():
            around = [one for one in around if one[0] < depth]
        prefix = "".join(path for _, path in around)
        opened = re.search(r'\br\.Route\("([^"]*)", func', line)
        if opened:
            around.append((depth, opened[1]))
        for verb, given in re.findall(r'\.(Get|Post|Put|Delete|Patch)\("([^"]*)"', line):
            routes.append(f"{verb.upper()} /api{prefix}{given}")
    return routes


PROJECTS = {
    "echo-listmonk": ("knadh/listmonk", "echo", ["cmd/handlers.go"], listmonk),
    "nethttp-miniflux": ("miniflux/v2", "nethttp", ["internal/"], miniflux),
    "spring-mall": ("macrozheng/mall", "spring", ["mall-"], mall),
    "gorilla-focalboard": ("mattermost/focalboard", "gorilla", ["server/api/"], focalboard),
    "rocket-vaultwarden": ("dani-garcia/vaultwarden", "rocket", ["src/api/"], vaultwarden),
    "koa-outline": ("outline/outline", "koa", ["server/routes/api/"], outline),
    "nextjs-umami": ("umami-software/umami", "nextjs", ["src/app/"], umami),
    "chi-drone": ("drone/drone", "chi", ["handler/api/"], drone),
}

# Tests beside the code.
BESIDES = {"nethttp-miniflux": ["internal/http/request/params_test.go"]}

name, tree, commit = sys.argv[1:]
project, framework, under, reader = PROJECTS[name]
routes = list(dict.fromkeys(reader(tree)))
print(json.dumps({"project": project, "commit": commit, "framework": framework,
                  "source": "text of the files that declare them", "under": under, "besides": BESIDES.get(name, []), "routes": routes}, indent=2))
