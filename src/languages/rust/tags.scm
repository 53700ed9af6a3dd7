; Definitions. What stands in an impl block belongs to its type (@receiver-type).

(impl_item
  type: (_) @receiver-type
  body: (declaration_list
    (function_item
      name: (identifier) @name
      parameters: (parameters) @parameters
      return_type: (_)? @returns
      body: (block) @body) @definition.method))
(impl_item
  type: (_) @receiver-type
  body: (declaration_list (const_item name: (identifier) @name type: (_) @value-type value: (_)? @value) @definition.constant))
(impl_item
  type: (_) @receiver-type
  body: (declaration_list (type_item name: (type_identifier) @name type: (_) @value-type) @definition.type))

(mod_item name: (identifier) @name body: (declaration_list) @body) @definition.namespace
(struct_item name: (type_identifier) @name body: (_)? @body) @definition.struct
(union_item name: (type_identifier) @name body: (_)? @body) @definition.struct
(enum_item name: (type_identifier) @name body: (_)? @body) @definition.enum
(enum_variant name: (identifier) @name) @definition.enum-member
(trait_item name: (type_identifier) @name body: (_)? @body) @definition.trait
(type_item name: (type_identifier) @name type: (_) @value-type) @definition.type
(associated_type name: (type_identifier) @name) @definition.type
(macro_definition name: (identifier) @name) @definition.macro
(field_declaration name: (field_identifier) @name type: (_) @value-type) @definition.property
(const_item name: (identifier) @name type: (_) @value-type value: (_)? @value) @definition.constant
(static_item name: (identifier) @name type: (_) @value-type value: (_)? @value) @definition.variable

(function_item
  name: (identifier) @name
  parameters: (parameters) @parameters
  return_type: (_)? @returns
  body: (block) @body) @definition.function
(function_signature_item
  name: (identifier) @name
  parameters: (parameters) @parameters
  return_type: (_)? @returns) @definition.function

(visibility_modifier) @modifier
(function_modifiers ["async" "const" "unsafe" "default" (extern_modifier)] @modifier)
(static_item (mutable_specifier) @modifier)

[(line_comment) (block_comment)] @comment
[(attribute_item) (inner_attribute_item)] @annotation

; Bases: supertraits here. `impl Trait for Type` names a type that may stand anywhere, so it travels as an export
; and language.ts ties it to its type.

(trait_item
  bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)] @base.extends))

(impl_item trait: (_) @namespace type: (_) @source) @export

; Parameters and locals.

(parameters (parameter pattern: (identifier) @name type: (_) @type) @parameter)
(parameters (self_parameter (self) @name) @parameter)
(parameters (parameter pattern: (self) @name type: (_) @type) @parameter)
(closure_parameters (identifier) @name @parameter)
(closure_parameters (parameter pattern: (identifier) @name type: (_) @type) @parameter)
(let_declaration pattern: (identifier) @name value: (struct_expression name: (_) @type)) @local
(let_declaration pattern: (identifier) @name type: (_)? @type value: (_)? @value) @local
(let_declaration pattern: (tuple_pattern (identifier) @name @local))
(let_declaration pattern: (tuple_struct_pattern type: (_) (identifier) @name @local))
(let_condition pattern: (tuple_struct_pattern type: (_) (identifier) @name @local))
(for_expression pattern: (identifier) @name @local)
(for_expression pattern: (tuple_pattern (identifier) @name @local))
(match_pattern (tuple_struct_pattern type: (_) (identifier) @name @local))

[
  (block)
  (function_item)
  (closure_expression)
  (for_expression)
  (if_expression)
  (while_expression)
  (match_arm)
] @scope

; Imports: a use tree is expanded in language.ts.

(use_declaration argument: (_) @source) @import
(extern_crate_declaration name: (identifier) @source alias: (identifier)? @alias) @import
(mod_item name: (identifier) @source !body) @import
(use_declaration (visibility_modifier) argument: (_) @source) @export

; References.

(struct_expression name: (type_identifier) @name) @reference.new
(struct_expression name: (scoped_type_identifier path: (_) @receiver name: (type_identifier) @name)) @reference.new
(struct_expression name: (generic_type_with_turbofish type: (type_identifier) @name)) @reference.new

(call_expression function: (identifier) @name) @reference.call
(call_expression function: (scoped_identifier path: (_)? @receiver name: (identifier) @name)) @reference.call
(call_expression function: (field_expression value: (_) @receiver field: (field_identifier) @name)) @reference.call
(call_expression function: (generic_function function: (identifier) @name)) @reference.call
(call_expression
  function: (generic_function function: (scoped_identifier path: (_)? @receiver name: (identifier) @name))) @reference.call
(call_expression
  function: (generic_function
    function: (field_expression value: (_) @receiver field: (field_identifier) @name))) @reference.call

(macro_invocation macro: (identifier) @name) @reference.macro
(macro_invocation macro: (scoped_identifier path: (_)? @receiver name: (identifier) @name)) @reference.macro
; Inside a macro's arguments there are only tokens; a name before a bracket is most likely a call.
(token_tree (identifier) @name @reference.call . (token_tree))

(attribute [(identifier) @name (scoped_identifier path: (_)? @receiver name: (identifier) @name)]) @reference.decorator
(attribute (identifier) arguments: (token_tree (identifier) @name @reference.decorator))

(scoped_type_identifier path: (_)? @receiver name: (type_identifier) @name) @reference.type
(type_identifier) @name @reference.type
(tuple_struct_pattern type: (scoped_identifier path: (_) @receiver name: (identifier) @name)) @reference.read
(match_pattern (scoped_identifier path: (_) @receiver name: (identifier) @name)) @reference.read
(arguments (scoped_identifier path: (_) @receiver name: (identifier) @name) @reference.read)
(reference_expression value: (scoped_identifier path: (_) @receiver name: (identifier) @name)) @reference.read
(field_initializer value: (scoped_identifier path: (_) @receiver name: (identifier) @name)) @reference.read
(let_declaration value: (scoped_identifier path: (_) @receiver name: (identifier) @name)) @reference.read
(binary_expression (scoped_identifier path: (_) @receiver name: (identifier) @name) @reference.read)
(match_arm value: (scoped_identifier path: (_) @receiver name: (identifier) @name)) @reference.read
(block (scoped_identifier path: (_) @receiver name: (identifier) @name) @reference.read .)
(arguments (identifier) @name @reference.read)

; Decision points.

[
  (if_expression)
  (match_arm)
  (while_expression)
  (for_expression)
  (loop_expression)
  (try_expression)
] @branch
(binary_expression operator: ["&&" "||"] @branch)
