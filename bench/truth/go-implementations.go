// Command go-implementations prints, for every interface of a Go module, the named types of the module that implement it,
// as go/types says: one JSON object a line, {"asked": "path#Name", "implementations": ["path#Name", ...]}. Packages outside
// the module and the standard library are empty; what needs them is left out, not guessed.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

type loader struct {
	root, module string
	fset         *token.FileSet
	std          types.ImporterFrom
	packages     map[string]*types.Package
	loading      map[string]bool
}

func (l *loader) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if path == l.module || strings.HasPrefix(path, l.module+"/") {
		return l.load(path)
	}
	if !strings.Contains(strings.SplitN(path, "/", 2)[0], ".") {
		if known, err := l.std.ImportFrom(path, l.root, 0); err == nil {
			return known, nil
		}
	}
	name := path[strings.LastIndex(path, "/")+1:]
	empty := types.NewPackage(path, name)
	empty.MarkComplete()
	return empty, nil
}

func (l *loader) load(path string) (*types.Package, error) {
	if known, ok := l.packages[path]; ok {
		return known, nil
	}
	if l.loading[path] {
		return nil, fmt.Errorf("cycle at %s", path)
	}
	l.loading[path] = true
	folder := filepath.Join(l.root, strings.TrimPrefix(strings.TrimPrefix(path, l.module), "/"))
	listed, err := build.Default.ImportDir(folder, 0)
	if err != nil && len(listed.GoFiles) == 0 {
		return nil, err
	}
	var files []*ast.File
	for _, name := range listed.GoFiles {
		if file, err := parser.ParseFile(l.fset, filepath.Join(folder, name), nil, parser.SkipObjectResolution); err == nil {
			files = append(files, file)
		}
	}
	config := types.Config{Importer: l, Error: func(error) {}, FakeImportC: true, DisableUnusedImportCheck: true}
	checked, _ := config.Check(path, l.fset, files, nil)
	l.packages[path] = checked
	return checked, nil
}

func main() {
	root, _ := filepath.Abs(os.Args[1])
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		panic(err)
	}
	module := regexp.MustCompile(`(?m)^module\s+(\S+)`).FindStringSubmatch(string(text))[1]
	fset := token.NewFileSet()
	std := importer.ForCompiler(fset, "source", nil).(types.ImporterFrom)
	l := &loader{root, module, fset, std, map[string]*types.Package{}, map[string]bool{}}
	filepath.Walk(root, func(path string, info os.FileInfo, err error) error {
		if err != nil || !info.IsDir() {
			return nil
		}
		base := info.Name()
		if path != root && (base == "testdata" || base == "vendor" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")) {
			return filepath.SkipDir
		}
		if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil && path != root {
			return filepath.SkipDir
		}
		relative, _ := filepath.Rel(root, path)
		name := module
		if relative != "." {
			name += "/" + filepath.ToSlash(relative)
		}
		l.load(name)
		return nil
	})
	report(l)
}

func report(l *loader) {
	var interfaces, others []*types.TypeName
	for _, checked := range l.packages {
		if checked == nil {
			continue
		}
		for _, name := range checked.Scope().Names() {
			object, ok := checked.Scope().Lookup(name).(*types.TypeName)
			if !ok || object.IsAlias() {
				continue
			}
			named, ok := object.Type().(*types.Named)
			if !ok || named.TypeParams().Len() > 0 {
				continue
			}
			if contract, ok := named.Underlying().(*types.Interface); ok {
				if contract.NumMethods() > 0 && contract.IsMethodSet() && isKnown(contract) {
					interfaces = append(interfaces, object)
				}
			} else if named.Underlying() != types.Typ[types.Invalid] {
				others = append(others, object)
			}
		}
	}
	out := json.NewEncoder(os.Stdout)
	for _, asked := range interfaces {
		contract := asked.Type().Underlying().(*types.Interface)
		found := []string{}
		for _, other := range others {
			if types.Implements(other.Type(), contract) || types.Implements(types.NewPointer(other.Type()), contract) {
				found = append(found, l.handle(other))
			}
		}
		sort.Strings(found)
		out.Encode(map[string]any{"asked": l.handle(asked), "implementations": found})
	}
}

// isKnown says whether every type in the methods is known: unknown ones are all alike to the checker.
func isKnown(contract *types.Interface) bool {
	for at := 0; at < contract.NumMethods(); at++ {
		if strings.Contains(contract.Method(at).Type().String(), "invalid type") {
			return false
		}
	}
	for at := 0; at < contract.NumEmbeddeds(); at++ {
		if strings.Contains(contract.EmbeddedType(at).String(), "invalid type") {
			return false
		}
	}
	return true
}

func (l *loader) handle(object *types.TypeName) string {
	path, _ := filepath.Rel(l.root, l.fset.Position(object.Pos()).Filename)
	return filepath.ToSlash(path) + "#" + object.Name()
}
