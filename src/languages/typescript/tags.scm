; Declarations of TypeScript. The more exact pattern stands first: it wins for the same name.

; -- functions ---------------------------------------------------------------------------------------------------
(function_declaration
  name: (identifier) @name parameters: (_) @parameters return_type: (_)? @returns body: (_) @body) @definition.function
(generator_function_declaration
  name: (identifier) @name parameters: (_) @parameters return_type: (_)? @returns body: (_) @body) @definition.function
(function_signature name: (identifier) @name parameters: (_) @parameters return_type: (_)? @returns) @definition.function
(lexical_declaration (variable_declarator
  name: (identifier) @name
  value: (arrow_function
    [parameters: (_) parameter: (_)] @parameters return_type: (_)? @returns body: (_) @body))) @definition.function
(lexical_declaration (variable_declarator
  name: (identifier) @name
  value: (function_expression
    parameters: (_) @parameters return_type: (_)? @returns body: (_) @body))) @definition.function
(variable_declaration (variable_declarator
  name: (identifier) @name
  value: [
    (function_expression parameters: (_) @parameters return_type: (_)? @returns body: (_) @body)
    (arrow_function [parameters: (_) parameter: (_)] @parameters return_type: (_)? @returns body: (_) @body)
  ])) @definition.function

; -- types -------------------------------------------------------------------------------------------------------
(class_declaration name: (type_identifier) @name body: (class_body) @body) @definition.class
(abstract_class_declaration "abstract" @modifier name: (type_identifier) @name body: (class_body) @body) @definition.class
(interface_declaration name: (type_identifier) @name body: (_) @body) @definition.interface
(type_alias_declaration name: (type_identifier) @name value: (_) @value) @definition.type
(enum_declaration name: (identifier) @name body: (enum_body) @body) @definition.enum
(enum_declaration "const" @modifier)
(enum_body (property_identifier) @name @definition.enum-member)
(enum_body (string) @name @definition.enum-member)
(enum_assignment name: (_) @name value: (_)? @value) @definition.enum-member
(internal_module name: (_) @name body: (statement_block) @body) @definition.namespace
(module name: (_) @name body: (statement_block) @body) @definition.namespace
(class_heritage (extends_clause value: (_) @base.extends))
(extends_clause value: (identifier) @name @reference.type)
(implements_clause (_) @base.implements)
(extends_type_clause (_) @base.extends)

; -- members -----------------------------------------------------------------------------------------------------
(method_definition
  name: (_) @name parameters: (_) @parameters return_type: (_)? @returns body: (_) @body) @definition.method
(method_signature name: (_) @name parameters: (_) @parameters return_type: (_)? @returns) @definition.method
(abstract_method_signature
  "abstract" @modifier name: (_) @name parameters: (_) @parameters return_type: (_)? @returns) @definition.method
(public_field_definition name: (_) @name value: [
  (arrow_function [parameters: (_) parameter: (_)] @parameters return_type: (_)? @returns body: (_) @body)
  (function_expression parameters: (_) @parameters return_type: (_)? @returns body: (_) @body)
]) @definition.method
(public_field_definition name: (_) @name type: (_)? @value-type value: (_)? @value) @definition.property
(public_field_definition "abstract" @modifier)
(interface_body (property_signature name: (_) @name type: (_)? @value-type) @definition.property)
(type_alias_declaration value: (object_type
  (property_signature name: (_) @name type: (_)? @value-type) @definition.property))
(required_parameter
  (accessibility_modifier) pattern: (identifier) @name type: (_)? @value-type value: (_)? @value) @definition.property
(required_parameter
  "readonly" pattern: (identifier) @name type: (_)? @value-type value: (_)? @value) @definition.property
(optional_parameter
  (accessibility_modifier) pattern: (identifier) @name type: (_)? @value-type) @definition.property
(optional_parameter
  "readonly" pattern: (identifier) @name type: (_)? @value-type) @definition.property

; -- variables ---------------------------------------------------------------------------------------------------
(lexical_declaration kind: "const" (variable_declarator
  name: (identifier) @name type: (_)? @value-type value: (_)? @value)) @definition.constant
(lexical_declaration kind: "let" (variable_declarator
  name: (identifier) @name type: (_)? @value-type value: (_)? @value)) @definition.variable
(variable_declaration (variable_declarator
  name: (identifier) @name type: (_)? @value-type value: (_)? @value)) @definition.variable

; -- parameters --------------------------------------------------------------------------------------------------
(call_expression
  function: (member_expression object: (_) @element property: (property_identifier) @_method)
  arguments: (arguments . [
    (arrow_function parameters: (formal_parameters . (required_parameter pattern: (identifier) @name !type)))
    (function_expression parameters: (formal_parameters . (required_parameter pattern: (identifier) @name !type)))
  ])
  (#match? @_method "^(map|forEach|filter|find|findIndex|findLast|some|every|flatMap)$")) @local
(required_parameter pattern: (rest_pattern (identifier) @name) type: (_)? @type) @parameter
(required_parameter pattern: (_) @name type: (_)? @type value: (_)? @value) @parameter
(optional_parameter pattern: (_) @name type: (_)? @type) @parameter
(type_parameter name: (type_identifier) @name) @local

; -- modules, modifiers, types used ------------------------------------------------------------------------------
(import_statement "type" source: (string) @source) @import.type
(import_statement (import_require_clause (identifier) @namespace source: (string) @source)) @import.require
(export_statement "=" @alias (identifier) @name) @export
(ambient_declaration "declare" @modifier) @wrapper
[(accessibility_modifier) (override_modifier)] @modifier
(public_field_definition "readonly" @modifier)
(property_signature "readonly" @modifier)
(required_parameter "readonly" @modifier)
(optional_parameter "readonly" @modifier)
(as_expression . (identifier) @name) @reference.read
(instantiation_expression . (identifier) @name) @reference.read
(type_query (identifier) @name) @reference.read
; `Shape["area"]`
(lookup_type . (type_identifier) @receiver (literal_type (string (string_fragment) @name))) @reference.read
(nested_type_identifier module: (_) @receiver name: (type_identifier) @name) @reference.type
(type_identifier) @name @reference.type
