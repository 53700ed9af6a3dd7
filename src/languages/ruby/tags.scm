; Definitions. `class A::B` keeps its path; language.ts turns it into dots.

(module name: [(constant) (scope_resolution)] @name body: (body_statement)? @body) @definition.namespace
(class name: [(constant) (scope_resolution)] @name body: (body_statement)? @body) @definition.class

(method
  name: [(identifier) (constant) (operator) (setter)] @name
  parameters: (method_parameters)? @parameters
  body: (_)? @body) @definition.method
(singleton_method
  object: (_) @receiver-type
  name: [(identifier) (constant) (operator) (setter)] @name
  parameters: (method_parameters)? @parameters
  body: (_)? @body) @definition.method
(alias name: [(identifier) (operator)] @name) @definition.method

; `Point = Struct.new(:x) do ... end`: told from other constants in language.ts by what creates them.
(assignment
  left: (constant) @name
  right: (call receiver: (constant) method: (identifier) block: (_) @body)) @definition.constant
(assignment left: (constant) @name right: (_) @value) @definition.constant
(program (assignment left: (global_variable) @name right: (_) @value) @definition.variable)
(body_statement (assignment left: (class_variable) @name right: (_) @value) @definition.property)
; Instance variables; language.ts moves them from the method to the class.
(assignment left: (instance_variable) @name @definition.property right: (_) @value)
(operator_assignment left: (instance_variable) @name @definition.property right: (_) @value)

; Macros that define methods and attributes; language.ts tells by the macro what each one is.
(call
  !receiver
  method: (identifier) @_macro
  arguments: (argument_list [(simple_symbol) @name (string (string_content) @name)])
  (#match? @_macro
    "^(?:attr_accessor|attr_reader|attr_writer|[cm]attr_accessor|class_attribute|delegate|define_method|define_singleton_method|alias_method|scope|has_many|has_one|belongs_to|has_and_belongs_to_many)$"))
  @definition.property

; `private def x`; a bare `private` reaches to the end of its body and is read in language.ts.
(call
  method: (identifier) @modifier
  arguments: (argument_list . [(method) (singleton_method)])) @wrapper

(comment) @comment

; Bases.

(superclass [(constant) (scope_resolution)] @base.extends)
(body_statement
  (call
    !receiver
    method: (identifier) @_include
    arguments: (argument_list [(constant) (scope_resolution)] @base.implements)
    (#match? @_include "^(?:include|extend|prepend)$")))

; Parameters and locals.

(method_parameters (identifier) @name @parameter)
(method_parameters
  [
    (optional_parameter name: (identifier) @name)
    (keyword_parameter name: (identifier) @name)
    (splat_parameter name: (identifier) @name)
    (hash_splat_parameter name: (identifier) @name)
    (block_parameter name: (identifier) @name)
  ] @parameter)
(block_parameters (identifier) @name @parameter)
(block_parameters [(optional_parameter name: (identifier) @name) (keyword_parameter name: (identifier) @name)] @parameter)
(destructured_parameter (identifier) @name @parameter)
(lambda_parameters (identifier) @name @parameter)
(assignment left: (identifier) @name right: (_) @value) @local
(operator_assignment left: (identifier) @name right: (_) @value) @local
(left_assignment_list (identifier) @name @local)
(exception_variable (identifier) @name @local)
(for pattern: (identifier) @name @local)

[(method) (singleton_method) (block) (do_block) (lambda)] @scope

; `class << self`: what is inside belongs to the class itself; read by language.ts.

(singleton_class value: (self)) @export

; Imports.

(call
  !receiver
  method: (identifier) @_require
  arguments: (argument_list . (string (string_content) @source) .)
  (#match? @_require "^(?:require|require_relative|load)$")) @import.require
(call
  !receiver
  method: (identifier) @_autoload
  arguments: (argument_list . (simple_symbol) @imported (string (string_content) @source))
  (#eq? @_autoload "autoload")) @import.dynamic

; References.

(call receiver: (_) @receiver method: [(identifier) (constant)] @name) @reference.call
(call !receiver method: [(identifier) (constant)] @name) @reference.call
(scope_resolution scope: (_) @receiver name: (constant) @name) @reference.type
(constant) @name @reference.type
; A bare word is a call without arguments unless a local has that name.
(body_statement (identifier) @name @reference.call)
(then (identifier) @name @reference.call)
(argument_list (identifier) @name @reference.call)
(block_argument (simple_symbol) @name) @reference.read

; Decision points.

[
  (if)
  (elsif)
  (unless)
  (if_modifier)
  (unless_modifier)
  (while)
  (until)
  (while_modifier)
  (until_modifier)
  (for)
  (when)
  (in_clause)
  (rescue)
  (rescue_modifier)
  (conditional)
] @branch
(binary operator: ["&&" "||" "and" "or"] @branch)
