; Definitions.

(class_declaration name: (identifier) @name body: (class_body) @body) @definition.class
(record_declaration
  name: (identifier) @name
  parameters: (formal_parameters) @parameters
  body: (class_body) @body) @definition.class
(interface_declaration name: (identifier) @name body: (interface_body) @body) @definition.interface
(annotation_type_declaration name: (identifier) @name body: (annotation_type_body) @body) @definition.interface
(enum_declaration name: (identifier) @name body: (enum_body) @body) @definition.enum
(enum_constant name: (identifier) @name body: (class_body)? @body) @definition.enum-member

(method_declaration
  type: (_) @returns
  name: (identifier) @name
  parameters: (formal_parameters) @parameters
  body: (block)? @body) @definition.method
(constructor_declaration
  name: (identifier) @name
  parameters: (formal_parameters) @parameters
  body: (constructor_body) @body) @definition.constructor
(compact_constructor_declaration name: (identifier) @name body: (block) @body) @definition.constructor
(annotation_type_element_declaration type: (_) @returns name: (identifier) @name) @definition.method

(field_declaration
  type: (_) @value-type
  declarator: (variable_declarator name: (identifier) @name value: (_)? @value)) @definition.property
(constant_declaration
  type: (_) @value-type
  declarator: (variable_declarator name: (identifier) @name value: (_)? @value)) @definition.constant
(record_declaration
  parameters: (formal_parameters
    (formal_parameter type: (_) @value-type name: (identifier) @name) @definition.property))

(modifiers
  [
    "public" "protected" "private" "abstract" "static" "final" "default" "sealed" "non-sealed"
    "synchronized" "native" "transient" "volatile" "strictfp"
  ] @modifier)

[(line_comment) (block_comment)] @comment
(modifiers [(annotation) (marker_annotation)] @annotation)

; Bases.

(superclass [(type_identifier) (scoped_type_identifier) (generic_type)] @base.extends)
(super_interfaces (type_list [(type_identifier) (scoped_type_identifier) (generic_type)] @base.implements))
(extends_interfaces (type_list [(type_identifier) (scoped_type_identifier) (generic_type)] @base.extends))

; Parameters and locals.

(method_declaration
  parameters: (formal_parameters (formal_parameter type: (_) @type name: (identifier) @name) @parameter))
(constructor_declaration
  parameters: (formal_parameters (formal_parameter type: (_) @type name: (identifier) @name) @parameter))
(lambda_expression
  parameters: (formal_parameters (formal_parameter type: (_) @type name: (identifier) @name) @parameter))
(spread_parameter (_) @type . (variable_declarator name: (identifier) @name)) @parameter
(lambda_expression parameters: (identifier) @name @parameter)
(inferred_parameters (identifier) @name @parameter)
(catch_formal_parameter (catch_type . (_) @type) name: (identifier) @name) @local
(local_variable_declaration
  type: (_) @type
  declarator: (variable_declarator name: (identifier) @name value: (_)? @value) @local)
(enhanced_for_statement type: (_) @type name: (identifier) @name value: (_) @element) @local
(method_invocation
  object: (_) @element
  name: (identifier) @_method
  arguments: (argument_list . (lambda_expression parameters: [
    (identifier) @name
    (inferred_parameters . (identifier) @name .)
  ]))
  (#match? @_method "^(map|forEach|filter|anyMatch|allMatch|noneMatch|flatMap|ifPresent|removeIf|peek|mapToInt|sorted)$")) @local
(resource type: (_) @type name: (identifier) @name value: (_) @value) @local
(instanceof_expression right: (_) @type name: (identifier) @name) @local

[
  (block)
  (constructor_body)
  (lambda_expression)
  (for_statement)
  (enhanced_for_statement)
  (try_with_resources_statement)
  (catch_clause)
] @scope

; Imports.

(package_declaration [(identifier) (scoped_identifier)] @package)
(import_declaration
  "static"? @_static
  [(identifier) (scoped_identifier)] @source
  (asterisk)? @wildcard) @import

; References.

(object_creation_expression type: (type_identifier) @name) @reference.new
(object_creation_expression type: (generic_type . (type_identifier) @name)) @reference.new
(object_creation_expression type: (scoped_type_identifier (_) @receiver . (type_identifier) @name .)) @reference.new
(explicit_constructor_invocation constructor: [(super) (this)] @name) @reference.call
(method_invocation !object name: (identifier) @name) @reference.call
(method_invocation object: (_) @receiver name: (identifier) @name) @reference.call
; A function that is handed on is called by whom it is given.
(method_reference (_) @receiver . (identifier) @name .) @reference.read
(method_reference [(identifier) @name (_ (type_identifier) @name)] . "new") @reference.read
(annotation name: (identifier) @name) @reference.decorator
(marker_annotation name: (identifier) @name) @reference.decorator
(annotation name: (scoped_identifier scope: (_) @receiver name: (identifier) @name)) @reference.decorator
(marker_annotation name: (scoped_identifier scope: (_) @receiver name: (identifier) @name)) @reference.decorator
(scoped_type_identifier (_) @receiver . (type_identifier) @name .) @reference.type
(type_identifier) @name @reference.type
(class_literal (type_identifier) @name) @reference.type
(field_access object: (identifier) @receiver field: (identifier) @name) @reference.read
(switch_label (identifier) @name @reference.read)

; Decision points.

[
  (if_statement)
  (for_statement)
  (enhanced_for_statement)
  (while_statement)
  (do_statement)
  (catch_clause)
  (ternary_expression)
] @branch
(switch_label "case" @branch)
(binary_expression operator: ["&&" "||"] @branch)

; -- anonymous classes -------------------------------------------------------------------------------------------
(object_creation_expression
  type: [(type_identifier) (scoped_type_identifier) (generic_type)] @type
  (class_body)) @object
