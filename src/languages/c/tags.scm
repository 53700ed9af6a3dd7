; Definitions. A declarator may be wrapped in pointers; two levels cover what real code has.

(struct_specifier name: (type_identifier) @name body: (field_declaration_list) @body) @definition.struct
(union_specifier name: (type_identifier) @name body: (field_declaration_list) @body) @definition.struct
(enum_specifier name: (type_identifier) @name body: (enumerator_list) @body) @definition.enum
(enumerator name: (identifier) @name) @definition.enum-member

; `typedef struct { ... } name_t;` names the struct itself.
(type_definition
  type: (struct_specifier !name body: (field_declaration_list) @body)
  declarator: (type_identifier) @name) @definition.struct
(type_definition
  type: (union_specifier !name body: (field_declaration_list) @body)
  declarator: (type_identifier) @name) @definition.struct
(type_definition
  type: (enum_specifier !name body: (enumerator_list) @body)
  declarator: (type_identifier) @name) @definition.enum
; Beside a struct with a body of its own only the declarator is the typedef, or it would swallow the struct.
(type_definition
  type: [
    (struct_specifier name: (type_identifier)? @value-type body: (_))
    (union_specifier name: (type_identifier)? @value-type body: (_))
    (enum_specifier name: (type_identifier)? @value-type body: (_))
  ]
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
  ] @definition.type)
(type_definition
  type: (_) @value-type
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (array_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))
  ]) @definition.type

(preproc_def name: (identifier) @name value: (_)? @value) @definition.macro
(preproc_function_def name: (identifier) @name value: (_)? @body) @definition.macro

(function_definition
  type: (_)? @returns
  declarator: [
    (function_declarator declarator: (identifier) @name parameters: (parameter_list) @parameters)
    (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name parameters: (parameter_list) @parameters))
    (pointer_declarator
      declarator: (pointer_declarator
        declarator: (function_declarator declarator: (identifier) @name parameters: (parameter_list) @parameters)))
    (function_declarator
      declarator: (parenthesized_declarator (identifier) @name)
      parameters: (parameter_list) @parameters)
  ]
  body: (compound_statement) @body) @definition.function

; Prototypes.
(declaration
  type: (_) @returns
  declarator: [
    (function_declarator declarator: (identifier) @name parameters: (parameter_list) @parameters)
    (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name parameters: (parameter_list) @parameters))
    (pointer_declarator
      declarator: (pointer_declarator
        declarator: (function_declarator declarator: (identifier) @name parameters: (parameter_list) @parameters)))
  ]) @definition.function

(field_declaration
  type: (_) @value-type
  declarator: [
    (field_identifier) @name
    (pointer_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (field_identifier) @name))
    (array_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @name))
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))
    (pointer_declarator
      declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name))))
  ]) @definition.property

; Those inside functions become locals by where they stand.
(declaration
  type: [(struct_specifier name: (_) body: (_)) (union_specifier name: (_) body: (_)) (enum_specifier body: (_))]
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (array_declarator declarator: (identifier) @name)
    (init_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
  ] @definition.variable)
(declaration
  type: (_) @value-type
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
    (array_declarator declarator: (identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
  ]) @definition.variable
(declaration
  type: (_) @value-type
  declarator: (init_declarator
    declarator: [
      (identifier) @name
      (pointer_declarator declarator: (identifier) @name)
      (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
      (array_declarator declarator: (identifier) @name)
      (array_declarator declarator: (array_declarator declarator: (identifier) @name))
      (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
      (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    ]
    value: (_) @value)) @definition.variable

[
  (function_definition [(storage_class_specifier) (type_qualifier)] @modifier)
  (declaration [(storage_class_specifier) (type_qualifier)] @modifier)
]
(comment) @comment

; Parameters.

(parameter_declaration
  type: (_) @type
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
    (array_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
  ]) @parameter

[(function_definition) (compound_statement) (for_statement)] @scope

(preproc_include path: (_) @source) @import.include

; References.

(call_expression function: (identifier) @name) @reference.call
(call_expression function: (field_expression argument: (_) @receiver field: (field_identifier) @name)) @reference.call
(call_expression function: (parenthesized_expression (pointer_expression argument: (identifier) @name))) @reference.call
(type_identifier) @name @reference.type
(sizeof_expression value: (parenthesized_expression (identifier) @name)) @reference.type
(preproc_ifdef name: (identifier) @name) @reference.macro
(preproc_defined (identifier) @name) @reference.macro

; A function or constant handed on by name.
(argument_list (identifier) @name @reference.read)
(argument_list (pointer_expression argument: (identifier) @name) @reference.read)
(initializer_pair value: (identifier) @name @reference.read)
(initializer_list (identifier) @name @reference.read)
(case_statement value: (identifier) @name @reference.read)
(assignment_expression right: (identifier) @name @reference.read)
(binary_expression right: (identifier) @name @reference.read)
(return_statement (identifier) @name @reference.read)

; Decision points.

[(if_statement) (for_statement) (while_statement) (do_statement) (conditional_expression)] @branch
(case_statement "case" @branch)
(binary_expression operator: ["&&" "||"] @branch)
