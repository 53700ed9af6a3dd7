[
  (comment)
  (block_comment)
] @comment

(package_clause
  name: (package_identifier) @package)

; Selectors, renames and several paths per line: language.ts reads the text of the clause.
(import_declaration) @import

(export_declaration) @export

; --- types ---

(class_definition
  name: (identifier) @name
  (class_parameters)* @parameters
  body: (template_body)? @body) @definition.class

(object_definition
  name: (identifier) @name
  body: (template_body)? @body) @definition.class

(package_object
  name: (identifier) @name
  body: (template_body) @body) @definition.namespace

(trait_definition
  name: (identifier) @name
  (class_parameters)* @parameters
  body: (template_body)? @body) @definition.trait

(enum_definition
  name: (identifier) @name
  (class_parameters)* @parameters
  body: (enum_body) @body) @definition.enum

(simple_enum_case
  name: (identifier) @name) @definition.enum-member

(full_enum_case
  name: (identifier) @name
  class_parameters: (class_parameters) @parameters) @definition.enum-member

(type_definition
  name: (type_identifier) @name) @definition.type

; given ord: Ordering[Int] with ..., given Show[Int] = ...
(given_definition
  name: (identifier) @name
  return_type: (_)? @value-type
  body: (_)? @body) @definition.constant

(given_definition
  !name
  return_type: (_) @name @value-type
  body: (_)? @body) @definition.constant

; case class User(name: String), class Box(val value: Int): parameters that are fields
(class_definition
  "case"
  class_parameters: (class_parameters
    (class_parameter
      name: (identifier) @name
      type: (_)? @value-type) @definition.property))

(class_parameter
  ["val" "var"]
  name: (identifier) @name
  type: (_)? @value-type) @definition.property

; --- functions; of patterns for one node the first one counts ---

(extension_definition
  (parameters
    .
    (parameter
      type: (_) @receiver-type))
  (function_definition
    name: (_) @name
    (parameters)* @parameters
    return_type: (_)? @returns
    body: (_) @body) @definition.method)

(extension_definition
  (parameters
    .
    (parameter
      type: (_) @receiver-type))
  (template_body
    (function_definition
      name: (_) @name
      (parameters)* @parameters
      return_type: (_)? @returns
      body: (_) @body) @definition.method))

; language.ts calls those of types methods and `this` a constructor.
(function_definition
  name: (_) @name
  (parameters)* @parameters
  return_type: (_)? @returns
  body: (_) @body) @definition.function

(function_declaration
  name: (_) @name
  (parameters)* @parameters
  return_type: (_)? @returns) @definition.method

; --- values: language.ts tells properties and constants apart; in a body they are locals ---

(val_definition
  pattern: (identifier) @name
  type: (_)? @value-type
  value: (_) @value) @definition.variable

(var_definition
  pattern: (identifier) @name
  type: (_)? @value-type
  value: (_) @value) @definition.variable

(val_declaration
  name: (identifier) @name
  type: (_) @value-type) @definition.property

(var_declaration
  name: (identifier) @name
  type: (_) @value-type) @definition.property

; --- modifiers, annotations, bases ---

(modifiers) @modifier

(class_definition
  "case" @modifier)

(object_definition
  "case" @modifier)

(annotation
  name: (type_identifier) @name) @reference.decorator @annotation

; Without the field: a query sees it on the first of several types only.
(extends_clause
  (type_identifier) @base.extends)

(extends_clause
  (stable_type_identifier) @base.extends)

(extends_clause
  (generic_type
    type: (_) @base.extends))

(extends_clause
  (compound_type
    [
      (type_identifier) @base.extends
      (generic_type
        type: (_) @base.extends)
    ]))

; --- references ---

(call_expression
  function: (identifier) @name) @reference.call

(call_expression
  function: (field_expression
    value: (_) @receiver
    field: (identifier) @name)) @reference.call

(call_expression
  function: (generic_function
    function: (identifier) @name)) @reference.call

(call_expression
  function: (generic_function
    function: (field_expression
      value: (_) @receiver
      field: (identifier) @name))) @reference.call

(infix_expression
  left: (_) @receiver
  operator: (identifier) @name) @reference.call

(instance_expression
  .
  [
    (type_identifier) @name
    (generic_type
      type: (type_identifier) @name)
    (compound_type
      base: (type_identifier) @name)
  ]) @reference.new

; A method without parameters is called by naming it.
(field_expression
  value: (_) @receiver
  field: (identifier) @name) @reference.read

(stable_type_identifier
  (_) @receiver
  (type_identifier) @name .) @reference.type

(type_identifier) @name @reference.type

; --- locals ---

(parameter
  name: (identifier) @name
  type: (_)? @type) @parameter

(class_parameter
  name: (identifier) @name
  type: (_)? @type) @parameter

(enumerator
  .
  (identifier) @name) @local

(typed_pattern
  pattern: (identifier) @name
  type: (_) @type) @local

(lambda_expression
  parameters: (identifier) @name) @local

[
  (function_definition)
  (block)
  (indented_block)
  (case_clause)
  (for_expression)
  (lambda_expression)
] @scope

[
  (if_expression)
  (case_clause)
  (for_expression)
  (while_expression)
  (do_while_expression)
  (guard)
] @branch

((infix_expression
  operator: (operator_identifier) @branch)
  (#any-of? @branch "&&" "||"))
