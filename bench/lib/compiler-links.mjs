// @ts-check
/** Links by the compiler pass. */

/** @param {any} clew @param {import("./view.mjs").ViewFile[]} files @param {string} root @returns {Map<string, any>} */
export function compilerLinks(clew, files, root) {
  const project = new clew.Project(clew.readThroughJail(clew.openRoot(root)));
  project.update({
    changed: files.map(({ path: at, hash, facts }) => ({
      path: at,
      hash,
      rows: facts ? clew.symbolRowsOf(facts.symbols) : [],
    })),
    removed: [],
  });
  const links = new Map();
  for (const at of project.plan("all")) {
    const result = project.analyse(at);
    if (result.links) links.set(at, result.links);
  }
  return links;
}
