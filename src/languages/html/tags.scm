(comment) @comment

; An element that can be linked to or found by script.
((element
  (start_tag
    (attribute
      (attribute_name) @_id
      (quoted_attribute_value
        (attribute_value) @name)))) @section
  (#eq? @_id "id"))

; Headings: the words up to the first inner element.
((element
  (start_tag
    (tag_name) @_heading)
  .
  (text) @name) @section
  (#match? @_heading "^[hH][1-6]$"))

((element
  (start_tag
    (tag_name) @_title)
  .
  (text) @name) @section
  (#eq? @_title "title"))

((script_element
  (start_tag
    (attribute
      (attribute_name) @_src
      (quoted_attribute_value
        (attribute_value) @source)))) @import.include
  (#eq? @_src "src"))

((element
  (start_tag
    (tag_name) @_link
    (attribute
      (attribute_name) @_href
      (quoted_attribute_value
        (attribute_value) @source)))) @import.include
  (#eq? @_link "link")
  (#eq? @_href "href"))
