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
  for (const step of project.run({ wanted: [], behind: "all" }))
    if (step.type === "file" && step.file.links) links.set(step.file.path, step.file.links);
  return links;
}
