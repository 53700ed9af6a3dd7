/**
 * What a leaf of a syntax tree looks like to a reader. Grammars name their nodes alike enough (`line_comment`,
 * `string_fragment`, `type_identifier`) that their names tell, for every language and for those that are added later.
 */
export const TOKEN_CLASSES = [
  "comment",
  "string",
  "number",
  "keyword",
  "constant",
  "type",
  "function",
  "property",
  "tag",
  "heading",
] as const;
export type TokenClass = (typeof TOKEN_CLASSES)[number];

/** A node that is coloured as a whole: what lies inside it is not looked at. */
export function classOfWhole(type: string): TokenClass | null {
  if (/comment/.test(type)) return "comment";
  if (/^(?:.*_)?(?:heading|heading_content)$/.test(type)) return "heading";
  if (/^(?:regex|regex_literal|char_literal|character|heredoc_body|raw_string_literal)$/.test(type))
    return "string";
  return null;
}

const WORD = /^[A-Za-z_@#][\w-]*$/;
const CALLED =
  /^(?:call|call_expression|method_invocation|invocation_expression|function_call|method_call|command)$/;
const DEFINED =
  /^(?:function|method|constructor)(?:_definition|_declaration|_signature|_item|_declarator|_spec)?$|^(?:generator_function_declaration|singleton_method)$/;

export interface Leaf {
  type: string;
  isNamed: boolean;
  text: string;
  parent: string;
  grandparent: string;
}

export function classOfLeaf({ type, isNamed, text, parent, grandparent }: Leaf): TokenClass | null {
  if (!isNamed) return classOfSign(text, parent);
  if (/string|char_|escape|quoted|heredoc/.test(type)) return "string";
  if (/number|integer|float|numeric/.test(type)) return "number";
  if (/^(?:true|false|null|nil|none|undefined|boolean|bool|null_literal|boolean_literal)$/i.test(type))
    return "constant";
  if (/^(?:tag_name|element_name|erroneous_end_tag_name)$/.test(type)) return "tag";
  if (/^(?:attribute_name|property_name)$/.test(type)) return "property";
  if (/type_identifier|primitive_type|predefined_type|builtin_type|type_name|^type$|^class_name$/.test(type))
    return "type";
  if (/^(?:this|self|super|modifier|visibility_modifier|storage_class|access_specifier)$/.test(type))
    return "keyword";
  if (!/identifier|^name$|^word$|^constant$|property/.test(type)) return null;
  if (DEFINED.test(parent) || CALLED.test(parent)) return "function";
  if (CALLED.test(grandparent) && /member|field|attribute|scoped|selector/.test(parent)) return "function";
  if (/^(?:constant)$/.test(type)) return "type";
  if (/property_identifier|field_identifier|^pair$|^property/.test(type)) return "property";
  return null;
}

/** A word that the grammar itself spells is a keyword; quotes belong to what they quote. */
function classOfSign(text: string, parent: string): TokenClass | null {
  if (/^['"`]+$/.test(text) || /string|char_literal|template/.test(parent))
    return WORD.test(text) ? null : "string";
  return WORD.test(text) && text.length < 24 ? "keyword" : null;
}
