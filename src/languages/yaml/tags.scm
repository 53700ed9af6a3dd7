; A Kubernetes object is found by its name: metadata.name stands for the whole document.
((document
  (block_node
    (block_mapping
      (block_mapping_pair
        key: (flow_node) @_metadata
        value: (block_node
          (block_mapping
            (block_mapping_pair
              key: (flow_node) @_name
              value: (flow_node) @name))))))) @section
  (#eq? @_metadata "metadata")
  (#eq? @_name "name"))

; Keys of the first two levels of every document of the stream.
(document
  (block_node
    (block_mapping
      (block_mapping_pair
        key: (flow_node) @name
        value: (_)? @value) @section)))

(document
  (block_node
    (block_mapping
      (block_mapping_pair
        value: (block_node
          (block_mapping
            (block_mapping_pair
              key: (flow_node) @name
              value: (_)? @value) @section))))))

(comment) @comment
