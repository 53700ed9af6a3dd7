(comment) @comment

(package
  (full_ident) @package)

(message
  (message_name) @name
  (message_body) @body) @definition.struct

(enum
  (enum_name) @name
  (enum_body) @body) @definition.enum

(enum_field
  .
  (identifier) @name) @definition.enum-member

(service
  (service_name) @name
  "{" @body) @definition.interface

(rpc
  (rpc_name) @name
  (message_or_enum_type)
  (message_or_enum_type) @returns) @definition.method

(field
  (type) @value-type
  .
  (identifier) @name) @definition.property

(map_field
  (identifier) @name) @definition.property

(oneof
  .
  "oneof"
  .
  (identifier) @name) @definition.property

(oneof_field
  (type) @value-type
  .
  (identifier) @name) @definition.property

(import
  path: (string) @source @wildcard) @import.include

(message_or_enum_type
  (identifier) @name .) @reference.type
