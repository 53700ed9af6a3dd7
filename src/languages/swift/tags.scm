[
  (comment)
  (multiline_comment)
] @comment

; --- types ---

(class_declaration
  declaration_kind: ["class" "actor"]
  name: (type_identifier) @name
  body: (class_body) @body) @definition.class

(class_declaration
  declaration_kind: "struct"
  name: (type_identifier) @name
  body: (class_body) @body) @definition.struct

(class_declaration
  declaration_kind: "enum"
  name: (type_identifier) @name
  body: (enum_class_body) @body) @definition.enum

; An extension re-opens its type: its members are members of the type; language.ts notes the receiver.
(class_declaration
  declaration_kind: "extension"
  name: (user_type) @name
  body: (_) @body) @definition.class

(protocol_declaration
  name: (type_identifier) @name
  body: (protocol_body) @body) @definition.interface

(typealias_declaration
  name: (type_identifier) @name) @definition.type

(associatedtype_declaration
  name: (type_identifier) @name) @definition.type

(enum_entry
  name: (simple_identifier) @name @definition.enum-member)

; --- functions; language.ts calls those of types methods ---

(function_declaration
  name: [
    (simple_identifier)
    (custom_operator)
    "==" "!=" "===" "!==" "<" ">" "<=" ">=" "+" "-" "*" "/" "%" "+=" "-=" "*=" "/="
  ] @name
  "(" @parameters
  ")" @parameters
  name: (_)? @returns
  body: (function_body) @body) @definition.function

(protocol_function_declaration
  name: [
    (simple_identifier)
    (custom_operator)
    "==" "!=" "===" "!==" "<" ">" "<=" ">=" "+" "-" "*" "/" "%" "+=" "-=" "*=" "/="
  ] @name
  "(" @parameters
  ")" @parameters
  name: (_)? @returns) @definition.method

(init_declaration
  "init" @name
  "(" @parameters
  ")" @parameters
  body: (function_body)? @body) @definition.constructor

(deinit_declaration
  "deinit" @name
  body: (function_body) @body) @definition.method

(subscript_declaration
  "subscript" @name
  "(" @parameters
  ")" @parameters
  name: (_)? @returns
  (computed_property)? @body) @definition.method

(macro_declaration
  (simple_identifier) @name) @definition.macro

; --- properties, constants, variables: language.ts tells them apart; in a body they are locals ---

(property_declaration
  name: (pattern
    bound_identifier: (simple_identifier) @name)
  (type_annotation)? @value-type
  value: (_)? @value
  computed_value: (computed_property)? @body) @definition.variable

(protocol_property_declaration
  name: (pattern
    bound_identifier: (simple_identifier) @name)
  (type_annotation)? @value-type) @definition.property

; --- modifiers, attributes, bases ---

(modifiers
  [
    (visibility_modifier)
    (inheritance_modifier)
    (member_modifier)
    (property_modifier)
    (mutation_modifier)
    (property_behavior_modifier)
    (ownership_modifier)
    (function_modifier)
  ] @modifier)

(function_declaration
  ["async" (throws)] @modifier)

(attribute
  (user_type
    (type_identifier) @name)) @reference.decorator @annotation

(inheritance_specifier
  inherits_from: (user_type
    (type_identifier) @base.extends .))

; --- imports ---

(import_declaration
  (identifier) @source @wildcard) @import

; --- references ---

(call_expression
  .
  (simple_identifier) @name) @reference.call

(call_expression
  .
  (navigation_expression
    target: (_) @receiver
    suffix: (navigation_suffix
      suffix: (simple_identifier) @name))) @reference.call

; Generic construction: Box<Int>(1)
(constructor_expression
  constructed_type: (user_type
    (type_identifier) @name)) @reference.new

(type_annotation
  (user_type
    (type_identifier) @name .) @reference.type)

(parameter
  (user_type
    (type_identifier) @name .) @reference.type)

(optional_type
  (user_type
    (type_identifier) @name .) @reference.type)

(array_type
  (user_type
    (type_identifier) @name .) @reference.type)

(type_arguments
  (user_type
    (type_identifier) @name .) @reference.type)

(function_declaration
  (user_type
    (type_identifier) @name .) @reference.type)

(as_expression
  (user_type
    (type_identifier) @name .) @reference.type)

(macro_invocation
  (simple_identifier) @name) @reference.macro

; What is called is captured above and stays that.
(navigation_expression
  target: (_) @receiver
  suffix: (navigation_suffix
    suffix: (simple_identifier) @name)) @reference.read

; --- locals ---

(parameter
  name: (simple_identifier) @name
  name: (_) @type) @parameter

(lambda_parameter
  name: (simple_identifier) @name) @local

(for_statement
  item: (pattern
    bound_identifier: (simple_identifier) @name)) @local

[
  (statements)
  (function_declaration)
  (init_declaration)
  (lambda_literal)
  (if_statement)
  (for_statement)
  (while_statement)
  (switch_entry)
] @scope

[
  (if_statement)
  (guard_statement)
  (for_statement)
  (while_statement)
  (repeat_while_statement)
  (switch_entry)
  (catch_block)
  (ternary_expression)
  (nil_coalescing_expression)
  (conjunction_expression)
  (disjunction_expression)
] @branch
