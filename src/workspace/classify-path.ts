/** What a file's name alone says about whether it is worth reading. */
import { basename } from "../core/rel-path.ts";
import type { SkipReason } from "./skip-reasons.ts";

const LOCK_FILES = new Set(
  `package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock cargo.lock go.sum
  go.work.sum poetry.lock pipfile.lock pdm.lock uv.lock conda-lock.yml gemfile.lock composer.lock mix.lock rebar.lock
  pubspec.lock podfile.lock cartfile.resolved package.resolved packages.lock.json project.assets.json paket.lock
  gradle.lockfile buildscript-gradle.lockfile flake.lock chart.lock cabal.project.freeze stack.yaml.lock elm-stuff.json
  .terraform.lock.hcl manifest.lock.toml conan.lock vcpkg-lock.json module.bazel.lock berksfile.lock
  symfony.lock shard.lock spago.lock`.split(/\s+/),
);

const BINARY_EXTENSIONS = new Set(
  `png jpg jpeg gif bmp ico icns webp avif heic tif tiff psd ai eps sketch fig xcf svgz woff woff2 ttf otf eot
  mp3 mp4 m4a m4v wav ogg oga ogv flac aac mov avi mkv webm wmv mpg mpeg
  zip gz tgz bz2 tbz2 xz txz 7z rar zst lz4 br tar jar war ear aar apk ipa dmg iso img deb rpm msi nupkg snupkg whl egg gem crate vsix
  exe dll so dylib a o obj lib pdb class pyc pyo pyd beam wasm node bin dat elf hex ko rlib rmeta nib
  pdf doc docx xls xlsx ppt pptx odt ods odp epub
  sqlite sqlite3 db db3 mdb accdb parquet avro orc arrow feather npy npz pkl pickle h5 hdf5 onnx pt pth safetensors gguf tflite pb ckpt
  gpg pgp mo icm icc fbx glb blend stl 3ds dwg swf fla unitypackage uasset umap`.split(/\s+/),
);

/** `*.cs`-style names that only tools write; each is matched on the lower-case base name. */
const GENERATED_NAMES =
  /(?:\.g\.cs|\.g\.i\.cs|\.designer\.(?:cs|vb)|\.generated\.[a-z]+|\.gen\.(?:go|ts|tsx|js|dart|rs)|_pb2(?:_grpc)?\.pyi?|\.pb\.(?:go|cc|h|gw\.go|validate\.go|dart)|_grpc\.pb\.go|_pb\.(?:js|ts|d\.ts|rb)|\.pbobjc\.[hm]|\.freezed\.dart|\.g\.dart|zz_generated\..*\.go|_string\.gen\.go|\.xcstrings\.swift|\.tsbuildinfo)$/;

/** Also `vendor-892a8787e7c054f4.js`: a content hash in the name is how bundlers name what they packed. */
const MINIFIED_NAMES =
  /(?:[.-]min\.(?:js|mjs|cjs|css)|\.(?:js|mjs|cjs|css)\.map|\.bundle\.js|\.chunk\.(?:js|css)|[.-][0-9a-f]{16,64}\.(?:js|mjs|css))$/;

/** `.env.example` and its like hold names of settings, not their values. */
const ENV_EXAMPLES =
  /^\.env(?:\.[^/]*)?\.(?:example|sample|template|dist|tpl|defaults|schema)$|^\.env[-_.](?:example|sample|template|dist)$/;

const SECRET_NAMES = [
  /^\.env(?:$|[.-])/,
  /^[^/]+\.env$/,
  /^env\.(?:local|prod|production|dev|development|stag(?:e|ing)|test|secret)$/,
  /^\.envrc$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:$|[._-])(?!pub$)/,
  /\.(?:pem|p8|p12|pfx|pkcs12|keystore|jks|kdbx|ppk|ovpn|keytab|agekey|kubeconfig)$/,
  /\.key$/,
  /^\.(?:netrc|pgpass|npmrc|pypirc|dockercfg|htpasswd|s3cfg|boto|git-credentials|yarnrc\.yml\.local|my\.cnf)$/,
  /^_netrc$/,
  /^credentials(?:\.(?:json|ya?ml|toml|ini|xml|csv))?$/,
  /^(?:client_secret|client_secrets|service[-_]account|gcp[-_]?key|gcloud[-_]?service[-_]?key|firebase[-_]adminsdk)[^/]*\.json$/,
  /^secrets?\.(?:json|ya?ml|toml|ini|env|properties|xml|txt)$/,
  /^(?:kubeconfig|\.kube-config|\.dockerconfigjson|\.vault-token|\.terraformrc|terraform\.rc)$/,
  /\.tfvars(?:\.json)?$/,
  /\.tfstate(?:\.backup)?$/,
  /^(?:master|production|staging|development|test)\.key$/,
];

/** Files whose names say nothing; the hidden folders that programs keep them in do. Matched on the lower-case path. */
const SECRET_PLACES =
  /(?:^|\/)(?:\.docker\/config\.json|\.kube\/config|\.aws\/(?:credentials|config)|\.azure\/[^/]+\.json|\.config\/gcloud\/.+|\.config\/gh\/hosts\.yml|\.cargo\/credentials(?:\.toml)?|\.gem\/credentials|\.m2\/settings(?:-security)?\.xml|\.gnupg\/.+|\.ssh\/(?!.*\.pub$|known_hosts$|config$)[^/]+)$/;

/** Names that look like secrets but are code or documentation about them. */
const CODE_EXTENSION =
  /\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|cs|php|swift|c|h|cc|cpp|hpp|scala|ex|exs|md|mdx|rst|adoc|html|vue|svelte|sh|sql)$/;

export function skipReasonByPath(
  path: string,
): Extract<SkipReason, "lock" | "binary" | "generated" | "minified" | "secret"> | null {
  const name = basename(path).toLowerCase();
  if (isSecretName(name) || isSecretPlace(path)) return "secret";
  if (LOCK_FILES.has(name)) return "lock";
  const extension = name.slice(name.lastIndexOf(".") + 1);
  if (extension.length < name.length && BINARY_EXTENSIONS.has(extension)) return "binary";
  if (MINIFIED_NAMES.test(name)) return "minified";
  return GENERATED_NAMES.test(name) ? "generated" : null;
}

/** Every place begins with a hidden name, and few paths have one: the expression is not tried on the others. */
function isSecretPlace(path: string): boolean {
  return (path.startsWith(".") || path.includes("/.")) && SECRET_PLACES.test(path.toLowerCase());
}

/** Lower-case base name. */
function isSecretName(name: string): boolean {
  if (ENV_EXAMPLES.test(name) || CODE_EXTENSION.test(name)) return false;
  return SECRET_NAMES.some((pattern) => pattern.test(name));
}
