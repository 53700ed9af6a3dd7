(comment) @comment

; f() { ... }, function f { ... }, f() ( ... )
(function_definition
  name: (word) @name
  body: (_) @body) @definition.function

; Assignments at file level are what other scripts see after `source`.
(program
  (variable_assignment
    name: (variable_name) @name) @definition.variable)

(program
  (declaration_command
    .
    ["export" "declare" "typeset"] @modifier
    (variable_assignment
      name: (variable_name) @name)) @definition.variable)

(program
  (declaration_command
    .
    "readonly" @modifier
    (variable_assignment
      name: (variable_name) @name)) @definition.constant)

; alias ll='ls -l'
((command
  name: (command_name) @_alias
  .
  argument: (concatenation
    .
    (word) @name)) @definition.macro
  (#eq? @_alias "alias"))

; source ./lib.sh, . "$DIR/lib.sh"
((command
  name: (command_name
    (word) @_source)
  .
  argument: (_) @source) @import
  (#any-of? @_source "source" "."))

; export NAME, export -f function
(declaration_command
  .
  "export"
  (variable_name) @name) @export

(command
  name: (command_name
    (word) @name)) @reference.call

; Inside functions: local a=1 b, declare c
(declaration_command
  ["local" "declare" "typeset"]
  (variable_assignment
    name: (variable_name) @name
    value: (_) @value) @local)

(declaration_command
  "local"
  (variable_name) @name @local)

(for_statement
  variable: (variable_name) @name @local)

(function_definition
  body: (_) @scope)

[
  (if_statement)
  (elif_clause)
  (for_statement)
  (c_style_for_statement)
  (while_statement)
  (case_item)
  (ternary_expression)
] @branch

(list
  ["&&" "||"] @branch)

(binary_expression
  ["&&" "||"] @branch)
