/**
 * Calls whose arguments frameworks give a meaning although there may be no literal among them: `app.use(router)`,
 * `include_router(users.router)`, `AddScoped<IStore, SqlStore>()`, `get(show)` in a route of Axum. What the names mean is
 * for `src/frameworks/` to tell; here they only decide that the call is kept, so the list is generous where a name is
 * rare and strict where it is common.
 */
import type { Place } from "./captures.ts";

/** Putting routers, modules and handlers somewhere, binding interfaces, starting jobs, sending events. */
const NAMES: ReadonlySet<string> = new Set(
  `use register include_router register_blueprint add_url_rule add_resource add_api_route mount merge nest nest_service
  namespace scope concern concerns member collection group prefix shallow defaults constraints pipe_through live
  pipeline configure service route routes controller resource resources include Mount Group Route Handle HandleFunc PathPrefix
  Subrouter Methods Path MethodFunc routing authenticate bind bindTo toClass useClass provide forRoot forFeature
  AddScoped AddTransient AddSingleton TryAddScoped TryAddTransient TryAddSingleton AddKeyedScoped AddKeyedSingleton
  AddHttpClient AddDbContext AddHostedService AddRefitClient MapHub MapGrpcService MapControllers UseMiddleware
  perform_later perform_now perform_async deliver_later deliver_now delay apply_async dispatch dispatchSync enqueue
  add_task emit publish subscribe connect addListener send_task
  createTRPCRouter router mergeRouters procedure create_router
  hasMany hasOne belongsTo belongsToMany morphTo morphOne morphMany morphToMany hasManyThrough hasOneThrough
  define Schema ForeignKey OneToOneField ManyToManyField relationship Depends Security
  publishEvent Publish PublishAsync event listen singleton scoped Enqueue AddOrUpdate ContinueJobWith
  RegisterService addService newBlockingStub newStub newFutureStub insecure_channel`.split(/\s+/),
);
/** They make routers and applications, and are kept with nothing given when a name is given what they return. */
const MAKERS: ReadonlySet<string> = new Set(
  "Default New NewRouter NewServeMux NewMux Router express fastify Fastify Hono FastAPI APIRouter Flask Blueprint".split(
    " ",
  ),
);
/** `let admin = admin_router()`: a function of the project that makes one. */
const ROUTER_MAKER = /[rR]out(?:er|es)$/;
/** Common as methods; as plain functions they are Axum's and Actix's. */
const NAMES_WITHOUT_RECEIVER: ReadonlySet<string> = new Set(
  "get post put patch delete head options any on include path re_path url".split(" "),
);

/** They end procedures of tRPC when they are given a function; elsewhere they are given text. */
const PROCEDURES: ReadonlySet<string> = new Set(["query", "mutation", "subscription"]);
/** `registerBoards(r)`, `users.Setup(db, v1)`: what is called so hands a router on under any of these names, */
const HANDING_ON = /[rR]out|[rR]egist|[mM]ount|[eE]ndpoint|Handler|[sS]etup|Init|Controller|A[pP][iI]|Serve/;
const TERSE_ROUTER =
  /\(\s*(?:[\w.&*]{1,40},\s*){0,3}(?:&(?:mut )?)?(?:[\w.]{0,40}\.)?(?:r|e|g|rg|s|m|app|api\w*|v\d+|engine|srv|echo|root|public|private|protected|admin\w*|auth\w*|secured?)\s*[,)]/y;
/** and whatever is called with a name that says that it is one. */
const ROUTER =
  /\(\s*(?:[\w.&*]{1,40},\s*){0,3}(?:&(?:mut )?)?[\w.]{0,40}(?:(?:[rR]outer|[rR]outes?|[mM]ux|[gG]roup|[rR]outer\(\))\s*[,)]|\.Group\()/y;
const FUNCTION_START = /\(\s*(?:async\b|function\b|\(|\w+\s*=>)/y;

/** `r.Get(LOGIN_PATH, login)`: a router's own method, whose path may be a constant. */
const VERBS: ReadonlySet<string> = new Set(
  "Get Post Put Patch Delete GET POST PUT PATCH DELETE get post put patch delete".split(" "),
);
const ON_ROUTER = /(?:\b(?:r|e|g|app|api|[vV]\d)|[rR]outer|[mM]ux|[gG]roup)\.$/;

function isMadeOnRouter(source: string, name: string, start: number): boolean {
  return VERBS.has(name) && ON_ROUTER.test(source.slice(Math.max(0, start - 24), start));
}

function handsRouterOn(source: string, name: string, at: number): boolean {
  ROUTER.lastIndex = at;
  if (ROUTER.test(source)) return true;
  TERSE_ROUTER.lastIndex = at;
  return TERSE_ROUTER.test(source) && HANDING_ON.test(name);
}

/** `routes.append(&mut users::routes())` */
const LENT_ROUTES = /^\((?:&mut )?[\w:]*routes?(?:!|\(|\))/;
const LISTS_JOINED: ReadonlySet<string> = new Set(["append", "extend"]);

function isGivenFunction(source: string, at: number): boolean {
  FUNCTION_START.lastIndex = at;
  return FUNCTION_START.test(source);
}

const BEHIND_CALL = /\)\s*\.$/;
const BEHIND_METHOD = /\b(?:post|put|patch|delete)\([\w:]*\)\s*\.$/;

/** `get(show).delete(drop)`; a plain `get` is common behind calls. */
function isChained(source: string, name: string, start: number): boolean {
  const before = source.slice(Math.max(0, start - 80), start);
  return (name === "get" ? BEHIND_METHOD : BEHIND_CALL).test(before);
}

/** `byId: publicProcedure.query(…)`: its name is the key that it stands under. */
export function isProcedure(source: string, { start, end }: Place): boolean {
  return PROCEDURES.has(source.slice(start, end)) && isGivenFunction(source, end);
}

export function isKeptForItsName(source: string, { start, end }: Place, hasReceiver: boolean): boolean {
  const length = end - start;
  if (length < 2 || length > 40) return false;
  const name = source.slice(start, end);
  // `mediator.Send(new MakeOrder())`; others send bytes.
  if (name === "Send" || name === "send" || name === "queue") return source.startsWith("(new ", end);
  if (PROCEDURES.has(name)) return isGivenFunction(source, end);
  // Rack: `map "/shop" do`, `run Carts`; elsewhere lists are mapped.
  if (name === "map" || name === "run") return !hasReceiver && /^ +["'A-Z:]/.test(source.slice(end, end + 8));
  // `expect(x).to eq(y)` is no route.
  if (name === "to") return source[end] === "(";
  // Laravel gives lists of names: `Route::get("/a", [Users::class, "show"])`.
  if (source.startsWith("Route::", start - 7)) return true;
  // `get(show).delete(drop)`
  if (hasReceiver && NAMES_WITHOUT_RECEIVER.has(name) && isChained(source, name, start)) return true;
  if (NAMES.has(name) || MAKERS.has(name) || (!hasReceiver && NAMES_WITHOUT_RECEIVER.has(name))) return true;
  if (ROUTER_MAKER.test(name)) return true;
  if (LISTS_JOINED.has(name)) return LENT_ROUTES.test(source.slice(end, end + 80));
  return (hasReceiver && isMadeOnRouter(source, name, start)) || handsRouterOn(source, name, end);
}

export function isKeptWhenAssigned(source: string, { start, end }: Place): boolean {
  const name = source.slice(start, Math.min(end, start + 40));
  return MAKERS.has(name) || ROUTER_MAKER.test(name);
}

/** What they are called on says all: `UserMailer.welcome(user).deliver_later`, `SyncJob.perform_later`. */
const TELLING_ALONE: ReadonlySet<string> = new Set(
  "deliver_later deliver_now perform_later perform_async dispatch delay".split(" "),
);

export function isKeptWhenEmpty(source: string, { start, end }: Place, hasReceiver: boolean): boolean {
  return hasReceiver && end - start <= 24 && TELLING_ALONE.has(source.slice(start, end));
}
