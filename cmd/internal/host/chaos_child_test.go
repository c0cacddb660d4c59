package host_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"citadel/bot"
	"citadel/brain/turn"
	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger/sqlite"
	"citadel/memory/outbox"
)

// chaosEnv holds the orders of a child that is a whole Citadel on all platforms.
const chaosEnv = "CITADEL_CHAOS_CHILD"

// chaosOrders are what such a child is told.
type chaosOrders struct {
	Home    string
	Seed    uint64
	Start   time.Time // of its clock
	Jumps   bool      // the clock does
	Death   death
	Wiring  wiring
	Trusted []bot.Trusted
}

// Words that mean something to the rehearsed steps, and what nobody may ever keep.
const (
	secret   = "hushhush"
	pressing = "rehearse pressed "
	reciting = "and one line more of it"
)

// chaosChild lives until it is killed or, once its standard input holds a goal, until that
// is reached and nothing is left to say.
func chaosChild(text string) int {
	var o chaosOrders
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return statusFailed
	}
	code, err := rage(context.Background(), o)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	return code
}

func rage(ctx context.Context, o chaosOrders) (int, error) {
	home, err := host.LockHome(o.Home)
	if err != nil {
		return statusFailed, err
	}
	defer home.Close()
	file, err := sqlite.Open(ctx, filepath.Join(o.Home, host.LedgerName))
	if err != nil {
		return statusFailed, err
	}
	settings := config.Default()
	settings.Zone = "Australia/Melbourne"
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelInfo}))
	now := leaping(o)
	c, err := host.Open(ctx, host.Options{
		Home: home, Config: settings, Version: "test", Now: now, CheckpointEvery: 300, Log: log,
		Store: &mortal{Store: file, death: o.Death}, Trusted: o.Trusted,
		Connectors: func(string) []connectors.Connector { return o.Wiring.platforms(now, log) },
	})
	if err != nil {
		return statusFailed, err
	}
	c.Brain.Steps = append(append(c.Brain.Steps[:0:0], rehearsed), append(c.Brain.Steps, tell)...)
	c.Brain.Respond, c.Brain.Host.Models = ponder, []turn.Model{{Role: "primary", Name: "test"}}

	talking, enough := context.WithCancel(ctx)
	defer enough()
	go reach(talking, c.Mind, enough)
	if err := c.Run(talking); err != nil {
		return statusFailed, err
	}
	diffs, err := c.Mind.Rebuild(ctx, nil)
	if err != nil {
		return statusFailed, err
	}
	for _, d := range diffs {
		fmt.Fprintf(os.Stderr, "%s differs:\nin use %s\nreplay %s\n", d.Fold, d.Live, d.Replay)
	}
	if len(diffs) > 0 {
		return statusDiffers, nil
	}
	if err := c.Close(); err != nil {
		return statusFailed, err
	}
	return 0, nil
}

// reach leaves when the goal that comes in is reached. A parent that is gone ends it, too.
func reach(ctx context.Context, m *memory.Mind, leave context.CancelFunc) {
	var g goal
	if err := json.NewDecoder(os.Stdin).Decode(&g); err != nil {
		if errors.Is(err, io.EOF) {
			die() // nobody is there any more who could judge
		}
		panic(err)
	}
	a := newTale()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	told := ""
	for looks := 1; ; looks++ {
		left := unfinished(m)
		if left == "" {
			if err := a.read(ctx, m); err != nil {
				return
			}
			if lacks := g.missing(a); len(lacks) > 0 {
				left = fmt.Sprintf("passed over: %s\n%d things lack:\n%s", counts(a.passed), len(lacks), strings.Join(few(lacks, 24), "\n"))
			}
		}
		switch {
		case left == "":
			leave()
			return
		case looks%100 == 0 && left != told: // for whoever finds out why it got stuck
			fmt.Fprintf(os.Stderr, "after %d looks:\n%.4000s\n", looks, left)
			told = left
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// few are the first and the last of a list that is long.
func few(list []string, most int) []string {
	if len(list) <= most {
		return list
	}
	return slices.Concat(list[:most/2], []string{"…"}, list[len(list)-most/2:])
}

// unfinished says what waits to be answered, followed or delivered; what nobody asked for
// may wait for a better moment.
func unfinished(m *memory.Mind) (left string) {
	m.Read(func(v memory.View) {
		asked := slices.ContainsFunc(v.Outbox.Posts, func(p outbox.Post) bool { return p.Asked })
		if len(v.Thread.Waiting) > 0 || len(v.Thread.Unsaid) > 0 || len(v.Thread.Aside) > 0 || asked {
			left = fmt.Sprintf("waiting %v, unsaid %v, aside %v, posts %v", v.Thread.Waiting, v.Thread.Unsaid, v.Thread.Aside, v.Outbox.Posts)
		}
	})
	return left
}

// leaping is a clock that, where it jumps, goes up to a day back or forth at times.
func leaping(o chaosOrders) func() time.Time {
	var mu sync.Mutex
	dice := rand.New(rand.NewPCG(o.Seed, uint64(o.Start.UnixNano())))
	began, off := time.Now(), time.Duration(0)
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		if o.Jumps && dice.IntN(2000) == 0 {
			off = time.Duration(dice.IntN(int(48*time.Hour))) - 24*time.Hour
		}
		return o.Start.Add(time.Since(began) + off)
	}
}

// offered is the token of a message; with a "p" at its end it is that of the press.
var offered = regexp.MustCompile(`\b(zq\d+)a\b`)

// rehearsed answers what begins with "rehearse": what makes cards, long answers and
// channels that are read along.
func rehearsed(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	rest, ok := strings.CutPrefix(t.Text, "rehearse ")
	if !ok {
		return nil, nil
	}
	what, rest, _ := strings.Cut(rest, " ")
	r := &turn.Reply{By: "procedure:rehearsed"}
	switch what {
	case "open":
		r.Change(event.Asked{What: event.AskChannel, Place: t.Place, Text: "#acme", On: t.Last().On})
	case "offer":
		says := strings.Join(tokensOf(rest), " ") // of all that is answered at once
		r.Buttons = []event.Button{
			{Label: "Yes", Says: pressing + offered.ReplaceAllString(says, "${1}p"), Emoji: "✅"}, {Label: "No", Says: "rehearse no " + says, Emoji: "❌"},
		}
	case "recite":
		r.Text.Say("%s\n\n```\n%s```\n\nThat was all.", rest, strings.Repeat(reciting+"\n", 900))
		return r, nil
	}
	r.Text.Say("Done: ").Claim(t.Heard(), "%s.", strings.Join(tokensOf(t.Text), " "))
	return r, nil
}

// tell answers whatever nobody else does, but for what is to be pondered.
func tell(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	if strings.Contains(t.Text, "ponder ") {
		return nil, nil
	}
	r := &turn.Reply{By: "procedure:tell"}
	r.Text.Say("Heard: ").Claim(t.Heard(), "%s.", strings.Join(tokensOf(t.Text), " "))
	return r, nil
}

// ponder answers as a model would, word by word, and with what came meanwhile.
func ponder(ctx context.Context, t *turn.Turn) (answer, note *turn.Reply, err error) {
	if _, err := t.Begin(ctx); err != nil {
		return nil, nil, err
	}
	heard, words := t.Heard(), t.Text
	r := &turn.Reply{By: "model:test"}
	for _, word := range strings.Fields("I have thought about all of this. Here is what I have found so far:") {
		select {
		case <-ctx.Done():
			return nil, nil, context.Cause(ctx)
		case <-time.After(3 * time.Millisecond):
		}
		r.Text.Say("%s ", word)
		if t.Draft != nil {
			t.Draft(r.Text.String())
		}
		if t.Joined == nil { // it was set aside
			continue
		}
		more, err := t.Joined(ctx)
		if err != nil {
			return nil, nil, err
		}
		for _, m := range more {
			heard = append(heard, m.Seq)
			words += "\n" + m.Text
		}
	}
	r.Text.Claim(heard, "%s.", strings.Join(tokensOf(words), " "))
	return r, nil, nil
}
