package main

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"citadel/config"
	"citadel/deployments/test"
)

// typist types one text after another, each once something holds.
type typist struct {
	texts []string
	ready func() bool
	given int
}

func (p *typist) Read(b []byte) (int, error) {
	if p.given == len(p.texts) {
		return 0, io.EOF
	}
	deadline := time.Now().Add(20 * time.Second)
	for p.given > 0 && !p.ready() && time.Now().Before(deadline) {
		time.Sleep(20 * time.Millisecond)
	}
	p.given++
	return copy(b, p.texts[p.given-1]), nil
}

// talk is a conversation on a pipe, in which each text is typed once something holds.
func talk(t *testing.T, home string, environ []string, ready func() bool, texts ...string) called {
	t.Helper()
	var out, problems bytes.Buffer
	e := &environment{
		in: &typist{texts: texts, ready: ready}, out: &out, err: &problems,
		environ: append([]string{"TZ=Australia/Melbourne"}, environ...), now: func() time.Time { return today },
	}
	code := run(t.Context(), []string{"--home", home, "chat"}, e)
	return called{code, out.String(), problems.String()}
}

// The state is kept in Redis while the conversation goes on, is said to be there, and goes with
// what is forgotten. Without the server everything else goes on.
func TestRedis(t *testing.T) {
	address, _ := test.Redis(t)
	o, err := redis.ParseURL(address)
	if err != nil {
		t.Fatal(err)
	}
	server := redis.NewClient(o)
	defer server.Close()
	held := func() bool { return server.Exists(context.Background(), "citadel:me:hot").Val() == 1 }
	home, environ := newHome(t), []string{config.RedisURL + "=" + address}

	c := talk(t, home, environ, held, "remember the gate number is 4711\n", "status\n")
	if c.code != 0 || !strings.Contains(c.out, "Redis: has my state at event ") {
		t.Errorf("%+v", c)
	}
	if all := server.Get(t.Context(), "citadel:me:hot").Val(); all == "" || strings.Contains(all, "4711") {
		t.Errorf("%d bytes, or what was said lies there in the clear", len(all))
	}
	done(t, citadelIn(t, environ, home, "", "doctor", "--json"), "answers, and has the state at event ")
	done(t, citadelIn(t, environ, home, "", "ledger", "forget", "m4", "--yes"), "forgotten")
	if keys := server.Keys(t.Context(), "*").Val(); len(keys) != 0 {
		t.Errorf("after forgetting it still has %v", keys)
	}
	done(t, citadelIn(t, environ, home, "", "doctor", "--json"), "has nothing of this ledger yet")
	done(t, citadelIn(t, environ, home, "", "ledger", "rebuild", "--verify"), "Verified")

	wire, far := test.WireToURL(t, address)
	wire.Down()
	late := time.Now().Add(time.Second)
	c = talk(t, home, []string{config.RedisURL + "=" + far}, func() bool { return time.Now().After(late) }, "remember the bicycle is green\n", "status\n", "what colour is the bicycle?\n")
	if c.code != 0 || !strings.Contains(c.out, "I cannot keep my state there") || !strings.Contains(c.out, "green") {
		t.Errorf("without the server: %+v", c)
	}
	if c := citadelIn(t, []string{config.RedisURL + "=" + far}, home, "", "doctor", "--json"); c.code != 0 || !strings.Contains(c.out, "cannot be used") {
		t.Errorf("doctor without the server: %+v", c)
	}
}

// What is forgotten on the host while the servers that have copies are away is said to be there
// still, and goes at the next run in which they answer.
func TestForgetWhileServersAreAway(t *testing.T) {
	address, _ := test.Redis(t)
	o, err := redis.ParseURL(address)
	if err != nil {
		t.Fatal(err)
	}
	server := redis.NewClient(o)
	defer server.Close()
	value := func() string { return server.Get(context.Background(), "citadel:me:hot").Val() }
	wire, far := test.WireToURL(t, address)
	home, environ := newHome(t), []string{config.RedisURL + "=" + far}
	talk(t, home, environ, func() bool { return value() != "" }, "remember the gate number is 4711\n", "thanks\n")
	before := value()
	wire.Down()
	away := append([]string{"WEAVIATE_URL=http://127.0.0.1:1"}, environ...)
	c := citadelIn(t, away, home, "", "ledger", "forget", "m4", "--yes")
	if c.code != 0 || !strings.Contains(c.out, "The search server still has its words") || !strings.Contains(c.out, "Redis cannot be reached") || value() != before {
		t.Errorf("%+v", c)
	}
	wire.Up()
	talk(t, home, environ, func() bool { return value() != before }, "thanks\n", "thanks\n")
	if now := value(); now == "" || now == before {
		t.Error("what Redis had of before stays there")
	}
	done(t, citadelIn(t, environ, home, "", "ledger", "rebuild", "--verify"), "Verified")
}
