/** What a pom.xml leaves to others: values in `${…}` and versions that it, or a parent in the same tree, sets once for all. */
import { joinPath } from "../../core/join-path.ts";
import { dirname } from "../../core/rel-path.ts";
import { childNamed, childText, type XmlElement } from "../xml-tree.ts";

/** Longer chains of parents are mistakes. */
const MAX_PARENTS = 10;
/** Values of values must not grow without end. */
const MAX_LENGTH = 500;

export class MavenValues {
  readonly #projects: ReadonlyMap<string, XmlElement>;
  readonly #values = new Map<string, string>();
  readonly #managed = new Map<string, ReadonlyMap<string, string>>();

  /** `projects`: by path. */
  constructor(projects: ReadonlyMap<string, XmlElement>) {
    this.#projects = projects;
  }

  groupOf(path: string): string {
    return this.fill(path, this.#ownOrInherited(path, "groupId"));
  }

  versionOf(path: string): string {
    return this.fill(path, this.#ownOrInherited(path, "version"));
  }

  /** `group:artifact` of a dependency. */
  nameOf(path: string, dependency: XmlElement): string {
    return this.fill(path, `${childText(dependency, "groupId")}:${childText(dependency, "artifactId")}`);
  }

  /** The version of a dependency that names none itself; empty when nobody in the tree sets it. */
  managedVersion(path: string, name: string): string {
    for (const at of this.#chain(path)) {
      const version = this.#managedAt(at).get(name);
      if (version !== undefined) return version;
    }
    return "";
  }

  /** With every `${…}` that the tree has a value for. */
  fill(path: string, text: string): string {
    if (!text.includes("${")) return text;
    return text.replaceAll(/\$\{([\w.-]+)\}/g, (whole, name: string) => this.#valueOf(path, name) || whole);
  }

  #valueOf(path: string, name: string): string {
    const key = `${path} ${name}`;
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    // A value that leads back to itself has none.
    this.#values.set(key, "");
    const value = this.fill(path, this.#rawValueOf(path, name));
    const bounded = value.length > MAX_LENGTH ? "" : value;
    this.#values.set(key, bounded);
    return bounded;
  }

  #rawValueOf(path: string, name: string): string {
    const [, isOfParent, field] = /^(?:project|pom)\.(parent\.)?(groupId|version)$/.exec(name) ?? [];
    if (isOfParent) return childText(childNamed(this.#projects.get(path)!, "parent"), field!);
    if (field !== undefined) return this.#ownOrInherited(path, field);
    for (const at of this.#chain(path)) {
      const value = childText(childNamed(this.#projects.get(at)!, "properties"), name);
      if (value !== "") return value;
    }
    return "";
  }

  #ownOrInherited(path: string, field: string): string {
    const project = this.#projects.get(path)!;
    return childText(project, field) || childText(childNamed(project, "parent"), field);
  }

  #managedAt(path: string): ReadonlyMap<string, string> {
    const known = this.#managed.get(path);
    if (known) return known;
    const management = childNamed(this.#projects.get(path)!, "dependencyManagement");
    const listed = childNamed(management, "dependencies")?.children ?? [];
    const versions = new Map(
      listed.map((one) => [this.nameOf(path, one), this.fill(path, childText(one, "version"))]),
    );
    this.#managed.set(path, versions);
    return versions;
  }

  /** A project and those of its parents that lie in the tree. */
  #chain(path: string): string[] {
    const chain: string[] = [];
    for (let at: string | null = path; at !== null && chain.length < MAX_PARENTS; at = this.#parentOf(at)) {
      if (chain.includes(at)) break;
      chain.push(at);
    }
    return chain;
  }

  #parentOf(path: string): string | null {
    const parent = childNamed(this.#projects.get(path)!, "parent");
    if (!parent) return null;
    const place = joinPath(dirname(path), childText(parent, "relativePath") || "../pom.xml");
    if (place === null) return null;
    const inFolder = place === "" ? "pom.xml" : `${place}/pom.xml`;
    const found = [place, inFolder].find((one) => this.#projects.has(one));
    if (found === undefined) return null;
    const isMeant = childText(this.#projects.get(found)!, "artifactId") === childText(parent, "artifactId");
    return isMeant ? found : null;
  }
}
