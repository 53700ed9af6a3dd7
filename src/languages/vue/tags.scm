(comment) @comment

; Components are capitalised or hyphenated; plain elements belong to the browser.
((start_tag
  (tag_name) @name) @reference.jsx
  (#match? @name "^[A-Z]|-"))

((self_closing_tag
  (tag_name) @name) @reference.jsx
  (#match? @name "^[A-Z]|-"))
