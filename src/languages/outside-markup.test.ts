import { expect, it } from "vitest";
import html from "./html/language.ts";
import { findOutsideMarkup } from "./outside-markup.ts";
import svelte from "./svelte/language.ts";
import vue from "./vue/language.ts";

/** The text with everything that is no code as dots. */
function codeOf(language: typeof vue, text: string): string {
  const outside = findOutsideMarkup(text, language.markup!, language.literals!);
  let code = text;
  for (let at = 0; at < outside.length; at += 2) {
    const [start, end] = [outside[at]!, outside[at + 1]!];
    code = code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, "…") + code.slice(end);
  }
  return code.replace(/…+/g, "…");
}

it.each([
  [vue, '<p :a="run(x)" class="run">run {{ run(1) }}</p>', "…p…run(x)… run(1) …p…"],
  [vue, "<b @click='run'>x</b>", "…b…run…b…"],
  [vue, "<!-- {{ run }} --><i v-if=\"a === 'run'\" />", "…i…a === …"],
  [svelte, '<a href="/run" on:click={() => run($store.x)}>{name} run</a>', "…a…() => run($store.x)…name…a…"],
  [svelte, "<Card {...rest} title='{run()} it' />", "…Card…...rest…run()…"],
  [
    html,
    '<li *ngFor="let a of all" [b]=\'c\' (d)="e()">{{ f }} {% if g %}</li>',
    "…li…let a of all…c…e()… f … if g …li…",
  ],
  [html, '<script>run("run")</script><style>.run {}</style>', "…run(…)…"],
] as const)("%#: code of a template", (language, text, code) => {
  expect(codeOf(language, text)).toBe(code);
});
