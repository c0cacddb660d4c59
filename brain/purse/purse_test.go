package purse_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/brain/model"
	"citadel/brain/purse"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
)

// home is a mind with a purse, whose store can be made to fail.
type home struct {
	t       *testing.T
	store   *failing
	mind    *memory.Mind
	pens    ledger.Pens
	purse   *purse.Purse
	now     time.Time
	zone    *time.Location
	commits [][]event.Kind
}

// failing is a store that notes its commits and can be out of order.
type failing struct {
	*inmem.Store
	home *home
	err  error
}

func (s *failing) Append(ctx context.Context, rows []ledger.Row, shred []event.Seq) error {
	if s.err != nil {
		return s.err
	}
	var kinds []event.Kind
	for _, r := range rows {
		kinds = append(kinds, r.Kind)
	}
	s.home.commits = append(s.home.commits, kinds)
	return s.Store.Append(ctx, rows, shred)
}

func newHome(t *testing.T) *home {
	h := &home{t: t, now: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), zone: time.UTC}
	h.store = &failing{Store: &inmem.Store{}, home: h}
	h.start()
	return h
}

// start takes the mind up as a process does, after whatever became of the one before.
func (h *home) start() {
	h.t.Helper()
	m, pens, err := memory.Open(h.t.Context(), memory.Options{Store: h.store, Principal: "me", Now: func() time.Time { return h.now }, CheckpointEvery: -1})
	if err != nil {
		h.t.Fatal(err)
	}
	h.mind, h.pens = m, pens
	h.purse = &purse.Purse{
		Mind: m, Pens: pens.Case(event.Models), Now: func() time.Time { return h.now }, Zone: func() *time.Location { return h.zone },
		Ceilings: purse.Ceilings{Turn: 500_000, Job: 100_000, Day: 2_000_000, Month: 30_000_000, Pulses: 250_000},
	}
}

func (h *home) record(es ...ledger.Entry) []ledger.Record {
	h.t.Helper()
	rs, err := h.mind.Record(h.t.Context(), es...)
	if err != nil {
		h.t.Fatal(err)
	}
	return rs
}

func (h *home) hear(text string) event.Seq {
	h.t.Helper()
	e := h.pens.For(event.Bot).Write(event.Heard{Text: text, Place: event.Place{Platform: "console"}})
	e.Trust = event.ByPrincipal
	return h.record(e)[0].Seq
}

func (h *home) begin(messages ...event.Seq) event.Seq {
	h.t.Helper()
	return h.record(h.pens.For(event.Brain).Write(event.TurnBegan{Messages: messages}).Because(messages...))[0].Seq
}

func (h *home) end(turn event.Seq) {
	h.t.Helper()
	h.record(h.pens.For(event.Brain).Write(event.TurnEnded{Outcome: event.Answered, By: "model:m"}).Because(turn))
}

// allow sets the ceiling of a day, as the principal.
func (h *home) allow(day string) {
	h.t.Helper()
	heard := h.hear("allow")
	ask := h.pens.For(event.Brain).Write(event.Asked{What: event.AskSetting, Name: event.SettingCeiling, Text: day}).Because(heard).Resting(heard)
	ask.Trust = event.ByPrincipal
	h.record(ask)
}

func (h *home) reserve(a model.Attempt) model.Ticket {
	h.t.Helper()
	t, err := h.purse.Reserve(h.t.Context(), a)
	if err != nil {
		h.t.Fatal(err)
	}
	return t
}

func (h *home) settle(t model.Ticket, r model.Receipt) {
	h.t.Helper()
	if err := h.purse.Settle(h.t.Context(), t, r); err != nil {
		h.t.Fatal(err)
	}
}

// spend makes a call that costs so much.
func (h *home) spend(a model.Attempt, cost model.USD) {
	h.t.Helper()
	a.Most = cost
	h.settle(h.reserve(a), model.Receipt{Outcome: purse.OK, Cost: cost})
}

func (h *home) payload(seq event.Seq) (ledger.Record, event.Payload) {
	h.t.Helper()
	r, err := h.mind.Event(h.t.Context(), seq)
	if err != nil {
		h.t.Fatal(err)
	}
	p, err := r.Payload()
	if err != nil {
		h.t.Fatal(err)
	}
	return r, p
}

// kinds lists what was written after an event.
func (h *home) kinds(after event.Seq) (kinds []event.Kind) {
	h.t.Helper()
	for r, err := range h.mind.Events(h.t.Context(), ledger.Query{After: after}) {
		if err != nil {
			h.t.Fatal(err)
		}
		kinds = append(kinds, r.Kind)
	}
	return kinds
}

func (h *home) day(day string) (spent, aside int64) {
	h.mind.Read(func(v memory.View) { spent, aside = v.Spending.Day(day) })
	return spent, aside
}

var full = model.Attempt{
	Role: model.Primary, Provider: "anthropic", Model: "claude-sonnet-5-5", Most: 40_000, Least: 20_000, Bound: 1000, Unpriced: true, Try: 2,
	MaxTokens: 900, Creativity: model.Medium, Effort: model.HighEffort, Tools: 3, Digest: strings.Repeat("ab", 32),
}

// Every field of an attempt and its receipt is recorded, the end of it in one commit.
func TestACallIsRecorded(t *testing.T) {
	h := newHome(t)
	other, one, two := h.hear("in view"), h.hear("what now?"), h.hear("and then?")
	turn := h.begin(one)
	h.record(h.pens.For(event.Brain).Write(event.TurnJoined{Messages: []event.Seq{two}}).Because(turn, two))
	a := full
	a.Purpose = model.Purpose{Message: uint64(one), Turn: uint64(turn), Kind: "deep", From: []uint64{uint64(other)}}
	ticket := h.reserve(a)
	r, p := h.payload(event.Seq(ticket))
	if d := cmp.Diff(event.Payload(event.ModelAsked{
		Role: "primary", Provider: "anthropic", Model: "claude-sonnet-5-5", Day: "2026-11-20", Message: one, For: "deep",
		Most: 40_000, Bound: 1000, Unpriced: true, Try: 2, MaxTokens: 900, Creativity: "medium", Effort: "high", Tools: 3,
	}), p); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]event.Seq{turn}, r.Causes); d != "" || r.From != nil || r.Source != event.Models {
		t.Errorf("%s, from %v, by %q", d, r.From, r.Source)
	}
	before := len(h.commits)
	h.settle(ticket, model.Receipt{
		Outcome: purse.OK, Stop: model.Wants, Usage: model.Usage{In: 10, Out: 20, CacheRead: 30, CacheWrite: 40, Exact: true},
		Cost: 1234, Guessed: true, Latency: 1500 * time.Millisecond, Text: "Let me look.",
		Calls: []model.Call{{ID: "c1", Tool: "recall", Args: json.RawMessage(`{"query":`)}},
	})
	if d := cmp.Diff([][]event.Kind{{"model.called", "model.exchanged"}}, h.commits[before:]); d != "" {
		t.Error(d)
	}
	head := h.mind.Head()
	r, p = h.payload(head - 1)
	if d := cmp.Diff(event.Payload(event.ModelCalled{
		Role: "primary", Provider: "anthropic", Model: "claude-sonnet-5-5", Day: "2026-11-20", Message: one, For: "deep", Outcome: "ok", Stop: "tools",
		In: 10, Out: 20, CacheRead: 30, CacheWrite: 40, Cost: 1234, Guessed: true, Unpriced: true, Took: 1500,
	}), p); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]event.Seq{event.Seq(ticket), turn}, r.Causes); d != "" || r.From != nil {
		t.Errorf("%s, from %v", d, r.From)
	}
	r, p = h.payload(head)
	if d := cmp.Diff(event.Payload(event.ModelExchanged{
		Digest: full.Digest, Text: "Let me look.", Stop: "tools", Calls: []event.ToolCall{{ID: "c1", Tool: "recall", Args: `{"query":`}},
	}), p); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]event.Seq{head - 1}, r.Causes); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]event.Seq{other, one, two}, r.From); d != "" {
		t.Error(d)
	}
}

// A call in a run of a job is caused by the attempt at its slot.
func TestACallOfAJobIsRecorded(t *testing.T) {
	h := newHome(t)
	jobs := h.pens.For(event.Jobs)
	rs := h.record(jobs.Write(event.JobBegan{Job: "mail", Slot: "7", Attempt: 1}), jobs.Write(event.JobBegan{Job: "mail", Slot: "8", Attempt: 1}))
	for slot, want := range map[string][]event.Seq{"7": {rs[0].Seq}, "8": {rs[1].Seq}, "9": nil} {
		a := full
		a.Purpose = model.Purpose{Job: "mail", Slot: slot}
		r, p := h.payload(event.Seq(h.reserve(a)))
		if d := cmp.Diff(want, r.Causes); d != "" {
			t.Errorf("slot %s: %s", slot, d)
		}
		if p := p.(event.ModelAsked); p.Job != "mail" || p.Slot != slot {
			t.Errorf("slot %s: %+v", slot, p)
		}
	}
}

func TestCeilings(t *testing.T) {
	const day, dollar = "2026-11-20", model.USD(1_000_000)
	job := model.Attempt{Purpose: model.Purpose{Job: "mail", Slot: "1"}}
	nobody := model.Attempt{}
	pulse := func(job string) model.Attempt {
		return model.Attempt{Purpose: model.Purpose{Job: job, Slot: "1", Line: model.Pulses}}
	}
	past := func(ceiling string, limit, spent, wanted model.USD) *model.CeilingError {
		return &model.CeilingError{Ceiling: ceiling, Limit: limit, Spent: spent, Wanted: wanted}
	}
	for name, c := range map[string]struct {
		set     func(h *home)
		attempt model.Attempt
		most    model.USD
		want    *model.CeilingError // nil: it fits
	}{
		"all that a run has":  {nil, job, 100_000, nil},
		"more than a run has": {nil, job, 100_001, past("job", 100_000, 0, 100_001)},
		"what a run has left": {func(h *home) { h.spend(job, 60_000) }, job, 40_001, past("job", 100_000, 60_000, 40_001)},
		"another slot":        {func(h *home) { h.spend(job, 60_000) }, model.Attempt{Purpose: model.Purpose{Job: "mail", Slot: "2"}}, 100_000, nil},
		"what a line has left": {func(h *home) {
			h.spend(pulse("action"), 90_000)
			h.start()
			h.spend(pulse("reflective"), 90_000)
			h.spend(job, 90_000)
		}, pulse("monologue"), 70_001, past("pulses", 250_000, 180_000, 70_001)},
		"a line on a new day": {func(h *home) {
			h.spend(pulse("action"), 90_000)
			h.spend(pulse("reflective"), 90_000)
			h.now = h.now.AddDate(0, 0, 1)
		}, pulse("monologue"), 100_000, nil},
		"all of a day":                {nil, nobody, 2 * dollar, nil},
		"more than a day":             {nil, nobody, 2*dollar + 1, past("day", 2*dollar, 0, 2*dollar+1)},
		"what is set aside is gone":   {func(h *home) { h.reserve(model.Attempt{Most: dollar}) }, nobody, dollar + 1, past("day", 2*dollar, dollar, dollar+1)},
		"more than a month":           {func(h *home) { h.allow(day + "/100") }, nobody, 30*dollar + 1, past("month", 30*dollar, 0, 30*dollar+1)},
		"a day's own ceiling, higher": {func(h *home) { h.allow(day + "/4.00") }, nobody, 4 * dollar, nil},
		"a day's own ceiling, lower":  {func(h *home) { h.allow(day + "/0.29") }, nobody, 290_001, past("day", 290_000, 0, 290_001)},
		"another day's own ceiling":   {func(h *home) { h.allow("2026-11-21/4.00") }, nobody, 4 * dollar, past("day", 2*dollar, 0, 4*dollar)},
		"the tightest of several":     {nil, job, 40 * dollar, past("job", 100_000, 0, 40*dollar)},
		"the widest of equals": {func(h *home) {
			h.allow(day + "/100")
			h.spend(nobody, 29_900_000)
		}, job, 100_001, past("month", 30*dollar, 29_900_000, 100_001)},
		"nothing forbids everything":      {func(h *home) { h.allow(day + "/0") }, nobody, 0, past("day", 0, 0, 0)},
		"what costs nothing is not money": {func(h *home) { h.spend(nobody, dollar); h.allow(day + "/0.50") }, nobody, 0, nil},
		"a new day":                       {func(h *home) { h.spend(nobody, 2*dollar); h.now = h.now.AddDate(0, 0, 1) }, nobody, 2 * dollar, nil},
		"the same day elsewhere": {func(h *home) {
			h.spend(nobody, 2*dollar)
			h.now, h.zone = h.now.Add(18*time.Hour), time.FixedZone("west", -10*3600) // it is 21 Nov where he was
		}, nobody, 1, past("day", 2*dollar, 2*dollar, 1)},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			if c.set != nil {
				c.set(h)
			}
			c.attempt.Most = c.most
			head := h.mind.Head()
			_, err := h.purse.Reserve(t.Context(), c.attempt)
			var got *model.CeilingError
			if errors.As(err, &got); c.want == nil && err != nil || c.want != nil && got == nil {
				t.Fatalf("%v", err)
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
			if asked := slices.Contains(h.kinds(head), "model.asked"); asked != (c.want == nil) {
				t.Errorf("wrote %v", h.kinds(head))
			}
		})
	}
}

// The tries of a turn share its ceiling, also over crashes, and whatever is answered
// between; the next turn has its own.
func TestATurnThatIsTriedAgain(t *testing.T) {
	h := newHome(t)
	one, two := h.hear("first"), h.hear("second")
	try := func(most model.USD) error {
		a := model.Attempt{Most: most, Purpose: model.Purpose{Message: uint64(one), Turn: uint64(h.begin(one))}}
		ticket, err := h.purse.Reserve(t.Context(), a)
		if err == nil {
			h.settle(ticket, model.Receipt{Outcome: purse.OK, Cost: most})
		}
		return err
	}
	var ceiling *model.CeilingError
	for range 2 {
		if err := try(200_000); err != nil {
			t.Fatal(err)
		}
		h.start()
	}
	h.end(h.begin(two)) // in another place
	if err := try(100_001); !errors.As(err, &ceiling) || ceiling.Ceiling != "turn" || ceiling.Spent != 400_000 {
		t.Fatalf("the third try: %v", err)
	}
	last := h.begin(one)
	a := model.Attempt{Most: 100_000, Purpose: model.Purpose{Message: uint64(one), Turn: uint64(last)}}
	late := h.reserve(a)
	h.end(last)
	h.settle(late, model.Receipt{Outcome: purse.OK, Cost: 100_000}) // it outlives the turn
	if err := try(500_000); err != nil {
		t.Fatalf("the same message again, because it was edited: %v", err)
	}
}

func TestTheDayIsThatOfTheReservation(t *testing.T) {
	melbourne, err := time.LoadLocation("Australia/Melbourne")
	if err != nil {
		t.Fatal(err)
	}
	h := newHome(t)
	h.zone = melbourne
	at := func(moment string) {
		if h.now, err = time.ParseInLocation("2006-01-02 15:04", moment, melbourne); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ reserved, settled, day string }{
		{"2026-11-20 23:59", "2026-11-21 00:01", "2026-11-20"},
		{"2026-11-21 00:00", "2026-11-21 00:01", "2026-11-21"},
		{"2026-10-04 01:59", "2026-10-04 03:00", "2026-10-04"}, // summer time begins
		{"2027-04-04 02:59", "2027-04-05 00:00", "2027-04-04"}, // and ends
		{"2026-12-31 23:59", "2027-01-01 00:00", "2026-12-31"},
	} {
		at(c.reserved)
		ticket := h.reserve(model.Attempt{Most: 100})
		if _, aside := h.day(c.day); aside != 100 {
			t.Errorf("%s: %d set aside on %s", c.reserved, aside, c.day)
		}
		at(c.settled)
		h.settle(ticket, model.Receipt{Outcome: purse.OK, Cost: 7})
		if spent, aside := h.day(c.day); spent != 7 || aside != 0 {
			t.Errorf("%s: %d spent and %d set aside on %s", c.settled, spent, aside, c.day)
		}
	}
}

// A ceiling is reached when not even the least of a call fits under what is spent; it is
// recorded once, and once more for the next one.
func TestReached(t *testing.T) {
	h := newHome(t)
	refused := func(most, least model.USD) {
		t.Helper()
		var ceiling *model.CeilingError
		if _, err := h.purse.Reserve(t.Context(), model.Attempt{Most: most, Least: least}); !errors.As(err, &ceiling) {
			t.Fatalf("not refused: %v", err)
		}
	}
	wrote := func(want ...event.Payload) {
		t.Helper()
		var got []event.Payload
		for r, err := range h.mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{event.SpendReached{}.Kind()}}) {
			if err != nil {
				t.Fatal(err)
			}
			_, p := h.payload(r.Seq)
			got = append(got, p)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
	}
	h.spend(model.Attempt{}, 1_900_000)
	refused(200_000, 100_000) // a shorter answer would fit
	aside := h.reserve(model.Attempt{Most: 100_000})
	refused(200_000, 50_000) // and this, if the other costs less than it may
	wrote()
	h.settle(aside, model.Receipt{Outcome: purse.OK, Cost: 90_000})
	refused(200_000, 50_000)
	refused(200_000, 50_000)
	first := event.SpendReached{Period: "2026-11-20", Ceiling: 2_000_000, Spent: 1_990_000, Wanted: 200_000}
	wrote(first)
	h.start()
	refused(200_000, 50_000)
	wrote(first)
	h.allow("2026-11-20/4.00")
	h.spend(model.Attempt{}, 2_010_000)
	refused(1, 0) // nobody said how little it could cost, and there is nothing left
	wrote(first, event.SpendReached{Period: "2026-11-20", Ceiling: 4_000_000, Spent: 4_000_000, Wanted: 1})
	h.mind.Read(func(v memory.View) {
		if !v.Spending.Reached("2026-11-20", 4_000_000) || v.Spending.Reached("2026-11-20", 4_000_001) || v.Spending.Reached("2026-11", 30_000_000) {
			t.Error("something else is reached")
		}
	})
}

// Nothing is set aside when the caller is gone, the store is full, or the request makes no
// sense; and what could not be settled can be settled again.
func TestFailures(t *testing.T) {
	h := newHome(t)
	head := h.mind.Head()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.purse.Reserve(gone, full); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller that is gone: %v", err)
	}
	for name, a := range map[string]model.Attempt{
		"a negative cost":        {Most: -1},
		"a negative least":       {Least: -1},
		"words from nowhere":     {Purpose: model.Purpose{From: []uint64{99}}},
		"a message from nowhere": {Purpose: model.Purpose{Message: 99}},
		"a turn from nowhere":    {Purpose: model.Purpose{Turn: 99}},
	} {
		if _, err := h.purse.Reserve(t.Context(), a); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	h.store.err = ledger.ErrNoSpace
	if _, err := h.purse.Reserve(t.Context(), full); !errors.Is(err, ledger.ErrNoSpace) {
		t.Errorf("a full disk: %v", err)
	}
	h.store.err = nil
	if h.mind.Head() != head {
		t.Fatalf("wrote %v", h.kinds(head))
	}
	if spent, aside := h.day("2026-11-20"); spent+aside != 0 {
		t.Errorf("%d spent, %d set aside", spent, aside)
	}

	ticket := h.reserve(full)
	h.store.err = ledger.ErrNoSpace
	if err := h.purse.Settle(t.Context(), ticket, model.Receipt{Cost: 5}); !errors.Is(err, ledger.ErrNoSpace) {
		t.Errorf("settled on a full disk: %v", err)
	}
	h.store.err = nil
	if err := h.purse.Settle(t.Context(), ticket, model.Receipt{Cost: -5}); err == nil || errors.Is(err, purse.ErrSettled) {
		t.Errorf("a negative cost: %v", err)
	}
	if spent, aside := h.day("2026-11-20"); spent != 0 || aside != 40_000 {
		t.Errorf("%d spent, %d set aside", spent, aside)
	}
	if err := h.purse.Settle(gone, ticket, model.Receipt{Cost: 5}); err != nil {
		t.Errorf("settled for somebody who is gone: %v", err)
	}
	head = h.mind.Head()
	for name, again := range map[string]model.Ticket{"settled": ticket, "never made": 99, "none": 0, "another event": model.Ticket(head)} {
		if err := h.purse.Settle(t.Context(), again, model.Receipt{Cost: 7}); !errors.Is(err, purse.ErrSettled) {
			t.Errorf("%s: %v", name, err)
		}
	}
	h.start()
	if err := h.purse.Settle(t.Context(), ticket, model.Receipt{Cost: 7}); !errors.Is(err, purse.ErrSettled) || h.mind.Head() != head {
		t.Errorf("another process: %v, %v", err, h.kinds(head))
	}
	if spent, aside := h.day("2026-11-20"); spent != 5 || aside != 0 {
		t.Errorf("%d spent, %d set aside", spent, aside)
	}
}

// A bill that is higher than what was set aside is recorded as it is.
func TestABillTooHigh(t *testing.T) {
	h := newHome(t)
	h.settle(h.reserve(model.Attempt{Most: 1_900_000}), model.Receipt{Outcome: purse.OK, Cost: 2_500_000})
	var ceiling *model.CeilingError
	if _, err := h.purse.Reserve(t.Context(), model.Attempt{Most: 1}); !errors.As(err, &ceiling) || ceiling.Spent != 2_500_000 {
		t.Error(err)
	}
}

func TestRecover(t *testing.T) {
	h := newHome(t)
	m := h.hear("what now?")
	turn := h.begin(m)
	a := full
	a.Purpose = model.Purpose{Message: uint64(m), Turn: uint64(turn), Kind: "deep"}
	lost := h.reserve(a)
	h.spend(full, 10)
	h.now = h.now.AddDate(0, 0, 3)
	h.start()
	ours := h.reserve(full)
	head := h.mind.Head()
	for range 2 {
		if err := h.purse.Recover(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff([]event.Kind{"model.called"}, h.kinds(head)); d != "" {
		t.Fatal(d)
	}
	r, p := h.payload(head + 1)
	if d := cmp.Diff(event.Payload(event.ModelCalled{
		Role: "primary", Provider: "anthropic", Model: "claude-sonnet-5-5", Day: "2026-11-20", Message: m, For: "deep",
		Outcome: purse.Lost, Cost: 40_000, Guessed: true, Unpriced: true,
	}), p); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]event.Seq{event.Seq(lost), turn}, r.Causes); d != "" {
		t.Error(d)
	}
	if err := h.purse.Settle(t.Context(), lost, model.Receipt{}); !errors.Is(err, purse.ErrSettled) {
		t.Errorf("the lost one: %v", err)
	}
	h.settle(ours, model.Receipt{Outcome: purse.OK, Cost: 1})
	if spent, aside := h.day("2026-11-20"); spent != 40_010 || aside != 0 {
		t.Errorf("%d spent, %d set aside", spent, aside)
	}
}
