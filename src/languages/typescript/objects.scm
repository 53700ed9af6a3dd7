; Objects and functions that are written where a type is expected: they implement it.
(variable_declarator
  type: (type_annotation [(type_identifier) (nested_type_identifier) (generic_type)] @type)
  value: [(object) (arrow_function) (function_expression)] @object)
(public_field_definition
  type: (type_annotation [(type_identifier) (nested_type_identifier) (generic_type)] @type)
  value: [(object) (arrow_function) (function_expression)] @object)
(required_parameter
  type: (type_annotation [(type_identifier) (nested_type_identifier) (generic_type)] @type)
  value: (object) @object)
(as_expression . (object) @object [(type_identifier) (nested_type_identifier) (generic_type)] @type)
(satisfies_expression . (object) @object [(type_identifier) (nested_type_identifier) (generic_type)] @type)
(arrow_function
  return_type: (type_annotation [(type_identifier) (nested_type_identifier) (generic_type)] @type)
  body: (parenthesized_expression (object) @object))
(function_declaration
  return_type: (type_annotation [(type_identifier) (nested_type_identifier) (generic_type)] @type)
  body: (statement_block [
    (return_statement (object) @object)
    (if_statement (statement_block (return_statement (object) @object)))
    (if_statement (else_clause (statement_block (return_statement (object) @object))))
    (try_statement (statement_block (return_statement (object) @object)))
    (switch_statement (switch_body (_ (return_statement (object) @object))))
  ]))
(method_definition
  return_type: (type_annotation [(type_identifier) (nested_type_identifier) (generic_type)] @type)
  body: (statement_block [
    (return_statement (object) @object)
    (if_statement (statement_block (return_statement (object) @object)))
    (if_statement (else_clause (statement_block (return_statement (object) @object))))
    (try_statement (statement_block (return_statement (object) @object)))
    (switch_statement (switch_body (_ (return_statement (object) @object))))
  ]))
(arrow_function
  return_type: (type_annotation [(type_identifier) (nested_type_identifier) (generic_type)] @type)
  body: (statement_block [
    (return_statement (object) @object)
    (if_statement (statement_block (return_statement (object) @object)))
    (if_statement (else_clause (statement_block (return_statement (object) @object))))
    (try_statement (statement_block (return_statement (object) @object)))
    (switch_statement (switch_body (_ (return_statement (object) @object))))
  ]))
(function_expression
  return_type: (type_annotation [(type_identifier) (nested_type_identifier) (generic_type)] @type)
  body: (statement_block [
    (return_statement (object) @object)
    (if_statement (statement_block (return_statement (object) @object)))
    (if_statement (else_clause (statement_block (return_statement (object) @object))))
    (try_statement (statement_block (return_statement (object) @object)))
    (switch_statement (switch_body (_ (return_statement (object) @object))))
  ]))
