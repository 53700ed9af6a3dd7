import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "template",
  label: "Template",
  extensions: [
    ".hbs",
    ".handlebars",
    ".mustache",
    ".ejs",
    ".erb",
    ".haml",
    ".slim",
    ".pug",
    ".jade",
    ".liquid",
    ".twig",
    ".njk",
    ".jinja",
    ".jinja2",
    ".j2",
    ".tmpl",
    ".tpl",
    ".gohtml",
    ".eex",
    ".heex",
    ".leex",
    ".ftl",
    ".vm",
    ".mako",
  ],
  role: "support",
});
