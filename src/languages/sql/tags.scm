[
  (comment)
  (marginalia)
] @comment

; --- tables with columns, views, types ---

(create_table
  (object_reference
    name: (identifier) @name)
  (column_definitions)? @body) @definition.struct

(alter_table
  (object_reference
    name: (identifier) @receiver-type)
  (add_column
    (column_definition
      name: (identifier) @name
      type: (_) @value-type) @definition.property))

(column_definition
  name: (identifier) @name
  type: (_) @value-type) @definition.property

(create_view
  (object_reference
    name: (identifier) @name)
  (create_query) @body) @definition.struct

(create_materialized_view
  (object_reference
    name: (identifier) @name)
  (create_query) @body) @definition.struct

(create_type
  (object_reference
    name: (identifier) @name)) @definition.type

; --- code ---

(create_function
  (object_reference
    name: (identifier) @name)
  (function_arguments) @parameters
  (function_body) @body) @definition.function

(function_argument
  .
  (identifier) @name) @parameter

(create_trigger
  (keyword_trigger)
  .
  (object_reference
    name: (identifier) @name)) @definition.function

; --- indexes, schemas, sequences ---

(create_index
  column: (identifier) @name) @definition.constant

(create_schema
  (identifier) @name) @definition.namespace

(create_sequence
  (object_reference
    name: (identifier) @name)) @definition.variable

; --- uses of tables and functions ---

(relation
  (object_reference
    name: (identifier) @name)) @reference.read

(column_definition
  (keyword_references)
  .
  (object_reference
    name: (identifier) @name)) @reference.type

(constraint
  (object_reference
    name: (identifier) @name)) @reference.type

(insert
  (object_reference
    name: (identifier) @name)) @reference.read

(update
  (relation
    (object_reference
      name: (identifier) @name))) @reference.read

(alter_table
  (object_reference
    name: (identifier) @name)) @reference.read

(create_index
  (object_reference
    name: (identifier) @name)) @reference.read

(create_trigger
  (keyword_on)
  .
  (object_reference
    name: (identifier) @name)) @reference.read

(create_trigger
  (keyword_function)
  .
  (object_reference
    name: (identifier) @name)) @reference.call

(invocation
  (object_reference
    name: (identifier) @name)) @reference.call
