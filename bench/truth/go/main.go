// Every call of a Go tree by go/types, one JSON object per line. Modules that are not part of the tree are not installed:
// what comes from them is unknown, and so is what is made of it.
//
// Usage: go run main.go DIR
package main

import (
	"encoding/json"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

type target struct {
	Path       string `json:"path"`
	Line       int    `json:"line"`
	IsFunction bool   `json:"isFunction"`
}

type site struct {
	Path     string   `json:"path"`
	Line     int      `json:"line"`
	Name     string   `json:"name"`
	Receiver string   `json:"receiver"`
	IsKnown  bool     `json:"isKnown"`
	Targets  []target `json:"targets"`
}

type tree struct {
	root    string
	files   *token.FileSet
	modules map[string]string // module path → folder
	checked map[string]*types.Package
	library types.Importer
	out     *json.Encoder
}

func main() {
	root, _ := filepath.Abs(os.Args[1])
	t := &tree{root: root, files: token.NewFileSet(), modules: map[string]string{}, checked: map[string]*types.Package{}, out: json.NewEncoder(os.Stdout)}
	build.Default.CgoEnabled = false
	t.library = importer.ForCompiler(t.files, "source", nil)
	var folders []string
	filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if entry.IsDir() {
			if strings.HasPrefix(entry.Name(), ".") && path != root {
				return filepath.SkipDir
			}
			folders = append(folders, path)
		} else if entry.Name() == "go.mod" {
			text, _ := os.ReadFile(path)
			for _, line := range strings.Split(string(text), "\n") {
				if rest := strings.TrimPrefix(strings.TrimSpace(line), "module "); rest != strings.TrimSpace(line) {
					t.modules[strings.Trim(strings.TrimSpace(rest), `"`)] = filepath.Dir(path)
				}
			}
		}
		return nil
	})
	sort.Strings(folders)
	for _, folder := range folders {
		t.report(folder)
	}
}

// Import finds packages of the tree by the module that their path starts with, others in the library of Go.
func (t *tree) Import(path string) (*types.Package, error) {
	if known := t.checked[path]; known != nil {
		return known, nil
	}
	for module, folder := range t.modules {
		if path != module && !strings.HasPrefix(path, module+"/") {
			continue
		}
		inside := filepath.Join(folder, strings.TrimPrefix(path, module))
		if files := t.parse(inside, false)[""]; len(files) > 0 {
			pkg, _ := t.check(path, files)
			t.checked[path] = pkg
			return pkg, nil
		}
	}
	return t.library.Import(path)
}

// parse gives the files of a folder: those of the package under "", with its own tests when asked, and the package of outside tests under "test".
func (t *tree) parse(folder string, withTests bool) map[string][]*ast.File {
	groups := map[string][]*ast.File{}
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		name := entry.Name()
		isTest := strings.HasSuffix(name, "_test.go")
		if entry.IsDir() || !strings.HasSuffix(name, ".go") || (isTest && !withTests) {
			continue
		}
		if fits, err := build.Default.MatchFile(folder, name); err != nil || !fits {
			continue
		}
		file, _ := parser.ParseFile(t.files, filepath.Join(folder, name), nil, parser.SkipObjectResolution)
		if file == nil {
			continue
		}
		key := ""
		if isTest && strings.HasSuffix(file.Name.Name, "_test") {
			key = "test"
		}
		groups[key] = append(groups[key], file)
	}
	return groups
}

func (t *tree) check(path string, files []*ast.File) (*types.Package, *types.Info) {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	config := types.Config{Importer: t, FakeImportC: true, Error: func(error) {}}
	pkg, _ := config.Check(path, t.files, files, info)
	return pkg, info
}

func (t *tree) report(folder string) {
	path := folder
	for module, root := range t.modules {
		if relative, err := filepath.Rel(root, folder); err == nil && !strings.HasPrefix(relative, "..") {
			path = strings.TrimSuffix(module+"/"+filepath.ToSlash(relative), "/.")
		}
	}
	for key, files := range t.parse(folder, true) {
		name := path
		if key == "test" {
			name += "_test"
		}
		_, info := t.check(name, files)
		for _, file := range files {
			ast.Inspect(file, func(node ast.Node) bool {
				switch made := node.(type) {
				case *ast.CallExpr:
					t.call(made.Fun, info)
				case *ast.CompositeLit:
					t.call(made.Type, info)
				}
				return true
			})
		}
	}
}

// call reports what a call or a literal of a type names.
func (t *tree) call(callee ast.Expr, info *types.Info) {
	for {
		switch inner := callee.(type) {
		case *ast.ParenExpr:
			callee = inner.X
			continue
		case *ast.IndexExpr:
			callee = inner.X
			continue
		case *ast.IndexListExpr:
			callee = inner.X
			continue
		}
		break
	}
	var name *ast.Ident
	receiver := ""
	switch found := callee.(type) {
	case *ast.Ident:
		name = found
	case *ast.SelectorExpr:
		name = found.Sel
		receiver = types.ExprString(found.X)
	default:
		return
	}
	object := info.Uses[name]
	place := t.files.Position(name.Pos())
	relative, _ := filepath.Rel(t.root, place.Filename)
	result := site{Path: filepath.ToSlash(relative), Line: place.Line, Name: name.Name, Receiver: receiver, IsKnown: object != nil, Targets: []target{}}
	if object != nil && object.Pos().IsValid() {
		at := t.files.Position(object.Pos())
		if inside, err := filepath.Rel(t.root, at.Filename); err == nil && !strings.HasPrefix(inside, "..") {
			_, isFunction := object.(*types.Func)
			result.Targets = append(result.Targets, target{filepath.ToSlash(inside), at.Line, isFunction})
		}
	}
	t.out.Encode(result)
}
