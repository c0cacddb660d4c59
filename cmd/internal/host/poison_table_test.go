package host_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// entries are the places of the code where words of others come in, by their package and function, and
// the ways of TestStrangersOrderNothing, or the test, by which each is besieged.
var entries = map[string][]string{
	"brain/perform.returned":    {"web_page", "a result of a server", "how a server fails", "how a page fails"},
	"brain.wrote":               {"TestARecordingOrdersNothing"},
	"bot.others":                {"a channel", "an edit in a channel", "the name of somebody in a channel"},
	"bot.unparsed":              {}, // what could not be read is kept for the host, and no prompt shows it
	"bot.heard":                 {"a message passed on", "a picture passed on with its caption"},
	"bot.edits":                 {"a message passed on, and edited since", "TestWordsBesideARecording"},
	"bot.unfetched":             {}, // it says of no file more than that it is not kept
	"bot.settle":                {"an attached text", "the name of a file", "the name of a text"},
	"cmd/internal/host.hear":    {"what a program left"},
	"brain/respond.describedBy": {"the description of a tool", "the description of an argument", "a value of an argument"},
}

// Whatever writes down words as those of others is in the table, with ways that exist; and every tool
// that is built is among those which the suite lets loose.
func TestNoWayInIsLeftOut(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	found := map[string]bool{"brain/respond.describedBy": true}
	named := map[string]bool{}
	for _, part := range []string{"brain", "bot", "jobs", "connectors", "tools", "cmd/internal/host", "memory"} {
		err := filepath.WalkDir(filepath.Join(root, part), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "ledgertest") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			folder, _ := filepath.Rel(root, filepath.Dir(path))
			for _, decl := range file.Decls {
				if f, is := decl.(*ast.FuncDecl); is && f.Body != nil {
					takesIn(f, func() { found[filepath.ToSlash(folder)+"."+f.Name.Name] = true })
					if strings.HasPrefix(filepath.ToSlash(folder), "tools/") {
						toolNames(f, named)
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if got, want := slices.Sorted(maps.Keys(found)), slices.Sorted(maps.Keys(entries)); !slices.Equal(got, want) {
		t.Errorf("words of others come in by\n%q\nand the table has\n%q", got, want)
	}
	var ways []string
	for _, in := range inlets(t) {
		ways = append(ways, in.name)
	}
	for place, by := range entries {
		for _, way := range by {
			if !slices.Contains(ways, way) && !strings.HasPrefix(way, "Test") {
				t.Errorf("%s: there is no way %q", place, way)
			}
		}
	}
	loose := map[string]bool{}
	for _, tool := range everyTool(t) {
		loose[tool.Name] = true
	}
	for name := range named {
		if !loose[name] {
			t.Errorf("the suite lets %s not loose", name)
		}
	}
	if len(named) < 15 {
		t.Errorf("tools found: %q", slices.Sorted(maps.Keys(named)))
	}
}

// takesIn calls back for a function that gives something the trust of others.
func takesIn(f *ast.FuncDecl, tell func()) {
	others := func(e ast.Expr) bool {
		s, is := e.(*ast.SelectorExpr)
		return is && slices.Contains([]string{"ByTool", "ByThirdParty", "ByImport"}, s.Sel.Name)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if slices.ContainsFunc(n.Rhs, others) {
				tell()
			}
		case *ast.KeyValueExpr:
			if others(n.Value) {
				tell()
			}
		}
		return true
	})
}

// toolNames collects the names of the tools that a function makes.
func toolNames(f *ast.FuncDecl, into map[string]bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		lit, is := n.(*ast.CompositeLit)
		if !is {
			return true
		}
		if s, is := lit.Type.(*ast.SelectorExpr); !is || s.Sel.Name != "Tool" {
			return true
		}
		for _, e := range lit.Elts {
			pair, is := e.(*ast.KeyValueExpr)
			if !is {
				continue
			}
			name, text := pair.Key.(*ast.Ident), pair.Value
			if v, is := text.(*ast.BasicLit); is && name != nil && name.Name == "Name" && v.Kind == token.STRING {
				into[strings.Trim(v.Value, `"`)] = true
			}
		}
		return true
	})
}
