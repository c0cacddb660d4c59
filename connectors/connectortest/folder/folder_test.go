package folder_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/connectortest"
	"citadel/connectors/connectortest/folder"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

const childEnv = "FOLDER_TEST_CHILD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childEnv); dir != "" {
		runChild(dir)
		return
	}
	os.Exit(m.Run())
}

func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func TestSuite(t *testing.T) {
	connectortest.Run(t, func(t *testing.T) connectortest.Bench {
		dir := t.TempDir()
		far := &folder.Far{Dir: dir}
		id := must[connectors.MessageID](t)
		var last connectors.MessageID
		return connectortest.Bench{
			Connector: &folder.Folder{Dir: dir},
			Place:     folder.Home(),
			Say:       func(text string) { last = id(far.Say(text)) },
			Edit:      func(text string) { id(far.Edit(last, text)) },
			Delete:    func() { id(far.Delete(last)) },
			React:     func(m connectors.MessageID, _, emoji string) { id(far.React(m, emoji)) },
			Unreact:   func(m connectors.MessageID, _, emoji string) { id(far.Unreact(m, emoji)) },
			Enclose:   func(text, file string) { last = id(far.Send(text, enclosed(file))) },
			Exchange:  func(text, file string) { id(far.Exchange(last, text, enclosed(file))) },
			Queued:    1000, // a file each
			Restart:   func() connectors.Connector { return &folder.Folder{Dir: dir} },
			Owed:      func() bool { return !slices.Contains(must[[]string](t)(far.Acked()), string(last)) },
			Drafted:   func() string { return must[folder.Shown](t)(far.Drafted()).Text },
			Shown: func() []string {
				var texts []string
				for _, s := range must[[]folder.Shown](t)(far.Shown()) {
					texts = append(texts, s.Text)
				}
				return texts
			},
		}
	})
}

// enclosed is a file of some content on no machine.
func enclosed(content string) connectors.File {
	return connectors.File{Name: "a.txt", MIME: "text/plain", Size: int64(len(content)), ID: content}
}

// However badly the platform behaves, every message is taken at least once under
// one key, and acknowledged only after it was taken.
func TestFaultsLoseNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			rt.Fatal(err)
		}
		far := &folder.Far{Dir: dir}
		n := rapid.IntRange(1, 25).Draw(rt, "messages")
		chance := rapid.Float64Range(0, 0.5)
		faults := folder.Faults{
			Rand:      rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0)),
			Duplicate: chance.Draw(rt, "duplicate"), Repeat: chance.Draw(rt, "repeat"),
			Shuffle: chance.Draw(rt, "shuffle"), Reconnect: chance.Draw(rt, "reconnect"),
		}
		refuse := chance.Draw(rt, "refuse")
		want := map[string]string{}
		for i := range n {
			id, err := far.Say(fmt.Sprint("n", i))
			if err != nil {
				rt.Fatal(err)
			}
			want[string(id)] = fmt.Sprint("n", i)
		}
		got := map[string]string{}
		var cursor connectors.Cursor
		dice := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "dice"), 0))
		full := errors.New("disk full")
		for len(got) < n {
			f := &folder.Folder{Dir: dir, Faults: faults}
			ctx, cancel := context.WithCancel(t.Context())
			err := f.Run(ctx, cursor, func(_ context.Context, e connectors.Event) error {
				if dice.Float64() < refuse {
					return full
				}
				if text, known := got[e.Key]; known && text != e.Text {
					rt.Fatalf("key %s stands for %q and %q", e.Key, text, e.Text)
				}
				got[e.Key], cursor = e.Text, e.Cursor
				if len(got) == n {
					cancel()
				}
				return nil
			})
			cancel()
			var ce *connectors.Error
			switch {
			case errors.Is(err, full), errors.Is(err, context.Canceled):
			case errors.As(err, &ce) && ce.Reason == connectors.Temporary:
			default:
				rt.Fatalf("Run = %v", err)
			}
			acked, err := far.Acked()
			if err != nil {
				rt.Fatal(err)
			}
			for _, key := range acked {
				if _, taken := got[key]; !taken {
					rt.Fatalf("%s was acknowledged and never taken", key)
				}
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			rt.Fatalf("(-want +got)\n%s", diff)
		}
	})
}

func TestSendFaults(t *testing.T) {
	for _, c := range []struct {
		name   string
		faults folder.Faults
		want   connectors.Reason
		shown  int
	}{
		{"accept, then hang up", folder.Faults{HangUp: 1}, connectors.Unknown, 1},
		{"refuse", folder.Faults{Refuse: 1}, connectors.Temporary, 0},
		{"slow", folder.Faults{Slow: 1, Pause: time.Hour}, connectors.Temporary, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			c.faults.Rand = rand.New(rand.NewPCG(1, 2))
			f := &folder.Folder{Dir: dir, Faults: c.faults}
			ctx, cancel := context.WithCancel(t.Context())
			if c.faults.Slow > 0 {
				go cancel()
			} else {
				defer cancel()
			}
			_, err := f.Send(ctx, connectors.Post{Key: "k", Place: folder.Home(), Text: "x"})
			var e *connectors.Error
			if !errors.As(err, &e) || e.Reason != c.want {
				t.Errorf("Send = %v, want %v", err, c.want)
			}
			far := &folder.Far{Dir: dir}
			if n := len(must[[]folder.Shown](t)(far.Shown())); n != c.shown {
				t.Errorf("%d posts shown, want %d", n, c.shown)
			}
			if _, found, err := f.Find(t.Context(), connectors.Post{Key: "k", Place: folder.Home()}, time.Time{}); err != nil || found != (c.shown > 0) {
				t.Errorf("Find = %v, %v", found, err)
			}
		})
	}
}

func TestPostKeepsItsFields(t *testing.T) {
	dir := t.TempDir()
	f, far := &folder.Folder{Dir: dir}, &folder.Far{Dir: dir}
	place := folder.Home()
	place.Thread = "t"
	id := must[connectors.MessageID](t)(f.Send(t.Context(), connectors.Post{
		Key: "k", Place: place, ReplyTo: "said-0", Handle: "m4", Text: "x", Silent: true, Again: true,
		Buttons: []connectors.Button{{Label: "Send", Token: "t1"}},
		Answers: &connectors.Answer{To: "said-0", Turn: 3, By: "shrug", Category: "c", Tier: "reflex"},
	}))
	if err := f.Finished(t.Context(), connectors.Answer{To: "said-0"}); err != nil {
		t.Fatal(err)
	}
	want := []folder.Shown{{
		ID: id, Key: "k", Thread: "t", Reply: "said-0", Handle: "m4", Text: "x", Silent: true, Again: true,
		Buttons: []connectors.Button{{Label: "Send", Token: "t1"}},
		Answers: "said-0", Turn: 3, By: "shrug", Category: "c", Tier: "reflex",
	}}
	if diff := cmp.Diff(want, must[[]folder.Shown](t)(far.Shown())); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([]connectors.MessageID{"said-0"}, must[[]connectors.MessageID](t)(far.Finished())); diff != "" {
		t.Errorf("finished (-want +got)\n%s", diff)
	}
}

func TestForeignCursor(t *testing.T) {
	f := &folder.Folder{Dir: t.TempDir()}
	for _, c := range []connectors.Cursor{"x", "-1", "+1", "99999999999999999999"} {
		err := f.Run(t.Context(), c, nil)
		var e *connectors.Error
		if !errors.As(err, &e) || e.Reason != connectors.Invalid {
			t.Errorf("cursor %q: %v, want invalid", c, err)
		}
	}
}

// runChild answers every message, dying where it stands once it has been killed.
func runChild(dir string) {
	f := &folder.Folder{Dir: dir}
	ctx := context.Background()
	_ = f.Run(ctx, "", func(_ context.Context, e connectors.Event) error {
		if _, found, err := f.Find(ctx, connectors.Post{Key: e.Key, Place: folder.Home()}, time.Time{}); err != nil || found {
			return err
		}
		_, err := f.Send(ctx, connectors.Post{Key: e.Key, Place: e.Place, Text: "heard " + e.Text})
		return err
	})
}

// A process is killed again and again; every message is answered exactly once,
// since whoever comes next asks Find.
func TestKill(t *testing.T) {
	dir := t.TempDir()
	far := &folder.Far{Dir: dir}
	const n = 60
	shown := func() int { return len(must[[]folder.Shown](t)(far.Shown())) }
	for i := range n {
		must[connectors.MessageID](t)(far.Say(fmt.Sprint("n", i)))
	}
	for goal := 7; ; goal = min(goal+7, n) {
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Env = append(os.Environ(), childEnv+"="+dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if err := far.Await(t.Context(), func() (bool, error) { return shown() >= goal, nil }); err != nil {
			t.Fatal(err)
		}
		if goal == n {
			// The last answer is shown; its acknowledgement may follow.
			err := far.Await(t.Context(), func() (bool, error) { a, err := far.Acked(); return len(a) >= n, err })
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // "signal: killed"
		if goal == n {
			break
		}
	}
	var texts []string
	for _, s := range must[[]folder.Shown](t)(far.Shown()) {
		texts = append(texts, s.Text)
	}
	var want []string
	for i := range n {
		want = append(want, fmt.Sprint("heard n", i))
	}
	if diff := cmp.Diff(want, texts); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// Whatever stands in the files, both sides read on behind it.
func FuzzFiles(f *testing.F) {
	for _, s := range []string{
		"", "x", "{\n", `{"kind":"message","text":"torn`, "{\"kind\":\"message\",\"text\":\"whole\"}\n", "null\n[]\n1\n",
		"{\"kind\":\"react\",\"message\":\"said-0\"}\n", "{\"key\":\"k\"}\n{\"finished\":\"x\"}\n", "{\"draft\":7,\"text\":\"x\"}\n{\"draft\":-1}\n", "\n\n\x00\xff\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		dir := t.TempDir()
		for _, file := range []string{"said", "acked", "shown"} {
			if err := os.WriteFile(filepath.Join(dir, file), body, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		far, con := &folder.Far{Dir: dir}, &folder.Folder{Dir: dir}
		id := must[connectors.MessageID](t)(far.Say("the last"))
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		err := con.Run(ctx, "", func(_ context.Context, e connectors.Event) error {
			if e.Key == string(id) {
				if e.Text != "the last" {
					t.Errorf("heard %q", e.Text)
				}
				cancel()
			}
			return nil
		})
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("Run = %v", err)
		}
		posted := must[connectors.MessageID](t)(con.Send(t.Context(), connectors.Post{Key: "new key", Place: folder.Home(), Text: "x"}))
		if err := con.Draft(t.Context(), connectors.Draft{Place: folder.Home(), Turn: 1 << 63, Text: "y"}); err != nil {
			t.Fatal(err)
		}
		if d, err := far.Drafted(); err != nil || d.Draft != 1<<63 || d.Text != "y" {
			t.Fatalf("Drafted = %+v, %v", d, err)
		}
		if got, found, err := con.Find(t.Context(), connectors.Post{Key: "new key", Place: folder.Home()}, time.Time{}); !found || got != posted || err != nil {
			t.Fatalf("Find = %q, %v, %v, want %q", got, found, err, posted)
		}
	})
}

func BenchmarkSend(b *testing.B) {
	b.ReportAllocs()
	f := &folder.Folder{Dir: b.TempDir()}
	for b.Loop() {
		if _, err := f.Send(b.Context(), connectors.Post{Key: "k", Place: folder.Home(), Text: "x"}); err != nil {
			b.Fatal(err)
		}
	}
}
