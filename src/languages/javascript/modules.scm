; What the grammars of JavaScript, TypeScript and TSX agree on: modules, calls, control flow, comments.

; -- modules ---------------------------------------------------------------------------------------------------
(import_statement source: (string) @source) @import
(import_statement (import_clause (identifier) @default) source: (string) @source) @import
(import_statement (import_clause (namespace_import (identifier) @namespace)) source: (string) @source) @import
(import_statement
  (import_clause (named_imports (import_specifier name: (_) @imported alias: (identifier)? @alias)))
  source: (string) @source) @import

(call_expression function: (import) arguments: (arguments . (string) @source)) @import.dynamic
(variable_declarator
  name: (identifier) @namespace
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @source))
  (#eq? @_require "require")) @import.require
(variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @imported)
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @source))
  (#eq? @_require "require")) @import.require
(variable_declarator
  name: (object_pattern (pair_pattern key: (property_identifier) @imported value: (identifier) @alias))
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @source))
  (#eq? @_require "require")) @import.require
(call_expression
  function: (identifier) @_require arguments: (arguments . (string) @source .)
  (#eq? @_require "require")) @import.require

(export_statement
  (export_clause (export_specifier name: (_) @name alias: (_)? @alias)) source: (string)? @source) @export
(export_statement "*" @wildcard source: (string) @source) @export
(export_statement (namespace_export "*" @wildcard (_) @alias) source: (string) @source) @export
(export_statement "default" @alias value: (identifier) @name) @export
; module.exports = Foo; module.exports = { a, b: c }
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: [
    (identifier) @name
    (object (shorthand_property_identifier) @name)
    (object (pair key: (property_identifier) @alias value: (identifier) @name))
  ]
  (#eq? @_module "module") (#eq? @_exports "exports")) @export
; exports.a = b
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @alias)
  right: (identifier) @name
  (#eq? @_module "exports")) @export

; -- wrappers and modifiers --------------------------------------------------------------------------------------
(export_statement "export" @modifier "default"? @modifier declaration: (_)) @wrapper
["async" "static" "get" "set"] @modifier
(decorator) @annotation

; -- definitions without types -----------------------------------------------------------------------------------
(export_statement "export" @modifier "default" @name @modifier value: (arrow_function body: (_) @body)) @definition.function
(export_statement "export" @modifier "default" @name @modifier value: (function_expression body: (_) @body)) @definition.function
(export_statement "export" @modifier "default" @name @modifier value: (class body: (class_body) @body)) @definition.class
(export_statement "export" @modifier "default" @name @modifier
  value: [(object) (call_expression) (new_expression) (array)] @value) @definition.constant
(export_statement "default" value: (object (pair
  key: (property_identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method))
(variable_declarator value: (object (pair
  key: (property_identifier) @name
  value: [
    (arrow_function parameters: (_)? @parameters body: (_) @body)
    (function_expression parameters: (_) @parameters body: (_) @body)
  ]) @definition.method))

; Foo.prototype.bar = function () {}; exports.bar = () => {}
(expression_statement . (assignment_expression
  left: (member_expression object: (_) @receiver-type property: (property_identifier) @name)
  right: [
    (function_expression parameters: (_) @parameters body: (_) @body)
    (arrow_function parameters: (_)? @parameters body: (_) @body)
    (class body: (_) @body)
  ])) @definition.function

(lexical_declaration (variable_declarator
  name: (identifier) @name value: (class body: (class_body) @body))) @definition.class

; -- bindings ----------------------------------------------------------------------------------------------------
(object_pattern (shorthand_property_identifier_pattern) @name) @local
(object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)) @local
(pair_pattern value: (identifier) @name) @local
(array_pattern (identifier) @name) @local
(catch_clause parameter: (identifier) @name) @local
(for_in_statement left: (identifier) @name operator: "of" right: (_) @element) @local
(for_in_statement left: (identifier) @name) @local
; items.map((item) => item.f())
(call_expression
  function: (member_expression object: (_) @element property: (property_identifier) @_method)
  arguments: (arguments . (arrow_function parameter: (identifier) @name))
  (#match? @_method "^(map|forEach|filter|find|findIndex|findLast|some|every|flatMap)$")) @local
(arrow_function parameter: (identifier) @name @parameter)

; -- uses --------------------------------------------------------------------------------------------------------
(decorator (identifier) @name) @reference.decorator
(decorator (call_expression function: (identifier) @name)) @reference.decorator
(decorator (call_expression function: (member_expression object: (_) @receiver property: (_) @name))) @reference.decorator
(call_expression function: (identifier) @name) @reference.call
(call_expression function: (member_expression object: (_) @receiver property: (_) @name)) @reference.call
; `await f<T>(x)`: the grammar takes the type arguments for those of `await f`.
(call_expression function: (await_expression (identifier) @name)) @reference.call
(call_expression function: (await_expression (member_expression object: (_) @receiver property: (_) @name))) @reference.call
(call_expression function: (subscript_expression
  object: (_) @receiver index: (string (string_fragment) @name)) (#match? @name "^[A-Za-z_$][\\w$]*$")) @reference.call
(new_expression constructor: (identifier) @name) @reference.new
(new_expression constructor: (member_expression object: (_) @receiver property: (_) @name)) @reference.new
(arguments (identifier) @name @reference.read)
(array (identifier) @name @reference.read)
(pair value: (identifier) @name @reference.read)
(shorthand_property_identifier) @name @reference.read
(variable_declarator value: (identifier) @name) @reference.read
(assignment_expression right: (identifier) @name) @reference.read
(return_statement (identifier) @name) @reference.read
(ternary_expression [consequence: (identifier) @name alternative: (identifier) @name]) @reference.read
(binary_expression operator: ["??" "||"] right: (identifier) @name) @reference.read
(arrow_function body: (identifier) @name) @reference.read
(export_statement !source (export_clause (export_specifier name: (identifier) @name))) @reference.read
(export_statement value: (identifier) @name) @reference.read
; What is called, made or rendered is captured above and stays that.
(member_expression object: (_) @receiver property: [(property_identifier) (private_property_identifier)] @name) @reference.read
(subscript_expression
  object: (_) @receiver index: (string (string_fragment) @name) (#match? @name "^[A-Za-z_$][\\w$]*$")) @reference.read

; -- control flow, blocks, comments ------------------------------------------------------------------------------
[
  (if_statement) (for_statement) (for_in_statement) (while_statement) (do_statement)
  (switch_case) (catch_clause) (ternary_expression) "&&" "||" "??"
] @branch
[(statement_block) (arrow_function) (function_expression) (for_statement) (for_in_statement) (catch_clause)] @scope
(comment) @comment
