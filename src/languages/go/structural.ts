import type { StructuralRules } from "../structural.ts";
import { type MethodShape, methodShape } from "./method-shape.ts";

/** Of the standard library, those that interfaces embed. */
const OUTSIDE: Readonly<Record<string, readonly string[]>> = {
  error: ["Error() string"],
  "fmt.Stringer": ["String() string"],
  "io.Reader": ["Read(p []byte) (n int, err error)"],
  "io.Writer": ["Write(p []byte) (n int, err error)"],
  "io.Closer": ["Close() error"],
  "io.Seeker": ["Seek(offset int64, whence int) (int64, error)"],
  "io.ReaderAt": ["ReadAt(p []byte, off int64) (n int, err error)"],
  "io.WriterTo": ["WriteTo(w io.Writer) (n int64, err error)"],
  "io.ReaderFrom": ["ReadFrom(r io.Reader) (n int64, err error)"],
  "io.ReadWriter": ["Read(p []byte) (n int, err error)", "Write(p []byte) (n int, err error)"],
  "io.ReadCloser": ["Read(p []byte) (n int, err error)", "Close() error"],
  "io.WriteCloser": ["Write(p []byte) (n int, err error)", "Close() error"],
  "io.ReadWriteCloser": [
    "Read(p []byte) (n int, err error)",
    "Write(p []byte) (n int, err error)",
    "Close() error",
  ],
  "http.Handler": ["ServeHTTP(w http.ResponseWriter, r *http.Request)"],
  "http.ResponseWriter": ["Header() http.Header", "Write(p []byte) (int, error)", "WriteHeader(code int)"],
  "http.Flusher": ["Flush()"],
  "sort.Interface": ["Len() int", "Less(i, j int) bool", "Swap(i, j int)"],
  "sync.Locker": ["Lock()", "Unlock()"],
  "json.Marshaler": ["MarshalJSON() ([]byte, error)"],
  "json.Unmarshaler": ["UnmarshalJSON(data []byte) error"],
  "encoding.TextMarshaler": ["MarshalText() (text []byte, err error)"],
  "encoding.TextUnmarshaler": ["UnmarshalText(text []byte) error"],
};

/** An interface is implemented by having its methods. */
export const GO_STRUCTURAL: StructuralRules = {
  isContract: ({ kind }) => kind === "interface",
  fits(asked, given, contract) {
    const wanted = methodShape(asked.name, asked.signature);
    const had = methodShape(given.name, given.signature);
    if (wanted === null || had === null) return "likely";
    if (textOf(wanted) === textOf(had)) return "surely";
    // What stands for a type parameter cannot be compared by its spelling.
    const isGeneric = contract.signature.includes(`${contract.name}[`);
    return isGeneric && countsOf(wanted) === countsOf(had) ? "likely" : "no";
  },
  outside: new Map(Object.entries(OUTSIDE)),
  basesDispatch: false,
};

function textOf({ parameters, results }: MethodShape): string {
  return `(${parameters.join(",")})(${results.join(",")})`;
}

function countsOf({ parameters, results }: MethodShape): string {
  return `${parameters.length} ${results.length}`;
}
