; Declarations of JavaScript, with JSX. The more exact pattern stands first: it wins for the same name.

(function_declaration name: (identifier) @name parameters: (_) @parameters body: (_) @body) @definition.function
(generator_function_declaration name: (identifier) @name parameters: (_) @parameters body: (_) @body) @definition.function
(lexical_declaration (variable_declarator
  name: (identifier) @name
  value: (arrow_function [parameters: (_) parameter: (_)] @parameters body: (_) @body))) @definition.function
(lexical_declaration (variable_declarator
  name: (identifier) @name
  value: [
    (function_expression parameters: (_) @parameters body: (_) @body)
    (generator_function parameters: (_) @parameters body: (_) @body)
  ])) @definition.function
(variable_declaration (variable_declarator
  name: (identifier) @name
  value: [
    (function_expression parameters: (_) @parameters body: (_) @body)
    (arrow_function [parameters: (_) parameter: (_)] @parameters body: (_) @body)
  ])) @definition.function

(class_declaration name: (identifier) @name body: (class_body) @body) @definition.class
(class_heritage (_) @base.extends)
(class_heritage (identifier) @name @reference.type)
(method_definition name: (_) @name parameters: (_) @parameters body: (_) @body) @definition.method
(field_definition property: (_) @name value: [
  (arrow_function [parameters: (_) parameter: (_)] @parameters body: (_) @body)
  (function_expression parameters: (_) @parameters body: (_) @body)
]) @definition.method
(field_definition property: (_) @name value: (_)? @value) @definition.property

(lexical_declaration kind: "const" (variable_declarator name: (identifier) @name value: (_)? @value)) @definition.constant
(lexical_declaration kind: "let" (variable_declarator name: (identifier) @name value: (_)? @value)) @definition.variable
(variable_declaration (variable_declarator name: (identifier) @name value: (_)? @value)) @definition.variable

(call_expression
  function: (member_expression object: (_) @element property: (property_identifier) @_method)
  arguments: (arguments . [
    (arrow_function parameters: (formal_parameters . (identifier) @name))
    (function_expression parameters: (formal_parameters . (identifier) @name))
  ])
  (#match? @_method "^(map|forEach|filter|find|findIndex|findLast|some|every|flatMap)$")) @local
(formal_parameters (identifier) @name @parameter)
(formal_parameters (assignment_pattern left: (identifier) @name right: (_) @value) @parameter)
(formal_parameters (assignment_pattern left: (object_pattern) @name) @parameter)
(formal_parameters (rest_pattern (identifier) @name) @parameter)
(formal_parameters (object_pattern) @name @parameter)
(formal_parameters (array_pattern) @name @parameter)
