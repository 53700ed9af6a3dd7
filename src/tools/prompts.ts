/** Ready-made requests that a person may choose in a client. */
export interface PromptDefinition {
  name: string;
  title: string;
  description: string;
  argument: { name: string; description: string };
  text: (value: string | undefined) => string;
}

const MAX_ARGUMENT = 1_000;

function oneLine(value: string | undefined): string {
  return (value ?? "").replace(/\s+/g, " ").trim().slice(0, MAX_ARGUMENT);
}

export const PROMPTS: readonly PromptDefinition[] = [
  {
    name: "onboard",
    title: "Learn this repository",
    description: "A tour of the repository: what it does, its parts, where to begin.",
    argument: { name: "focus", description: "What you want to work on" },
    text: (value) => {
      const focus = oneLine(value);
      return [
        "Give me a tour of this repository.",
        "Read the resource clew://map first, then clew://coverage to know what is not indexed.",
        `Call the tool context with the task ${focus ? JSON.stringify(focus) : '"main entry points and how a request flows through the code"'} and read what it returns before opening any file.`,
        "Use symbol and trace for the two or three definitions that matter most.",
        "Then write: what the project does, its parts with their folders, how they depend on each other, where to begin" +
          `${focus ? " for this focus" : ""}, and what you could not find out. Give path:line for every claim.`,
      ].join("\n");
    },
  },
  {
    name: "review-change",
    title: "Review a change",
    description: "What a diff touches, who is affected and which tests to run.",
    argument: { name: "base", description: "Branch, tag or commit to compare with; HEAD when absent" },
    text: (value) => {
      const base = oneLine(value) || "HEAD";
      return [
        `Review the change in the working tree against ${JSON.stringify(base)}.`,
        `Call the tool changes with the base ${JSON.stringify(base)}. Uses of removed names come first: each is a defect unless explained.`,
        "For every changed symbol with callers, call trace and read the callers whose link is not compiler-proven.",
        "Read the diff itself with git. Then write the findings by severity with path:line, the tests to run, and what was not traced.",
      ].join("\n");
    },
  },
];
