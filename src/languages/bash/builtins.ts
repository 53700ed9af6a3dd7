/** Commands of the shell and of every system; a call of one says nothing about this code base. */
const BUILTINS: ReadonlySet<string> = new Set(
  (
    ". : [ alias awk basename break bg bind builtin caller cat cd chmod chown command compgen complete continue cp " +
    "curl cut date declare dirname dirs disown done echo enable env eval exec exit export expr false fc fg find getopts " +
    "git grep hash head help history id jobs kill let ln local logout ls mapfile mkdir mktemp mv popd printf " +
    "pushd pwd read readarray readonly return rm rmdir sed set shift shopt sleep sort source stat suspend tail tar tee " +
    "test time times touch tr trap true type typeset ulimit umask unalias uname uniq unset wait wc wget which xargs"
  ).split(" "),
);

export function isBuiltin(name: string): boolean {
  return BUILTINS.has(name);
}
