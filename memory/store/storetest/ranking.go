package storetest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"citadel/memory/formula"
	"citadel/memory/store"
)

// weighsNeighbours: an answer that shares no word with the query is found by the
// question it answers.
func weighsNeighbours(t *testing.T, s store.Store) {
	put(t, s, Talk(1, 1, "which wine did the bishop order", "red, from Madeira", "good", "then we sailed", "and slept")...)
	put(t, s, Talk(2, 11, "the mast is new", "painted twice")...)
	put(t, s, Said(21, "unrelated"))
	got := search(t, s, private("the bishop's wine"))
	if list := seqs(got.Hits); !slices.Equal(list, []uint64{1, 3, 2}) && !slices.Equal(list, []uint64{1, 2, 3}) {
		t.Fatalf("found %v, want the question and the two turns after it", list)
	}
	if p := got.Hits[1].Parts; p.Terms != 0 || p.Neighbour <= 0 {
		t.Errorf("parts of a neighbour: %+v", p)
	}
	alone := Said(1, "which wine did the bishop order")
	put(t, s, alone) // out of the session: no neighbours any more
	found(t, s, private("the bishop's wine"), 1)

	// what the agent said beside a turn counts for less than what was said
	put(t, s, Talk(3, 31, "tell me of the lighthouse", "gladly")...)
	beside := Talk(4, 41, "tell me of the lighthouse", "gladly then")
	beside[0].Kind = store.Answer
	put(t, s, beside...)
	hits := search(t, s, private("lighthouse")).Hits
	neighbour := func(seq uint64) float64 {
		return hits[slices.Index(seqs(hits), seq)].Parts.Neighbour
	}
	if neighbour(32) <= neighbour(42) {
		t.Errorf("beside what was said %v, beside an answer %v", neighbour(32), neighbour(42))
	}
}

// weighsSession: of two equal statements the one from the fitting session wins.
func weighsSession(t *testing.T, s store.Store) {
	fill := []string{"so it goes", "fine by me", "as ever"}
	put(t, s, Talk(1, 1, slices.Concat([]string{"the ferry timetable"}, fill, []string{"it leaves at seven"})...)...)
	put(t, s, Talk(2, 11, slices.Concat([]string{"the bakery opening"}, fill, []string{"it leaves at seven"})...)...)
	first(t, s, private("ferry leaves"), 1)
	for _, hit := range search(t, s, private("ferry leaves")).Hits {
		if hit.Item.Text == "it leaves at seven" && (hit.Item.Seq != 5 || !slices.Equal(hit.Twins, []uint64{15})) {
			t.Errorf("%d with twins %v, want 5 with twin 15", hit.Item.Seq, hit.Twins)
		}
	}
}

func weighsSpeaker(t *testing.T, s store.Store) {
	mine, theirs := Said(1, "I keep bees and two goats"), Said(2, "I keep bees and a parrot")
	mine.Kind, mine.Speaker = store.Heard, "Noor Haddad"
	theirs.Kind, theirs.Speaker = store.Heard, "Piet"
	about := Said(3, "Piet came by for tea")
	put(t, s, mine, theirs, about)
	for question, want := range map[string]uint64{"does Noor keep bees?": 1, "does piet keep bees?": 2, "Haddad's bees": 1} {
		first(t, s, private(question), want)
	}
	result := search(t, s, private("What does Piet keep?"))
	if !slices.Equal(result.Named, []string{"Piet"}) {
		t.Errorf("named %v", result.Named)
	}
	if result.Agreement <= 0.4 || result.Agreement >= 0.6 {
		t.Errorf("agreement %v where both said the same", result.Agreement)
	}
	if a := search(t, s, private("Piet's goats")).Agreement; a != 0 {
		t.Errorf("agreement %v where only another said it", a)
	}
	if r := search(t, s, private("bees")); r.Named != nil || r.Agreement != 0 {
		t.Errorf("named %v with agreement %v where nobody is", r.Named, r.Agreement)
	}
}

func weighsDate(t *testing.T, s store.Store) {
	june, october := Said(1, "we visited the tannery"), Said(140, "we visited the brickworks")
	put(t, s, june, october)
	first(t, s, private("what did we visit in June"), 1)
	first(t, s, private("what did we visit in October 2025"), 140)
}

func weighsAnswers(t *testing.T, s store.Store) {
	said, answer := Said(1, "my passport expires soon"), Said(2, "your passport expires soon: the passport office is open")
	answer.Kind = store.Answer
	put(t, s, said, answer)
	first(t, s, private("when does the passport expire"), 1)
}

func boundsAge(t *testing.T, s store.Store) {
	old, recent := Said(3, "the spare fuse is in the blue tin"), Said(2, "the blue curtains are dusty")
	recent.On = Start.AddDate(1, 0, -1)
	put(t, s, old, recent)
	first(t, s, private("where is the spare fuse, the blue tin?"), 3)
	same := old
	same.Seq, same.On = 1, Start.AddDate(1, 0, -1)
	same.Kind = store.Decision // of another kind, so no twin
	put(t, s, same)
	hits := search(t, s, private("where is the spare fuse")).Hits
	if got := seqs(hits); !slices.Equal(got, []uint64{1, 3}) {
		t.Errorf("found %v, want the newer of two equals first", got)
	}
	for _, hit := range hits {
		if f := hit.Parts.Freshness; f < 0.8 || f > 1 {
			t.Errorf("freshness counts %v", f)
		}
	}
	timeless := private("fuse")
	timeless.Now = timeless.Now.AddDate(-100, 0, 0) // all of it lies ahead
	for _, hit := range search(t, s, timeless).Hits {
		if hit.Parts.Freshness != 1 {
			t.Errorf("freshness %v at a negative age", hit.Parts.Freshness)
		}
	}
}

func accounts(t *testing.T, s store.Store) {
	items := Talk(1, 1, "did Rosa sell the orchard", "Rosa sold it in spring", "to whom", "to a cooper")
	for i := range items {
		items[i].Speaker = []string{"Rosa", "Emil"}[i%2]
	}
	items[3].Class = formula.Ephemeral
	put(t, s, items...)
	result := search(t, s, private("to whom was the orchard sold by Rosa in June 2025?"))
	if len(result.Hits) == 0 {
		t.Fatal("nothing found")
	}
	last := 1.0
	for _, hit := range result.Hits {
		if math.Abs(hit.Score-hit.Parts.Sum()) > 1e-9 {
			t.Errorf("score %v of parts %+v, which make %v", hit.Score, hit.Parts, hit.Parts.Sum())
		}
		if hit.Score <= 0 || hit.Score > last || hit.Coverage < 0 || hit.Coverage > 1 {
			t.Errorf("score %v after %v, coverage %v", hit.Score, last, hit.Coverage)
		}
		last = hit.Score
	}
	put(t, s, Said(11, "a windmill and a weir"))
	for question, want := range map[string]float64{"windmill weir": 1, "windmill": 1, "orchards": 0} {
		covered := 0.0
		for _, hit := range search(t, s, private(question)).Hits {
			if hit.Item.Seq == 11 {
				covered = hit.Coverage
			}
		}
		if math.Abs(covered-want) > 1e-6 {
			t.Errorf("%q is covered to %v, want %v", question, covered, want)
		}
	}
	half := search(t, s, private("windmill orchard")).Hits
	if c := half[slices.Index(seqs(half), 11)].Coverage; c <= 0 || c >= 1 {
		t.Errorf("half a question is covered to %v", c)
	}
}

func ordersTies(t *testing.T, s store.Store) {
	for _, seq := range []uint64{2, 5, 1, 4, 3} {
		item := Said(seq, "the tide is out")
		item.On = Start
		item.Kind = []store.Kind{store.Said, store.Heard, store.Fact, store.Belief, store.Loop}[seq-1] // no twins
		put(t, s, item)
	}
	found(t, s, private("tide"), 5, 4, 3, 2, 1)
	q := private("tide")
	q.Limit = 2
	found(t, s, q, 5, 4)
}

func dropsTwins(t *testing.T, s store.Store) {
	put(t, s,
		Said(1, "The museum of glass opens its doors at ten every morning"),
		Said(2, "The museum of glass also opens its doors at ten, every morning."),
		Said(6, "The museum of glass opens its doors at ten every single morning"), // for all this knows, that is something else
		Said(3, "The museum of glass does not open its doors at ten every morning"),
		Said(4, "The museum of glass opens its doors at 11 every morning"),
	)
	other := Said(5, "The museum of glass opens its doors at ten every morning")
	other.Kind, other.Speaker = store.Heard, "Olga"
	put(t, s, other)
	hits := search(t, s, private("when does the museum of glass open its doors in the morning")).Hits
	got := seqs(hits)
	slices.Sort(got)
	if !slices.Equal(got, []uint64{1, 3, 4, 5, 6}) && !slices.Equal(got, []uint64{2, 3, 4, 5, 6}) {
		t.Errorf("found %v, want one of 1 and 2, and 3, 4, 5, 6", got)
	}
	for _, hit := range hits {
		if twin := 3 - hit.Item.Seq; hit.Item.Seq <= 2 && !slices.Equal(hit.Twins, []uint64{twin}) {
			t.Errorf("twins of %d: %v", hit.Item.Seq, hit.Twins)
		}
	}
}

func endsWithContext(t *testing.T, s store.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Put(ctx, Said(1, "late")); !errors.Is(err, context.Canceled) {
		t.Errorf("put: %v", err)
	}
	if _, err := s.Search(ctx, private("late")); !errors.Is(err, context.Canceled) {
		t.Errorf("search: %v", err)
	}
	if err := s.Remove(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("remove: %v", err)
	}
}

// servesReaders: whatever is found while items come and go is whole, and once
// the writer is done the store is as if it had worked alone.
func servesReaders(t *testing.T, s store.Store) {
	text := func(seq uint64) string {
		return fmt.Sprintf("barrel number%d stands in cellar%d%s", seq, seq%7, strings.Repeat(" with oil", int(seq%4)))
	}
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for {
				result, err := s.Search(context.Background(), private("barrel in cellar3 with oil"))
				if err != nil {
					t.Error(err)
					return
				}
				for _, hit := range result.Hits {
					if hit.Item.Text != text(hit.Item.Seq) || hit.Item.Turn != hit.Item.Seq {
						t.Errorf("half an item: %+v", hit.Item)
						return
					}
				}
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	for seq := uint64(1); seq <= 90; seq++ {
		item := Said(seq, text(seq))
		item.Session = seq/10 + 1
		if err := s.Put(t.Context(), item); err != nil {
			t.Error(err)
		}
		if seq%3 == 0 {
			if err := s.Remove(t.Context(), seq-1); err != nil {
				t.Error(err)
			}
		}
	}
	close(done)
	readers.Wait()
	count(t, s, 60)
}
