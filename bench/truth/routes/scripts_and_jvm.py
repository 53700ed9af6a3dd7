"""Lists of routes read off the text of projects in TypeScript, JavaScript, Java and Kotlin, without clew.

    python3 bench/truth/routes/scripts_and_jvm.py NAME path/to/tree COMMIT > bench/data/routes/NAME.json

As in from_text.py, a reader knows the habits of one project. Routers are followed by hand-written tables of imports and
prefixes; blocks are matched by their brackets, with strings and comments blanked.
"""
import glob, json, os, re, sys


def read(*parts):
    with open(os.path.join(*parts), encoding="utf-8") as file:
        return file.read()


def files(tree, pattern, without=r"(\.test\.[jt]sx?|\.spec\.[jt]sx?|\.stories\.tsx|\.d\.ts)$"):
    found = sorted(glob.glob(os.path.join(tree, pattern), recursive=True))
    return [path for path in found if not re.search(without, path)]


def without_comments(text):
    """Comments become blanks; strings stay."""
    token = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|`(?:\\.|[^`\\])*`|//[^\n]*|/\*.*?\*/', re.S)
    return token.sub(lambda m: re.sub(r"[^\n]", " ", m[0]) if m[0].startswith("/") else m[0], text)


def bare(text):
    """Strings and comments become blanks of the same length, so that brackets can be counted."""
    text = without_comments(text)
    token = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|`(?:\\.|[^`\\])*`', re.S)
    return token.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)


def closing(blank, at):
    """Where the bracket at this place ends."""
    depth = 0
    for place in range(at, len(blank)):
        if blank[place] in "([{":
            depth += 1
        elif blank[place] in ")]}":
            depth -= 1
            if depth == 0:
                return place
    return len(blank)


def join(*parts):
    return "/" + "/".join(part.strip("/") for part in parts if part.strip("/"))


VERBS = "get|post|put|delete|patch|all"


# Fastify -------------------------------------------------------------------------------------------------------------

def flowfuse(tree):
    routes = []

    def plugin(path, prefix):
        text = without_comments(read(path))
        names = dict(re.findall(r"const (\w+) = require\('([^']+)'\)", text))
        for verb, given in re.findall(r"\bapp\.(%s)\(\s*'([^']*)'" % VERBS, text):
            routes.append(f"{verb.upper()} {join(prefix, given)}")
        for verb, given in re.findall(r"\bapp\.(%s)\(\s*`([^`]*)`" % VERBS, text):
            routes.append(f"{verb.upper()} {join(prefix, given)}")
        for body in re.findall(r"\bapp\.route\(\{(.*?)\n    \}\)", text, re.S):
            method, url = re.search(r"method: '(\w+)'", body), re.search(r"url: '([^']*)'", body)
            if method and url:
                routes.append(f"{method[1]} {join(prefix, url[1])}")
        for given, options in re.findall(r"\bapp\.register\((require\('[^']+'\)|\w+)(?:, \{([^}]*)\})?", text):
            inner = re.search(r"prefix: '([^']*)'", options or "")
            module = re.search(r"'([^']+)'", given)
            module = module[1] if module else names.get(given, "")
            if not module.startswith("."):
                continue
            target = os.path.normpath(os.path.join(os.path.dirname(path), module))
            place = next((one for one in (target, target + ".js", target + "/index.js") if os.path.isfile(one)), None)
            plugin(place, prefix + (inner[1] if inner else ""))

    plugin(os.path.join(tree, "forge/routes/index.js"), "")
    plugin(os.path.join(tree, "forge/ee/routes/index.js"), "")
    plugin(os.path.join(tree, "forge/comms/index.js"), "")
    return routes


def infisical(tree):
    """Plugins are functions by name; those written in place stand in a call of `register` with their prefix behind."""
    base = os.path.join(tree, "backend/src")
    bodies = {}
    for path in files(base, "server/**/*.ts") + files(base, "ee/routes/**/*.ts"):
        text = without_comments(read(path))
        blank = bare(text)
        for made in re.finditer(r"export const (\w+) = async \(", blank):
            arrow = re.compile(r"[^{=]*=> \{").match(blank, closing(blank, made.end() - 1) + 1)
            if arrow:
                end = closing(blank, arrow.end() - 1)
                bodies.setdefault(made[1], (text[arrow.end():end], blank[arrow.end():end]))
    routes = []

    def walk(text, blank, prefix, below):
        at = 0
        for made in re.finditer(r"\b\w+\.(register|route)(?:<[^(]*>)?\(", blank):
            if made.start() < at:
                continue
            end = closing(blank, made.end() - 1)
            given, shown = text[made.end():end], blank[made.end():end]
            at = end
            if made[1] == "route":
                method, url = re.search(r'method: "(\w+)"', given), re.search(r'url: ["`]([^"`]*)["`]', given)
                if method and url:
                    routes.append(f"{method[1]} {join(prefix, url[1])}")
                continue
            tail = re.findall(r'prefix: "([^"]*)"', given[shown.rfind("{"):]) if "{" in shown else []
            inner = prefix + (tail[0] if tail else "")
            written = re.match(r"\s*async \(\w+[^)]*\) => \{", shown)
            if written:
                close = closing(shown, written.end() - 1)
                walk(given[written.end():close], shown[written.end():close], inner, below)
            else:
                name = re.match(r"\s*(\w+)", given)
                if name and name[1] in bodies and name[1] not in below:
                    walk(*bodies[name[1]], inner, below + [name[1]])

    walk(*bodies["registerRoutes"], "", ["registerRoutes"])
    return routes


# Hono ----------------------------------------------------------------------------------------------------------------

def hono_routes(path, prefix):
    text = without_comments(read(path))
    found = [f"{verb.upper()} {join(prefix, given)}" for verb, given in re.findall(r'(?:\bapp|\brouter|\n\s*|\))\.(%s)\(\s*"([^"]*)"' % VERBS, text)]
    for body in re.findall(r"createRoute\(\{(.*?)\bresponses:", text, re.S):
        method, given = re.search(r'method: "(\w+)"', body), re.search(r'path: "([^"]*)"', body)
        found.append(f"{method[1].upper()} {join(prefix, given[1])}")
    return found


def karakeep_hono(tree):
    api = os.path.join(tree, "packages/api")
    text = read(api, "index.ts")
    modules = {name: module for name, module in re.findall(r'import (\w+)(?:, \{[^}]*\})? from "(\./routes/\w+)"', text)}
    v1 = text[text.index("const v1"):text.index("const app")]
    routes = []
    for given, name in re.findall(r'\.route\("([^"]*)", (\w+)\)', text):
        if name == "v1":
            continue
        prefix = join("v1", given) if f'.route("{given}", {name})' in v1 else given
        if name == "assets" and prefix != given:
            routes += hono_routes(os.path.join(api, modules[name] + ".ts"), given)
        place = os.path.join(api, modules[name] + ".ts")
        routes += hono_routes(place, prefix)
        inner = read(place)
        for below, child in re.findall(r'\.route\("([^"]*)", (\w+)\)', inner):
            module = re.search(r'import (?:\{ )?%s(?: \})? from "([^"]+)"' % child, inner)[1]
            routes += hono_routes(os.path.join(os.path.dirname(place), module + ".ts"), join(prefix, below))
    return routes


def midday_hono(tree):
    rest = os.path.join(tree, "apps/api/src/rest/routers")
    routes = []

    def router(path, prefix):
        text = without_comments(read(path))
        routes.extend(hono_routes(path, prefix))
        for given, name in re.findall(r'\.route\("([^"]*)",\s*(\w+)\)', text):
            found = re.search(r'import (?:\{[^}]*\b%s\b[^}]*\}|%s) from "(\.[^"]+)"' % (name, name), text)
            if not found:
                continue
            target = os.path.normpath(os.path.join(os.path.dirname(path), found[1]))
            place = next(one for one in (target + ".ts", target + "/index.ts") if os.path.isfile(one))
            router(place, join(prefix, given))

    router(os.path.join(rest, "index.ts"), "")
    return routes


# tRPC ----------------------------------------------------------------------------------------------------------------

def procedures(path, maker):
    """By the name of the router: keys of the object that the maker is given, and whether each is a procedure."""
    text = without_comments(read(path))
    blank = bare(text)
    routers = {}
    for made in re.finditer(r"(?:const|let) (\w+)(?:: [^=]+)? = %s\(\{" % maker, blank):
        start, keys = made.end() - 1, []
        end, at = closing(blank, start), made.end()
        while at < end:
            key = re.compile(r"\s*,?\s*(\w+)\s*(?=[:,}])").match(blank, at)
            if not key:
                break
            rest, place = key.end(), key.end()
            while place < end and blank[place] != ",":
                place = closing(blank, place) + 1 if blank[place] in "([{" else place + 1
            keys.append((key[1], text[rest:place]))
            at = place
        routers[made[1]] = keys
    return routers


def trpc(tree, root, maker, resolve):
    """`resolve`: from a module's name in the root file to a path."""
    text = read(root)
    routes = []

    def router(path, name, prefix):
        own = procedures(path, maker)
        source = read(path)
        for key, value in own.get(name, []):
            if re.search(r"\.(query|mutation|subscription)\(", value) :
                routes.append(f"TRPC {prefix}/{key}")
                continue
            child = re.search(r"\w+", value)
            child = child[0] if child else key
            if child in own:
                router(path, child, f"{prefix}/{key}")
                continue
            module = re.search(r'import \{[^}]*\b%s\b[^}]*\} from "([^"]+)"' % child, source)
            if module:
                router(resolve(path, module[1]), child, f"{prefix}/{key}")

    router(root, "appRouter", "")
    return routes


def beside(path, module):
    target = os.path.normpath(os.path.join(os.path.dirname(path), module))
    return next(one for one in (target + ".ts", target + "/index.ts") if os.path.isfile(one))


def karakeep_trpc(tree):
    return trpc(tree, os.path.join(tree, "packages/trpc/routers/_app.ts"), "router", beside)


def dokploy(tree):
    base = os.path.join(tree, "apps/dokploy")

    def resolve(path, module):
        if module.startswith("@/"):
            return beside(os.path.join(base, "x"), module[2:])
        return beside(path, module)

    return trpc(tree, os.path.join(base, "server/api/root.ts"), "createTRPCRouter", resolve)


# Express -------------------------------------------------------------------------------------------------------------

def directus(tree):
    base = os.path.join(tree, "api/src")
    text = without_comments(read(base, "app.ts"))
    imports = dict(re.findall(r"import (\w+) from '\./([^']+)\.js'", text))
    for names, module in re.findall(r"import \{([^}]+)\} from '\./([^']+)\.js'", text):
        for name in names.split(","):
            imports[name.strip().split(" as ")[-1]] = module
    routes = [f"{verb.upper()} {given}" for verb, given in re.findall(r"\bapp\.(%s)\('([^']*)'" % VERBS, text)]
    uses = re.findall(r"\bapp\.use\('([^']*)', (\w+)\)", text) + [("", name) for name in re.findall(r"\bapp\.use\((\w+Router)\)", text)]

    def router(path, prefix, called):
        source = without_comments(read(path))
        for verb, given in re.findall(r"\b%s\.(%s)\(\s*['`]([^'`]*)['`]" % (called, VERBS), source):
            routes.append(f"{verb.upper()} {join(prefix, given)}")
        for listed in re.findall(r"\b%s\.(%s)\(\s*\[([^\]]*)\]" % (called, VERBS), source):
            for given in re.findall(r"'([^']*)'", listed[1]):
                routes.append(f"{listed[0].upper()} {join(prefix, given)}")

    for given, name in uses:
        module = imports.get(name, "")
        place = os.path.join(base, module + ".ts")
        if not module or not os.path.isfile(place):
            continue
        source = read(place)
        called = name if re.search(r"\b%s\.(%s)\(" % (name, VERBS), source) else "router"
        router(place, given, called)
    return routes


def lightdash(tree):
    base = os.path.join(tree, "packages/backend/src/routers")
    main = without_comments(read(base, "apiV1Router.ts"))
    routes = []

    def own(text, called, prefix):
        for verb, given in re.findall(r"\b%s\.(%s)\(\s*'([^']*)'" % (called, VERBS), text):
            routes.append(f"{verb.upper()} {join(prefix, given)}")

    own(main, "apiV1Router", "/api/v1")
    for given, name in re.findall(r"apiV1Router\.use\('([^']*)', (\w+)\)", main):
        module = re.search(r"import (?:\{ )?%s(?: \})? from '\./([^']+)'" % name, main)[1]
        own(without_comments(read(base, module + ".ts")), name, join("/api/v1", given))
    return routes


# Next.js and Remix ---------------------------------------------------------------------------------------------------

def exported(text):
    blank = without_comments(text)
    names = set(re.findall(r"^export (?:async )?(?:const|function|let)\*? (\w+)", blank, re.M))
    for listed in re.findall(r"^export \{([^}]*)\}", blank, re.M):
        names |= {one.strip().split(" as ")[-1].strip() for one in listed.split(",") if one.strip()}
    for listed in re.findall(r"^export const \{([^}]*)\}", blank, re.M):
        names |= {one.strip().split(":")[-1].strip() for one in listed.split(",") if one.strip()}
    if re.search(r"^export default\b", blank, re.M):
        names.add("default")
    return names


def formbricks(tree):
    routes = []
    app = os.path.join(tree, "apps/web/app")
    for path in files(tree, "apps/web/app/**/route.ts*") + files(tree, "apps/web/app/.well-known/**/route.ts") + files(tree, "apps/web/app/**/page.tsx"):
        steps = os.path.relpath(os.path.dirname(path), app).split("/")
        steps = [one for one in steps if one != "." and not re.fullmatch(r"\(.*\)|@.*", one)]
        if any(one.startswith("_") for one in steps):
            continue
        at = "/" + "/".join(steps)
        if path.endswith("page.tsx"):
            routes.append(f"GET {at}")
        else:
            routes += [f"{one} {at}" for one in exported(read(path)) if re.fullmatch("GET|POST|PUT|PATCH|DELETE", one)]
    return routes


def trigger(tree):
    """Remix 2: dots are steps, `_x` is a layout without one, `x_` keeps its step, `$` is a parameter, brackets escape."""
    base = os.path.join(tree, "apps/webapp/app/routes")
    routes = []
    for entry in sorted(os.listdir(base)):
        path = os.path.join(base, entry)
        if os.path.isdir(path):
            place = next((os.path.join(path, one) for one in ("route.tsx", "route.ts", "index.tsx", "index.ts") if os.path.isfile(os.path.join(path, one))), None)
            name = entry
        else:
            place, name = path, re.sub(r"\.[jt]sx?$", "", entry)
        if place is None or re.search(r"\.(test|server)$", name):
            continue
        steps, step, quoted, escaped = [], "", False, False
        for char in name + ".":
            if char == "[":
                quoted = escaped = True
            elif char == "]":
                quoted = False
            elif char == "." and not quoted:
                steps.append((step, escaped))
                step, escaped = "", False
            else:
                step += char
        found = []
        for one, isEscaped in steps:
            if one.startswith("_") and not isEscaped:
                continue
            one = one[:-1] if one.endswith("_") and not isEscaped else one
            found.append("{%s}" % (one[1:] or "rest") if one.startswith("$") else one)
        names = exported(read(place))
        if names & {"loader", "default"}:
            routes.append("GET /" + "/".join(found))
        if "action" in names:
            routes.append("POST /" + "/".join(found))
    return routes


# JAX-RS, Micronaut, Spring -------------------------------------------------------------------------------------------

def annotations(text, at):
    """The annotations that stand right above a place, as pairs of name and arguments."""
    found = []
    blank = bare(text)
    for made in re.finditer(r"@(\w+)", blank):
        if made.start() >= at:
            break
        end = made.end()
        space = re.compile(r"\s*\(").match(blank, end)
        close = closing(blank, space.end() - 1) + 1 if space else end
        found.append((made[1], text[end:close], made.start(), close))
    return found


MEMBERS = re.compile(r"^(?:    |\t)(?:public |protected |private |static |final |synchronized |default |abstract |suspend |override |fun )*[\w<>\[\]?,. ]*\b\w+\s*\(", re.M)


def texts(given):
    return re.findall(r'"((?:[^"\\]|\\.)*)"', given)


def runs(text):
    """Annotations in groups: those between which nothing but blanks and modifiers stand."""
    blank = bare(text)
    group, last = [], 0
    for one in annotations(text, len(text)):
        if group and re.search(r"[;{}]|\w", blank[last:one[2]]):
            yield group, blank[last:one[2]], last
            group = []
        group.append(one)
        last = one[3]
    if group:
        yield group, blank[last:], last


def java_class(text):
    blank = bare(text)
    found = re.search(r"^(?:public |abstract |final |open |internal )*(?:class|interface) (\w+)", blank, re.M)
    return found


def jaxrs_class(text):
    head = java_class(text)
    if not head:
        return None, []
    own, methods = None, []
    for group, after, last in runs(text):
        names = {name: given for name, given, *_ in group}
        if last <= head.start() :
            if "Path" in names and not own:
                own = (texts(names["Path"]) or [""])[0]
            continue
        verbs = [name for name in names if name in ("GET", "POST", "PUT", "DELETE", "PATCH")]
        methods += [(verb, (texts(names.get("Path", "")) or [""])[0]) for verb in verbs]
    return own, methods


def shape(path):
    """`{id: [0-9]+}` and `{/tenant}` are parameters; a slash inside stays none."""
    path = re.sub(r"\{/(\w+)\}", r"/{\1}", path)
    return re.sub(r"\{\??\s*([\w,]+)[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", r"{\1}", path)


def dependency_track(tree):
    routes = []
    for path in files(tree, "apiserver/src/main/java/org/dependencytrack/resources/v1/*.java"):
        own, methods = jaxrs_class(read(path))
        if own is not None:
            routes += [f"{verb} {shape(join(own, at))}" for verb, at in methods]
    return routes


def traccar(tree):
    api = "src/main/java/org/traccar/api"
    methods_of, bases, own_of = {}, {}, {}
    for path in files(tree, api + "/*.java") + files(tree, api + "/resource/*.java"):
        text = read(path)
        name = re.sub(r"\.java$", "", os.path.basename(path))
        own_of[name], methods_of[name] = jaxrs_class(text)
        found = re.search(r"class %s\s*(?:<[^{]*?>)?\s+extends (\w+)" % name, text)
        bases[name] = found[1] if found else None
    routes = []
    for name, own in own_of.items():
        above = name
        while own is not None and above:
            routes += [f"{verb} {shape(join(own, at))}" for verb, at in methods_of.get(above, [])]
            above = bases.get(above)
    return routes


def micronaut(paths):
    routes = []
    for path in paths:
        text = read(path)
        head = java_class(text)
        prefix = None
        for group, after, last in runs(text):
            names = {name: given for name, given, *_ in group}
            if head and last <= head.start() and "Controller" in names:
                prefix = (texts(names["Controller"]) or [""])[0]
            if prefix is None:
                continue
            for name, given, *_ in group:
                if name not in ("Get", "Post", "Put", "Delete", "Patch"):
                    continue
                first = re.sub(r"(?:consumes|produces|processes)\s*=\s*(?:\{[^}]*\}|[\w.\"/+-]+)", "", given)
                routes += [f"{name.upper()} {shape(join(prefix) + ('' if one.startswith('{/') or one.startswith('{?') else '/') + one.lstrip('/'))}" for one in (texts(first) or [""])]
    return [one.replace("//", "/") for one in routes]


def kestra(tree):
    return micronaut(files(tree, "webserver/src/main/java/**/*Controller.java"))


def akhq(tree):
    return micronaut(files(tree, "src/main/java/org/akhq/controllers/*Controller.java"))


def apollo(tree):
    routes = []
    for path in files(tree, "apollo-*/src/main/java/**/*Controller.java") + files(tree, "apollo-audit/*/src/main/java/**/*Controller.java"):
        text = read(path)
        head = java_class(text)
        starts, isController = [""], False
        for group, after, last in runs(text):
            names = {name: given for name, given, *_ in group}
            if head and last <= head.start():
                isController |= bool({"RestController", "Controller"} & set(names))
                if "RequestMapping" in names:
                    starts = texts(names["RequestMapping"]) or [""]
                continue
            if not isController:
                continue
            for name, given, *_ in group:
                kind = re.fullmatch(r"(Get|Post|Put|Delete|Patch|Request)Mapping", name)
                if not kind:
                    continue
                paths = texts(re.sub(r"(?:consumes|produces|params|headers)\s*=\s*(?:\{[^}]*\}|\"[^\"]*\"|[\w.]+)", "", given)) or [""]
                verbs = [kind[1].upper()] if kind[1] != "Request" else re.findall(r"RequestMethod\.(\w+)", given) or ["GET"]
                routes += [f"{verb} {shape(join(start, at))}" for verb in verbs for at in paths for start in starts]
    return routes


# Ktor ----------------------------------------------------------------------------------------------------------------

def su_se(tree):
    """Blocks of `route` around each verb; constants of all files. Functions of routes are called from blocks without a path."""
    paths = [one for one in files(tree, "**/src/main/kotlin/**/*.kt") if re.search(r"[Rr]oute", read(one))]
    constants = {}
    for path in paths:
        for name, value in re.findall(r'const val (\w+) = "([^"]*)"', read(path)):
            constants[name] = value

    def resolved(text):
        for _ in range(5):
            text = re.sub(r"\$\{?(\w+)\}?", lambda m: constants.get(m[1], m[0]), text)
        return text

    def pathOf(given):
        given = given.strip()
        literal = re.match(r'"([^"]*)"', given)
        return resolved(literal[1] if literal else constants.get(given, "?"))

    routes = []
    for path in paths:
        text = without_comments(read(path))
        blank = bare(text)
        if "io.ktor.server.routing" not in text:
            continue
        around = []
        for made in re.finditer(r"(?<![.\w])(route|get|post|put|delete|patch)\s*(\((?:\"[^\"\n]*\"|\w+)\))?\s*\{", text):
            if blank[made.start()] == " ":
                continue
            end = closing(blank, made.end() - 1)
            around = [one for one in around if one[0] > made.start()]
            given = pathOf(made[2][1:-1]) if made[2] else ""
            if made[1] == "route":
                around.append((end, given))
            elif re.search(r"(?:^|\n)\s*$", text[:made.start()]):
                routes.append(f"{made[1].upper()} {shape(join(*[one[1] for one in around], given))}")
    return routes


PROJECTS = {
    "fastify-flowfuse": (flowfuse, "fastify", ["forge/"]),
    "fastify-infisical": (infisical, "fastify", ["backend/src/"]),
    "express-lightdash": (lightdash, "express", ["packages/backend/src/routers/"]),
    "hono-karakeep": (karakeep_hono, "hono", ["packages/api/"]),
    "hono-midday": (midday_hono, "hono", ["apps/api/src/rest/"]),
    "trpc-karakeep": (karakeep_trpc, "trpc", ["packages/trpc/"]),
    "trpc-dokploy": (dokploy, "trpc", ["apps/dokploy/server/"]),
    "express-directus": (directus, "express", ["api/src/"]),
    "nextjs-formbricks": (formbricks, "nextjs", ["apps/web/"]),
    "react-router-trigger": (trigger, "react-router", ["apps/webapp/"]),
    "jaxrs-dependency-track": (dependency_track, "jaxrs", ["apiserver/src/main/java/org/dependencytrack/resources/v1/"]),
    "jaxrs-traccar": (traccar, "jaxrs", ["src/main/"]),
    "micronaut-kestra": (kestra, "micronaut", ["webserver/src/main/"]),
    "micronaut-akhq": (akhq, "micronaut", ["src/main/"]),
    "spring-apollo": (apollo, "spring", [""]),
    "ktor-su-se-bakover": (su_se, "ktor", [""]),
}
OWNERS = {"fastify-infisical": "Infisical/infisical", "express-lightdash": "lightdash/lightdash",
          "fastify-flowfuse": "FlowFuse/flowfuse", "hono-karakeep": "karakeep-app/karakeep", "hono-midday": "midday-ai/midday",
          "trpc-karakeep": "karakeep-app/karakeep", "trpc-dokploy": "Dokploy/dokploy", "express-directus": "directus/directus",
          "nextjs-formbricks": "formbricks/formbricks", "react-router-trigger": "triggerdotdev/trigger.dev",
          "jaxrs-dependency-track": "DependencyTrack/dependency-track", "jaxrs-traccar": "traccar/traccar",
          "micronaut-kestra": "kestra-io/kestra", "micronaut-akhq": "tchiotludo/akhq", "spring-apollo": "apolloconfig/apollo",
          "ktor-su-se-bakover": "navikt/su-se-bakover"}

if __name__ == "__main__":
    name, tree, commit = sys.argv[1:4]
    reader, framework, under = PROJECTS[name]
    besides = ["test/"] if len(sys.argv) < 5 else sys.argv[4].split(",")
    routes = list(dict.fromkeys(reader(tree)))
    print(json.dumps({
        "project": OWNERS[name], "commit": commit, "framework": framework,
        "source": "text of the files that declare them", "under": under, "besides": besides, "routes": routes,
    }, indent=2, ensure_ascii=False))
