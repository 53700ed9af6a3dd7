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


GO_METHODS = r'\.Methods\(((?:http\.Method\w+|"\w+")(?:, (?:http\.Method\w+|"\w+"))*)\)'


def go_methods(text):
    return [name.upper() for name in re.findall(r'http\.Method(\w+)|"(\w+)"', text) for name in name if name]


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
        for given, methods in re.findall(r'r\.HandleFunc\("([^"]*)".*' + GO_METHODS, read(path)):
            # Routes of the system and of administration are given the outer router.
            isOuter = given.startswith("/api/") or path.endswith("/system.go")
            routes += [f"{verb} {given if isOuter else '/api/v2' + given}" for verb in go_methods(methods)]
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
    for line in re.sub(r"^\s*//.*$", "", read(tree, "handler/api/api.go"), flags=re.M).split("\n"):
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


def mattermost(tree):
    """Subrouters are fields of one struct, all of them set in api.go; routes hang on them in the other files."""
    prefixes = {"Root": "", "APIRoot": "/api/v4", "APIRoot5": "/api/v5"}
    setup = read(tree, "server/channels/api4/api.go")
    for name, above, path in re.findall(r'api\.BaseRoutes\.(\w+) = api\.BaseRoutes\.(\w+)\.PathPrefix\("((?:[^"\\]|\\.)*)"\)', setup):
        prefixes.setdefault(name, prefixes[above] + path)
    routes = []
    for path in files(tree, "server/channels/api4/*.go"):
        for name, given, methods in re.findall(r'api\.BaseRoutes\.(\w+)\.Handle\("([^"]*)",(?:(?!BaseRoutes)[\s\S])*?' + GO_METHODS, read(path)):
            for verb in go_methods(methods):
                routes.append(f"{verb} {prefixes[name]}{given}")
    return routes


def kopia(tree):
    text = read(tree, "internal/server/server.go") + read(tree, "internal/server/htmlui_fallback.go")
    return [f"{verb} {given}" for given, methods in re.findall(r'\bm\.HandleFunc\("([^"]*)".*?\)' + GO_METHODS, text)
            for verb in go_methods(methods)]


def stash(tree):
    """Each file of routes is mounted once in server.go; inside, tabs tell which Route a line is in."""
    server = read(tree, "internal/api/server.go")
    names = dict(re.findall(r'(\w+Endpoint)\s+= "([^"]*)"', server))
    names["loginLocaleEndpoint"] = names["loginEndpoint"] + "/locale"
    routes = []
    for call, given, more in re.findall(r'\br\.(Get|Post|HandleFunc)\((\w+Endpoint|"[^"]*")(\+"[^"]*")?,', server):
        path = names.get(given, given.strip('"')) + more.strip('+"')
        routes.append(f"{'GET' if call == 'HandleFunc' else call.upper()} {path}")
    for mount in re.findall(r'r\.Mount\("/(\w+)", ', server):
        around = []
        file = {"downloads": "downloads", "custom": "custom"}.get(mount, mount)
        for line in read(tree, f"internal/api/routes_{file}.go").split("\n"):
            depth = len(line) - len(line.lstrip("\t"))
            if line.strip():
                around = [one for one in around if one[0] < depth]
            opened = re.search(r'\br\.Route\("([^"]*)", func', line)
            if opened:
                around.append((depth, opened[1]))
            for verb, given in re.findall(r'\br\.(Get|Post|HandleFunc)\("([^"]*)"', line):
                verb = "GET" if verb == "HandleFunc" else verb.upper()
                routes.append(f"{verb} /{mount}{''.join(path for _, path in around)}{given}")
    return routes


def kanidm(tree):
    """Routers are merged at the root, but for the pages below /ui."""
    places = {"views/admin/mod.rs": None, "views/mod.rs": "/ui", "mod.rs": "", "oauth2.rs": "", "v1.rs": "", "v1_scim.rs": "", "apidocs/mod.rs": ""}
    routes = []
    for file, prefix in places.items():
        for function in re.split(r"\n(?=(?:pub(?:\(crate\))? )?(?:async )?fn )", read(tree, "server/core/src/https/" + file)):
            start = prefix if prefix is not None else ("/ui/api/admin" if "fn admin_api_router" in function else "/ui/admin")
            function = re.sub(r"^\s*//.*$", "", function, flags=re.M)
            for given, body in re.findall(r'\.route\(\s*"([^"]*)",([\s\S]*?)(?=\n\s*(?:\.route|\.layer|\.merge|\.nest|//|;|let |\}|Router::)|$)', function):
                for verb in re.findall(r"\b(get|post|put|patch|delete)\(", body):
                    routes.append(f"{verb.upper()} {start}{given}")
    return routes


def lemmy(tree):
    """rustfmt indents what a scope holds, so that columns tell which scope or resource a line is in."""
    routes = []
    for file in ["crates/api/routes/src/lib.rs", "crates/api/routes_v3/src/lib.rs"]:
        around = []
        text = re.sub(r'\b(scope|resource|route)\(\s+"', r'\1("', read(tree, file))
        for line in re.sub(r'\broute\(("[^"]*"),\s+', r'route(\1, ', text).split("\n"):
            depth = len(line) - len(line.lstrip())
            if line.strip():
                around = [one for one in around if one[0] < depth]
            opened = re.search(r'\b(?:scope|resource)\("([^"]*)"\)', line)
            if opened:
                around.append((depth, opened[1]))
            prefix = "".join(path for _, path in around)
            for given, verb in re.findall(r'\.route\((?:"([^"]*)",\s*)?(?:web::)?(get|post|put|patch|delete)\(\)', line):
                routes.append(f"{verb.upper()} {prefix}{given}")
    return routes


def rauthy(tree):
    """Functions with attributes are named as services of /auth/v1, or of what stands before it."""
    server = read(tree, "src/bin/src/server.rs")
    routes, outer = [], {"redirect_v1": "/auth", "get_user_webid": "/auth"}
    atRoot = re.findall(r"\.service\(\s*(?:\w+::)*(\w+)\s*\)", server.split("fn api_services")[0])
    inside = set(re.findall(r"\.service\(\s*(?:\w+::)*(\w+)\s*\)", server.split('web::scope("/v1")')[1].split("fn workers")[0]))
    for path in files(tree, "src/api/src/**/*.rs"):
        for verb, given, name in re.findall(r'^#\[(get|post|put|delete|patch)\("([^"]*)"\)\]\n(?:(?:#\[|//| |\)).*\n)*(?:pub )?(?:async )?fn (\w+)', read(path), re.M):
            # Some are served at the root as well.
            starts = [outer.get(name, "/auth/v1")] * (name in inside or name in outer) + [""] * (name in atRoot)
            routes += [f"{verb.upper()} {start}{given}" for start in starts]
    return routes


def plume(tree):
    main = read(tree, "src/main.rs")
    places = {}
    for prefix, names in re.findall(r'\.mount\(\s*"([^"]*)",\s*routes!\[([^\]]*)\]', main):
        for name in re.findall(r"[\w:]+", names):
            places[name] = prefix.rstrip("/")
    routes = []
    for path in files(tree, "src/**/*.rs"):
        module = re.sub(r"(/mod)?\.rs$", "", os.path.relpath(path, os.path.join(tree, "src"))).replace("/", "::")
        for verb, given, name in re.findall(r'^#\[(get|post|put|delete)\("([^"]*)".*\)\]\n(?:#\[.*\n)*(?:pub )?(?:async )?fn (\w+)', read(path), re.M):
            if f"{module}::{name}" in places:
                given = re.sub(r"<[^>]*>", "{}", given.split("?")[0])
                routes.append(f"{verb.upper()} {places[f'{module}::{name}']}{given}")
    return routes


RESOURCES = {"index": ("GET", ""), "new": ("GET", "/new"), "create": ("POST", ""), "show": ("GET", "/:id"),
             "edit": ("GET", "/:id/edit"), "update": ("PUT", "/:id"), "delete": ("DELETE", "/:id")}


def papercups(tree):
    """Scopes do not stand in one another; a resource that is updated is so by PATCH and by PUT."""
    prefix, routes = "", []
    for line in read(tree, "lib/chat_api_web/router.ex").split("\n"):
        opened = re.search(r'^\s+scope "([^"]*)"', line)
        if opened:
            prefix = opened[1].rstrip("/")
        for verb, given in re.findall(r'^\s+(get|post|put|patch|delete)\("([^"]*)"', line):
            routes.append(f"{verb.upper()} {prefix}{given}")
        for given, options in re.findall(r'^\s+resources\("([^"]*)", \w+,?(.*)\)', line):
            names = re.findall(r":(\w+)", (re.search(r"(?:only|except): \[([^\]]*)\]", options) or [None, ""])[1])
            actions = [one for one in RESOURCES if (one in names if "only:" in options else one not in names)]
            for action in actions:
                verb, rest = RESOURCES[action]
                rest = rest.replace("/:id", "") if "singleton: true" in options else rest
                routes += [f"{one} {prefix}{given}{rest}" for one in ([verb, "PATCH"] if action == "update" else [verb])]
    return routes


def wallabag(tree):
    routes = []
    for path in files(tree, "src/Controller/**/*.php"):
        for given in re.findall(r"#\[Route\((.*)\)\]", read(path)):
            where = re.search(r"path: '([^']*)'", given)
            verbs = re.search(r"methods: \[([^\]]*)\]", given)
            for verb in re.findall(r"'(\w+)'", verbs[1]) if verbs else ["ANY"]:
                routes.append(f"{verb} {where[1]}")
    return routes


def lovelcode(tree):
    text = re.sub(r"^\s*//.*$", "", "".join(read(path) for path in files(tree, "backend/router/*.go")), flags=re.M)
    prefixes = {"app": ""}
    for name, above, path in re.findall(r'(\w+) := (\w+)\.Group\("([^"]*)"', text):
        prefixes[name] = prefixes[above] + path
    return [f"{verb.upper()} {prefixes[name]}{given}"
            for name, verb, given in re.findall(r'\b(\w+)\.(Get|Post|Put|Delete|Patch)\("([^"]*)"', text)]


def smart_proxy(tree):
    """Every module maps the classes of its files to an address in its http_config.ru."""
    routes = []
    places = {}
    for path in files(tree, "modules/*/http_config.ru"):
        for address, name in re.findall(r"""map ["']([^"']*)["'] do\s+run (?:::)?([\w:]+)""", read(path)):
            places.setdefault(name, []).append(address.rstrip("/"))
    for path in files(tree, "modules/**/*.rb"):
        text = read(path)
        modules = re.findall(r"^\s*module ([\w:]+)", text, re.M)
        for name in re.findall(r"^\s*class ([\w:]+) < (?:::)?Sinatra::Base", text, re.M):
            for prefix in places.get("::".join([*modules, name]), []):
                for verb, given in re.findall(r"""^\s+(get|post|put|patch|delete)[ (]['"](/[^'"]*)['"]""", text, re.M):
                    # `/power/?:action?` is served with and without the last part.
                    shorter = re.sub(r"/\?:\w+\?$", "", given)
                    routes += [f"{verb.upper()} {prefix}{one.replace('?', '')}" for one in {shorter, given}]
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
    "chi-stash": ("stashapp/stash", "chi", ["internal/api/"], stash),
    "gorilla-mattermost": ("mattermost/mattermost", "gorilla", ["server/channels/api4/"], mattermost),
    "gorilla-kopia": ("kopia/kopia", "gorilla", ["internal/server/"], kopia),
    "fiber-lovelcode": ("groupwebdevelopers/lovelcode", "fiber", ["backend/"], lovelcode),
    "axum-kanidm": ("kanidm/kanidm", "axum", ["server/core/src/https/"], kanidm),
    "actix-lemmy": ("LemmyNet/lemmy", "actix", ["crates/api/"], lemmy),
    "actix-rauthy": ("sebadob/rauthy", "actix", ["src/"], rauthy),
    "rocket-plume": ("Plume-org/Plume", "rocket", ["src/"], plume),
    "phoenix-papercups": ("papercups-io/papercups", "phoenix", ["lib/"], papercups),
    "symfony-wallabag": ("wallabag/wallabag", "symfony", ["src/Controller/"], wallabag),
    "sinatra-smart-proxy": ("theforeman/smart-proxy", "sinatra", ["modules/"], smart_proxy),
}

# Tests beside the code.
BESIDES = {"nethttp-miniflux": ["internal/http/request/params_test.go"]}

name, tree, commit = sys.argv[1:]
project, framework, under, reader = PROJECTS[name]
routes = list(dict.fromkeys(reader(tree)))
print(json.dumps({"project": project, "commit": commit, "framework": framework,
                  "source": "text of the files that declare them", "under": under, "besides": BESIDES.get(name, []), "routes": routes}, indent=2))
