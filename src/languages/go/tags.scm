; Definitions. A type is a struct, an interface or another type by what follows its name.

(function_declaration
  name: (identifier) @name
  parameters: (parameter_list) @parameters
  result: (_)? @returns
  body: (block)? @body) @definition.function

(method_declaration
  receiver: (parameter_list (parameter_declaration type: (_) @receiver-type))
  name: (field_identifier) @name
  parameters: (parameter_list) @parameters
  result: (_)? @returns
  body: (block)? @body) @definition.method

(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type "{" @body)) @definition.interface
(type_spec
  name: (type_identifier) @name
  type: [
    (type_identifier) (qualified_type) (generic_type) (pointer_type) (slice_type) (array_type) (map_type)
    (channel_type) (function_type) (parenthesized_type)
  ] @value-type) @definition.type
(type_alias name: (type_identifier) @name type: (_) @value-type) @definition.type
(type_declaration . [(type_spec) (type_alias)] .) @wrapper
(const_declaration . (const_spec) .) @wrapper
(var_declaration . (var_spec) .) @wrapper

(field_declaration name: (field_identifier) @name type: (_) @value-type) @definition.property
(method_elem
  name: (field_identifier) @name
  parameters: (parameter_list) @parameters
  result: (_)? @returns) @definition.method

(source_file (const_declaration (const_spec (identifier) @name type: (_)? @value-type value: (_)? @value) @definition.constant))
(source_file (var_declaration (var_spec name: (identifier) @name type: (_)? @value-type value: (_)? @value) @definition.variable))
(source_file
  (var_declaration
    (var_spec_list (var_spec name: (identifier) @name type: (_)? @value-type value: (_)? @value) @definition.variable)))

(comment) @comment

; Embedding is what Go has for inheritance.

(struct_type
  (field_declaration_list
    (field_declaration
      !name
      type: [
        (type_identifier) @base.extends
        (qualified_type) @base.extends
        (generic_type type: (_) @base.extends)
      ])))
(interface_type
  (type_elem . [(type_identifier) (qualified_type)] @base.extends .))

; Parameters and locals.

(function_declaration
  parameters: (parameter_list (parameter_declaration name: (identifier) @name @parameter type: (_) @type)))
(method_declaration
  parameters: (parameter_list (parameter_declaration name: (identifier) @name @parameter type: (_) @type)))
(method_elem
  parameters: (parameter_list (parameter_declaration name: (identifier) @name @parameter type: (_) @type)))
(func_literal
  parameters: (parameter_list (parameter_declaration name: (identifier) @name @parameter type: (_) @type)))
(variadic_parameter_declaration name: (identifier) @name @parameter type: (_) @type)
(method_declaration
  receiver: (parameter_list (parameter_declaration name: (identifier) @name type: (_) @type) @local))
(function_declaration
  result: (parameter_list (parameter_declaration name: (identifier) @name type: (_) @type) @local))
(method_declaration
  result: (parameter_list (parameter_declaration name: (identifier) @name type: (_) @type) @local))

(short_var_declaration
  left: (expression_list . (identifier) @name)
  right: (expression_list . (composite_literal type: (_) @type))) @local
(short_var_declaration
  left: (expression_list . (identifier) @name)
  right: (expression_list . (unary_expression operand: (composite_literal type: (_) @type)))) @local
(short_var_declaration
  left: (expression_list . (identifier) @name)
  right: (expression_list . (type_assertion_expression type: (_) @type))) @local
(short_var_declaration
  left: (expression_list . (identifier) @name)
  right: (expression_list . (_) @value)) @local
(short_var_declaration
  left: (expression_list . (_) . (identifier) @name)
  right: (expression_list . (_) . (_) @value)) @local
(short_var_declaration
  left: (expression_list . (_) . (identifier) @name)
  right: (expression_list . (call_expression) @second .)) @local
(short_var_declaration
  left: (expression_list . (_) . (_) . (identifier) @name)
  right: (expression_list . (call_expression) @third .)) @local
(short_var_declaration left: (expression_list (_) . (identifier) @name @local))
(block (statement_list (var_declaration (var_spec name: (identifier) @name type: (_)? @type value: (expression_list . (_) @value)?) @local)))
(block (statement_list (const_declaration (const_spec (identifier) @name) @local)))
(range_clause left: (expression_list (_) . (identifier) @name) right: (_) @element) @local
(range_clause left: (expression_list (identifier) @name @local))
(type_switch_statement alias: (expression_list (identifier) @name @local))
(receive_statement left: (expression_list (identifier) @name @local))

[
  (function_declaration)
  (method_declaration)
  (func_literal)
  (block)
  (if_statement)
  (for_statement)
  (expression_case)
  (type_case)
  (type_switch_statement)
  (communication_case)
] @scope

; Imports.

(package_clause (package_identifier) @package)
(import_spec name: (_)? @alias path: (_) @source) @import

; References.

(call_expression function: (identifier) @name) @reference.call
(call_expression function: (selector_expression operand: (_) @receiver field: (field_identifier) @name)) @reference.call
(type_conversion_expression type: (generic_type type: (type_identifier) @name)) @reference.call
(type_conversion_expression
  type: (generic_type type: (qualified_type package: (_) @receiver name: (type_identifier) @name))) @reference.call
(composite_literal type: (type_identifier) @name) @reference.new
(composite_literal type: (qualified_type package: (_) @receiver name: (type_identifier) @name)) @reference.new
(composite_literal type: (generic_type type: (type_identifier) @name)) @reference.new
(qualified_type package: (_) @receiver name: (type_identifier) @name) @reference.type
(type_identifier) @name @reference.type

; A function or constant handed on by name.
(argument_list (identifier) @name @reference.read)
(argument_list (selector_expression operand: (identifier) @receiver field: (field_identifier) @name) @reference.read)
(keyed_element value: (literal_element (identifier) @name) @reference.read)
(keyed_element
  value: (literal_element (selector_expression operand: (identifier) @receiver field: (field_identifier) @name))
  @reference.read)
(expression_list (selector_expression operand: (identifier) @receiver field: (field_identifier) @name) @reference.read)
(binary_expression (selector_expression operand: (identifier) @receiver field: (field_identifier) @name) @reference.read)

; Decision points.

[(if_statement) (for_statement) (expression_case) (type_case) (communication_case)] @branch
(binary_expression operator: ["&&" "||"] @branch)
