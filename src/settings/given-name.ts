/** Names that users give to repositories and scopes. They are typed in lists and before handles, `name:path#symbol`. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export const NAME_RULE = "letters, digits, `.`, `_` and `-`, at most 64";

/** Null when the name can be used, otherwise why not. */
export function nameFault(name: string): string | null {
  return NAME.test(name) ? null : `must be of ${NAME_RULE}`;
}

/** With the `@` and slashes of scopes, modules and vendors; `*` for any characters. */
const PACKAGE = /^[A-Za-z0-9@_*][\w.@/*~-]{0,199}$/;

export function packageFault(name: string): string | null {
  return PACKAGE.test(name) ? null : "is no name of a package";
}

/** As it stands in the name of a variable. */
export function environmentName(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, "_");
}

/** The known name that a variable means, else the plain one that would be spelled so. */
export function nameInEnvironment(spelled: string, known: Iterable<string>): string {
  for (const name of known) if (environmentName(name) === spelled.toUpperCase()) return name;
  return spelled.toLowerCase().replaceAll("_", "-");
}
