package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// What reads the mind may not block (memory.Mind.Read): whoever waits for a lock there keeps all that
// is to be written waiting, and where the lock's holder is about to read, nothing ever moves again.
func TestNoReadingTakesALock(t *testing.T) {
	readings, wrong := locked(t, os.DirFS("../.."))
	if readings < 100 {
		t.Errorf("%d readings were found: these are not all", readings)
	}
	for _, w := range wrong {
		t.Error(w)
	}
}

func TestReadingsThatTakeALock(t *testing.T) {
	const head = "package a\nimport (\"sync\"; \"citadel/memory\")\ntype a struct { mu sync.Mutex; mind *memory.Mind; n int }\n"
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"at once":    {"func (a *a) f() { a.mind.Read(func(memory.View) { a.mu.Lock(); a.n++; a.mu.Unlock() }) }", 1},
		"by another": {"func (a *a) f() { a.mind.Read(func(memory.View) { a.g() }) }\nfunc (a *a) g() { a.h() }\nfunc (a *a) h() { a.mu.Lock(); defer a.mu.Unlock() }", 1},
		"around it":  {"func (a *a) f() { a.mu.Lock(); defer a.mu.Unlock(); a.mind.Read(func(memory.View) { a.g() }) }\nfunc (a *a) g() { a.n++ }", 0},
	} {
		t.Run(name, func(t *testing.T) {
			_, wrong := locked(t, fstest.MapFS{"a/a.go": {Data: []byte(head + c.text)}})
			if len(wrong) != c.want {
				t.Errorf("found %q, want %d", wrong, c.want)
			}
		})
	}
}

// locked lists the readings of a tree that take a lock, by themselves or by a function of their
// package, and counts all readings. Functions are known by their names alone.
func locked(t *testing.T, tree fs.FS) (readings int, wrong []string) {
	t.Helper()
	set := token.NewFileSet()
	packages := map[string][]*ast.File{}
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && name != ".":
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		src, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(set, name, src, parser.SkipObjectResolution)
		packages[path.Dir(name)] = append(packages[path.Dir(name)], file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, files := range packages {
		calls := map[string][]string{} // of a function of the package
		for _, file := range files {
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
					name := f.Name.Name
					if f.Recv != nil {
						name = "." + name
					}
					calls[name] = append(calls[name], callees(f.Body)...)
				}
			}
		}
		for _, file := range files {
			ast.Inspect(file, func(n ast.Node) bool {
				f, ok := n.(*ast.FuncLit)
				if !ok || !reads(f.Type) {
					return true
				}
				readings++
				if way := toLock(calls, callees(f.Body), nil); way != nil {
					wrong = append(wrong, fmt.Sprintf("%s: a reading of the mind takes a lock: %s", set.Position(f.Pos()), strings.Join(way, " ")))
				}
				return true
			})
		}
	}
	return readings, wrong
}

// reads says whether a function is given a view of the mind.
func reads(f *ast.FuncType) bool {
	return slices.ContainsFunc(f.Params.List, func(p *ast.Field) bool {
		switch x := p.Type.(type) {
		case *ast.Ident:
			return x.Name == "View"
		case *ast.SelectorExpr:
			from, ok := x.X.(*ast.Ident)
			return ok && from.Name == "memory" && x.Sel.Name == "View"
		}
		return false
	})
}

// callees are the names of what a body calls, those of methods with a point before them.
func callees(body ast.Node) (names []string) {
	ast.Inspect(body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			switch f := c.Fun.(type) {
			case *ast.Ident:
				names = append(names, f.Name)
			case *ast.SelectorExpr:
				names = append(names, "."+f.Sel.Name)
			}
		}
		return true
	})
	return names
}

// toLock is a way from some names to one that takes a lock; nil if there is none.
func toLock(calls map[string][]string, names, way []string) []string {
	for _, name := range names {
		step := append(slices.Clip(way), name)
		switch {
		case name == ".Lock" || name == ".RLock":
			return step
		case slices.Contains(way, name):
			continue
		}
		if found := toLock(calls, calls[name], step); found != nil {
			return found
		}
	}
	return nil
}
