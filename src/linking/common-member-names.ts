/**
 * Members that every program calls on strings, collections, promises and streams. On a receiver of unknown type
 * such a name says nothing, even if one class of the view happens to define it too.
 */
const COMMON = `add addAll all any append apply apply_async as_ref as_str assert at bind borrow call catch charAt clear clone close
concat connect contains containsKey copy count create cancel delete destroy detach disconnect dispose done each empty emit end
endsWith endswith entries equals error every exec execute exists expect extend fail fetch fill filter finally find findIndex first
flat flatMap flush forEach format from get getName getOrDefault get_or_insert hasNext has hashCode hasOwnProperty head id includes
index indexOf info init insert into into_iter is_empty isEmpty is_none is_some items iter iterator join key keys last lastIndexOf
len length listen load lock log lower lstrip map match max merge min name next notify off ok on once open or_else parse parseInt
path peek ping pipe pop post prepend print println push put query raise read readLine ready receive reduce register reject release
remove removeListener render repeat replace request reset resolve resume retain return reverse round rstrip run save search select
send set setState shift show size slice sleep some sort split splice start startsWith startswith status stop strip sub subscribe
substring sum take test text then throw to_owned to_s to_string toArray toEqual toBe toHaveBeenCalled toISOString toJSON toList
toLowerCase toString toUpperCase trace transform trim type union unlock unshift unsubscribe unwrap update upper use value valueOf
values wait warn write writeln debug json body headers url method params message code arrayBuffer blob formData`;

export const COMMON_MEMBER_NAMES: ReadonlySet<string> = new Set(COMMON.split(/\s+/));
