; Definitions. One node serves classes, interfaces and enums; the keyword tells them apart.

(class_declaration "enum" (type_identifier) @name (enum_class_body)? @body) @definition.enum
(class_declaration "interface" (type_identifier) @name (class_body)? @body) @definition.interface
(class_declaration
  "class"
  . (type_identifier) @name
  (primary_constructor)? @parameters
  (class_body)? @body) @definition.class
(object_declaration (type_identifier) @name (class_body)? @body) @definition.class
(companion_object (type_identifier) @name (class_body)? @body) @definition.class
(companion_object "object" @name . [(class_body) @body (delegation_specifier)]) @definition.class
(enum_entry (simple_identifier) @name (class_body)? @body) @definition.enum-member
(type_alias (type_identifier) @name (_) @value-type .) @definition.type

; An extension names its receiver before its own name.
(function_declaration
  [(user_type) (nullable_type)] @receiver-type
  . (simple_identifier) @name
  . (function_value_parameters) @parameters
  . [(user_type) (nullable_type) (function_type)]? @returns
  (function_body)? @body) @definition.function
(function_declaration
  (simple_identifier) @name
  . (function_value_parameters) @parameters
  . [(user_type) (nullable_type) (function_type)]? @returns
  (function_body)? @body) @definition.function
(secondary_constructor
  "constructor" @name
  (function_value_parameters) @parameters
  (statements)? @body) @definition.constructor

(property_declaration
  [(user_type) (nullable_type)] @receiver-type
  . (variable_declaration (simple_identifier) @name [(user_type) (nullable_type) (function_type)]? @value-type)) @definition.property
(class_body
  (property_declaration
    (variable_declaration (simple_identifier) @name [(user_type) (nullable_type) (function_type)]? @value-type)) @definition.property)
(enum_class_body
  (property_declaration
    (variable_declaration (simple_identifier) @name [(user_type) (nullable_type) (function_type)]? @value-type)) @definition.property)
(source_file
  (property_declaration
    (variable_declaration (simple_identifier) @name [(user_type) (nullable_type) (function_type)]? @value-type)) @definition.variable)
(class_parameter
  (binding_pattern_kind)
  . (simple_identifier) @name
  . [(user_type) (nullable_type) (function_type)] @value-type) @definition.property

(modifiers
  [
    (visibility_modifier)
    (inheritance_modifier)
    (class_modifier)
    (member_modifier)
    (function_modifier)
    (property_modifier)
    (platform_modifier)
  ] @modifier)

[(line_comment) (multiline_comment)] @comment
(modifiers (annotation) @annotation)

; Bases. A base that is constructed is a class; language.ts makes the rest interfaces.

(delegation_specifier (constructor_invocation (user_type) @base.extends))
(delegation_specifier (user_type) @base.implements)
(delegation_specifier (explicit_delegation (user_type) @base.implements))

; Parameters and locals.

(parameter (simple_identifier) @name . [(user_type) (nullable_type) (function_type)] @type) @parameter
(class_parameter (simple_identifier) @name . [(user_type) (nullable_type) (function_type)] @type) @parameter
(lambda_parameters (variable_declaration (simple_identifier) @name [(user_type) (nullable_type)]? @type) @parameter)
(statements
  (property_declaration
    (variable_declaration (simple_identifier) @name [(user_type) (nullable_type) (function_type)]? @type)
    . [(call_expression) (simple_identifier) (navigation_expression)]? @value) @local)
(multi_variable_declaration (variable_declaration (simple_identifier) @name @local))
(for_statement (variable_declaration (simple_identifier) @name [(user_type) (nullable_type)]? @type) @local)
(catch_block (simple_identifier) @name . (user_type) @type) @local
(when_subject (variable_declaration (simple_identifier) @name) @local)

[
  (function_declaration)
  (secondary_constructor)
  (anonymous_initializer)
  (function_body)
  (lambda_literal)
  (control_structure_body)
  (for_statement)
  (catch_block)
  (when_expression)
  (getter)
  (setter)
] @scope

; Imports.

(package_header (identifier) @package)
(import_header
  (identifier) @source
  (wildcard_import)? @wildcard
  (import_alias (type_identifier) @alias)?) @import

; References. Constructing looks like calling; language.ts tells them apart by the capital.

(call_expression . (simple_identifier) @name) @reference.call
(call_expression . (navigation_expression (_) @receiver (navigation_suffix (simple_identifier) @name) .)) @reference.call
(callable_reference (type_identifier)? @receiver (simple_identifier) @name .) @reference.read
(infix_expression (_) @receiver . (simple_identifier) @name . (_)) @reference.call
(constructor_invocation (user_type (type_identifier) @name .)) @reference.new
(annotation (user_type (type_identifier) @name .)) @reference.decorator
(annotation (constructor_invocation (user_type (type_identifier) @name .))) @reference.decorator
(callable_reference (type_identifier) @name .) @reference.type
(user_type (type_identifier) @name .) @reference.type
(user_type (type_identifier) @name . (type_arguments)) @reference.type
(navigation_expression . (_) @receiver (navigation_suffix (simple_identifier) @name)) @reference.read
(value_argument (simple_identifier) @name .) @reference.read

; Decision points.

[
  (if_expression)
  (for_statement)
  (while_statement)
  (do_while_statement)
  (catch_block)
  (when_entry)
  (elvis_expression)
  (conjunction_expression)
  (disjunction_expression)
] @branch

; -- anonymous objects -------------------------------------------------------------------------------------------
(object_literal (delegation_specifier [
  (user_type) @type
  (constructor_invocation . (user_type) @type)
])) @object
