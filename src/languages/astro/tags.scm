(comment) @comment

; Components are capitalised; <Menu.Item> takes Item from Menu.
((start_tag
  (tag_name) @name) @reference.jsx
  (#match? @name "^[A-Z]"))

((self_closing_tag
  (tag_name) @name) @reference.jsx
  (#match? @name "^[A-Z]"))
