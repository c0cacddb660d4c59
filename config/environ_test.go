package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDotenv(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"A=b", "b"},
		{"A=", ""},
		{" export A = b c ", "b c"},
		{"A=b # comment", "b"},
		{"A= # comment", ""},
		{"A=#b", "#b"},
		{"A=b#c", "b#c"},
		{"A=b=c", "b=c"},
		{`A="b # c" # d`, "b # c"},
		{`A="\"\\\n\t\$"`, "\"\\\n\t$"},
		{`A='b\n"c"'`, `b\n"c"`},
		{`A=b"c`, `b"c`},
		{"A=$HOME", "$HOME"},
		{"A=b\r", "b"},
		{"\ufeffA=b", "b"},
	} {
		got, wrong := parseDotenv(".env", []byte("# first\n\n"+test.line+"\n"))
		if strings.HasPrefix(test.line, "\ufeff") {
			got, wrong = parseDotenv(".env", []byte(test.line))
		}
		if len(wrong) > 0 || len(got) != 1 || got[0].name != "A" || got[0].value != test.want {
			t.Errorf("%q gives %+v and problems %v, want A = %q", test.line, got, wrong, test.want)
		}
	}
}

func TestDotenvRefuses(t *testing.T) {
	for _, text := range []string{
		"A", "=b", "1A=b", "A B=c", `A="b`, "A='b", `A="b" c`, `A="\x"`, `A="\`, "A=\xff", "A='\x00'", "A=1\nA=2",
	} {
		_, wrong := parseDotenv(".env", []byte(text))
		if len(wrong) != 1 {
			t.Errorf("%q gives problems %v, want one", text, wrong)
		}
	}
}

// A file of secrets must not end up on the screen.
func TestDotenvProblemsShowNoValues(t *testing.T) {
	_, wrong := parseDotenv(".env", []byte("KEY=\"sesame\nsesame\nKEY2='sesame' sesame\nKEY3=sesame\nKEY3=sesame\n"))
	if len(wrong) != 4 {
		t.Fatalf("problems %v, want four", wrong)
	}
	for _, p := range wrong {
		if strings.Contains(p.String(), "sesame") {
			t.Errorf("a problem shows a value: %s", p)
		}
	}
}

func FuzzDotenv(f *testing.F) {
	for _, seed := range []string{"A=b", "export A='b' # c", `A="\n\""`, "A=\"", "=\n#\n\xff=1", "A==\r\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, wrong := parseDotenv(".env", data)
		if lines := 1 + strings.Count(string(data), "\n"); len(got)+len(wrong) > lines {
			t.Errorf("%d variables and %d problems from %d lines", len(got), len(wrong), lines)
		}
		for _, v := range got {
			quoted := `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(v.value) + `"`
			again, wrong := parseDotenv(".env", []byte(v.name+"="+quoted))
			if len(wrong) > 0 || len(again) != 1 || again[0].value != v.value {
				t.Errorf("%q does not survive quoting: %+v %v", v.value, again, wrong)
			}
		}
	})
}

func TestSystemZone(t *testing.T) {
	linked := t.TempDir()
	if err := os.Symlink("/usr/share/zoneinfo/Asia/Tokyo", filepath.Join(linked, "localtime")); err != nil {
		t.Fatal(err)
	}
	written := t.TempDir()
	if err := os.WriteFile(filepath.Join(written, "timezone"), []byte("Europe/Paris\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		tz   string
		set  bool
		etc  string
		want string
	}{
		{"", false, linked, "Asia/Tokyo"},
		{"", false, written, "Europe/Paris"},
		{"", false, t.TempDir(), "UTC"},
		{"America/Lima", true, linked, "America/Lima"},
		{":America/Lima", true, linked, "America/Lima"},
		{":/usr/share/zoneinfo/America/Lima", true, linked, "America/Lima"},
		{"", true, linked, "UTC"},
		{"AEST-10", true, linked, "UTC"},
	} {
		if got := systemZone(test.tz, test.set, test.etc); got != test.want {
			t.Errorf("TZ %q (set: %v), %s: %s, want %s", test.tz, test.set, test.etc, got, test.want)
		}
	}
}

func TestNearest(t *testing.T) {
	words := []string{"zone", "country", "quiet", "log"}
	for key, want := range map[string]string{
		"zonee": "zone", "zoen": "zone", "ZONE": "zone", "contry": "country", "quite": "quiet",
		"lgo": "log", "x": "", "xyz": "", "principal": "", strings.Repeat("zone", 20): "",
	} {
		if diff := cmp.Diff(want, nearest(key, words)); diff != "" {
			t.Errorf("nearest to %q (-want +got):\n%s", key, diff)
		}
	}
}
