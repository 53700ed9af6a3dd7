(comment) @comment

; @doc, @spec and @impl right above a function are part of it.
((unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_attribute)) @annotation
  (#any-of? @_attribute "doc" "typedoc" "spec" "impl" "deprecated" "tag"))

((unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_attribute
    (arguments
      [
        (string
          (quoted_content) @doc)
        (sigil
          (quoted_content) @doc)
      ])))
  (#any-of? @_attribute "doc" "typedoc" "moduledoc"))

; --- modules ---

((call
  target: (identifier) @_keyword
  (arguments
    .
    (alias) @name)
  (do_block) @body) @definition.namespace
  (#eq? @_keyword "defmodule"))

((call
  target: (identifier) @_keyword
  (arguments
    .
    (alias) @name)
  (do_block) @body) @definition.interface
  (#eq? @_keyword "defprotocol"))

; defimpl Size, for: BitString: members are those of the protocol for that type
((call
  target: (identifier) @_keyword
  (arguments
    .
    (alias) @name @base.implements)
  (do_block) @body) @definition.class
  (#eq? @_keyword "defimpl"))

; --- functions and macros: def f(a), def f(a) when ..., def f; language.ts tells them apart ---

((call
  target: (identifier) @modifier
  (arguments
    .
    [
      (call
        target: (identifier) @name
        (arguments) @parameters)
      (binary_operator
        left: (call
          target: (identifier) @name
          (arguments) @parameters)
        operator: "when")
      (identifier) @name
    ]
    (keywords)? @body)
  (do_block)? @body) @definition.function
  (#any-of? @modifier "def" "defp" "defdelegate" "defmacro" "defmacrop" "defguard" "defguardp"))

; test "name" do, describe "name" do
((call
  target: (identifier) @_keyword
  (arguments
    .
    (string
      (quoted_content) @name))
  (do_block) @body) @definition.function
  (#any-of? @_keyword "test" "describe" "property"))

; defstruct [:name, age: 0]: the fields are the module's
((call
  target: (identifier) @_keyword
  (arguments
    (list
      [
        (atom) @name @definition.property
        (keywords
          (pair
            key: (keyword) @name) @definition.property)
      ])))
  (#any-of? @_keyword "defstruct" "defexception"))

((call
  target: (identifier) @_keyword
  (arguments
    (keywords
      (pair
        key: (keyword) @name) @definition.property)))
  (#any-of? @_keyword "defstruct" "defexception"))

; @type t :: ..., @callback init(term) :: ..., @limit 10
((unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @modifier
    (arguments
      .
      (binary_operator
        left: [
          (identifier) @name
          (call
            target: (identifier) @name)
        ]
        operator: "::")))) @definition.type
  (#any-of? @modifier "type" "typep" "opaque"))

((unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @modifier
    (arguments
      .
      (binary_operator
        left: (call
          target: (identifier) @name
          (arguments) @parameters)
        operator: "::"
        right: (_) @returns)))) @definition.method
  (#any-of? @modifier "callback" "macrocallback"))

((unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @name
    (arguments))) @definition.constant
  (#not-any-of? @name
    "doc" "moduledoc" "typedoc" "spec" "impl" "type" "typep" "opaque" "callback" "macrocallback" "behaviour"
    "deprecated" "derive" "enforce_keys" "optional_callbacks" "dialyzer" "compile" "tag" "moduletag"
    "describetag" "before_compile" "after_compile" "external_resource" "inline" "on_definition" "since"))

; @behaviour GenServer
((unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_attribute
    (arguments
      (alias) @base.implements)))
  (#eq? @_attribute "behaviour"))

; --- imports: alias, import, require, use; language.ts reads the options ---

((call
  target: (identifier) @_keyword
  (arguments
    .
    [
      (alias)
      (dot)
    ] @source
    (keywords)? @_options)) @import
  (#any-of? @_keyword "alias" "import" "require" "use"))

; --- references ---

(call
  target: (dot
    left: (_) @receiver
    right: (identifier) @name)) @reference.call

(call
  target: (identifier) @name
  (#not-any-of? @name
    "def" "defp" "defmodule" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defstruct" "defimpl"
    "defprotocol" "defexception" "alias" "import" "require" "use" "if" "unless" "case" "cond" "with" "for" "try"
    "receive" "quote" "unquote" "fn" "raise" "doc" "moduledoc" "spec" "type" "typep" "impl" "callback" "describe" "test" "tag")) @reference.call

; x |> trim
(binary_operator
  operator: "|>"
  right: (identifier) @name) @reference.call

; &helper/2, &Mod.helper/2
(unary_operator
  operator: "&"
  operand: (binary_operator
    left: (identifier) @name
    operator: "/")) @reference.read

(unary_operator
  operator: "&"
  operand: (binary_operator
    left: (call
      target: (dot
        left: (_) @receiver
        right: (identifier) @name))
    operator: "/")) @reference.read

; %User{}
(struct
  (alias) @name) @reference.new

(alias) @name @reference.type

; --- locals and branches ---

(binary_operator
  left: (identifier) @name
  operator: "="
  right: (_) @value) @local

(stab_clause) @branch @scope

((call
  target: (identifier) @_keyword) @branch
  (#any-of? @_keyword "if" "unless" "for" "with"))

(binary_operator
  operator: ["&&" "||" "and" "or"] @branch)
