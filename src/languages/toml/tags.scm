(comment) @comment

(document
  (pair
    .
    [
      (bare_key)
      (quoted_key)
      (dotted_key)
    ] @name) @section)

(table
  .
  "["
  .
  [
    (bare_key)
    (quoted_key)
    (dotted_key)
  ] @name
  (pair)? @body) @section

(table_array_element
  .
  "[["
  .
  [
    (bare_key)
    (quoted_key)
    (dotted_key)
  ] @name
  (pair)? @body) @section

; Keys of a table; deeper ones are text of their section.
(table
  (pair
    .
    [
      (bare_key)
      (quoted_key)
      (dotted_key)
    ] @name) @section)

(table_array_element
  (pair
    .
    [
      (bare_key)
      (quoted_key)
      (dotted_key)
    ] @name) @section)
