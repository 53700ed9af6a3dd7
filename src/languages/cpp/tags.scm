; Definitions. A declarator may be wrapped in pointers and references; the wrappers below cover what real code has.

(namespace_definition name: (_) @name body: (declaration_list) @body) @definition.namespace
(namespace_alias_definition name: (namespace_identifier) @name) @definition.namespace

(class_specifier name: [(type_identifier) (template_type) (qualified_identifier)] @name body: (field_declaration_list) @body) @definition.class
(struct_specifier name: [(type_identifier) (template_type) (qualified_identifier)] @name body: (field_declaration_list) @body) @definition.struct
(union_specifier name: (type_identifier) @name body: (field_declaration_list) @body) @definition.struct
(enum_specifier name: [(type_identifier) (qualified_identifier)] @name body: (enumerator_list) @body) @definition.enum
(enumerator name: (identifier) @name) @definition.enum-member
(concept_definition name: (identifier) @name) @definition.type
(alias_declaration name: (type_identifier) @name type: (_) @value-type) @definition.type

; `typedef struct { ... } Name;` names the struct itself.
(type_definition
  type: (struct_specifier !name body: (field_declaration_list) @body)
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
  declarator: [(type_identifier) @name (pointer_declarator declarator: (type_identifier) @name)] @definition.type)
(type_definition type: (_) @value-type declarator: (type_identifier) @name) @definition.type
(type_definition type: (_) @value-type declarator: (pointer_declarator declarator: (type_identifier) @name)) @definition.type
(type_definition
  declarator: (function_declarator
    declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))) @definition.type

(preproc_def name: (identifier) @name value: (_)? @value) @definition.macro
(preproc_function_def name: (identifier) @name parameters: (preproc_params) value: (_)? @body) @definition.macro

; One pattern per shape of declarator: alternations of whole subtrees make the query slow to compile.
(function_definition
  type: (_) @returns
  declarator: (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier) (destructor_name) (operator_name) (template_function)] @name parameters: (parameter_list) @parameters)
  body: (compound_statement)? @body) @definition.function
(function_definition
  !type
  declarator: (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier) (destructor_name) (operator_name) (template_function)] @name parameters: (parameter_list) @parameters)
  body: (compound_statement)? @body) @definition.function
(function_definition
  type: (_) @returns
  declarator: (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier) (operator_name)] @name parameters: (parameter_list) @parameters))
  body: (compound_statement)? @body) @definition.function
(function_definition
  type: (_) @returns
  declarator: (reference_declarator (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier) (operator_name)] @name parameters: (parameter_list) @parameters))
  body: (compound_statement)? @body) @definition.function
(function_definition
  type: (_) @returns
  declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier) (operator_name)] @name parameters: (parameter_list) @parameters)))
  body: (compound_statement)? @body) @definition.function
(function_definition declarator: [(operator_cast) (qualified_identifier)] @name body: (compound_statement)? @body) @definition.function

; Prototypes: of free functions, and of members.
(declaration
  type: (_) @returns
  declarator: (function_declarator declarator: [(identifier) (operator_name)] @name parameters: (parameter_list) @parameters)) @definition.function
(declaration
  type: (_) @returns
  declarator: (pointer_declarator declarator: (function_declarator declarator: [(identifier) (operator_name)] @name parameters: (parameter_list) @parameters))) @definition.function
(declaration
  type: (_) @returns
  declarator: (reference_declarator (function_declarator declarator: [(identifier) (operator_name)] @name parameters: (parameter_list) @parameters))) @definition.function
(field_declaration
  type: (_) @returns
  declarator: (function_declarator declarator: [(field_identifier) (operator_name)] @name parameters: (parameter_list) @parameters)) @definition.method
(field_declaration
  type: (_) @returns
  declarator: (pointer_declarator declarator: (function_declarator declarator: [(field_identifier) (operator_name)] @name parameters: (parameter_list) @parameters))) @definition.method
(field_declaration
  type: (_) @returns
  declarator: (reference_declarator (function_declarator declarator: [(field_identifier) (operator_name)] @name parameters: (parameter_list) @parameters))) @definition.method
; Constructors and destructors have no type.
(field_declaration_list
  (declaration
    !type
    declarator: (function_declarator
      declarator: [(identifier) (destructor_name)] @name
      parameters: (parameter_list) @parameters)) @definition.method)
(field_declaration_list (declaration declarator: (operator_cast) @name) @definition.method)

(field_declaration
  type: (_) @value-type
  declarator: (field_identifier) @name
  default_value: (_) @value) @definition.property
(field_declaration type: (_) @value-type declarator: (field_identifier) @name) @definition.property
(field_declaration type: (_) @value-type declarator: (pointer_declarator declarator: (field_identifier) @name)) @definition.property
(field_declaration type: (_) @value-type declarator: (reference_declarator (field_identifier) @name)) @definition.property
(field_declaration type: (_) @value-type declarator: (array_declarator declarator: (field_identifier) @name)) @definition.property
(field_declaration
  type: (_) @value-type
  declarator: (function_declarator
    declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))) @definition.property

; Those inside functions become locals by where they stand.
(declaration type: (_) @value-type declarator: (identifier) @name) @definition.variable
(declaration type: (_) @value-type declarator: (pointer_declarator declarator: (identifier) @name)) @definition.variable
(declaration type: (_) @value-type declarator: (array_declarator declarator: (identifier) @name)) @definition.variable
(declaration
  type: (_) @value-type
  declarator: (function_declarator
    declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))) @definition.variable
(declaration
  type: (_) @value-type
  declarator: (init_declarator
    declarator: [(identifier) (qualified_identifier)] @name
    value: (_) @value)) @definition.variable
(declaration
  type: (_) @value-type
  declarator: (init_declarator
    declarator: (pointer_declarator declarator: (identifier) @name)
    value: (_) @value)) @definition.variable
(declaration
  type: (_) @value-type
  declarator: (init_declarator
    declarator: (reference_declarator (identifier) @name)
    value: (_) @value)) @definition.variable
(declaration
  type: (_) @value-type
  declarator: (init_declarator
    declarator: (array_declarator declarator: (identifier) @name)
    value: (_) @value)) @definition.variable

(template_declaration) @wrapper

[(storage_class_specifier) "virtual" (explicit_function_specifier) (virtual_specifier)] @modifier
[
  (function_definition (type_qualifier) @modifier)
  (declaration (type_qualifier) @modifier)
  (field_declaration (type_qualifier) @modifier)
]
[(comment)] @comment
[(attribute_declaration) (attribute_specifier)] @annotation

; Bases.

(base_class_clause
  [
    (type_identifier) @base.extends
    (qualified_identifier) @base.extends
    (template_type name: (type_identifier) @base.extends)
  ])

; Parameters and locals.

(parameter_declaration type: (_) @type declarator: (identifier) @name) @parameter
(parameter_declaration type: (_) @type declarator: (pointer_declarator declarator: (identifier) @name)) @parameter
(parameter_declaration type: (_) @type declarator: (reference_declarator (identifier) @name)) @parameter
(parameter_declaration
  type: (_) @type
  declarator: (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))) @parameter
(parameter_declaration type: (_) @type declarator: (array_declarator declarator: (identifier) @name)) @parameter
(parameter_declaration
  type: (_) @type
  declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))) @parameter
(optional_parameter_declaration type: (_) @type declarator: (identifier) @name) @parameter
(optional_parameter_declaration
  type: (_) @type
  declarator: (pointer_declarator declarator: (identifier) @name)) @parameter
(optional_parameter_declaration type: (_) @type declarator: (reference_declarator (identifier) @name)) @parameter

(for_range_loop type: (_) @type declarator: (identifier) @name) @local
(for_range_loop type: (_) @type declarator: (reference_declarator (identifier) @name)) @local

[
  (function_definition)
  (compound_statement)
  (lambda_expression)
  (for_statement)
  (for_range_loop)
  (if_statement)
  (catch_clause)
] @scope

; Who may see what, read by language.ts.

(access_specifier) @name @export
(namespace_definition !name body: (declaration_list)) @export

; Includes and using.

(preproc_include path: (_) @source) @import.include
(using_declaration "namespace" [(identifier) (qualified_identifier)] @source @wildcard) @import
(using_declaration . "using" . (qualified_identifier) @source) @import

; References.

(new_expression type: (type_identifier) @name) @reference.new
(new_expression type: (qualified_identifier scope: (_) @receiver name: (type_identifier) @name)) @reference.new
(new_expression type: (template_type name: (type_identifier) @name)) @reference.new

(call_expression function: (identifier) @name) @reference.call
(call_expression function: (template_function name: (identifier) @name)) @reference.call
(call_expression
  function: (field_expression
    argument: (_) @receiver
    field: [
      (field_identifier) @name
      (template_method name: (field_identifier) @name)
    ])) @reference.call
(call_expression
  function: (qualified_identifier
    scope: (_)? @receiver
    name: [(identifier) @name (template_function name: (identifier) @name)])) @reference.call
(call_expression
  function: (qualified_identifier
    name: (qualified_identifier
      scope: (_) @receiver
      name: [(identifier) @name (template_function name: (identifier) @name)]))) @reference.call
(call_expression
  function: (qualified_identifier
    name: (qualified_identifier
      name: (qualified_identifier
        scope: (_) @receiver
        name: [(identifier) @name (template_function name: (identifier) @name)])))) @reference.call
(call_expression function: (qualified_identifier scope: (_) @receiver name: (type_identifier) @name)) @reference.call
(field_initializer . (field_identifier) @name) @reference.read

(qualified_identifier scope: (_) @receiver name: (type_identifier) @name) @reference.type
(qualified_identifier scope: (_) @receiver name: (template_type name: (type_identifier) @name)) @reference.type
(type_identifier) @name @reference.type

(qualified_identifier scope: (namespace_identifier) @receiver name: (identifier) @name) @reference.read
(argument_list (identifier) @name @reference.read)
(argument_list (pointer_expression argument: (identifier) @name) @reference.read)
(initializer_pair value: (identifier) @name @reference.read)
(initializer_list (identifier) @name @reference.read)
(case_statement value: (identifier) @name @reference.read)

; Decision points.

[
  (if_statement)
  (for_statement)
  (for_range_loop)
  (while_statement)
  (do_statement)
  (catch_clause)
  (conditional_expression)
] @branch
(case_statement "case" @branch)
(binary_expression operator: ["&&" "||"] @branch)
