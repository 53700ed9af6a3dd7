interface RowBase<T> {
  /** Where it stands in a file with sections; `*` for a name that the user gives. */
  path: string;
  default: T;
  /** `CLEW_` and the row's name in capitals; `<NAME>` for a name that the user gives. */
  env: string;
  doc: string;
  /**
   * May a file inside the repository set it? Only what narrows or orders the repository's own content: a cloned
   * repository must not be able to switch a guard off.
   */
  repositoryMaySet: boolean;
}

export type SettingRow =
  | (RowBase<number> & { type: "number"; min: number; max: number })
  | (RowBase<boolean> & { type: "boolean" })
  | (RowBase<string> & { type: "string" })
  /** Absolute, or in the user's home by `~/`. */
  | (RowBase<string> & { type: "folder" })
  | (RowBase<string> & { type: "choice"; choices: readonly string[] })
  /** Over paths relative to the root of a repository. */
  | (RowBase<readonly string[]> & { type: "globs" })
  /** Of repositories. */
  | (RowBase<readonly string[]> & { type: "names" })
  /** Names of packages as their managers spell them; `*` for any characters. */
  | (RowBase<readonly string[]> & { type: "packages" });

export type ValueOf<R extends SettingRow> = R extends { type: "number" }
  ? number
  : R extends { type: "boolean" }
    ? boolean
    : R extends { type: "globs" | "names" | "packages" }
      ? readonly string[]
      : R extends { type: "choice"; choices: readonly (infer C)[] }
        ? C
        : string;
