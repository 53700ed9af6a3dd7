; Keys of the first two levels. Deeper ones are text of their section: data dumps must stay cheap.
(document
  (object
    (pair
      key: (string
        (string_content) @name)
      value: (_) @value) @section))

(document
  (object
    (pair
      value: (object
        (pair
          key: (string
            (string_content) @name)
          value: (_) @value) @section))))
