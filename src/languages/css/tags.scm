(comment) @comment

(rule_set
  (selectors) @name
  (block) @body) @section

; Custom properties are used by name from other files.
((declaration
  (property_name) @name
  (_)? @value) @definition.variable
  (#match? @name "^--"))

(keyframes_statement
  (keyframes_name) @name
  (keyframe_block_list) @body) @section

(media_statement
  "@media"
  .
  (_) @name
  (block) @body) @section

(supports_statement
  "@supports"
  .
  (_) @name
  (block) @body) @section

(at_rule
  (at_keyword)
  .
  (keyword_query) @name
  (block) @body) @section

(at_rule
  (at_keyword) @name
  .
  (block) @body) @section

(import_statement
  (string_value
    (string_content) @source) @wildcard) @import.include

(import_statement
  (call_expression
    (arguments
      [
        (string_value
          (string_content) @source)
        (plain_value) @source
      ])) @wildcard) @import.include

; var(--main-color)
((call_expression
  (function_name) @_var
  (arguments
    .
    (plain_value) @name)) @reference.read
  (#eq? @_var "var"))
