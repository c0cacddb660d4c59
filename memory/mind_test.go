package memory_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
	"citadel/memory/ledger/sqlite"
	"citadel/memory/principal"
)

var base = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

func clock() func() time.Time {
	var mu sync.Mutex
	now := base
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(time.Second)
		return now
	}
}

func open(t testing.TB, store ledger.Store, every int) (*memory.Mind, ledger.Pens) {
	t.Helper()
	m, pens, err := memory.Open(t.Context(), memory.Options{Store: store, Principal: "me", Now: clock(), CheckpointEvery: every})
	if err != nil {
		t.Fatal(err)
	}
	return m, pens
}

// life writes a plausible stretch of a conversation, chosen by r, and returns what it heard.
func life(t testing.TB, m *memory.Mind, pens ledger.Pens, r *rand.Rand, steps int) []event.Seq {
	t.Helper()
	bot, brain, out := pens.For(event.Bot), pens.For(event.Brain), pens.For(event.Outbox)
	lps, dec, learn, jobs := pens.For(event.Loops), pens.For(event.Decisions), pens.For(event.Learning), pens.For(event.Jobs)
	models := pens.For(event.Models)
	var heard, posts, opened, calls, mused []event.Seq
	record := func(es ...ledger.Entry) []ledger.Record {
		rs, err := m.Record(context.Background(), es...)
		if err != nil {
			t.Fatal(err)
		}
		return rs
	}
	pick := func(s []event.Seq) event.Seq {
		if len(s) == 0 {
			return 0
		}
		return s[r.IntN(len(s))]
	}
	on := base
	for i := range steps {
		on = on.Add(time.Duration(r.IntN(5000)) * time.Second)
		names := []string{"Ana", "Tom", "Tom Weiss", "Priya Nair", "PN"}
		switch r.IntN(18) {
		case 16:
			p := muse(r, on, pick(mused))
			spec, _ := event.Of(p.Kind())
			e := pens.For(spec.Owner).Write(p)
			if h := pick(heard); h > 0 && r.IntN(2) == 0 {
				e = e.Resting(h)
			}
			if rs, err := m.Record(context.Background(), e); err == nil { // what it rests on may be forgotten
				mused = append(mused, rs[0].Seq)
			}
		case 0, 1, 2, 3:
			e := bot.Write(event.Heard{Place: event.Place{Platform: "console"}, Text: fmt.Sprintf("line %d", i), On: on, Cursor: fmt.Sprint(i)})
			e.Trust, e.Key = event.ByPrincipal, fmt.Sprintf("k/%d/%d", m.Head(), i)
			heard = append(heard, record(e)[0].Seq)
		case 4, 5, 6:
			if len(heard) == 0 {
				continue
			}
			h := heard[len(heard)-1]
			rs := record(
				brain.Write(event.TurnBegan{Messages: []event.Seq{h}}).Because(h),
				learn.Write(event.Learned{Sort: "fact", Text: "x", Subject: names[r.IntN(len(names))], Attribute: "employer", Provenance: event.Stated, On: on}).Because(ledger.Here(0)).Resting(h),
				lps.Write(event.LoopOpened{Text: "call", On: on}).Because(ledger.Here(0)).Resting(h),
				out.Write(event.PostQueued{Text: "answer", Answer: &event.Answer{Message: h}}).Because(ledger.Here(0)).Resting(h),
				brain.Write(event.TurnEnded{Outcome: event.Answered, By: "shrug", Quiet: r.IntN(20) == 0}).Because(ledger.Here(0)),
			)
			opened = append(opened, rs[2].Seq)
			posts = append(posts, rs[3].Seq)
		case 7:
			if p := pick(posts); p > 0 {
				record(out.Write(event.PostAttempted{Post: p, Try: 1}))
				record(out.Write(event.PostSent{Post: p, Message: "x"}))
			}
		case 8:
			if o := pick(opened); o > 0 {
				record(lps.Write(event.LoopClosed{Loop: o, Outcome: "done"}))
			}
		case 9:
			if h := pick(heard); h > 0 {
				ask := brain.Write(event.Asked{What: event.AskRuleAdd, Text: "always be brief"}).Because(h).Resting(h)
				ask.Trust = event.ByPrincipal
				record(ask, dec.Write(event.DecisionRecorded{Text: "d", On: on}).Because(h).Resting(h))
			}
		case 10:
			if h := pick(heard); h > 0 {
				record(learn.Write(event.Integrated{Messages: []event.Seq{h}, By: "rules", Left: r.IntN(3) == 0}).Because(h))
			}
		case 11:
			record(jobs.Write(event.JobBegan{Job: "j", Slot: fmt.Sprint(i), Attempt: 1}))
			record(jobs.Write(event.JobRan{Job: "j", Slot: fmt.Sprint(i), Outcome: event.JobDone}))
		case 12:
			day := on.Format(time.DateOnly)
			calls = append(calls, record(models.Write(event.ModelAsked{Day: day, Message: pick(heard), Job: "j", Slot: "x", Most: 900, Bound: 3}))[0].Seq)
			if c := pick(calls); r.IntN(3) > 0 {
				called := models.Write(event.ModelCalled{Day: day, Message: pick(heard), Cost: int64(r.IntN(900)), In: 4}).Because(c)
				called.Key = fmt.Sprintf("called/%d", c)
				said := models.Write(event.ModelExchanged{Text: "answer"}).Because(ledger.Here(0))
				if h := pick(heard); h > 0 {
					said = said.Resting(h)
				}
				// Settled twice, or on what was forgotten: nothing is written.
				_, _ = m.Record(context.Background(), called, said)
			}
		case 17:
			if h := pick(heard); h > 0 {
				a := event.Asked{Name: names[r.IntN(len(names))], Text: names[r.IntN(len(names))]}
				switch a.What = []string{event.AskGroup, event.AskAlias, event.AskMerge, event.AskRestore}[r.IntN(4)]; a.What {
				case event.AskGroup:
					a.Text = event.Growth
				case event.AskRestore:
					a.Ref = m.Head()
				}
				ask := brain.Write(a).Because(h).Resting(h)
				ask.Trust = event.ByPrincipal
				record(ask, learn.Write(event.MinorNamed{Name: "Leo"}).Because(h).Resting(h))
			}
		case 13:
			record(models.Write(event.SpendTold{Period: on.Format(time.DateOnly), Share: 80, Ceiling: int64(r.IntN(3))}))
			record(models.Write(event.ProviderNamed{Provider: fmt.Sprint(r.IntN(3)), Host: "h", Terminal: r.IntN(2) == 0}).Because(max(1, pick(posts))))
			record(models.Write(event.ProviderDegraded{Role: fmt.Sprint(r.IntN(3)), Model: "m"}))
		case 15:
			kind := []string{event.SignalLoop, event.SignalJoke, event.SignalPrediction}[r.IntN(3)]
			record(brain.Write(event.Gated{Signals: []event.Noticed{{Kind: kind, Kept: r.IntN(2) == 0}}}))
			if p := pick(posts); p > 0 {
				record(bot.Write(event.Reacted{About: p, Emoji: "👎", Sense: event.Dismiss, On: on, Credits: []string{kind, "topic/oil"}}).Because(p))
				switch r.IntN(4) {
				case 0:
					record(bot.Write(event.Unreacted{About: p, Emoji: "👎", On: on}).Because(p))
				case 1:
					record(brain.Write(event.Faulted{About: p, Reason: event.FaultBadTime, Hour: "09"}).Because(p))
				}
			}
		}
	}
	return heard
}

// muse is something the agent does of itself, with what it did before.
func muse(r *rand.Rand, on time.Time, before event.Seq) event.Payload {
	all := []event.Payload{
		event.ThoughtsSet{Thoughts: []string{"a", "b"}[:r.IntN(3)]}, event.GrowthSown{Text: "g"}, event.GrowthFed{Growth: before, Text: "e"},
		event.GrowthEnded{Growth: before}, event.GrowthRestored{Growth: before}, event.CuriosityRaised{Topic: "t"},
		event.CuriosityFollowed{Curiosity: before}, event.CuriosityShelved{Curiosity: before}, event.IntentionSet{Text: "i", On: on},
		event.IntentionEnded{Intention: before}, event.CommitmentMade{Text: "c", On: on}, event.CommitmentClosed{Commitment: before},
		event.WatchSet{What: event.WatchPage, Every: 60, On: on, Until: on.AddDate(0, 3, 0), Seen: before}, event.WatchSeen{Watch: before, Seen: before},
		event.WatchFailed{Watch: before, Why: []string{"", "w"}[r.IntN(2)]}, event.WatchTold{Watch: before, Of: event.WatchNew, Seen: before, Rests: r.IntN(2) == 0},
		event.WatchEnded{Watch: before}, event.WatchResumed{Watch: before},
		event.CommitmentReopened{Commitment: before}, event.Erred{Sort: event.ErrFact, On: on}, event.Pardoned{Error: before},
		event.Claimed{Type: "event", Holds: r.IntN(2) == 0}, event.Reflected{Next: "n"}, event.DecisionAdvised{Decision: before, On: on},
		event.DecisionRecorded{Text: "d", On: on}, event.DecisionRevised{Decision: before, How: event.Hold, On: on},
		event.PostQueued{Subject: event.SubjectReview, About: before},
		event.EdgeDrawn{Source: "a", Relation: []string{event.Drives, event.Opposes}[r.IntN(2)], Target: "b", Origin: event.FromConversation, On: on},
		event.Judged{Memory: before, Verdict: event.Rejected}, event.EdgesPruned{Edges: []event.Seq{before}, On: on},
	}
	return all[r.IntN(len(all))]
}

// states gives every fold's bytes.
func states(m *memory.Mind) map[string]string {
	out := map[string]string{}
	m.Read(func(v memory.View) {
		for _, f := range []memory.Fold{v.Thread, v.Outbox, v.Loops, v.Decisions, v.Predictions, v.Principal, v.Agenda, v.Places, v.Spending, v.Providers,
			v.Accounts, v.Reactions, v.Attachments, v.Warmth, v.Beliefs, v.Weights, v.Graph, v.Economy, v.Dreams, v.People, v.Mood, v.Lenses, v.Self, v.Agency} {
			b, err := f.Save()
			if err != nil {
				panic(err)
			}
			out[f.Name()] = string(b)
		}
	})
	return out
}

// TestReplayEqualsLiveEqualsCheckpointAndTail is the law under everything: the state in
// memory, a replay from the first event, and a checkpoint with the tail after it are the
// same to the byte, also after forgetting.
func TestReplayEqualsLiveEqualsCheckpointAndTail(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		store := &inmem.Store{}
		tb := quiet{TB: nil, fatal: func(a ...any) { t.Fatal(a...) }}
		m, pens, err := memory.Open(context.Background(), memory.Options{Store: store, Principal: "me", Now: clock(), CheckpointEvery: rapid.SampledFrom([]int{-1, 7, 50}).Draw(t, "every")})
		if err != nil {
			t.Fatal(err)
		}
		heard := life(tb, m, pens, r, 120)
		for range rapid.IntRange(0, 3).Draw(t, "forgets") {
			if len(heard) == 0 {
				break
			}
			plan, err := m.Reach(context.Background(), heard[r.IntN(len(heard))])
			if err != nil {
				t.Fatal(err)
			}
			if len(plan.Seqs) > 0 {
				if _, err := m.Forget(context.Background(), plan, "asked"); err != nil {
					t.Fatal(err)
				}
			}
			life(tb, m, pens, r, 10)
		}
		live := states(m)
		diffs, err := m.Rebuild(context.Background(), nil)
		if err != nil || len(diffs) > 0 {
			t.Fatalf("replay differs from live: %v, %d folds: %s\nlive   %s\nreplay %s", err, len(diffs), diffs[0].Fold, diffs[0].Live, diffs[0].Replay)
		}
		again, _, err := memory.Open(context.Background(), memory.Options{Store: store, Principal: "me", Now: clock()})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(live, states(again)); d != "" {
			t.Fatalf("checkpoint and tail differ from live:\n%s", d)
		}
	})
}

// quiet lets a rapid.T stand where a testing.TB is asked for.
type quiet struct {
	testing.TB
	fatal func(...any)
}

func (q quiet) Helper()        {}
func (q quiet) Fatal(a ...any) { q.fatal(a...) }

func TestARequestIsAnsweredByItsOwnerInTheSameCommit(t *testing.T) {
	m, pens := open(t, &inmem.Store{}, -1)
	bot := pens.For(event.Bot)
	h := bot.Write(event.Heard{Text: "always answer in English"})
	h.Trust = event.ByPrincipal
	ask := pens.For(event.Brain).Write(event.Asked{What: event.AskRuleAdd, Text: "answer in English"}).Because(ledger.Here(0)).Resting(ledger.Here(0))
	ask.Trust = event.ByPrincipal
	rs, err := m.Record(t.Context(), h, ask)
	if err != nil {
		t.Fatal(err)
	}
	if len(rs) != 3 || rs[2].Kind != "rule.added" || rs[2].Causes[0] != rs[1].Seq || rs[2].Source != event.Principal {
		t.Fatalf("want the rule written by its owner, citing the request; got %+v", rs)
	}
	for _, a := range []event.Asked{{What: event.AskPolicy, Name: "fetch", Text: event.PolicyDeny}, {What: event.AskLock, Ref: 1}, {What: event.AskApprove, Ref: 1}} {
		ask := pens.For(event.Brain).Write(a).Because(rs[0].Seq).Resting(rs[0].Seq)
		ask.Trust = event.ByPrincipal
		rs, err := m.Record(t.Context(), ask)
		if err != nil {
			t.Fatal(err)
		}
		if len(rs) != 2 || rs[1].Causes[0] != rs[0].Seq || len(rs[1].From) != 0 {
			t.Errorf("want what goes with no words of his; got %+v", rs)
		}
	}
	before := m.Head()
	if _, err := m.Record(t.Context(), pens.For(event.Brain).Write(event.Asked{What: "identity"})); !errors.Is(err, principal.ErrNotAsked) {
		t.Fatalf("a request for what cannot be asked for: %v", err)
	}
	if m.Head() != before {
		t.Fatal("a request that was not met left something behind")
	}
}

// What was worked out before something else was written is written only if that does not matter; what is asked sees all
// that was written, and nothing is written while it is asked.
func TestRecordUnless(t *testing.T) {
	m, pens := open(t, &inmem.Store{}, -1)
	write := pens.For(event.Brain).Write
	head := m.Head()
	since := func() (bool, error) { return m.Head() > head, nil }
	began := write(event.TurnBegan{})
	if _, err := m.RecordUnless(t.Context(), since, began); err != nil {
		t.Fatal(err)
	}
	written := m.Head()
	if _, err := m.RecordUnless(t.Context(), since, began); !errors.Is(err, memory.ErrOvertaken) || m.Head() != written {
		t.Errorf("what was overtaken: %v, at %d after %d", err, m.Head(), written)
	}
	broken := errors.New("the disk is away")
	if _, err := m.RecordUnless(t.Context(), func() (bool, error) { return false, broken }, began); !errors.Is(err, broken) || m.Head() != written {
		t.Errorf("what could not be asked: %v, at %d after %d", err, m.Head(), written)
	}
}

func TestWritersShareACommitAndEachGetsItsOwn(t *testing.T) {
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "ledger.db"))
	if err != nil {
		t.Fatal(err)
	}
	m, pens := open(t, store, 0)
	bot := pens.For(event.Bot)
	var wg sync.WaitGroup
	var mu sync.Mutex
	seen := map[event.Seq]bool{}
	for w := range 8 {
		wg.Go(func() {
			for i := range 40 {
				e := bot.Write(event.Passed{Connector: "c"})
				e.Key = fmt.Sprintf("%d/%d", w, i/2) // each key twice
				rs, err := m.Record(t.Context(), e)
				if (err != nil) != (i%2 == 1) || (err != nil && !errors.Is(err, ledger.ErrDuplicate)) {
					t.Errorf("writer %d, %d: %v", w, i, err)
				}
				for _, r := range rs {
					mu.Lock()
					if seen[r.Seq] {
						t.Errorf("number %d was given twice", r.Seq)
					}
					seen[r.Seq] = true
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	if len(seen) != 8*20 || m.Head() != event.Seq(1+8*20) {
		t.Fatalf("%d events written, head %d", len(seen), m.Head())
	}
	if _, err := m.Verify(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if err := m.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// lingering is a store that cannot clean its files after forgetting.
type lingering struct{ ledger.Store }

func (s lingering) Append(ctx context.Context, rows []ledger.Row, shred []event.Seq) error {
	err := s.Store.Append(ctx, rows, shred)
	if err == nil && len(shred) > 0 {
		return ledger.ErrLingers
	}
	return err
}

// What lingers in a file is forgotten all the same: the folds are rebuilt without it, and the
// record is given beside the error.
func TestForgettingThatLingers(t *testing.T) {
	m, pens, err := memory.Open(t.Context(), memory.Options{Store: lingering{&inmem.Store{}}, Principal: "me", Now: time.Now, CheckpointEvery: -1})
	if err != nil {
		t.Fatal(err)
	}
	loop := pens.For(event.Loops).Write(event.LoopOpened{Text: "call the clinic", On: time.Now()})
	rs, err := m.Record(t.Context(), loop)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := m.Reach(t.Context(), rs[0].Seq)
	if err != nil {
		t.Fatal(err)
	}
	done, err := m.Forget(t.Context(), plan, "asked")
	if !errors.Is(err, ledger.ErrLingers) || done.Seq != rs[0].Seq+1 {
		t.Errorf("event %d, %v", done.Seq, err)
	}
	m.Read(func(v memory.View) {
		if len(v.Loops.Loops) > 0 || v.Head != done.Seq {
			t.Errorf("at %d the folds still hold %v", v.Head, v.Loops.Loops)
		}
	})
}
