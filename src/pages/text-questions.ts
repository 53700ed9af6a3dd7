/** Small questions: what lies in a folder, how many tokens texts take, what the features of the ranking are. */
import { z } from "zod";
import { countTokens } from "../core/tokens.ts";
import { rankingFeatures } from "../engine/engine.ts";
import { type ApiParts, apiRoute } from "./api-route.ts";
import type { FeaturesAnswer, FolderAnswer } from "./contract.ts";
import { repoInput } from "./inputs.ts";
import { readRepository } from "./read-repository.ts";

export function textRoutes(parts: ApiParts) {
  return [
    apiRoute(
      {
        method: "GET",
        path: "/api/v1/folder",
        name: "folder",
        summary: "Folders and files that lie in a folder",
        input: {
          repo: repoInput,
          path: z.string().max(4_000).default("").describe("Folder; empty: the root"),
        },
        answerIs: "Folders with the number of their files, and files with their languages",
        answer: ({ repo, path }, { engine, signal }): Promise<FolderAnswer> =>
          readRepository(engine, repo, signal, async (view) => folderOf(await view.listFiles(), path)),
      },
      parts,
    ),
    apiRoute(
      {
        method: "POST",
        path: "/api/v1/tokens",
        name: "tokens",
        summary: "How many tokens each of some texts takes, in the unit of every budget",
        input: { texts: z.array(z.string().max(2_000_000)).max(100) },
        answerIs: "A number for each text",
        answer: async ({ texts }) => ({ tokens: texts.map(countTokens) }),
      },
      parts,
    ),
    apiRoute(
      {
        method: "GET",
        path: "/api/v1/features",
        name: "features",
        summary: "What can add to or take from a file's score, and which channel it belongs to",
        input: {},
        answerIs: "Features with their channels and what their values are",
        answer: async (): Promise<FeaturesAnswer> => ({ features: await rankingFeatures() }),
      },
      parts,
    ),
  ];
}

type Listed = { path: string; language: string } | { path: string; skipped: string };

function folderOf(all: readonly Listed[], folder: string): FolderAnswer {
  const prefix = folder === "" ? "" : `${folder.replace(/\/+$/, "")}/`;
  const folders = new Map<string, number>();
  const files: FolderAnswer["files"] = [];
  for (const file of all) {
    if (!file.path.startsWith(prefix)) continue;
    const [first, ...rest] = file.path.slice(prefix.length).split("/");
    if (rest.length > 0) folders.set(first!, (folders.get(first!) ?? 0) + 1);
    else if ("language" in file) files.push({ name: first!, language: file.language, skipped: null });
    else files.push({ name: first!, language: null, skipped: file.skipped });
  }
  return { path: folder, folders: [...folders].map(([name, count]) => ({ name, files: count })), files };
}
