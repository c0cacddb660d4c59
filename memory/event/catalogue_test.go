package event

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestCatalogue(t *testing.T) {
	kinds := Kinds()
	if !slices.IsSorted(kinds) {
		t.Error("Kinds is not sorted")
	}
	if len(slices.Compact(slices.Clone(kinds))) != len(kinds) {
		t.Error("a kind has two lines, and so could have two owners")
	}
	sources := []Source{Ledger, Memory, Bot, Brain, Outbox, Learning, Loops, Decisions, Principal, Jobs, Host, Models, Accounts, Self, Agency, Hands}
	used := map[Source]bool{}
	name := regexp.MustCompile(`^[a-z]+(\.[a-z]+)?$`)
	for _, k := range kinds {
		s, ok := Of(k)
		if !ok || s.Kind != k {
			t.Errorf("Of(%q) gives the line of %q", k, s.Kind)
		}
		if !slices.Contains(sources, s.Owner) {
			t.Errorf("%q belongs to %q, which is no subsystem", k, s.Owner)
		}
		used[s.Owner] = true
		if !name.MatchString(string(k)) {
			t.Errorf("%q is not a name like the others", k)
		}
		if s.Own && !s.Sensitive {
			t.Errorf("%q is decided by its owner alone, but is not sensitive", k)
		}
	}
	for _, s := range sources {
		if !used[s] {
			t.Errorf("nothing belongs to %q", s)
		}
	}
	if _, ok := Of("no such kind"); ok {
		t.Error("a kind that does not exist has a line")
	}
}

// Every payload type of the package is in the catalogue and says what it is.
func TestDocs(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	docs, payloads := map[string]string{}, map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if ts, ok := s.(*ast.TypeSpec); ok {
						docs[ts.Name.Name] = d.Doc.Text() + ts.Doc.Text()
					}
				}
			case *ast.FuncDecl:
				if d.Recv != nil && d.Name.Name == "Kind" {
					payloads[d.Recv.List[0].Type.(*ast.Ident).Name] = true
				}
			}
		}
	}
	listed := map[string]bool{}
	for _, s := range catalogue {
		p, err := s.decode([]byte("{}"))
		if err != nil {
			t.Fatal(err)
		}
		listed[reflect.TypeOf(p).Name()] = true
	}
	if len(payloads) == 0 {
		t.Fatal("no payloads were found in the source")
	}
	for name := range payloads {
		if !listed[name] {
			t.Errorf("%s has a kind but no line in the catalogue", name)
		}
		if !strings.HasPrefix(docs[name], name+" ") {
			t.Errorf("%s does not say what it is: %q", name, docs[name])
		}
	}
}

// moved is a payload whose second version split a field of the first.
type moved struct {
	City    string `json:"city"`
	Country string `json:"country"`
}

func (moved) Kind() Kind { return "moved" }

func twoVersions() Spec {
	return spec[moved](Host, func(s *Spec) {
		s.Version = 2
		s.lift = []func([]byte) ([]byte, error){func(old []byte) ([]byte, error) {
			var v1 struct {
				Where string `json:"where"`
			}
			if err := json.Unmarshal(old, &v1); err != nil {
				return nil, err
			}
			city, country, ok := strings.Cut(v1.Where, ", ")
			if !ok {
				return nil, errors.New("no country")
			}
			return json.Marshal(moved{city, country})
		}}
	})
}

func TestLift(t *testing.T) {
	s := twoVersions()
	want := moved{"Lyon", "France"}
	for v, body := range map[int]string{1: `{"where":"Lyon, France"}`, 2: `{"city":"Lyon","country":"France"}`} {
		got, err := s.read(v, []byte(body))
		if err != nil {
			t.Fatalf("version %d: %v", v, err)
		}
		if diff := cmp.Diff(Payload(want), got); diff != "" {
			t.Errorf("version %d: %s", v, diff)
		}
	}
	for name, c := range map[string]struct {
		v    int
		body string
		want error
	}{
		"newer":            {3, `{}`, ErrNewerVersion},
		"far newer":        {1 << 40, `{}`, ErrNewerVersion},
		"zero":             {0, `{}`, nil},
		"negative":         {-1, `{}`, nil},
		"lift refuses":     {1, `{"where":"Lyon"}`, nil},
		"lift cannot read": {1, `[`, nil},
		"body of garbage":  {2, `[`, nil},
		"body of a list":   {2, `[]`, nil},
	} {
		p, err := s.read(c.v, []byte(c.body))
		if err == nil {
			t.Errorf("%s: no error but %v", name, p)
		}
		if c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestCheck(t *testing.T) {
	heard := Heard{}.Kind()
	for _, c := range []struct {
		kind Kind
		v    int
		want error
	}{
		{heard, 1, nil},
		{heard, 2, ErrNewerVersion},
		{heard, 0, ErrNoVersion},
		{heard, -1, ErrNoVersion},
		{"no such kind", 1, ErrUnknownKind},
		{"", 1, ErrUnknownKind},
	} {
		if err := Check(c.kind, c.v); !errors.Is(err, c.want) {
			t.Errorf("Check(%q, %d) = %v, want %v", c.kind, c.v, err, c.want)
		}
		if _, err := Decode(c.kind, c.v, []byte("{}")); !errors.Is(err, c.want) {
			t.Errorf("Decode(%q, %d) = %v, want %v", c.kind, c.v, err, c.want)
		}
	}
}

func TestEncodeRefuses(t *testing.T) {
	if _, _, err := Encode(moved{}); !errors.Is(err, ErrUnknownKind) {
		t.Errorf("a payload outside the catalogue: %v", err)
	}
	if _, _, err := Encode(nil); !errors.Is(err, ErrUnknownKind) {
		t.Errorf("no payload: %v", err)
	}
	if _, _, err := Encode(Heard{On: time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC)}); err == nil {
		t.Error("a time that JSON cannot hold was encoded")
	}
}
