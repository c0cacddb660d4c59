package host_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/connectors"
	"citadel/connectors/connectortest/folder"
	"citadel/memory"
	"citadel/memory/ledger/sqlite"
	"citadel/memory/outbox"
)

// What a child's exit status says, beside 0.
const (
	statusFailed  = 3
	statusDiffers = 4 // the state in use is not what a replay gives
)

// child is a whole Citadel in a home of its own, on a platform in a folder. It leaves when
// everything that was said is answered and nothing more will be.
func child(text string) int {
	var o orders
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return statusFailed
	}
	code, err := serve(context.Background(), o)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	return code
}

func serve(ctx context.Context, o orders) (int, error) {
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
	c, err := host.Open(ctx, host.Options{
		Home: home, Config: settings, Version: "test", Now: ticking(o), CheckpointEvery: 25,
		Log:   slog.New(slog.NewTextHandler(os.Stderr, nil)),
		Store: &mortal{Store: file, death: o.Death},
		Here:  []string{"folder"}, Connectors: func(string) []connectors.Connector { return []connectors.Connector{platform(o)} },
	})
	if err != nil {
		return statusFailed, err
	}
	c.Brain.Steps = append(append(c.Brain.Steps[:0:0], staged), append(c.Brain.Steps, echo)...)
	c.Brain.Respond = modelled

	talking, enough := context.WithCancel(ctx)
	defer enough()
	go watch(talking, o, c.Mind, enough)
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

// ticking is a clock that goes up to three seconds at each look, so that some messages
// come close together and some do not; and, where it jumps, a day back or forth.
func ticking(o orders) func() time.Time {
	var mu sync.Mutex
	dice := rand.New(rand.NewPCG(o.Seed, uint64(o.Start.Unix())))
	now := o.Start
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(time.Duration(dice.IntN(3000)) * time.Millisecond)
		if o.Jumps && dice.IntN(40) == 0 {
			now = now.Add(time.Duration(dice.IntN(3)-1) * 24 * time.Hour)
		}
		return now
	}
}

func platform(o orders) *folder.Folder {
	f := &folder.Folder{Dir: o.Chat}
	if o.Tough {
		f.Faults = folder.Faults{
			Rand:      rand.New(rand.NewPCG(o.Seed, uint64(o.Start.UnixNano()))),
			Duplicate: 0.15, Repeat: 0.15, Shuffle: 0.3, Reconnect: 0.03, Refuse: 0.05, HangUp: 0.1,
		}
	}
	return f
}

// watch leaves when the person has said all, all of it is acknowledged, and the mind has
// nothing left to answer, to follow or to deliver.
func watch(ctx context.Context, o orders, m *memory.Mind, leave context.CancelFunc) {
	far := &folder.Far{Dir: o.Chat}
	err := far.Await(ctx, func() (bool, error) {
		if _, err := os.Stat(filepath.Join(o.Chat, overName)); errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		acked, err := far.Acked()
		if err != nil {
			return false, err
		}
		lines, err := linesOf(filepath.Join(o.Chat, "said"))
		if err != nil || len(unique(acked)) < lines {
			return false, err
		}
		idle := false
		m.Read(func(v memory.View) {
			asked := slices.ContainsFunc(v.Outbox.Posts, func(p outbox.Post) bool { return p.Asked }) // others may wait for hours
			idle = len(v.Thread.Waiting) == 0 && len(v.Thread.Unsaid) == 0 && !asked
		})
		return idle, nil
	})
	if err == nil {
		leave()
	}
}

func unique(keys []string) map[string]bool {
	set := make(map[string]bool, len(keys))
	for _, k := range keys {
		set[k] = true
	}
	return set
}
