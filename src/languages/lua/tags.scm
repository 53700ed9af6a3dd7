(comment) @comment

; function f(), local function f()
(function_declaration
  name: (identifier) @name
  parameters: (parameters) @parameters
  body: (block)? @body) @definition.function

; function M.f(), function M.sub.f()
(function_declaration
  name: (dot_index_expression
    table: (_) @receiver-type
    field: (identifier) @name)
  parameters: (parameters) @parameters
  body: (block)? @body) @definition.function

; function M:f()
(function_declaration
  name: (method_index_expression
    table: (_) @receiver-type
    method: (identifier) @name)
  parameters: (parameters) @parameters
  body: (block)? @body) @definition.method

; M.f = function() end
(assignment_statement
  (variable_list
    .
    name: (dot_index_expression
      table: (_) @receiver-type
      field: (identifier) @name))
  (expression_list
    .
    value: (function_definition
      parameters: (parameters) @parameters
      body: (block)? @body))) @definition.function

; local f = function() end
(variable_declaration
  (assignment_statement
    (variable_list
      .
      name: (identifier) @name)
    (expression_list
      .
      value: (function_definition
        parameters: (parameters) @parameters
        body: (block)? @body)))) @definition.function

; f = function() end
(chunk
  (assignment_statement
    (variable_list
      .
      name: (identifier) @name)
    (expression_list
      .
      value: (function_definition
        parameters: (parameters) @parameters
        body: (block)? @body))) @definition.function)

; { f = function() end }, { ["f"] = function() end }
(field
  name: [
    (identifier) @name
    (string
      content: (string_content) @name)
  ]
  value: (function_definition
    parameters: (parameters) @parameters
    body: (block)? @body)) @definition.function

; local M = {}: a module table, an object, a class with a metatable
(chunk
  (variable_declaration
    (assignment_statement
      (variable_list
        .
        name: (identifier) @name)
      (expression_list
        .
        value: (table_constructor)))) @definition.variable)

; local Derived = setmetatable({}, ...), local C = Base:extend(); a require is an import instead
(chunk
  (variable_declaration
    (assignment_statement
      (variable_list
        .
        name: (identifier) @name)
      (expression_list
        .
        value: (function_call
          name: (_) @_callee)))) @definition.variable
  (#not-eq? @_callee "require"))

(chunk
  (variable_declaration
    (assignment_statement
      (variable_list
        .
        name: (identifier) @name)
      (expression_list
        .
        value: [
          (string)
          (number)
          (true)
          (false)
          (nil)
          (binary_expression)
          (unary_expression)
          (identifier)
          (dot_index_expression
            table: [(identifier) (dot_index_expression)])
          (bracket_index_expression)
        ]))) @definition.variable)

; A global, and a field of the module table
(chunk
  (assignment_statement
    (variable_list
      .
      name: (identifier) @name)
    (expression_list
      .
      value: [
        (string)
        (number)
        (true)
        (false)
        (nil)
        (table_constructor)
        (binary_expression)
        (unary_expression)
        (identifier)
        (dot_index_expression)
        (function_call)
      ])) @definition.variable)

(chunk
  (assignment_statement
    (variable_list
      .
      name: (dot_index_expression
        table: (identifier) @receiver-type
        field: (identifier) @name))
    (expression_list
      .
      value: [
        (string)
        (number)
        (true)
        (false)
        (nil)
        (table_constructor)
        (binary_expression)
        (unary_expression)
        (identifier)
        (dot_index_expression)
        (function_call)
      ])) @definition.property)

; Derived = setmetatable({}, { __index = Base })
(function_call
  name: (identifier) @_setmetatable
  arguments: (arguments
    (table_constructor
      (field
        name: (identifier) @_index
        value: (identifier) @base.extends)))
  (#eq? @_setmetatable "setmetatable")
  (#eq? @_index "__index"))

; local x = require("a.b")
((variable_declaration
  (assignment_statement
    (variable_list
      .
      name: (identifier) @namespace)
    (expression_list
      .
      value: (function_call
        name: (identifier) @_require
        arguments: (arguments
          .
          (string
            content: (string_content) @source)))))) @import.require
  (#eq? @_require "require"))

; local f = require("a.b").f
((variable_declaration
  (assignment_statement
    (variable_list
      .
      name: (identifier) @alias)
    (expression_list
      .
      value: (dot_index_expression
        table: (function_call
          name: (identifier) @_require
          arguments: (arguments
            .
            (string
              content: (string_content) @source)))
        field: (identifier) @imported)))) @import.require
  (#eq? @_require "require"))

; require "a.b" on its own, in a field, in a call
((function_call
  name: (identifier) @_require
  arguments: (arguments
    .
    (string
      content: (string_content) @source))) @import.require
  (#eq? @_require "require"))

(function_call
  name: (identifier) @name) @reference.call

(function_call
  name: (dot_index_expression
    table: (_) @receiver
    field: (identifier) @name)) @reference.call

(function_call
  name: (method_index_expression
    table: (_) @receiver
    method: (identifier) @name)) @reference.call

(parameters
  name: (identifier) @name @parameter)

(block
  (variable_declaration
    (assignment_statement
      (variable_list
        .
        name: (identifier) @name)
      (expression_list
        .
        value: (_) @value))) @local)

(for_generic_clause
  (variable_list
    name: (identifier) @name @local))

(for_numeric_clause
  name: (identifier) @name @local)

[
  (function_declaration)
  (function_definition)
  (for_statement)
  (block)
] @scope

[
  (if_statement)
  (elseif_statement)
  (for_statement)
  (while_statement)
  (repeat_statement)
] @branch

(binary_expression
  ["and" "or"] @branch)
