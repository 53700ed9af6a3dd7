// @ts-check
/**
 * What the truths of all languages speak of: every place where something is called, and what is called there.
 *
 * @typedef {object} Target
 * @property {string} path
 * @property {number} line of the name, from 1
 * @property {boolean} isFunction False for a parameter or a field that holds a function: right when claimed, not asked for.
 */

/**
 * @typedef {object} CallSite
 * @property {string} path
 * @property {number} line of the called name, from 1
 * @property {string} name
 * @property {string} form How the call is written: bare, own, local, chain, result, other
 * @property {boolean} isKnown The compiler says what is called; without targets it lies outside the tree.
 * @property {Target[]} targets
 */

/** How a call is written, from the text left of its name. @param {string} receiver */
export function formOf(receiver) {
  const text = receiver.trim();
  if (text === "") return "bare";
  if (/^(?:this|self|cls|super|super\(\)|base)$/.test(text)) return "own";
  if (/^(?:this|self|cls)(?:\??(?:\.|->)[\w$#]+)+$/.test(text)) return "own chain";
  if (/^[\w$]+$/.test(text)) return "name";
  if (/^[\w$]+(?:\??(?:\.|->|::)[\w$#]+!?)+$/.test(text)) return "chain";
  if (/[)\]]!?$/.test(text)) return /^\(/.test(text) ? "parenthesised" : "result";
  return "other";
}
