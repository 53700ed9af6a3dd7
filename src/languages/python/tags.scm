; Definitions. A function directly in a class becomes a method by its parent (see language.ts).

(class_definition
  name: (identifier) @name
  body: (block) @body) @definition.class

(function_definition
  name: (identifier) @name
  parameters: (parameters) @parameters
  return_type: (type)? @returns
  body: (block) @body) @definition.function

(function_definition "async" @modifier)

(decorated_definition) @wrapper
(decorator) @annotation

(type_alias_statement
  left: (type [(identifier) @name (generic_type (identifier) @name)])) @definition.type

(module
  (expression_statement
    (assignment
      left: (identifier) @name
      type: (type)? @value-type
      right: (_)? @value) @definition.variable))

(class_definition
  body: (block
    (expression_statement
      (assignment
        left: (identifier) @name
        type: (type)? @value-type
        right: (_)? @value) @definition.property)))

; Attributes of `self`; language.ts moves them from the method to the class. Only the left side is the attribute:
; what the right side uses, the method uses.
(assignment
  left: (attribute object: (identifier) @_self attribute: (identifier) @name) @definition.property
  type: (type)? @value-type
  right: (_)? @value
  (#eq? @_self "self"))

; Doc strings and comments.

(module . (expression_statement (string) @doc))
(module . (comment) . (expression_statement (string) @doc))
(class_definition body: (block . (expression_statement (string) @doc)))
(function_definition body: (block . (expression_statement (string) @doc)))
(comment) @comment

; Bases.

(class_definition
  superclasses: (argument_list
    [
      (identifier) @base.extends
      (attribute) @base.extends
      (subscript value: (_) @base.extends)
    ]))

; Parameters and locals.

(parameters (identifier) @name @parameter)
(parameters (default_parameter name: (identifier) @name) @parameter)
(parameters (typed_parameter . (identifier) @name type: (type) @type) @parameter)
(parameters (typed_default_parameter name: (identifier) @name type: (type) @type) @parameter)
(parameters [(list_splat_pattern (identifier) @name) (dictionary_splat_pattern (identifier) @name)] @parameter)
(parameters
  (typed_parameter
    . [(list_splat_pattern (identifier) @name) (dictionary_splat_pattern (identifier) @name)]
    type: (type) @type) @parameter)

(lambda_parameters (identifier) @name @parameter)
(lambda_parameters (default_parameter name: (identifier) @name) @parameter)

(block
  (expression_statement
    (assignment
      left: (identifier) @name
      type: (type)? @type
      right: (_)? @value) @local))
(assignment left: (pattern_list (identifier) @name @local))
(assignment left: (tuple_pattern (identifier) @name @local))
(named_expression name: (identifier) @name value: (_) @value) @local
(for_statement left: (identifier) @name right: (_) @element) @local
(for_statement left: (pattern_list (identifier) @name @local))
(for_in_clause left: (identifier) @name right: (_) @element) @local
(for_in_clause left: (pattern_list (identifier) @name @local))
(with_item
  value: (as_pattern
    (_) @entered
    alias: (as_pattern_target (identifier) @name)) @local)
(except_clause
  value: (as_pattern
    [(identifier) (attribute)] @type
    alias: (as_pattern_target (identifier) @name)) @local)

[
  (function_definition)
  (lambda)
  (list_comprehension)
  (set_comprehension)
  (dictionary_comprehension)
  (generator_expression)
] @scope

; Imports.

(import_statement name: (dotted_name) @source) @import
(import_statement name: (aliased_import name: (dotted_name) @source alias: (identifier) @alias)) @import
(import_from_statement
  module_name: [(dotted_name) (relative_import)] @source
  name: (dotted_name) @imported) @import
(import_from_statement
  module_name: [(dotted_name) (relative_import)] @source
  name: (aliased_import name: (dotted_name) @imported alias: (identifier) @alias)) @import
(import_from_statement
  module_name: [(dotted_name) (relative_import)] @source
  (wildcard_import) @wildcard) @import

; `__all__`, told from other lists by its name in readExport.

(module
  (expression_statement
    [
      (assignment left: (identifier) @name right: [(list) (tuple)] @value)
      (augmented_assignment left: (identifier) @name right: [(list) (tuple)] @value)
    ] @export))

; References.

(decorator (identifier) @name) @reference.decorator
(decorator (attribute object: (_) @receiver attribute: (identifier) @name)) @reference.decorator
(decorator (call function: (identifier) @name)) @reference.decorator
(decorator (call function: (attribute object: (_) @receiver attribute: (identifier) @name))) @reference.decorator

(call function: (identifier) @name) @reference.call
(call function: (attribute object: (_) @receiver attribute: (identifier) @name)) @reference.call

(type (identifier) @name) @reference.type
(type (attribute object: (_) @receiver attribute: (identifier) @name)) @reference.type
(type (subscript value: (identifier) @name)) @reference.type
(type (subscript value: (attribute object: (_) @receiver attribute: (identifier) @name))) @reference.type
(type (subscript subscript: (identifier) @name)) @reference.type
(type (string (string_content) @name)) @reference.type
(type (binary_operator [(identifier) @name (attribute object: (_) @receiver attribute: (identifier) @name)])) @reference.type
(type (binary_operator (binary_operator (identifier) @name))) @reference.type
(generic_type (identifier) @name) @reference.type
(except_clause value: (identifier) @name) @reference.type
(except_clause value: (as_pattern (identifier) @name)) @reference.type
(class_pattern (dotted_name (identifier) @name .)) @reference.type

(class_definition superclasses: (argument_list (identifier) @name)) @reference.type
(class_definition
  superclasses: (argument_list
    (subscript value: [(identifier) @name (attribute object: (_) @receiver attribute: (identifier) @name)]))) @reference.type

; A function, class or constant handed on by name.
(argument_list (identifier) @name @reference.read)
(keyword_argument value: (identifier) @name @reference.read)
(pair value: (identifier) @name @reference.read)
(list (identifier) @name @reference.read)
(tuple (identifier) @name @reference.read)
(return_statement (identifier) @name @reference.read)
(assignment right: (identifier) @name @reference.read)
; What is called or names a type is captured above and stays that.
(attribute object: (_) @receiver attribute: (identifier) @name) @reference.read

; Decision points.

[
  (if_statement)
  (elif_clause)
  (for_statement)
  (while_statement)
  (except_clause)
  (case_clause)
  (boolean_operator)
  (conditional_expression)
  (if_clause)
] @branch
