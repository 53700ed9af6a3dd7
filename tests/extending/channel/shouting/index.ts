/** A toy channel: files whose text shouts, when the query asks for shouting. One folder, and a line in the list. */
import { type Channel, type Evidence, gatherEach } from "../../../../src/retrieval/channels/contract.ts";

export const shouting: Channel = {
  id: "shouting",
  features: [
    {
      name: "shouting",
      scale: "relative to best",
      about: "exclamation marks in the file",
      phrase: "it shouts",
      weight: 9,
    },
  ],
  gather: gatherEach(async ({ view, corpus }, { understanding }): Promise<Evidence> => {
    if (!/\bloud\b/.test(understanding.text)) return { fill: () => {} };
    const marks = new Map<number, number>();
    for (const { index, path } of corpus.files) {
      const text = (await view.readText(path as Parameters<typeof view.readText>[0])) ?? "";
      marks.set(index, text.split("!").length - 1);
    }
    return {
      addToOrder(order) {
        for (const [file, count] of marks) order[file]! += count;
      },
      fill({ index }, row, at) {
        row[at] = marks.get(index)!;
      },
      traces: [
        {
          name: "shouting",
          valueOf: ({ file }) => marks.get(file)!,
          reason: ({ index }) => `${marks.get(index)} exclamation marks`,
        },
      ],
    };
  }),
};
