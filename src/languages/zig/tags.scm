(comment) @comment

; language.ts calls those of containers methods.
(function_declaration
  name: (identifier) @name
  (parameters) @parameters
  type: (_)? @returns
  body: (block)? @body) @definition.function

(function_declaration
  ["pub" "export" "extern" "inline" "noinline"] @modifier)

(variable_declaration
  ["pub" "export" "extern" "threadlocal" "comptime"] @modifier)

; const Point = struct { ... }
(variable_declaration
  (identifier) @name
  .
  "="
  .
  (struct_declaration
    "{" @body)) @definition.struct

(variable_declaration
  (identifier) @name
  .
  "="
  .
  (union_declaration
    "{" @body)) @definition.struct

(variable_declaration
  (identifier) @name
  .
  "="
  .
  (opaque_declaration
    "{" @body)) @definition.struct

(variable_declaration
  (identifier) @name
  .
  "="
  .
  (enum_declaration
    "{" @body)) @definition.enum

(variable_declaration
  (identifier) @name
  .
  "="
  .
  (error_set_declaration
    "{" @body)) @definition.enum

(struct_declaration
  (container_field
    name: (identifier) @name
    type: (_)? @value-type) @definition.property)

(union_declaration
  (container_field
    name: (identifier) @name
    type: (_)? @value-type) @definition.property)

(enum_declaration
  (container_field
    name: (identifier) @name) @definition.enum-member)

(error_set_declaration
  (identifier) @name @definition.enum-member)

; Other constants and variables of a file or a container; one that holds a file is an import instead.
((source_file
  (variable_declaration
    "const"
    (identifier) @name
    type: (_)? @value-type) @definition.constant)
  (#not-match? @definition.constant "@import\\("))

((struct_declaration
  (variable_declaration
    "const"
    (identifier) @name
    type: (_)? @value-type) @definition.constant)
  (#not-match? @definition.constant "@import\\("))

(union_declaration
  (variable_declaration
    "const"
    (identifier) @name
    type: (_)? @value-type) @definition.constant)

(enum_declaration
  (variable_declaration
    "const"
    (identifier) @name
    type: (_)? @value-type) @definition.constant)

(source_file
  (variable_declaration
    "var"
    (identifier) @name
    type: (_)? @value-type) @definition.variable)

(struct_declaration
  (variable_declaration
    "var"
    (identifier) @name
    type: (_)? @value-type) @definition.variable)

; test "name" { ... }, test Type { ... }
(test_declaration
  [
    (string
      (string_content) @name)
    (identifier) @name
  ]
  (block) @body) @definition.function

; const x = @import("x.zig");
((variable_declaration
  (identifier) @namespace
  .
  "="
  .
  (builtin_function
    (builtin_identifier) @_import
    (arguments
      (string
        (string_content) @source)))) @import
  (#eq? @_import "@import"))

; const Thing = @import("x.zig").Thing;
((variable_declaration
  (identifier) @alias
  .
  "="
  .
  (field_expression
    object: (builtin_function
      (builtin_identifier) @_import
      (arguments
        (string
          (string_content) @source)))
    member: (identifier) @imported)) @import
  (#eq? @_import "@import"))

; pub const x = @import("x.zig"); and pub const Thing = @import("x.zig").Thing; hand on what they import.
((variable_declaration
  "pub"
  (identifier) @alias
  .
  "="
  .
  (builtin_function
    (builtin_identifier) @_import
    (arguments
      (string
        (string_content) @source))) @wildcard) @export
  (#eq? @_import "@import"))

((variable_declaration
  "pub"
  (identifier) @alias
  .
  "="
  .
  (field_expression
    object: (builtin_function
      (builtin_identifier) @_import
      (arguments
        (string
          (string_content) @source)))
    member: (identifier) @name)) @export
  (#eq? @_import "@import"))

; usingnamespace @import("x.zig");
((using_namespace_declaration
  (builtin_function
    (builtin_identifier) @_import
    (arguments
      (string
        (string_content) @source)))) @import @wildcard
  (#eq? @_import "@import"))

; @import("x.zig") inside an expression
((builtin_function
  (builtin_identifier) @_import
  (arguments
    (string
      (string_content) @source))) @import
  (#any-of? @_import "@import" "@embedFile"))

(call_expression
  function: (identifier) @name) @reference.call

(call_expression
  function: (field_expression
    object: (_) @receiver
    member: (identifier) @name)) @reference.call

; Point{ .x = 1 }
(struct_initializer
  .
  (identifier) @name) @reference.new

(struct_initializer
  .
  (field_expression
    object: (_) @receiver
    member: (identifier) @name)) @reference.new

; Types of parameters, fields, variables and results
(parameter
  type: (identifier) @name @reference.type)

(parameter
  type: (field_expression
    object: (_) @receiver
    member: (identifier) @name) @reference.type)

(container_field
  type: (identifier) @name @reference.type)

(container_field
  type: (field_expression
    object: (_) @receiver
    member: (identifier) @name) @reference.type)

(variable_declaration
  type: (identifier) @name @reference.type)

(variable_declaration
  type: (field_expression
    object: (_) @receiver
    member: (identifier) @name) @reference.type)

(function_declaration
  type: (identifier) @name @reference.type)

[
  (pointer_type
    (identifier) @name)
  (nullable_type
    (identifier) @name)
  (slice_type
    (identifier) @name)
  (array_type
    (identifier) @name)
  (error_union_type
    ok: (identifier) @name)
] @reference.type

(parameter
  name: (identifier) @name
  type: (_)? @type) @parameter

(block
  (variable_declaration
    ["const" "var"]
    .
    (identifier) @name
    type: (_) @type) @local)

(block
  (variable_declaration
    (identifier) @name
    .
    "="
    .
    (_) @value) @local)

(payload
  (identifier) @name @local)

[
  (block)
  (function_declaration)
] @scope

[
  (if_statement)
  (if_expression)
  (for_statement)
  (for_expression)
  (while_statement)
  (while_expression)
  (switch_case)
  (catch_expression)
] @branch

(binary_expression
  operator: ["and" "or" "orelse"] @branch)
