(comment) @comment

(description) @doc @annotation

(object_type_definition
  (name) @name
  (fields_definition)? @body) @definition.class

; `extend type` re-opens the type.
(object_type_extension
  (name) @name
  (fields_definition)? @body) @definition.class

(interface_type_definition
  (name) @name
  (fields_definition)? @body) @definition.interface

(input_object_type_definition
  (name) @name
  (input_fields_definition)? @body) @definition.struct

(input_object_type_extension
  (name) @name
  (input_fields_definition)? @body) @definition.struct

(enum_type_definition
  (name) @name
  (enum_values_definition)? @body) @definition.enum

(enum_value_definition
  (enum_value
    (name) @name)) @definition.enum-member

(union_type_definition
  (name) @name) @definition.type

(scalar_type_definition
  (name) @name) @definition.type

(directive_definition
  (name) @name
  (arguments_definition)? @parameters) @definition.macro

; Fields of Query, Mutation and of any type are called; arguments make the difference to a plain property.
(field_definition
  (name) @name
  (arguments_definition) @parameters
  (type) @returns) @definition.method

(field_definition
  (name) @name
  (type) @value-type) @definition.property

(input_fields_definition
  (input_value_definition
    (name) @name
    (type) @value-type) @definition.property)

(arguments_definition
  (input_value_definition
    (name) @name
    (type) @type) @parameter)

; Operations and fragments of clients
(operation_definition
  (name) @name
  (variable_definitions)? @parameters
  (selection_set) @body) @definition.function

(variable_definition
  (variable
    (name) @name)
  (type) @type) @parameter

(fragment_definition
  (fragment_name
    (name) @name)
  (selection_set) @body) @definition.function

(implements_interfaces
  (named_type
    (name) @base.implements))

(named_type
  (name) @name) @reference.type

(directive
  (name) @name) @reference.decorator

(fragment_spread
  (fragment_name
    (name) @name)) @reference.call

(field
  (name) @name) @reference.read
