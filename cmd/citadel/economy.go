package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/jobs"
	"citadel/jobs/feeds"
	"citadel/memory"
	knowledge "citadel/memory/economy"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/tools/economy"
)

type economyCommands struct {
	Pull     pullCommand     `cmd:"" help:"Read all figures now, and note which moved."`
	Status   feedsCommand    `cmd:"" help:"Say which figures come, and which do not."`
	Backfill backfillCommand `cmd:"" help:"Fetch figures of before what is known. They move nothing."`
}

// errNoFeeds: nobody is to be asked.
var errNoFeeds = errors.New("the settings turn all figures of the economy off (economy.off), or the folder has no saved answers")

type pullCommand struct {
	Saved string `help:"Read the answers saved in this folder, and ask nobody." type:"existingdir" placeholder:"FOLDER"`
}

// Run looks once, as the job does each morning. It works while citadel does not.
func (c pullCommand) Run(ctx context.Context, e *environment) error {
	return look(ctx, e, c.Saved, time.Time{})
}

type backfillCommand struct {
	From  string `help:"The first day that is wanted." required:"" placeholder:"2016-01-01"`
	Saved string `help:"Read the answers saved in this folder, and ask nobody." type:"existingdir" placeholder:"FOLDER"`
}

// Run looks, and takes older figures along.
func (c backfillCommand) Run(ctx context.Context, e *environment) error {
	from, err := time.Parse(time.DateOnly, c.From)
	if err != nil {
		return fmt.Errorf("--from %q is no day: write one such as 2016-01-01", c.From)
	}
	return look(ctx, e, c.Saved, from)
}

// look asks publishers, or reads their saved answers, and records what is new.
func look(ctx context.Context, e *environment, saved string, from time.Time) (err error) {
	home, err := host.LockHome(e.args.Home)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, home.Close()) }()
	settings, err := config.Load(e.args.Home, e.environ)
	if err != nil {
		return err
	}
	f := host.Feeds(settings.Economy, saved, e.client, e.now)
	if len(f.Indicators) == 0 {
		return errNoFeeds
	}
	p := e.progress()
	defer p.done()
	m, pens, err := openMind(ctx, e, false, p)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.Close(ctx)) }()
	var known *feeds.State
	m.Read(func(v memory.View) { known = feeds.StateOf(v.Economy) })
	terms := feeds.Terms{Now: e.now(), From: from, Told: func(done, all int) { p.show("reading figures", done, all) }}
	if !from.IsZero() {
		if terms.Earliest, err = earliest(ctx, m); err != nil {
			return err
		}
	}
	writes, report, err := f.Look(ctx, known, terms)
	if err != nil {
		return err
	}
	if err := record(ctx, m, pens.Case(event.Learning), writes); err != nil {
		return err
	}
	p.done()
	tellLook(e, report)
	return nil
}

func record(ctx context.Context, m *memory.Mind, pens ledger.Case, writes []jobs.Write) error {
	if len(writes) == 0 {
		return nil
	}
	entries := make([]ledger.Entry, len(writes))
	for i, w := range writes {
		entries[i] = pens.Write(w.Payload).Because(w.Because...)
		entries[i].Key = w.Key
	}
	_, err := m.Record(ctx, entries...)
	return err
}

// earliest is the first date of each indicator that was recorded.
func earliest(ctx context.Context, m *memory.Mind) (map[string]event.Day, error) {
	first := map[string]event.Day{}
	for r, err := range ledger.Each[event.FiguresRead](ctx, m, ledger.Query{}) {
		if err != nil {
			return nil, err
		}
		read := r.Said
		if len(read.Figures.Values) == 0 {
			continue
		}
		if on, known := first[read.Indicator]; !known || read.Figures.First < on {
			first[read.Indicator] = read.Figures.First
		}
	}
	return first, nil
}

// tellLook says what a look found.
func tellLook(e *environment, r feeds.Report) {
	fmt.Fprintf(e.out, "%d of %s read", r.Read, phrase.Count(r.Asked, "indicator"))
	if r.Fallbacks > 0 {
		fmt.Fprintf(e.out, ", %d of them by a second source", r.Fallbacks)
	}
	if r.First > 0 {
		fmt.Fprintf(e.out, ", %d for the first time", r.First)
	}
	fmt.Fprintf(e.out, ": %s", phrase.Count(r.Figures, "new figure"))
	if r.Older > 0 {
		fmt.Fprintf(e.out, ", %s", phrase.Count(r.Older, "older one"))
	}
	fmt.Fprintf(e.out, ", %s.\n", phrase.Count(r.Revised, "revision"))
	for _, m := range r.Moves {
		fmt.Fprintln(e.out, "  "+moveLine(m))
	}
	for _, u := range r.Undone {
		fmt.Fprintf(e.out, "  %s did not move after all: %s to %s\n", u.Indicator, figure(u.From), figure(u.To))
	}
	for _, f := range r.Failed {
		fmt.Fprintf(e.out, "  not read: %s from %s. %s\n", f.Indicator, economy.Called(f.Feed), f.Why)
	}
	switch {
	case r.Degraded():
		fmt.Fprintln(e.out, "Too few could be read to say that nothing else moved.")
	case len(r.Moves)+len(r.Undone) == 0:
		fmt.Fprintln(e.out, "Nothing moved far enough to matter.")
	}
}

func moveLine(m event.IndicatorMoved) string {
	line := fmt.Sprintf("%s: %s to %s %s, %s to %s (%s)", m.Indicator, figure(m.From), figure(m.To), m.Unit,
		m.Since.Format("2 Jan 2006"), m.On.Format("2 Jan 2006"), m.Measure.Severity)
	switch {
	case m.Measure.Revised:
		line += ", by correction"
	case m.Measure.Unconfirmed:
		line += ", one unconfirmed reading"
	}
	return line
}

func figure(x float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.4f", x), "0"), ".")
}

type feedsCommand struct{}

// Run lists what is known of each indicator. It may stand beside a running citadel.
func (feedsCommand) Run(ctx context.Context, e *environment) (err error) {
	settings, err := config.Load(e.args.Home, e.environ)
	if err != nil {
		return err
	}
	p := e.progress()
	defer p.done()
	m, _, err := openMind(ctx, e, true, p)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.Close(ctx)) }()
	p.done()
	m.Read(func(v memory.View) {
		tellFeeds(e, host.Feeds(settings.Economy, "", e.client, e.now).Indicators, v.Economy)
	})
	return nil
}

func tellFeeds(e *environment, wanted []economy.Indicator, f *knowledge.Fold) {
	now, seen := e.now(), map[string]bool{}
	for _, w := range wanted {
		if seen[w.Name] {
			continue
		}
		seen[w.Name] = true
		i := f.Of(w.Name)
		last, ok := i.Last()
		if !ok {
			fmt.Fprintf(e.out, "%-30s not read yet\n", w.Name)
			continue
		}
		fmt.Fprintf(e.out, "%-30s %s %s, %s, by %s%s\n", w.Name, figure(last.Value), i.Unit, last.On.Time().Format("2 Jan 2006"), economy.Called(i.Feed), overdue(i, now))
	}
	for _, x := range f.Failing {
		fmt.Fprintf(e.out, "not read since %s: %s from %s. %s\n", x.Since.Format("2 Jan 2006"), x.Indicator, economy.Called(x.Feed), x.Why)
	}
	if f.Pulled.Seq != 0 && f.Pulled.Degraded() {
		fmt.Fprintf(e.out, "The last reading, on %s, had %d of %d: too few to say that nothing moved.\n", f.Pulled.On.Format("2 Jan 2006"), f.Pulled.Read, f.Pulled.Asked)
	}
}

func overdue(i knowledge.Indicator, now time.Time) string {
	switch i.State(now) {
	case knowledge.Stale:
		return ", overdue"
	case knowledge.Dead:
		return ", dead: nothing has come for a long time"
	}
	return ""
}
