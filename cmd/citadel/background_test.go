package main

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"citadel/brain/model"
	"citadel/brain/model/scripted"
)

// awaited is an output that tells once something was printed.
type awaited struct {
	what string
	seen chan struct{}

	mu    sync.Mutex
	said  bytes.Buffer
	found bool
}

func (a *awaited) Write(p []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	n, err := a.said.Write(p)
	if !a.found && strings.Contains(a.said.String(), a.what) {
		a.found = true
		close(a.seen)
	}
	return n, err
}

// What is set aside is answered later, and the object of the answer has the number of the line that
// asked for it: however many lines came between, blank ones included, and where the input has ended.
func TestWhatIsSetAsideNamesItsLine(t *testing.T) {
	for name, c := range map[string]struct {
		before, between []string
		line            int
		ended           bool
	}{
		"the first line":       {nil, nil, 1, false},
		"behind blank lines":   {[]string{"remember the box is blue", "", ""}, nil, 4, false},
		"with others between":  {[]string{"remember the box is blue"}, []string{"status", "help"}, 2, false},
		"where the input ends": {[]string{"remember the box is blue"}, nil, 2, true},
	} {
		t.Run(name, func(t *testing.T) {
			goOn := make(chan struct{})
			claude := slices.DeleteFunc(scripted.Cards(), func(c model.Card) bool { return c.Provider != "anthropic" })
			server, err := scripted.Start(scripted.Script{Cards: claude, Answer: func(r scripted.Request) scripted.Reply {
				reply := scripted.Says("The second is cheapest.")
				if strings.Contains(r.Last(), "carriers") {
					reply.Hold = goOn
				}
				return reply
			}})
			if err != nil {
				t.Fatal(err)
			}
			defer server.Close()
			in, typed := io.Pipe()
			out := &awaited{what: "The second is cheapest.", seen: make(chan struct{})}
			var problems bytes.Buffer
			e := &environment{
				in: in, out: out, err: &problems, now: func() time.Time { return today },
				environ: []string{"TZ=Australia/Melbourne", "ANTHROPIC_API_KEY=sk-ant-x", "ANTHROPIC_BASE_URL=" + server.URL, "CITADEL_ECONOMY_OFF=all"},
			}
			ended := make(chan int, 1)
			home := newHome(t)
			go func() { ended <- run(t.Context(), []string{"--home", home, "chat", "--json"}, e) }()
			lines := append(append(append([]string{}, c.before...), "background compare three carriers for me"), c.between...)
			if _, err := io.WriteString(typed, strings.Join(lines, "\n")+"\n"); err != nil {
				t.Fatal(err)
			}
			if c.ended {
				typed.Close()
			}
			close(goOn)
			if !c.ended {
				<-out.seen
				typed.Close()
			}
			if code := <-ended; code != 0 {
				t.Fatalf("status %d: %s", code, problems.String())
			}
			found := false
			for line := range strings.Lines(out.said.String()) {
				var o object
				if err := json.Unmarshal([]byte(line), &o); err != nil {
					t.Fatalf("%q: %v", line, err)
				}
				if strings.Contains(o.Text, "The second is cheapest.") {
					found = true
					if o.Line != c.line {
						t.Errorf("line %d, want %d: %s", o.Line, c.line, line)
					}
				}
			}
			if !found {
				t.Errorf("not answered:\n%s", out.said.String())
			}
		})
	}
}
