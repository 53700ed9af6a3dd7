[
  (comment)
  (haddock)
  (pragma)
] @comment

(header
  module: (module) @package)

; --- types ---

(data_type
  name: (_) @name
  constructors: (_)? @body) @definition.type

(newtype
  name: (_) @name
  constructor: (_) @body) @definition.type

(type_synomym
  name: (_) @name) @definition.type

(type_family
  name: (_) @name) @definition.type

(data_family
  name: (_) @name) @definition.type

(class
  name: (_) @name
  declarations: (_)? @body) @definition.trait

; An instance is named by its class; language.ts adds the type it is for.
(instance
  name: (_) @name @base.implements
  declarations: (_)? @body) @definition.class

; --- constructors and fields ---

(data_constructor
  constructor: [
    (prefix
      name: (_) @name)
    (record
      name: (_) @name)
    (infix
      operator: (_) @name)
  ]) @definition.enum-member

(newtype_constructor
  name: (_) @name) @definition.enum-member

(gadt_constructor
  name: (_) @name
  type: (_) @value-type) @definition.enum-member

(gadt_constructor
  names: (binding_list
    (constructor) @name)
  type: (_) @value-type) @definition.enum-member

(field
  name: (field_name
    (variable) @name)
  type: (_) @value-type) @definition.property

; --- functions: the signature and the clauses that follow it become one symbol ---

(declarations
  (signature
    name: [
      (variable) @name
      (prefix_id
        (_) @name)
    ]
    type: (_) @value-type) @definition.function)

(declarations
  (signature
    names: (binding_list
      (variable) @name)
    type: (_) @value-type) @definition.function)

; language.ts calls functions of classes and instances methods.
(function
  name: [
    (variable) @name
    (prefix_id
      (_) @name)
  ]
  match: (_) @body) @definition.function

(function
  (infix
    operator: [
      (operator) @name
      (infix_id
        (variable) @name)
    ])
  match: (_) @body) @definition.function

(declarations
  (bind
    name: [
      (variable) @name
      (prefix_id
        (_) @name)
    ]
    match: (_) @body) @definition.function)

(foreign_import
  signature: (signature
    name: (_) @name
    type: (_) @value-type)) @definition.function

(pattern_synonym
  (equation
    synonym: [
      (apply
        function: (constructor) @name)
      (constructor) @name
    ])) @definition.macro

(class_declarations
  (signature
    name: [
      (variable) @name
      (prefix_id
        (_) @name)
    ]
    type: (_) @value-type) @definition.function)

(class_declarations
  (signature
    names: (binding_list
      (variable) @name)
    type: (_) @value-type) @definition.function)

(class_declarations
  (bind
    name: [
      (variable) @name
      (prefix_id
        (_) @name)
    ]
    match: (_) @body) @definition.function)

(instance_declarations
  (bind
    name: [
      (variable) @name
      (prefix_id
        (_) @name)
    ]
    match: (_) @body) @definition.function)

; --- modules ---

(import
  module: (module) @source) @import

(exports
  (export
    [
      (variable) @name
      (name) @name
      (prefix_id
        (_) @name)
    ]) @export)

(module_export
  (module) @source @wildcard) @export

; --- references ---

(apply
  function: (variable) @name) @reference.call

(apply
  function: (qualified
    module: (_) @receiver
    id: (variable) @name)) @reference.call

(apply
  function: (constructor) @name) @reference.new

(infix
  operator: [
    (operator) @name
    (infix_id
      (variable) @name)
  ]) @reference.call

(infix
  (variable) @name) @reference.call

(qualified
  module: (_) @receiver
  id: (variable) @name) @reference.read

(apply
  argument: (variable) @name) @reference.read

(match
  expression: (variable) @name) @reference.read

(exp
  (variable) @name) @reference.call

(deriving
  classes: [
    (name) @base.implements
    (tuple
      (name) @base.implements)
  ])

(name) @name @reference.type

(constructor) @name @reference.new

; --- locals ---

(patterns
  (variable) @name @local)

(local_binds
  (bind
    name: (variable) @name) @local)

(do
  (bind
    pattern: (variable) @name) @local)

[
  (function)
  (lambda)
  (let_in)
  (alternative)
  (do)
] @scope

[
  (guards)
  (alternative)
  (conditional)
] @branch

((operator) @branch
  (#any-of? @branch "&&" "||"))
