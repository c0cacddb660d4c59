package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"citadel/tools"
)

func settings(t *testing.T, servers ...Server) Settings {
	t.Helper()
	return Settings{Servers: servers, Folder: filepath.Join(t.TempDir(), "mcp"), Version: "0", Now: time.Now, Log: slog.New(slog.DiscardHandler)}
}

// faulty is this binary as a server; see peer.
func faulty(mode string) Server {
	return Server{Name: "peer", Command: os.Args[0], Env: []string{"PEER=" + mode}}
}

func serve(t *testing.T, s Settings) *Servers {
	t.Helper()
	m, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

// up has servers that are up.
func up(t *testing.T, s Settings) *Servers {
	t.Helper()
	m := serve(t, s)
	m.Settled(t.Context())
	for _, st := range m.Status() {
		if !st.Up {
			t.Fatalf("%s: %v", st.Name, st.Why)
		}
	}
	return m
}

func find(t *testing.T, m *Servers, name string) tools.Tool {
	t.Helper()
	set, err := tools.NewSet(m.Tools()...)
	if err != nil {
		t.Fatal(err)
	}
	tool, found := set.Find(name)
	if !found {
		t.Fatalf("no %s among %v", name, set.Names())
	}
	return tool
}

// run calls a tool, and checks that a failure is worded.
func run(t *testing.T, ctx context.Context, m *Servers, name, args string) (tools.Result, *tools.Failure) {
	t.Helper()
	result, err := find(t, m, name).Run(ctx, json.RawMessage(args))
	var failure *tools.Failure
	if err != nil && !errors.As(err, &failure) {
		t.Fatalf("%s: not worded: %v", name, err)
	}
	return result, failure
}

// until waits for what another process does.
func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !done() {
		select {
		case <-tick.C:
		case <-t.Context().Done():
			t.Fatal("not in time: " + what)
		}
	}
}

// session is the conversation with the first server; nil while it is down.
func (m *Servers) session() *session {
	m.all[0].mu.Lock()
	defer m.all[0].mu.Unlock()
	return m.all[0].live
}

func TestACall(t *testing.T) {
	m := up(t, settings(t, faulty("well")))
	result, failure := run(t, t.Context(), m, "peer_echo", `{"text":"hello"}`)
	if failure != nil || result.Text != "hello" || len(result.Sources) != 1 || result.Sources[0].What != "the tool server peer" {
		t.Errorf("%+v, %v", result, failure)
	}
	for _, bad := range []string{`{}`, `{"text":3}`, `{"text":"a","loud":true}`, `[]`, `null`, ``} {
		if _, failure := run(t, t.Context(), m, "peer_echo", bad); failure == nil || failure.Reason != tools.Invalid {
			t.Errorf("%q: %v", bad, failure)
		}
	}
}

// What a server says of a failure is as foreign as its answers: none of it is in our own words.
func TestAFailureHasASource(t *testing.T) {
	m := up(t, settings(t, faulty("well")))
	for _, name := range []string{"peer_fail", "peer_refuse"} {
		result, failure := run(t, t.Context(), m, name, `{}`)
		if failure == nil || strings.Contains(failure.Text, "SYSTEM") || !strings.Contains(result.Text, "SYSTEM") || len(result.Sources) == 0 {
			t.Errorf("%s: %+v, %v", name, result, failure)
		}
	}
}

// A program is given what the settings name, and leads a group of its own in a folder of its own.
func TestAProgramHasNothingOfOurs(t *testing.T) {
	t.Setenv("OUR_KEY", "secret")
	s := settings(t, faulty("well"))
	m := up(t, s)
	result, failure := run(t, t.Context(), m, "peer_who", `{}`)
	if failure != nil {
		t.Fatal(failure)
	}
	var who struct {
		Dir     string
		Environ []string
		Leads   bool
	}
	if err := json.Unmarshal([]byte(result.Text), &who); err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(s.Folder, "peer")
	slices.Sort(who.Environ)
	want := []string{"HOME=" + home, "PATH=" + path, "PEER=well", "PWD=" + home, "TMPDIR=" + home}
	who.Environ = slices.DeleteFunc(who.Environ, func(v string) bool { return strings.HasPrefix(v, "PWD=") })
	want = slices.DeleteFunc(want, func(v string) bool { return strings.HasPrefix(v, "PWD=") })
	if !who.Leads || who.Dir != home || !slices.Equal(who.Environ, want) {
		t.Errorf("%+v", who)
	}
}

// Close ends a server with all that it started, and nothing of ours is left either.
func TestCloseEndsTheGroup(t *testing.T) {
	before := goleak.IgnoreCurrent()
	m := up(t, settings(t, faulty("well")))
	result, failure := run(t, t.Context(), m, "peer_child", `{}`)
	child, err := strconv.Atoi(result.Text)
	if failure != nil || err != nil {
		t.Fatal(result, failure)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	awaitEnd(t, child)
	goleak.VerifyNone(t, before)
}

// awaitEnd waits until a process is gone, or dead and not yet collected by whoever took it over.
func awaitEnd(t *testing.T, pid int) {
	t.Helper()
	until(t, "the end of a process", func() bool {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		return err != nil && syscall.Kill(pid, 0) != nil || strings.Contains(string(stat), ") Z ")
	})
}

// One that is cut off in its call, sends without end or sends nonsense fails that call and no more.
func TestAServerThatBreaksComesBack(t *testing.T) {
	for _, name := range []string{"die", "garbage", "endless", "spam"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := up(t, settings(t, faulty("well")))
			before := m.session()
			_, failure := run(t, t.Context(), m, "peer_"+name, `{}`)
			if failure == nil || failure.Reason != tools.Unsure {
				t.Fatalf("%v", failure)
			}
			until(t, "another start", func() bool { now := m.session(); return now != nil && now != before })
			if result, failure := run(t, t.Context(), m, "peer_echo", `{"text":"back"}`); failure != nil || result.Text != "back" {
				t.Errorf("%+v, %v", result, failure)
			}
		})
	}
}

// A call ends with its time, also where the server does not even read it. Whether it was done is
// not known then.
func TestAServerThatHangs(t *testing.T) {
	for name, args := range map[string]string{"hang": `{}`, "deaf": `{}`} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := up(t, settings(t, faulty("well")))
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			if _, failure := run(t, ctx, m, "peer_"+name, args); failure == nil || failure.Reason != tools.Unsure {
				t.Fatalf("%v", failure)
			}
			if name == "hang" {
				return
			}
			ctx, cancel = context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			long := `{"text":"` + strings.Repeat("x", 1<<20) + `"}`
			if _, failure := run(t, ctx, m, "peer_echo", long); failure == nil || failure.Reason != tools.Unsure {
				t.Fatalf("%v", failure)
			}
		})
	}
}

// Nothing is done for a server that asks: no model is asked, no folder named, no question put.
func TestAServerThatAsksBack(t *testing.T) {
	m := up(t, settings(t, faulty("well")))
	if result, failure := run(t, t.Context(), m, "peer_pingpong", `{}`); failure != nil || result.Text != "nothing was done for me" {
		t.Errorf("%+v, %v", result, failure)
	}
}

func TestALongAnswerIsCut(t *testing.T) {
	m := up(t, settings(t, faulty("well")))
	if result, failure := run(t, t.Context(), m, "peer_huge", `{}`); failure != nil || len(result.Text) > tools.MaxOutput || result.Of != 2<<20 {
		t.Errorf("%d of %d, %v", len(result.Text), result.Of, failure)
	}
}

func TestWhatIsNoText(t *testing.T) {
	m := up(t, settings(t, faulty("well")))
	result, failure := run(t, t.Context(), m, "peer_media", `{}`)
	want := "here[2J:\n\n[a picture, image/png, 3 bytes, not shown]\n\n[a recording, audio/wav, 3 bytes, not played]\n\n" +
		"[a link to a, file:///a, not opened]\n\nfile:///b:\nb's text\n\n[file:///c, application/zip, 3 bytes, not shown]"
	if failure != nil || result.Text != want {
		t.Errorf("%q, %v", result.Text, failure)
	}
}

func TestToolsThatChange(t *testing.T) {
	m := up(t, settings(t, faulty("well")))
	if _, failure := run(t, t.Context(), m, "peer_change", `{}`); failure != nil {
		t.Fatal(failure)
	}
	until(t, "the changed list", func() bool { return len(m.Tools()) == 1 })
	if m.Tools()[0].Name != "peer_new" {
		t.Errorf("%v", m.Tools()[0].Name)
	}
}

func TestMoreToolsThanFit(t *testing.T) {
	m := up(t, settings(t, faulty("crowd")))
	if n := len(m.Tools()); n != MaxTools || len(m.Status()[0].LeftOut) == 0 {
		t.Errorf("%d tools, left out %v", n, m.Status()[0].LeftOut)
	}
}

// A server that is down delays neither the start nor a turn, and a call says so.
func TestAServerThatDoesNotStart(t *testing.T) {
	gone := Server{Name: "gone", Command: "/nonexistent/server"}
	silent, crash := faulty("silent"), faulty("crash")
	silent.Name, crash.Name = "silent", "crash"
	m := serve(t, settings(t, gone, silent, crash))
	if len(m.Tools()) != 0 {
		t.Errorf("%d tools", len(m.Tools()))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	for _, v := range m.all {
		_, err := v.ask(ctx, "echo", json.RawMessage(`{}`))
		var failure *tools.Failure
		if !errors.As(err, &failure) || failure.Reason != tools.Unavailable || !strings.Contains(failure.Text, v.Name) {
			t.Errorf("%s: %v", v.Name, err)
		}
	}
	until(t, "a failed start", func() bool { return m.Status()[2].Why != nil })
	if why := m.Status()[2].Why.Error(); !strings.Contains(why, "no such database") || strings.Contains(why, "\x1b") {
		t.Errorf("why: %q", why)
	}
}

// What a model is shown is the same after a restart, also while the server is not up yet.
func TestTheListIsKept(t *testing.T) {
	s := settings(t, faulty("well"))
	m := up(t, s)
	before := shown(t, m)
	m.Close()
	s.Servers[0].Env = []string{"PEER=silent"}
	if after := shown(t, serve(t, s)); after != before {
		t.Errorf("before %s\nafter %s", before, after)
	}
	s.Servers[0].Args = []string{"another"}
	if after := serve(t, s).Tools(); len(after) != 0 {
		t.Errorf("another server has %d of its tools", len(after))
	}
	s.Servers[0].Args = nil
	if err := os.WriteFile(filepath.Join(s.Folder, "peer.tools.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if after := serve(t, s).Tools(); len(after) != 0 {
		t.Errorf("garbage has %d tools", len(after))
	}
}

func shown(t *testing.T, m *Servers) string {
	t.Helper()
	var b strings.Builder
	for _, tool := range m.Tools() {
		fmt.Fprintf(&b, "%s %s %s %v\n", tool.Name, tool.Description, tool.Params, tool.Class)
	}
	if b.Len() == 0 {
		t.Fatal("no tools")
	}
	return b.String()
}

func TestSettingsThatCannotBe(t *testing.T) {
	for _, bad := range []Server{{Name: "a"}, {Command: "a"}, {Name: "a", Command: "a", URL: "http://a"}, {Name: "a", URL: "http://a", OAuth: true}} {
		if _, err := New(settings(t, bad)); err == nil {
			t.Errorf("%+v is a server", bad)
		}
	}
}
