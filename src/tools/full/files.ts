/** Tools about folders and files. They show what is indexed: ignored and sensitive files are not read through clew. */

import { z } from "zod";
import { plural } from "../../core/counts.ts";
import { AppError } from "../../core/errors.ts";
import { spokenName } from "../../core/spoken-name.ts";
import type { ViewQuestions } from "../../engine/engine.ts";
import { type Answer, defineTool, type ToolDefinition } from "../contract.ts";
import { TOOL_ERRORS } from "../errors.ts";
import { pendingNote, readLines, requireFile } from "../indexed-file.ts";
import { outlineInput, outlineOf } from "../outline.ts";
import { suggestSymbol, suggestWords } from "../suggestion.ts";
import { type Folder, folderAt, readFolders } from "./folders.ts";

const folderInput = z
  .string()
  .max(4000)
  .default("")
  .describe("Folder inside the repository; empty is the root");

export const listDirectory = defineTool({
  name: "list_directory",
  title: "List a folder",
  description:
    "Folders with their number of files, and files with their language or why they are not indexed.",
  input: { path: folderInput },
  answer: async (session, input) => {
    const folder = await requireFolder(session.one, input.path);
    const folders = [...folder.folders.values()].map(
      ({ name, count }) => `${name}/  ${plural(count, "file")}`,
    );
    const files = folder.files.map(({ name, note }) => `${name}  ${note}`);
    return folderAnswer(input.path, folder, [...folders, ...files]);
  },
});

export const getDirectoryTree = defineTool({
  name: "get_directory_tree",
  title: "Folder tree",
  description:
    "The folders below a folder with the number of files in each, to a depth; files when asked for.",
  input: {
    path: folderInput,
    depth: z.number().int().min(1).max(20).default(3).describe("Levels of folders"),
    include_files: z.boolean().default(false).describe("Also name the files"),
  },
  answer: async (session, input) => {
    const folder = await requireFolder(session.one, input.path);
    return folderAnswer(input.path, folder, treeLines(folder, input.depth, input.include_files));
  },
});

export function treeLines(folder: Folder, depth: number, includesFiles: boolean, indent = ""): string[] {
  const lines: string[] = [];
  for (const child of folder.folders.values()) {
    lines.push(`${indent}${child.name}/  ${plural(child.count, "file")}`);
    if (depth > 1) lines.push(...treeLines(child, depth - 1, includesFiles, `${indent}  `));
  }
  if (includesFiles) lines.push(...folder.files.map(({ name, note }) => `${indent}${name}  ${note}`));
  return lines;
}

async function requireFolder(view: ViewQuestions, path: string): Promise<Folder> {
  const folder = folderAt(await readFolders(view), path);
  if (folder) return folder;
  throw new AppError(
    "FOLDER_UNKNOWN",
    `path: no indexed file lies in ${spokenName(path)}${pendingNote(view)}`,
    { hint: TOOL_ERRORS.FOLDER_UNKNOWN },
  );
}

function folderAnswer(path: string, folder: Folder, lines: readonly string[]): Answer {
  const name = path === "" || path === "." ? "the root" : spokenName(path);
  return {
    head: `${plural(folder.count, "file")} below ${name}, ${plural(folder.folders.size, "folder")} in it`,
    body: lines,
    next: suggestWords(
      "clew outline <file> shows what a file defines",
      "symbol with the path of a file shows what it defines",
    ),
    data: { fields: { path }, lists: { entries: lines } },
    outcome: "found",
    quotes: [],
  };
}

export const readFile = defineTool({
  name: "read_file",
  title: "Read a file",
  description:
    "Numbered lines of an indexed file as it is now, secrets blanked. Give a range of lines rather than reading all of a long file.",
  input: {
    path: z.string().min(1).max(4000).describe("Path inside the repository"),
    start_line: z.number().int().min(1).default(1).describe("First line"),
    end_line: z.number().int().min(1).optional().describe("Last line; the end of the file when absent"),
  },
  answer: async (session, input) => {
    const { path, language } = await requireFile(session.one, input.path);
    const lines = await readLines(session.one, path, input.start_line, input.end_line);
    const shown = spokenName(path);
    return {
      head:
        lines.length > 0
          ? `${shown}:${input.start_line}-${input.start_line + lines.length - 1}, ${language}`
          : `${shown} has no line ${input.start_line}, ${language}`,
      body: lines,
      next: suggestSymbol(path),
      data: { fields: { path, language, startLine: input.start_line }, lists: { lines } },
      outcome: lines.length > 0 ? "found" : "none",
      quotes: [path],
    };
  },
});

export const getFileOutline = defineTool({
  name: "get_file_outline",
  title: "Outline of a file",
  description: "The symbols of one file with their lines and signatures, in document order.",
  input: { path: outlineInput.file },
  answer: (session, input) => outlineOf(session, input.path),
});

export const fileTools: readonly ToolDefinition[] = [
  listDirectory,
  readFile,
  getDirectoryTree,
  getFileOutline,
];
