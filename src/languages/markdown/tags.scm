; A heading opens a section that reaches to the next heading of its level; the grammar nests them.
(section
  .
  (atx_heading
    heading_content: (inline) @name)
  .
  (_)? @body) @section

; Underlined headings do not open a node of their own; language.ts gives them their extent.
(setext_heading
  heading_content: (paragraph
    (inline) @name @body)) @section
