; Components used in JSX. Lower-case elements are the host's own (`div`), nothing of ours defines them.
(jsx_opening_element name: (identifier) @name (#match? @name "^[A-Z]")) @reference.jsx
(jsx_self_closing_element name: (identifier) @name (#match? @name "^[A-Z]")) @reference.jsx
(jsx_opening_element name: (member_expression object: (_) @receiver property: (_) @name)) @reference.jsx
(jsx_self_closing_element name: (member_expression object: (_) @receiver property: (_) @name)) @reference.jsx
(jsx_expression (identifier) @name @reference.read)
