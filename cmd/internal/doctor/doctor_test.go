package doctor_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/brain/model"
	"citadel/cmd/internal/doctor"
	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/sqlite"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var now = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// melbourne is an environment in which nothing is left to the machine of the test.
var melbourne = []string{"TZ=Australia/Melbourne"}

// home makes a home with a ledger of so many messages, the last written an hour ago.
func home(t *testing.T, messages int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "home")
	locked, err := host.LockHome(path)
	if err != nil {
		t.Fatal(err)
	}
	store, err := sqlite.Open(t.Context(), filepath.Join(path, host.LedgerName))
	if err != nil {
		t.Fatal(err)
	}
	m, pens, err := memory.Open(t.Context(), memory.Options{
		Store: store, Principal: "me", Now: func() time.Time { return now.Add(-time.Hour) },
		Anchor: &ledger.FileAnchor{Path: filepath.Join(path, host.AnchorName)}, CheckpointEvery: 1 << 20,
	})
	if err != nil {
		t.Fatal(err)
	}
	var said []ledger.Entry
	for i := range messages {
		e := pens.For(event.Bot).Write(event.Heard{Place: event.Place{Platform: "console"}, Text: fmt.Sprint("message ", i), On: now.Add(-time.Hour)})
		e.Trust = event.ByPrincipal
		said = append(said, e)
	}
	_, err = m.Record(t.Context(), said...)
	if err := errors.Join(err, m.Close(t.Context()), locked.Close()); err != nil {
		t.Fatal(err)
	}
	write(t, path, host.AliveName, now.Add(-time.Hour).Format(time.RFC3339))
	return path
}

func write(t *testing.T, home, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(home, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func options(home string) doctor.Options {
	return doctor.Options{
		Home: home, Environ: melbourne, User: os.Geteuid(), Now: func() time.Time { return now },
		Free: func(string) (uint64, error) { return 40 << 30, nil },
	}
}

// sizes differ with what the folds come to hold, and are not what the golden files show.
var sizes = regexp.MustCompile(`\d[\d,]*(\.\d)? (bytes|kB|MB)`)

func golden(t *testing.T, name string, o doctor.Options) {
	t.Helper()
	found := doctor.Examine(t.Context(), o)
	same := func(s string) string {
		return sizes.ReplaceAllString(strings.ReplaceAll(s, o.Home, "/home/ana/.citadel"), "N kB")
	}
	for i, f := range found { // before lines are broken where they are full
		found[i].Says, found[i].Do = same(f.Says), same(f.Do)
		for j := range f.Details {
			f.Details[j] = same(f.Details[j])
		}
	}
	var b bytes.Buffer
	if err := doctor.Write(&b, found, 88); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func TestReport(t *testing.T) {
	golden(t, "new", options(filepath.Join(t.TempDir(), "none")))

	well := home(t, 3)
	golden(t, "well", options(well))

	locked, err := host.LockHome(well)
	if err != nil {
		t.Fatal(err)
	}
	defer locked.Close()
	write(t, well, host.AliveName, now.Add(-time.Minute).Format(time.RFC3339))
	write(t, well, "config.yaml", "quiet:\n  from: 23:00\nlog:\n  file: citadel.log\nprincipal: me\n")
	write(t, well, "citadel.log", strings.Repeat("a line\n", 1000))
	o := options(well)
	o.Environ = append(o.Environ, "CITADEL_CEILINGS_DAY=3", "ANTHROPIC_API_KEY=sk-never-shown", "OPENAI_BASE_URL=http://localhost:1")
	o.Full = true
	o.List = func(_ context.Context, p config.Provider) ([]model.Listed, error) {
		if p.Name == "anthropic" {
			return []model.Listed{{Name: "claude-sonnet-5-5"}, {Name: "claude-haiku-5-5"}}, nil
		}
		return nil, &model.Error{Op: "openai: list the models", Reason: model.Unreachable}
	}
	golden(t, "running", o)

	ill := home(t, 3)
	write(t, ill, "config.yaml", "zonee: Australia/Melbourne\nquiet: {from: 25:00}\n")
	write(t, ill, ".env", "CITADEL_QUIET_TO=8\n")
	write(t, ill, "ledger.db.importing", "")
	tamper(t, ill, "UPDATE events SET at = at - 1 WHERE seq = 3")
	if err := os.Chmod(ill, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(ill, "config.yaml"), 0o644); err != nil {
		t.Fatal(err)
	}
	o = options(ill)
	o.Now = func() time.Time { return now.AddDate(0, 0, -1) }
	o.Free = func(string) (uint64, error) { return 12 << 20, nil }
	golden(t, "ill", o)
}

// Each condition is found by the check that is for it, which gives its verdict and says
// what to do.
func TestConditions(t *testing.T) {
	chmod := func(name string, mode os.FileMode) func(*testing.T, *doctor.Options) {
		return func(t *testing.T, o *doctor.Options) {
			if err := os.Chmod(filepath.Join(o.Home, name), mode); err != nil {
				t.Fatal(err)
			}
		}
	}
	put := func(name, text string) func(*testing.T, *doctor.Options) {
		return func(t *testing.T, o *doctor.Options) { write(t, o.Home, name, text) }
	}
	remove := func(name string) func(*testing.T, *doctor.Options) {
		return func(t *testing.T, o *doctor.Options) {
			if err := os.Remove(filepath.Join(o.Home, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	sql := func(statements ...string) func(*testing.T, *doctor.Options) {
		return func(t *testing.T, o *doctor.Options) { tamper(t, o.Home, statements...) }
	}
	hold := func(t *testing.T, o *doctor.Options) {
		locked, err := host.LockHome(o.Home)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { locked.Close() })
	}
	folder := func(name string) func(*testing.T, *doctor.Options) {
		return func(t *testing.T, o *doctor.Options) {
			if err := os.Mkdir(filepath.Join(o.Home, name), 0o700); err != nil {
				t.Fatal(err)
			}
		}
	}
	both := func(bends ...func(*testing.T, *doctor.Options)) func(*testing.T, *doctor.Options) {
		return func(t *testing.T, o *doctor.Options) {
			for _, bend := range bends {
				bend(t, o)
			}
		}
	}
	for name, c := range map[string]struct {
		bend    func(*testing.T, *doctor.Options)
		check   string
		verdict doctor.Verdict
		says    string
	}{
		"the home is a file": {func(t *testing.T, o *doctor.Options) {
			write(t, o.Home, "file", "")
			o.Home = filepath.Join(o.Home, "file")
		}, "home", doctor.Fail, "not a folder"},
		"the home is open":             {chmod("", 0o750), "home", doctor.Fail, "0750"},
		"the home is closed to all":    {chmod("", 0o500), "home", doctor.Fail, "0500"},
		"the home is another's":        {func(t *testing.T, o *doctor.Options) { o.User += 7 }, "home", doctor.Fail, fmt.Sprintf("user %d, and you are user %d", os.Geteuid(), os.Geteuid()+7)},
		"a file is open":               {chmod("ledger.db", 0o640), "files", doctor.Look, "ledger.db"},
		"a file and the home are open": {both(chmod("head", 0o604), chmod("", 0o711)), "files", doctor.Fail, "read head."},
		"many files are open": {func(t *testing.T, o *doctor.Options) {
			for i := range 8 {
				write(t, o.Home, fmt.Sprint("file", i), "")
				chmod(fmt.Sprint("file", i), 0o644)(t, o)
			}
		}, "files", doctor.Look, "file4 and 3 more"},
		"little space": {func(t *testing.T, o *doctor.Options) {
			o.Free = func(string) (uint64, error) { return 900 << 20, nil }
		}, "space", doctor.Look, "900.0 MB"},
		"no space": {func(t *testing.T, o *doctor.Options) {
			o.Free = func(string) (uint64, error) { return 4 << 10, nil }
		}, "space", doctor.Fail, "4 kB"},
		"space unknown": {func(t *testing.T, o *doctor.Options) {
			o.Free = func(string) (uint64, error) { return 0, errors.New("no such call") }
		}, "space", doctor.Look, "no such call"},
		"a process hangs":           {hold, "process", doctor.Look, "20 Nov 2026 19:00 AEDT"},
		"a key is misspelt":         {put("config.yaml", "\nquiett: {}\n"), "settings", doctor.Fail, "1 thing to change"},
		"the settings are a folder": {folder("config.yaml"), "settings", doctor.Fail, "not a regular file"},
		"no zone":                   {func(t *testing.T, o *doctor.Options) { o.Environ = []string{"TZ="} }, "zone", doctor.Look, "UTC"},
		"UTC by choice":             {put("config.yaml", "zone: UTC\n"), "zone", doctor.OK, "UTC, as the settings say"},
		"the clock was never set":   {func(t *testing.T, o *doctor.Options) { o.Now = func() time.Time { return time.Unix(7, 0) } }, "clock", doctor.Fail, "never set"},
		"the clock went back": {func(t *testing.T, o *doctor.Options) {
			o.Now = func() time.Time { return now.Add(-time.Hour - 6*time.Minute) }
		}, "clock", doctor.Fail, "newest event is from 20 Nov 2026 19:00"},
		"the clock went back a little": {func(t *testing.T, o *doctor.Options) {
			o.Now = func() time.Time { return now.Add(-time.Hour - 4*time.Minute) }
		}, "clock", doctor.OK, ""},
		"the ledger is gone":      {remove("ledger.db"), "ledger", doctor.Fail, "is missing"},
		"the ledger is garbage":   {put("ledger.db", strings.Repeat("garbage ", 1000)), "ledger", doctor.Fail, "damaged"},
		"the ledger is a folder":  {both(remove("ledger.db"), folder("ledger.db")), "ledger", doctor.Fail, ""},
		"the ledger is empty":     {put("ledger.db", ""), "ledger", doctor.Fail, ""},
		"content is changed":      {sql("UPDATE events SET body = zeroblob(length(body)) WHERE seq = 2"), "ledger", doctor.Fail, "event 2: its content does not match"},
		"an event is missing":     {sql("DELETE FROM events WHERE seq = 2"), "ledger", doctor.Fail, "event 2"},
		"the end is cut off":      {sql("DELETE FROM events WHERE seq > 3"), "ledger", doctor.Fail, "the anchor has seen event 5"},
		"a key is gone":           {sql("UPDATE keys SET key = zeroblob(32) WHERE seq = 3"), "ledger", doctor.Fail, "event 3: its key is gone"},
		"the anchor is damaged":   {put("head", "17 what\n"), "ledger", doctor.Fail, "the anchor is damaged"},
		"the anchor is gone":      {remove("head"), "ledger", doctor.Look, "no anchor stands beside it"},
		"no anchor is wanted":     {both(remove("head"), put("config.yaml", "ledger: {head: false}")), "ledger", doctor.OK, "as the settings say"},
		"another's ledger":        {put("config.yaml", "principal: sam\n"), "ledger", doctor.Fail, "`principal` says: sam"},
		"a newer file":            {sql("PRAGMA user_version = 9"), "ledger", doctor.Fail, "newer version"},
		"wrong settings":          {put("config.yaml", "principal: 1 2\n"), "ledger", doctor.OK, "5 events"},
		"the checkpoint is bent":  {sql("UPDATE shelf SET data = zeroblob(9)"), "checkpoint", doctor.Look, "a start replays 5 events"},
		"there is no checkpoint":  {sql("DELETE FROM shelf"), "checkpoint", doctor.Look, "does not fit"},
		"an import was cut short": {put("ledger.db.importing-wal", ""), "leftovers", doctor.Look, "ledger.db.importing-wal"},
		"an import is under way":  {both(hold, put("ledger.db.importing", "")), "leftovers", doctor.OK, "under way"},
		"the log is large": {func(t *testing.T, o *doctor.Options) {
			write(t, o.Home, host.LogName, "")
			if err := os.Truncate(filepath.Join(o.Home, host.LogName), 250<<20); err != nil {
				t.Fatal(err)
			}
		}, "log", doctor.Look, "250.0 MB"},
		"a log of another name": {both(put("config.yaml", "log: {file: own.log}\n"), put("own.log", "x")), "log", doctor.OK, "own.log, 1 byte."},
		"no backup":             {func(*testing.T, *doctor.Options) {}, "backups", doctor.Look, "makes none"},
	} {
		t.Run(name, func(t *testing.T) {
			o := options(home(t, 3))
			c.bend(t, &o)
			defer os.Chmod(o.Home, 0o700)
			got := doctor.Examine(t.Context(), o)
			i := slices.IndexFunc(got, func(f doctor.Finding) bool { return f.Check == c.check })
			if i < 0 {
				t.Fatalf("no finding of that check among %+v", got)
			}
			f := got[i]
			if f.Verdict != c.verdict || !strings.Contains(f.Says, c.says) || f.Verdict == doctor.Fail && f.Do == "" {
				t.Errorf("%+v\nwant %s, saying %q", f, c.verdict, c.says)
			}
			if worst := doctor.Worst(got); (worst == doctor.Fail) != slices.ContainsFunc(got, func(f doctor.Finding) bool { return f.Verdict == doctor.Fail }) {
				t.Errorf("the worst is %s", worst)
			}
			var b bytes.Buffer
			if err := doctor.Write(&b, got, 80); err != nil || strings.Contains(b.String(), "sk-") {
				t.Errorf("%v\n%s", err, &b)
			}
		})
	}
}

// What the quick look cannot see, the full one finds.
func TestFull(t *testing.T) {
	path := home(t, 1500)
	tamper(t, path, "UPDATE events SET at = at - 1 WHERE seq = 7")
	o := options(path)
	for _, full := range []bool{false, true} {
		o.Full = full
		told := false
		o.Progress = func(what string, done, all int) { told = told || what == "verifying" }
		for _, f := range doctor.Examine(t.Context(), o) {
			if f.Check == "ledger" && (f.Verdict == doctor.Fail) != full {
				t.Errorf("full %v: %+v", full, f)
			}
		}
		if told {
			t.Error("a broken ledger was verified to its end")
		}
	}
}

// Whoever is stopped says so, and does not call well what was not looked at.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, f := range doctor.Examine(ctx, options(home(t, 3))) {
		if f.Check == "ledger" && f.Verdict == doctor.OK {
			t.Errorf("%+v", f)
		}
	}
}

// Examining changes nothing.
func TestNothingChanges(t *testing.T) {
	path := home(t, 30)
	before := content(t, path)
	o := options(path)
	o.Full = true
	doctor.Examine(t.Context(), o)
	if diff := cmp.Diff(before, content(t, path)); diff != "" {
		t.Error(diff)
	}
}

func content(t *testing.T, home string) map[string]string {
	t.Helper()
	out := map[string]string{}
	files, err := os.ReadDir(home)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		b, err := os.ReadFile(filepath.Join(home, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		out[f.Name()] = string(b)
	}
	return out
}

func TestJSON(t *testing.T) {
	var b bytes.Buffer
	want := doctor.Examine(t.Context(), options(home(t, 1)))
	if err := doctor.WriteJSON(&b, want); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Verdict  doctor.Verdict
		Findings []doctor.Finding
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got.Findings); diff != "" || got.Verdict != doctor.Look {
		t.Errorf("%s: %s", got.Verdict, diff)
	}
}

// Permissions do not apply to root, so this looks as somebody else: at a home of which the
// names can be listed and nothing be read, and at one that is closed altogether.
func TestUnreadable(t *testing.T) {
	const key, nobody = "CITADEL_TEST_FOLDER", 65534
	dir := os.Getenv(key)
	if dir == "" {
		path := home(t, 1)
		write(t, path, "config.yaml", "")
		modes := []os.FileMode{0o755, 0o700}
		for _, name := range []string{"config.yaml", host.LedgerName} {
			if err := os.Chmod(filepath.Join(path, name), 0); err != nil {
				t.Fatal(err)
			}
		}
		for _, above := range []string{filepath.Dir(path), filepath.Dir(filepath.Dir(path))} {
			if err := os.Chmod(above, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if os.Getuid() != 0 {
			modes = []os.FileMode{0o755, 0} // we are somebody else, whose home this is
		}
		defer os.Chmod(path, 0o700)
		for _, mode := range modes {
			if err := os.Chmod(path, mode); err != nil {
				t.Fatal(err)
			}
			child := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
			child.Env = append(os.Environ(), key+"="+path)
			if out, err := child.CombinedOutput(); err != nil {
				t.Errorf("%v:\n%s", err, out)
			}
		}
		return
	}
	if os.Getuid() == 0 {
		if err := errors.Join(syscall.Setgroups(nil), syscall.Setgid(nobody), syscall.Setuid(nobody)); err != nil {
			t.Fatal(err)
		}
	}
	got := map[string]doctor.Verdict{}
	for _, f := range doctor.Examine(t.Context(), options(dir)) {
		got[f.Check] = f.Verdict
	}
	if _, err := os.ReadDir(dir); err != nil {
		want := map[string]doctor.Verdict{"home": doctor.Fail, "clock": doctor.OK}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		return
	}
	for _, check := range []string{"home", "settings", "ledger"} {
		if got[check] != doctor.Fail {
			t.Errorf("%s is %q, want a failure", check, got[check])
		}
	}
}
