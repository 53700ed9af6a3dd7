; Definitions.

(namespace_declaration name: (_) @name body: (declaration_list) @body) @definition.namespace
(file_scoped_namespace_declaration name: (_) @package)

(class_declaration name: (identifier) @name (parameter_list)? @parameters body: (declaration_list)? @body) @definition.class
(record_declaration name: (identifier) @name (parameter_list)? @parameters body: (declaration_list)? @body) @definition.class
(struct_declaration name: (identifier) @name (parameter_list)? @parameters body: (declaration_list)? @body) @definition.struct
(interface_declaration name: (identifier) @name body: (declaration_list)? @body) @definition.interface
(enum_declaration name: (identifier) @name body: (enum_member_declaration_list)? @body) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.enum-member
(delegate_declaration
  type: (_) @returns
  name: (identifier) @name
  parameters: (parameter_list) @parameters) @definition.type

(method_declaration
  returns: (_) @returns
  name: (identifier) @name
  parameters: (parameter_list) @parameters
  body: (_)? @body) @definition.method
(local_function_statement
  type: (_) @returns
  name: (identifier) @name
  parameters: (parameter_list) @parameters
  body: (_)? @body) @definition.function
(constructor_declaration
  name: (identifier) @name
  parameters: (parameter_list) @parameters
  body: (_)? @body) @definition.constructor
(destructor_declaration name: (identifier) @name parameters: (parameter_list) @parameters body: (_)? @body) @definition.method
(operator_declaration
  type: (_) @returns
  operator: _ @name
  parameters: (parameter_list) @parameters
  body: (_)? @body) @definition.method
(conversion_operator_declaration
  type: (_) @name @returns
  parameters: (parameter_list) @parameters
  body: (_)? @body) @definition.method
(indexer_declaration
  type: (_) @value-type
  "this" @name
  parameters: (bracketed_parameter_list) @parameters
  accessors: (accessor_list)? @body) @definition.property

(field_declaration
  (variable_declaration type: (_) @value-type (variable_declarator name: (identifier) @name (_)? @value))) @definition.property
(event_field_declaration
  (variable_declaration type: (_) @value-type (variable_declarator name: (identifier) @name))) @definition.property
(event_declaration type: (_) @value-type name: (identifier) @name accessors: (_)? @body) @definition.property
(property_declaration
  type: (_) @value-type
  name: (identifier) @name
  accessors: (accessor_list)? @body
  value: (arrow_expression_clause)? @body) @definition.property
(record_declaration
  (parameter_list (parameter type: (_) @value-type name: (identifier) @name) @definition.property))

[
  (class_declaration (modifier) @modifier)
  (record_declaration (modifier) @modifier)
  (struct_declaration (modifier) @modifier)
  (interface_declaration (modifier) @modifier)
  (enum_declaration (modifier) @modifier)
  (delegate_declaration (modifier) @modifier)
  (method_declaration (modifier) @modifier)
  (local_function_statement (modifier) @modifier)
  (constructor_declaration (modifier) @modifier)
  (operator_declaration (modifier) @modifier)
  (conversion_operator_declaration (modifier) @modifier)
  (indexer_declaration (modifier) @modifier)
  (field_declaration (modifier) @modifier)
  (event_field_declaration (modifier) @modifier)
  (event_declaration (modifier) @modifier)
  (property_declaration (modifier) @modifier)
]

(comment) @comment
(attribute_list) @annotation

; Bases. The syntax does not tell a class from an interface; language.ts goes by the name.

(base_list [(identifier) (qualified_name) (generic_name)] @base.extends)
(primary_constructor_base_type type: [(identifier) (qualified_name) (generic_name)] @base.extends)

; Parameters and locals.

(parameter type: (_)? @type name: (identifier) @name) @parameter
(parameter_list type: (_) @type name: (identifier) @name @parameter)
(lambda_expression parameters: (implicit_parameter) @name @parameter)

(variable_declaration
  type: (implicit_type)
  (variable_declarator name: (identifier) @name (object_creation_expression type: (_) @type)) @local)
(local_declaration_statement
  (variable_declaration type: (_) @type (variable_declarator name: (identifier) @name (_)? @value) @local))
(for_statement
  initializer: (variable_declaration type: (_) @type (variable_declarator name: (identifier) @name (_)? @value) @local))
(using_statement
  (variable_declaration type: (_) @type (variable_declarator name: (identifier) @name (_)? @value) @local))
(tuple_pattern name: (identifier) @name @local)
(foreach_statement type: (_) @type left: (identifier) @name right: (_) @element) @local
(invocation_expression
  function: (member_access_expression expression: _ @element name: (identifier) @_method)
  arguments: (argument_list . (argument (lambda_expression parameters: (implicit_parameter) @name)))
  (#match? @_method "^(Select|Where|ForEach|Any|All|First|FirstOrDefault|Single|SingleOrDefault|Last|LastOrDefault|OrderBy|OrderByDescending|Count|Sum|Max|Min|SelectMany|Find|FindAll|Exists|RemoveAll|GroupBy|ToDictionary)$")) @local
(catch_declaration type: (_) @type name: (identifier) @name) @local
(declaration_pattern type: (_) @type name: (identifier) @name) @local
(recursive_pattern type: (_) @type name: (identifier) @name) @local
(declaration_expression type: (_) @type name: (identifier) @name) @local
(from_clause name: (identifier) @name) @local

[
  (block)
  (method_declaration)
  (constructor_declaration)
  (local_function_statement)
  (operator_declaration)
  (lambda_expression)
  (anonymous_method_expression)
  (for_statement)
  (foreach_statement)
  (using_statement)
  (catch_clause)
  (query_expression)
  (switch_section)
] @scope

; Imports.

(using_directive
  "global"? @_global
  "static"? @_static
  name: (identifier)? @alias
  [(identifier) (qualified_name) (alias_qualified_name)] @source .) @import

; References.

(object_creation_expression type: (identifier) @name) @reference.new
(object_creation_expression type: (generic_name . (identifier) @name)) @reference.new
(object_creation_expression type: (qualified_name qualifier: (_) @receiver name: (identifier) @name)) @reference.new
(object_creation_expression
  type: (qualified_name qualifier: (_) @receiver name: (generic_name . (identifier) @name))) @reference.new

(invocation_expression function: (identifier) @name) @reference.call
(invocation_expression function: (generic_name . (identifier) @name)) @reference.call
(invocation_expression
  function: (member_access_expression expression: _ @receiver name: (identifier) @name)) @reference.call
(invocation_expression
  function: (member_access_expression expression: _ @receiver name: (generic_name . (identifier) @name))) @reference.call
(invocation_expression
  function: (conditional_access_expression
    condition: (_) @receiver
    (member_binding_expression name: [(identifier) @name (generic_name . (identifier) @name)]))) @reference.call

(attribute name: (identifier) @name) @reference.decorator
(attribute name: (qualified_name qualifier: (_) @receiver name: (identifier) @name)) @reference.decorator

[
  (variable_declaration type: (identifier) @name)
  (parameter type: (identifier) @name)
  (property_declaration type: (identifier) @name)
  (indexer_declaration type: (identifier) @name)
  (event_declaration type: (identifier) @name)
  (method_declaration returns: (identifier) @name)
  (local_function_statement type: (identifier) @name)
  (delegate_declaration type: (identifier) @name)
  (operator_declaration type: (identifier) @name)
  (foreach_statement type: (identifier) @name)
  (catch_declaration type: (identifier) @name)
  (declaration_pattern type: (identifier) @name)
  (recursive_pattern type: (identifier) @name)
  (declaration_expression type: (identifier) @name)
  (cast_expression type: (identifier) @name)
  (typeof_expression type: (identifier) @name)
  (as_expression right: (identifier) @name)
  (is_expression right: (identifier) @name)
  (nullable_type type: (identifier) @name)
  (array_type type: (identifier) @name)
  (type_argument_list (identifier) @name)
  (type_parameter_constraint type: (identifier) @name)
  (base_list (identifier) @name)
  (primary_constructor_base_type type: (identifier) @name)
  (generic_name . (identifier) @name)
] @reference.type
[
  (variable_declaration type: (qualified_name qualifier: (_) @receiver name: (identifier) @name))
  (parameter type: (qualified_name qualifier: (_) @receiver name: (identifier) @name))
  (property_declaration type: (qualified_name qualifier: (_) @receiver name: (identifier) @name))
  (method_declaration returns: (qualified_name qualifier: (_) @receiver name: (identifier) @name))
  (nullable_type type: (qualified_name qualifier: (_) @receiver name: (identifier) @name))
  (type_argument_list (qualified_name qualifier: (_) @receiver name: (identifier) @name))
  (base_list (qualified_name qualifier: (_) @receiver name: (identifier) @name))
] @reference.type

(member_access_expression expression: _ @receiver name: (identifier) @name) @reference.read
(argument (identifier) @name @reference.read)

; Decision points.

[
  (if_statement)
  (for_statement)
  (foreach_statement)
  (while_statement)
  (do_statement)
  (catch_clause)
  (conditional_expression)
  (switch_expression_arm)
] @branch
(switch_section "case" @branch)
(binary_expression operator: ["&&" "||" "??"] @branch)
