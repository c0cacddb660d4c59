package eval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"text/tabwriter"
	"time"

	"citadel/jobs"
	"citadel/jobs/integrate"
	"citadel/memory"
	"citadel/memory/embed/hashing"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
	"citadel/memory/store/embedded"
)

// WritesReport is what became of everything that was about to be made a memory.
type WritesReport struct {
	Sets []Writes `json:"sets"`
}

// Writes are the write attempts of one collection: of each conversation as it was said once,
// and of the same one said a second time, later (Again).
type Writes struct {
	Set           string `json:"set"`
	Conversations int    `json:"conversations"` // a talk of two is one for each of them
	Once          Gate   `json:"once"`
	Again         Gate   `json:"again"`
	Replayed      Gate   `json:"replayed"` // both together
}

// Gate counts what the gate before every memory did with write attempts (SPEC §13.5).
type Gate struct {
	Attempts   int     `json:"attempts"`
	Reinforced int     `json:"reinforced"` // said what a memory says already
	Superseded int     `json:"superseded"` // took the place of an older memory
	Disputed   int     `json:"disputed"`   // kept beside one that it cannot be true with
	Caught     float64 `json:"caught"`     // the share that was reinforced or superseded
}

func (g Gate) plus(o Gate) Gate {
	g.Attempts += o.Attempts
	g.Reinforced += o.Reinforced
	g.Superseded += o.Superseded
	g.Disputed += o.Disputed
	return g.summed()
}

func (g Gate) summed() Gate {
	if g.Caught = 0; g.Attempts > 0 {
		g.Caught = float64(g.Reinforced+g.Superseded) / float64(g.Attempts)
	}
	return g
}

// MeasureWrites has the rules make memories of what was said, twice over, and counts what the
// gate did. Where nobody talks with the agent, each speaker is taken for the principal in turn,
// and his part alone is read.
func MeasureWrites(ctx context.Context, conversations []Conversation, o Options) (WritesReport, error) {
	var r WritesReport
	for i, c := range conversations {
		if o.Progress != nil {
			o.Progress("conversations", i, len(conversations))
		}
		at := slices.IndexFunc(r.Sets, func(w Writes) bool { return w.Set == c.Set })
		if at < 0 {
			at = len(r.Sets)
			r.Sets = append(r.Sets, Writes{Set: c.Set})
		}
		w := &r.Sets[at]
		for _, turns := range parts(c) {
			once, again, err := written(ctx, turns)
			if err != nil {
				return r, fmt.Errorf("%s %s: %w", c.Set, c.ID, err)
			}
			w.Conversations++
			w.Once, w.Again = w.Once.plus(once), w.Again.plus(again)
			w.Replayed = w.Once.plus(w.Again)
		}
	}
	return r, nil
}

// parts are the words of the principal or, where there is none, of each who speaks.
func parts(c Conversation) (all [][]Turn) {
	var speakers []string
	said := map[string][]Turn{}
	for _, t := range c.Turns {
		if t.Role == Assistant || t.Text == "" {
			continue
		}
		who := t.Speaker
		if t.Role == User {
			who = User
		}
		if said[who] == nil {
			speakers = append(speakers, who)
		}
		said[who] = append(said[who], t)
	}
	if said[User] != nil {
		return [][]Turn{said[User]}
	}
	for _, who := range speakers {
		all = append(all, said[who])
	}
	return all
}

// batch is how many turns are made memories of at a time (SPEC §13.4).
const batch = 10

// written says turns to an empty mind, and then says them again.
func written(ctx context.Context, turns []Turn) (once, again Gate, err error) {
	now := turns[0].At
	clock := func() time.Time { return now }
	mind, pens, err := memory.Open(ctx, memory.Options{Store: &inmem.Store{}, Principal: "me", CheckpointEvery: -1, Now: clock})
	if err != nil {
		return once, again, err
	}
	quiet := slog.New(slog.DiscardHandler)
	follower := memory.NewFollower(mind, memory.NewVectors(embedded.New(), hashing.New(), clock, quiet))
	side, end := context.WithCancel(ctx)
	followed := make(chan error, 1)
	go func() { followed <- follower.Run(side) }()
	defer func() {
		end()
		err = errors.Join(err, <-followed, mind.Close(ctx))
	}()
	runner := &jobs.Runner{
		Mind: mind, Jobs: []jobs.Job{integrate.Job(integrate.InLedger(mind), false)}, Now: clock, Zone: time.UTC, Log: quiet,
		Pens: pens.Case(event.Jobs, event.Learning, event.Loops, event.Decisions, event.Outbox),
	}
	bot, brain := pens.For(event.Bot), pens.For(event.Brain)
	var gates [2]Gate
	head := mind.Head()
	for round := range gates {
		for i, t := range turns {
			if t.At.After(now) {
				now = t.At
			}
			if err := hear(ctx, mind, bot, brain, t, fmt.Sprintf("%d turn %s", round, t.ID)); err != nil {
				return once, again, err
			}
			if (i+1)%batch != 0 && i+1 < len(turns) {
				continue
			}
			for range 2 { // what is said twice in one batch waits for the next
				now = now.Add(integrate.Every)
				if _, err := runner.Tick(ctx); err != nil {
					return once, again, err
				}
			}
		}
		if gates[round], err = passed(ctx, mind, head); err != nil {
			return once, again, err
		}
		head = mind.Head()
	}
	return gates[0], gates[1], nil
}

// hear records a message of the principal that was answered with silence.
func hear(ctx context.Context, mind *memory.Mind, bot, brain ledger.Pen, t Turn, key string) error {
	e := bot.Write(event.Heard{Place: console, Audience: event.Private, Person: principal, Message: key, On: t.At, Text: t.Text})
	e.Key, e.Trust = key, event.ByPrincipal
	heard, err := mind.Record(ctx, e)
	if err != nil {
		return err
	}
	_, err = mind.Record(ctx,
		brain.Write(event.TurnBegan{Messages: []event.Seq{heard[0].Seq}, UpTo: mind.Head()}).Because(heard[0].Seq),
		brain.Write(event.TurnEnded{Outcome: event.Silent, By: "procedure:listen"}).Because(ledger.Here(0)),
	)
	return err
}

// passed counts what was written after an event.
func passed(ctx context.Context, mind *memory.Mind, after event.Seq) (g Gate, err error) {
	kinds := []event.Kind{event.Learned{}.Kind(), event.Reinforced{}.Kind(), event.Disputed{}.Kind()}
	for r, err := range ledger.Each[event.Payload](ctx, mind, ledger.Query{After: after, Kinds: kinds}) {
		if err != nil {
			return g, err
		}
		switch p := r.Said.(type) {
		case event.Learned:
			g.Attempts++
			if len(p.Supersedes) > 0 {
				g.Superseded++
			}
		case event.Reinforced:
			if p.As == event.Again {
				g.Attempts++
				g.Reinforced++
			}
		case event.Disputed:
			g.Disputed++
		}
	}
	return g.summed(), nil
}

// WriteJSON writes one JSON object.
func (r WritesReport) WriteJSON(w io.Writer) error { return json.NewEncoder(w).Encode(r) }

// Write writes a table: three rows for each set.
func (r WritesReport) Write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "set\t\tattempts\treinforced\tsuperseded\tdisputed\tcaught\t")
	for _, s := range r.Sets {
		for _, row := range []struct {
			name string
			gate Gate
		}{{"once", s.Once}, {"again", s.Again}, {"replayed", s.Replayed}} {
			g := row.gate
			fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%d\t%d\t%.3f\t\n", s.Set, row.name, g.Attempts, g.Reinforced, g.Superseded, g.Disputed, g.Caught)
		}
	}
	return t.Flush()
}
