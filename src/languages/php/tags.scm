; Definitions. A namespace with a body nests; one without names the whole file.

(namespace_definition name: (namespace_name) @name body: (compound_statement) @body) @definition.namespace
(namespace_definition name: (namespace_name) @package !body)

(class_declaration name: (name) @name body: (declaration_list) @body) @definition.class
(interface_declaration name: (name) @name body: (declaration_list) @body) @definition.interface
(trait_declaration name: (name) @name body: (declaration_list) @body) @definition.trait
(enum_declaration name: (name) @name body: (enum_declaration_list) @body) @definition.enum
(enum_case name: (name) @name) @definition.enum-member

(function_definition
  name: (name) @name
  parameters: (formal_parameters) @parameters
  return_type: (_)? @returns
  body: (compound_statement) @body) @definition.function
(method_declaration
  name: (name) @name
  parameters: (formal_parameters) @parameters
  return_type: (_)? @returns
  body: (compound_statement)? @body) @definition.method

(property_declaration type: (_)? @value-type (property_element name: (variable_name (name) @name))) @definition.property
(property_promotion_parameter type: (_)? @value-type name: (variable_name (name) @name)) @definition.property
(const_declaration (const_element . (name) @name (_)? @value)) @definition.constant
(program
  (expression_statement
    (assignment_expression left: (variable_name (name) @name) right: (_) @value)) @definition.variable)
(function_call_expression
  function: (name) @_define
  arguments: (arguments . (argument (string (string_content) @name)))
  (#eq? @_define "define")) @definition.constant

[
  (visibility_modifier)
  (static_modifier)
  (abstract_modifier)
  (final_modifier)
  (readonly_modifier)
] @modifier

(comment) @comment
(attribute_list) @annotation

; Bases. Traits that a class uses are mixed in.

(class_declaration (base_clause [(name) (qualified_name)] @base.extends))
(interface_declaration (base_clause [(name) (qualified_name)] @base.extends))
(class_interface_clause [(name) (qualified_name)] @base.implements)
(use_declaration [(name) (qualified_name)] @base.extends)

; Parameters and locals.

(simple_parameter type: (_)? @type name: (variable_name) @name) @parameter
(variadic_parameter type: (_)? @type name: (variable_name) @name) @parameter
(property_promotion_parameter type: (_)? @type name: (variable_name) @name) @parameter
(assignment_expression left: (variable_name) @name right: (_) @value) @local
(list_literal (variable_name) @name @local)
(foreach_statement (pair (variable_name) @name @local))
(foreach_statement (_) . (variable_name) @name @local)
(catch_clause type: (type_list . (_) @type) name: (variable_name) @name) @local
(static_variable_declaration name: (variable_name) @name) @local
(global_declaration (variable_name) @name @local)

[(function_definition) (method_declaration) (anonymous_function) (arrow_function)] @scope

; Imports.

(namespace_use_declaration
  (namespace_use_clause . [(name) (qualified_name)] @source alias: (name)? @alias)) @import
(namespace_use_declaration
  (namespace_name) @namespace
  body: (namespace_use_group
    (namespace_use_clause . [(name) (qualified_name)] @source alias: (name)? @alias))) @import
(require_once_expression [(string) (binary_expression right: (string))] @source) @import.require
(require_expression [(string) (binary_expression right: (string))] @source) @import.require
(include_once_expression [(string) (binary_expression right: (string))] @source) @import.require
(include_expression [(string) (binary_expression right: (string))] @source) @import.require

; References.

(object_creation_expression . (name) @name) @reference.new
(object_creation_expression . (qualified_name (namespace_name)? @receiver (name) @name .)) @reference.new
(function_call_expression function: (name) @name) @reference.call
(function_call_expression function: (qualified_name (namespace_name)? @receiver (name) @name .)) @reference.call
(member_call_expression object: (_) @receiver name: (name) @name) @reference.call
(nullsafe_member_call_expression object: (_) @receiver name: (name) @name) @reference.call
(scoped_call_expression scope: (_) @receiver name: (name) @name) @reference.call
(attribute (name) @name) @reference.decorator
(attribute (qualified_name (namespace_name)? @receiver (name) @name .)) @reference.decorator

(named_type (name) @name) @reference.type
(named_type (qualified_name (namespace_name)? @receiver (name) @name .)) @reference.type
(scoped_call_expression scope: (name) @name) @reference.type
(scoped_property_access_expression scope: (name) @name) @reference.type
(class_constant_access_expression . (name) @name) @reference.type
(class_constant_access_expression . (_) @receiver . (name) @name .) @reference.read
(binary_expression operator: "instanceof" right: (name) @name) @reference.type
(base_clause (name) @name) @reference.type
(class_interface_clause (name) @name) @reference.type
(use_declaration (name) @name) @reference.type
(member_access_expression object: (variable_name) @receiver name: (name) @name) @reference.read
(argument . (name) @name .) @reference.read

; Decision points.

[
  (if_statement)
  (else_if_clause)
  (for_statement)
  (foreach_statement)
  (while_statement)
  (do_statement)
  (case_statement)
  (match_conditional_expression)
  (catch_clause)
  (conditional_expression)
] @branch
(binary_expression operator: ["&&" "||" "and" "or" "??"] @branch)
