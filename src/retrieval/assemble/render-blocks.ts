import type { Section } from "./context-answer.ts";

export interface Block {
  section: Section;
  text: string;
  /** Index of its item. */
  item: number;
}

const ORDER: readonly Section[] = ["structural", "primary", "supporting"];
const TITLES: Record<Section, string> = { structural: "Map", primary: "Read", supporting: "Leans on" };

export function sectionTitle(section: Section, format: "text" | "markdown"): string {
  return format === "markdown" ? `## ${TITLES[section]}\n` : `== ${TITLES[section]} ==`;
}

export function renderBlocks(blocks: readonly Block[], format: "text" | "markdown"): string {
  const parts: string[] = [];
  for (const section of ORDER) {
    const own = blocks.filter((block) => block.section === section);
    if (own.length === 0) continue;
    parts.push(sectionTitle(section, format), ...own.map((block) => block.text));
  }
  return parts.join("\n");
}
