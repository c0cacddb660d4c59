package warmth_test

import (
	"bytes"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/ledger"
	"citadel/memory/warmth"
)

// story is a ledger of what the fold looks at.
type story struct {
	records  []ledger.Record
	payloads []event.Payload
}

func (s *story) tell(p event.Payload, causes ...event.Seq) event.Seq {
	seq := event.Seq(len(s.records) + 1)
	s.records = append(s.records, ledger.Record{Seq: seq, Kind: p.Kind(), At: time.Unix(int64(seq), 0).UTC(), Causes: causes})
	s.payloads = append(s.payloads, p)
	return seq
}

// turn tells of a turn, written in one go, that recalled some and warmed others.
func (s *story) turn(used, near []event.Seq) {
	began := s.tell(event.TurnBegan{UpTo: event.Seq(len(s.records))})
	s.tell(receipt(used, near), began)
	s.tell(event.TurnEnded{}, began)
}

func receipt(used, near []event.Seq) event.Recalled {
	r := event.Recalled{Near: near}
	for _, m := range used {
		r.Items = append(r.Items, event.Found{Memory: m, Used: true})
	}
	return r
}

// apply brings a fold from one number up to another.
func (s *story) apply(f *warmth.Fold, from, to int) *warmth.Fold {
	for i := from; i < to; i++ {
		f.Apply(s.records[i], s.payloads[i])
	}
	return f
}

func (s *story) fold() *warmth.Fold { return s.apply(warmth.New(), 0, len(s.records)) }

func saved(t rapid.TB, f *warmth.Fold) []byte {
	t.Helper()
	b, err := f.Save()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func near(got, want float64) bool { return got-want < 1e-12 && want-got < 1e-12 }

// What a turn recalled is warm in the next one, and less in each that follows.
func TestWarmthFades(t *testing.T) {
	var s story
	s.turn([]event.Seq{100}, []event.Seq{200})
	for n, want := range []struct{ used, near float64 }{{0.09, 0.05}, {0.054, 0.025}, {0.0324, 0.0125}} {
		f := s.fold()
		if !near(f.Of(100), want.used) || !near(f.Of(200), want.near) {
			t.Errorf("after %d more turns: %v and %v, want %v", n, f.Of(100), f.Of(200), want)
		}
		s.turn(nil, nil)
	}
	for range 5 {
		s.turn(nil, nil)
	}
	if f := s.fold(); len(f.Warm) != 0 {
		t.Errorf("what is cold is kept: %v", f.Warm)
	}
	for range 50 {
		s.turn([]event.Seq{100}, []event.Seq{100, 200})
	}
	if f := s.fold(); f.Of(100) > formula.WarmthTop || f.Of(100) < f.Of(200) {
		t.Errorf("recalled in each turn: %v, its neighbour %v", f.Of(100), f.Of(200))
	}
}

// However often a memory is found in a turn, and in however many receipts, it counts once.
func TestOnceATurn(t *testing.T) {
	var s story
	began := s.tell(event.TurnBegan{})
	s.tell(receipt([]event.Seq{100, 100}, []event.Seq{200, 200, 100}), began)
	s.tell(receipt([]event.Seq{100, 200}, []event.Seq{200}), began)
	s.tell(event.TurnEnded{}, began)
	f := s.fold()
	if diff := cmp.Diff(map[event.Seq]int{100: 1, 200: 1}, f.Recalls); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
	if !near(f.Of(100), 0.09) || !near(f.Of(200), 0.14) {
		t.Errorf("warm by %v and %v", f.Of(100), f.Of(200))
	}
	if len(f.Used)+len(f.Near) > 0 || f.Turn != 0 {
		t.Errorf("the turn is over: %+v", f)
	}
}

// A turn that died with its process, and the one that does its work, are two.
func TestATurnThatDied(t *testing.T) {
	var s story
	s.tell(receipt([]event.Seq{100}, nil), s.tell(event.TurnBegan{}))
	s.turn([]event.Seq{100}, nil)
	if f := s.fold(); f.Recalls[100] != 2 {
		t.Errorf("recalled in two turns, counted %d times", f.Recalls[100])
	}
}

func TestRipeOnTheThirdRecall(t *testing.T) {
	var s story
	for range 2 {
		s.turn([]event.Seq{100, 90}, nil)
	}
	s.turn([]event.Seq{100}, []event.Seq{90})
	if ripe := s.fold().Ripe(); !slices.Equal(ripe, []event.Seq{100}) {
		t.Errorf("ripe are %d", ripe)
	}
	s.tell(event.Consolidated{Memories: []event.Seq{100}})
	s.turn([]event.Seq{100, 90}, nil)
	f := s.fold()
	if ripe := f.Ripe(); !slices.Equal(ripe, []event.Seq{90}) || !f.Settled[100] {
		t.Errorf("ripe are %d, consolidated %v", ripe, f.Settled)
	}
}

// What a turn found before something was forgotten does not bring it back.
func TestAReceiptAfterTheForgetting(t *testing.T) {
	var s story
	upTo := event.Seq(len(s.records))
	s.tell(event.Forgotten{Seqs: []event.Seq{100}})
	began := s.tell(event.TurnBegan{UpTo: upTo})
	s.tell(receipt([]event.Seq{100, 200}, []event.Seq{100}), began)
	s.tell(event.Consolidated{Memories: []event.Seq{100}})
	s.tell(event.TurnEnded{}, began)
	s.turn(nil, nil)
	f := s.fold()
	if f.Of(100) != 0 || f.Recalls[100] != 0 || f.Settled[100] || f.Recalls[200] != 1 || f.Unfit != nil {
		t.Errorf("left: %+v", f)
	}
}

// draw makes up a story in which anything may follow anything.
func draw(t *rapid.T) *story {
	var s story
	memory := rapid.SampledFrom([]event.Seq{1001, 1002, 1003, 1004, 1005, 1006})
	memories := func(name string) []event.Seq { return rapid.SliceOfN(memory, 0, 4).Draw(t, name) }
	var open event.Seq
	for range rapid.IntRange(0, 60).Draw(t, "events") {
		switch rapid.IntRange(0, 9).Draw(t, "what") {
		case 0, 1:
			open = s.tell(event.TurnBegan{UpTo: event.Seq(rapid.IntRange(0, len(s.records)).Draw(t, "up to"))})
		case 2, 3, 4, 5:
			s.tell(receipt(memories("used"), memories("near")), open)
		case 6, 7:
			s.tell(event.TurnEnded{}, open)
		case 8:
			if rapid.Bool().Draw(t, "digested") {
				s.tell(event.Digested{Of: memories("of")})
			} else {
				s.tell(event.Consolidated{Memories: memories("consolidated")})
			}
		case 9:
			s.tell(event.Forgotten{Seqs: memories("forgotten")})
		}
	}
	return &s
}

func TestReplayIsLiveIsCheckpointAndTail(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := draw(t)
		all := saved(t, s.fold())
		cut := rapid.IntRange(0, len(s.records)).Draw(t, "cut")
		loaded := warmth.New()
		if err := loaded.Load(saved(t, s.apply(warmth.New(), 0, cut))); err != nil {
			t.Fatal(err)
		}
		if got := saved(t, s.apply(loaded, cut, len(s.records))); !bytes.Equal(got, all) {
			t.Fatalf("from a checkpoint at %d:\n%s\nreplayed:\n%s", cut, got, all)
		}
	})
}

// Only being recalled raises a count, by one each time; nothing but forgetting and
// digesting takes one away; warmth has its bounds.
func TestOnlyRecallingCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := draw(t)
		f := warmth.New()
		for i, r := range s.records {
			before := maps.Clone(f.Recalls)
			s.apply(f, i, i+1)
			for m, n := range f.Recalls {
				if n == before[m] {
					continue
				}
				if r.Kind != "recalled" || n != before[m]+1 {
					t.Fatalf("%s %d moves the count of %d from %d to %d", r.Kind, r.Seq, m, before[m], n)
				}
			}
			for m := range before {
				if _, ok := f.Recalls[m]; !ok && r.Kind != "forgotten" && r.Kind != "digested" {
					t.Fatalf("%s %d takes the count of %d away", r.Kind, r.Seq, m)
				}
			}
			for m, w := range f.Warm {
				if total := f.Of(m); !(total > 0 && total <= formula.WarmthTop) {
					t.Fatalf("%d is warm by %v (%+v)", m, total, w)
				}
			}
		}
	})
}

// After a forgetting nothing names what was forgotten until it is recalled anew, which what
// is gone from the ledger never is.
func TestForgettingLeavesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := draw(t)
		s.tell(event.Forgotten{Seqs: []event.Seq{1001, 1002}})
		for range rapid.IntRange(0, 3).Draw(t, "turns") {
			s.turn([]event.Seq{1003}, nil)
		}
		s.turn(nil, nil)
		f := s.fold()
		var named []event.Seq
		named = slices.AppendSeq(named, maps.Keys(f.Warm))
		named = slices.AppendSeq(named, maps.Keys(f.Recalls))
		named = slices.AppendSeq(named, maps.Keys(f.Settled))
		named = slices.Concat(named, f.Used, f.Near, f.Unfit)
		if slices.Contains(named, 1001) || slices.Contains(named, 1002) {
			t.Fatalf("left: %s", saved(t, f))
		}
	})
}
