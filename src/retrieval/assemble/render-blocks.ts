import type { Section } from "./context-answer.ts";

export interface Block {
  section: Section;
  text: string;
  /** Index of its item. */
  item: number;
  /** How many items from that one on it tells of; 1 when absent. */
  also?: number;
  /** Blocks with a place are shown file by file, each from top to bottom; files in the order of their first block. */
  place?: { path: string; startLine: number };
}

const ORDER: readonly Section[] = ["primary", "structural", "supporting"];
const TITLES: Record<Section, string> = { primary: "Read", structural: "Map", supporting: "Leans on" };

export function sectionTitle(section: Section, format: "text" | "markdown"): string {
  return format === "markdown" ? `## ${TITLES[section]}\n` : `== ${TITLES[section]} ==`;
}

export function renderBlocks(blocks: readonly Block[], format: "text" | "markdown"): string {
  const parts: string[] = [];
  for (const section of ORDER) {
    const own = blocks.filter((block) => block.section === section);
    if (own.length === 0) continue;
    parts.push(sectionTitle(section, format), ...byFile(own).map((block) => block.text));
  }
  return parts.join("\n");
}

function byFile(blocks: readonly Block[]): Block[] {
  const files = new Map<string, Block[]>();
  for (const block of blocks) {
    const key = block.place?.path ?? "";
    const own = files.get(key);
    if (own) own.push(block);
    else files.set(key, [block]);
  }
  return [...files.values()].flatMap((own) =>
    own.sort((a, b) => (a.place?.startLine ?? 0) - (b.place?.startLine ?? 0)),
  );
}
