package host_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"citadel/bot"
	"citadel/memory/event"
)

var (
	chaosSeed = flag.Uint64("chaos.seed", 0, "run the chaos of the platforms for this seed only")
	chaosOnly = flag.String("chaos.only", "", "and on this platform only")
)

// Full length is 100 lives of so many messages.
const (
	chaosLives    = 100
	chaosMessages = 1000
)

// percent is the share of full length in CITADEL_SOAK.
func percent(t *testing.T) int {
	t.Helper()
	s := os.Getenv("CITADEL_SOAK")
	if s == "" {
		return 1
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > 100 {
		t.Fatalf("CITADEL_SOAK=%q: a number from 1 to 100 is needed", s)
	}
	return n
}

// On three platforms at once, which repeat, reorder, refuse, break off and hang up, a
// process is killed again and again while one person talks on all of them, also while
// nobody is there. What he says is durable once and answered once; where a platform lets
// nobody look a post up it is there at least once, and every repeat says so. What he
// changes, takes back, puts on and presses is followed. Nobody else's words are kept, nor what
// is said on an account while it is locked, or in a channel while it is not read; the chain
// holds, and a replay gives the state in use.
func TestSoakPlatforms(t *testing.T) {
	if testing.Short() {
		t.Skip("a soak test")
	}
	all := newHavoc()
	if *chaosSeed != 0 {
		chaos(t, *chaosSeed, all)
	} else {
		n := chaosLives * percent(t) / 100
		for i := range n {
			seed := uint64(i + 1)
			if !t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) { chaos(t, seed, all) }) {
				t.Logf("again with: go test ./cmd/internal/host -run TestSoakPlatforms -chaos.seed %d", seed)
			}
			if (i+1)%10 == 0 {
				fmt.Printf("platforms: %d of %d lives: %s\n", i+1, n, all)
			}
		}
	}
	t.Logf("%s", all)
	t.Logf("done: %s", counts(all.done))
	t.Logf("died: %s", counts(all.died))
	if all.kills == 0 || all.messages == 0 {
		t.Error("nobody was killed, or nothing was said: this run shows nothing")
	}
	if all.messages < all.lives*chaosMessages && !t.Failed() {
		t.Errorf("%d messages were said in %d lives", all.messages, all.lives)
	}
}

// havoc adds up what a run has seen.
type havoc struct {
	lives, starts, kills, messages, lost int

	done, died, shown, doubled map[string]int
}

func newHavoc() *havoc {
	return &havoc{done: map[string]int{}, died: map[string]int{}, shown: map[string]int{}, doubled: map[string]int{}}
}

func (a *havoc) String() string {
	return fmt.Sprintf("%d messages, %d starts, %d kills at %d places; %d lost; shown %s; of those repeats %s",
		a.messages, a.starts, a.kills, len(a.died), a.lost, counts(a.shown), counts(a.doubled))
}

func counts(m map[string]int) string {
	var b bytes.Buffer
	for i, k := range slices.Sorted(maps.Keys(m)) {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s ×%d", k, m[k])
	}
	return b.String()
}

// fatal are the appends at which a process dies: all that a conversation on platforms
// writes, the frequent ones more than once.
var fatal = []event.Kind{
	"heard", "post.sent", "turn.ended", "post.attempted", "edited", "post.part", "unsaid", "reacted", "turn.began", "heard", "unreacted",
	"post.queued", "passed", "learned", "turn.joined", "post.attempted", "checkpointed", "started", "heard", "post.sent", "ended", shelfPut, shelfDrop,
}

// rounds of one life. In the first the accounts are linked and the channels opened; each
// calmRound-th ends in good order.
const (
	linkRounds = 4
	lifeRounds = 22
	calmRound  = 7

	// An account is locked and a channel not read any more after a calm round, and both are
	// again in another: who speaks there between is not heard, then or later.
	silentRound  = calmRound
	relentsRound = 2*calmRound - 1
)

// chaos lives one life.
func chaos(t *testing.T, seed uint64, all *havoc) {
	all.lives++
	dice := rand.New(rand.NewPCG(seed, 0xc4a05))
	dir, err := os.MkdirTemp("", "citadel-chaos-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() && *keepFlag {
			t.Logf("the home is kept: %s", dir)
			return
		}
		_ = os.RemoveAll(dir) // left for the system to clean otherwise
	})
	var skew atomic.Int64 // how far the platforms' clock is ahead of ours
	began, start := time.Now(), time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	now := func() time.Time { return start.Add(time.Since(began) + time.Duration(skew.Load())) }
	fars := platformsFor(t, now)
	o := chaosOrders{Home: filepath.Join(dir, "home"), Seed: seed, Jumps: seed%3 == 1, Wiring: wiring{Silence: 2 * time.Second}}
	for _, f := range fars {
		f.wire(&o.Wiring)
		who := f.person()
		trusted := bot.Trusted{Platform: who.Platform, Account: who.Account, ID: who.ID, Audience: event.Work}
		if who.Platform == "telegram" {
			trusted.Audience = event.Private
		}
		o.Trusted = append(o.Trusted, trusted)
	}
	p := newTalker(dice, fars...)
	const talks = lifeRounds - linkRounds - 1 // rounds in which something is said
	each := (chaosMessages + talks - 1) / talks
	for round := range lifeRounds {
		if round == relentsRound {
			skew.Add(int64(10 * time.Second)) // more than clocks differ
		}
		o.Start, o.Death = now(), death{}
		last := round == lifeRounds-1
		calm := last || round == silentRound || round == 1 || round == 3 || round%calmRound == calmRound-1
		switch {
		case round == 0:
			for _, f := range fars {
				p.utter(f, f.home(), "plain")
			}
			o.Death = death{Kind: "account.linked", Nth: 1 + dice.IntN(len(fars)), When: moments[dice.IntN(len(moments))], Rows: 1}
		case round == 2:
			for _, f := range fars {
				p.said = append(p.said, &uttered{far: f, at: f.channel(), text: "rehearse open", tokens: []string{p.fresh()}, kind: "open", id: f.address(f.channel(), "rehearse open")})
			}
			o.Death = death{Kind: "channel.opened", Nth: 1 + dice.IntN(len(fars)), When: moments[dice.IntN(len(moments))], Rows: 1}
		case !calm:
			kind := fatal[(int(seed)*7+round)%len(fatal)]
			o.Death = death{
				Kind: kind, When: moments[dice.IntN(len(moments))], Nth: 1 + dice.IntN(20), Rows: 1 + dice.IntN(4),
				Late: time.Duration(dice.IntN(3000)) * time.Microsecond,
			}
			switch kind {
			case "started", "ended", "checkpointed", shelfPut, shelfDrop, "post.part", "turn.joined", "unsaid", "unreacted":
				o.Death.Nth = 1
			}
		}
		switch {
		case len(fars) < len(platformNames): // there is nobody left to say so
		case round == silentRound:
			p.silence(int(seed))
		case round == relentsRound:
			p.relent(int(seed))
		case round == relentsRound+1:
			p.locked, p.shut, p.still = nil, nil, false
		case round == relentsRound+1+calmRound:
			p.unsure = nil // it has been heard since
		case round == silentRound+1:
			p.still = false
		}
		for _, f := range fars {
			if calm || round < linkRounds {
				f.calm()
			} else {
				f.disturb(dice)
			}
		}
		quota := each
		if round < linkRounds || last {
			quota = 0
		}
		for target := p.messages() + quota/4; p.messages() < target; { // while nobody is there
			p.act(t)
		}
		c := rise(t, o)
		all.starts++
		c.while(p, quota-quota/4, func() { p.act(t) })
		if calm {
			g := p.goal()
			if round < 2 {
				g.Kinds["channel.opened"] = 0
			}
			c.reach(t, g)
		} else {
			c.doom(time.Duration(1+dice.IntN(1000)) * time.Millisecond)
		}
		switch code := c.wait(t); {
		case code == killed && c.doomed.Load():
			all.kills++
			all.died["at random"]++
		case code == killed:
			all.kills++
			all.died[o.Death.String()]++
		case code != 0:
			t.Fatalf("round %d (%s): status %d\n%s", round, o.Death, code, c.log())
		}
		if round >= linkRounds { // who has never heard anything does not look far back
			skew.Add(int64(dice.IntN(int(30 * time.Minute))))
		}
		if t.Failed() {
			return
		}
	}
	judgeAll(t, o.Home, p, all)
}

// platformsFor starts the servers; they end with the test.
func platformsFor(t *testing.T, now func() time.Time) []far {
	fars := []far{newFarTelegram(t, now), newFarMattermost(now), newFarSlack(now)}
	if *chaosOnly != "" {
		fars = slices.DeleteFunc(fars, func(f far) bool { return f.home().Platform != *chaosOnly })
	}
	for _, f := range fars {
		t.Cleanup(f.close)
	}
	return fars
}

// fury is a child under way.
type fury struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	err    bytes.Buffer
	over   chan struct{} // closed when it has ended
	end    error
	doomed atomic.Bool // it is the parent's hand that killed it
	stuck  context.Context
	o      chaosOrders
}

// longest is how long a child may take to reach its goal before it is given up as stuck.
const longest = 90 * time.Second

func rise(t *testing.T, o chaosOrders) *fury {
	t.Helper()
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), longest)
	t.Cleanup(cancel)
	c := &fury{cmd: exec.CommandContext(ctx, os.Args[0]), over: make(chan struct{}), stuck: ctx, o: o}
	// Where it hangs is in its last words: every goroutine with its stack.
	c.cmd.Cancel = func() error { return c.cmd.Process.Signal(syscall.SIGQUIT) }
	c.cmd.WaitDelay = 10 * time.Second
	c.cmd.Env = append(os.Environ(), chaosEnv+"="+string(text))
	log, err := os.OpenFile(filepath.Join(filepath.Dir(o.Home), "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	c.cmd.Stderr = io.MultiWriter(&c.err, log)
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		c.end = errors.Join(c.cmd.Wait(), log.Close())
		close(c.over)
	}()
	return c
}

// while does things until so many messages more were said, at the pace at which they are
// answered; once the process has died, at once.
func (c *fury) while(p *talker, messages int, act func()) {
	const ahead = 12 // messages that nobody has answered yet
	sent := func() (n int) {
		for _, f := range p.fars {
			n += f.sent()
		}
		return n
	}
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	said, before := p.messages(), sent()
	for target := said + messages; p.messages() < target; act() {
		patience := 100 // ticks: what is answered together, or not at all, must not hold it up
		for p.messages()-said > sent()-before+ahead && patience > 0 {
			select {
			case <-c.over:
				patience = 0
			case <-tick.C:
				patience--
			}
		}
		if patience == 0 {
			said, before = p.messages(), sent()
		}
	}
}

// reach has the process leave once its ledger tells all of this.
func (c *fury) reach(t *testing.T, g goal) {
	t.Helper()
	if err := json.NewEncoder(c.in).Encode(g); err != nil {
		t.Logf("the process is gone: %v", err)
	}
}

// doom kills the process after a while, if it is still there.
func (c *fury) doom(after time.Duration) {
	timer := time.NewTimer(after)
	defer timer.Stop()
	select {
	case <-c.over:
	case <-timer.C:
		c.doomed.Store(true)
		_ = c.cmd.Process.Kill() // it may be gone already
	}
}

// wait gives the exit status, or killed.
func (c *fury) wait(t *testing.T) int {
	t.Helper()
	<-c.over
	var exit *exec.ExitError
	switch {
	case c.stuck.Err() != nil:
		t.Fatalf("a process got stuck (%s)\n%s\n… and at the end:\n%s", c.o.Death, c.log(), c.stacks())
	case c.end == nil:
		return 0
	case errors.As(c.end, &exit):
		if s, ok := exit.Sys().(syscall.WaitStatus); ok && s.Signaled() && s.Signal() == syscall.SIGKILL {
			return killed
		}
		return exit.ExitCode()
	}
	t.Fatal(c.end)
	return 0
}

// stacks are what the process said when it was asked where it hangs: of each goroutine that runs code of ours, what it
// waits for and that code, innermost first.
func (c *fury) stacks() string {
	_, dump, _ := bytes.Cut(c.err.Bytes(), []byte("SIGQUIT"))
	var own bytes.Buffer
	for one := range bytes.SplitSeq(dump, []byte("\n\n")) {
		if !bytes.Contains(one, []byte("citadel/")) {
			continue
		}
		for i, line := range bytes.Split(one, []byte("\n")) {
			if i == 0 || bytes.HasPrefix(line, []byte("citadel/")) {
				own.Write(append(line[:min(len(line), 200)], '\n'))
			}
		}
	}
	return string(own.Bytes()[:min(own.Len(), 60000)])
}

// log is what the process said at its beginning and at its end.
func (c *fury) log() string {
	b, _, _ := bytes.Cut(c.err.Bytes(), []byte("SIGQUIT"))
	const first, last = 2000, 6000
	if len(b) <= first+last {
		return string(b)
	}
	return fmt.Sprintf("%s\n…\n%s", b[:first], b[len(b)-last:])
}
