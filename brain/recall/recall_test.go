package recall_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/brain/recall"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/store"
)

func texts(r recall.Result) []string {
	var all []string
	for _, i := range r.Items {
		all = append(all, i.Text)
	}
	return all
}

func find(t *testing.T, w *turntest.World, text string, q recall.Query) recall.Result {
	t.Helper()
	r, err := recall.Recall(t.Context(), w.Turn(w.Say(text)), q)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Found) != len(r.Items) {
		t.Errorf("the receipt has %d lines for %d items", len(r.Found), len(r.Items))
	}
	return r
}

func TestTheMessageItselfIsNoEvidence(t *testing.T) {
	w := turntest.New(t).At("2026-11-19 10:00")
	said := w.Say("The boiler was serviced by Hale.")
	question := w.Say("Who serviced the boiler?")
	w.Say("The boiler is broken again.")
	r, err := recall.Recall(t.Context(), w.Turn(question), recall.Query{})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Items) != 1 || r.Items[0].Seq != said {
		t.Errorf("found %q", texts(r))
	}
}

// A question nearly repeats the statement that answers it; the store shows one of the two.
func TestAStatementIsNotHiddenByItsQuestion(t *testing.T) {
	w := turntest.New(t).At("2026-11-19 10:00")
	w.Say("Ana opened a shop in Braga.")
	asked := func(text string) bool { return strings.HasSuffix(text, "?") }
	for range 3 {
		r := find(t, w, "Ana opened a shop in Braga?", recall.Query{Skip: asked})
		if got := texts(r); !slices.Equal(got, []string{"Ana opened a shop in Braga."}) {
			t.Fatalf("found %q", got)
		}
	}
}

// Who asks the same every day is answered from what he told: his question of other days takes one place, not
// one for each day.
func TestTheSameQuestionOfManyDaysIsOne(t *testing.T) {
	w := turntest.New(t).At("2026-11-10 10:00")
	w.Say("The firm owes the tax office 4000 euros.")
	for day := range 8 {
		w.At(fmt.Sprintf("2026-11-%d 10:00", 11+day))
		w.Say("What does the firm owe the tax office?")
		w.Say("The bus was late.")
	}
	w.At("2026-11-20 10:00")
	got := texts(find(t, w, "What does the firm owe the tax office?", recall.Query{}))
	if len(got) == 0 || len(got) > 2 || !slices.Contains(got, "The firm owes the tax office 4000 euros.") {
		t.Errorf("found %q", got)
	}
}

func TestAnswersAreNoEvidence(t *testing.T) {
	w := turntest.New(t).At("2026-11-19 10:00")
	w.Say("Ana lives in Porto.")
	one := w.Turn(w.Say("Where does Ana live?"))
	put(t, w, store.Item{Seq: uint64(one.Messages[0].Seq) + 1, Kind: store.Answer, Audience: "private", On: w.Now, Text: "Porto: Ana lives in Porto", Importance: .5})
	for _, i := range find(t, w, "Where does Ana live now?", recall.Query{}).Items {
		if i.Kind == store.Answer {
			t.Errorf("an answer of ours came back: %q", i.Text)
		}
	}
}

func put(t *testing.T, w *turntest.World, i store.Item) {
	t.Helper()
	if err := w.Store.Put(t.Context(), i); err != nil {
		t.Fatal(err)
	}
}

// learn records a memory of a message and puts it into the store.
func learn(t *testing.T, w *turntest.World, message event.Seq, quote string, edit func(*store.Item)) event.Seq {
	t.Helper()
	l := event.Learned{Sort: "fact", Text: `You said: "` + quote + `"`, Quote: quote, Provenance: event.Stated, Importance: 0.7, Class: "permanent", On: w.Now}
	seq := w.Record(w.Pens.For(event.Learning).Write(l).Because(message).Resting(message))[0].Seq
	i := store.Item{Seq: uint64(seq), Kind: store.Fact, Audience: "private", On: w.Now, Text: l.Text, Importance: 0.7, Class: "permanent"}
	if edit != nil {
		edit(&i)
	}
	put(t, w, i)
	return seq
}

func TestAFactAndItsMessageAreOne(t *testing.T) {
	w := turntest.New(t).At("2026-03-15 10:00")
	said := w.Say("My sister Ana lives in Porto, near the river.")
	learn(t, w, said, "My sister Ana lives in Porto", nil)
	w.At("2026-11-20 09:00")
	r := find(t, w, "Where does my sister Ana live?", recall.Query{})
	if len(r.Items) != 1 || r.Items[0].Seq != said || !strings.HasPrefix(r.Items[0].Text, "My sister Ana") {
		t.Fatalf("found %+v", r.Items)
	}
	if got := r.Items[0].On; got.Month() != 3 {
		t.Errorf("dated %s, not by the message", got)
	}
}

// supersede has the mind hold that a memory is over, because of a message; the store is the caller's.
func supersede(w *turntest.World, memory, message event.Seq) {
	over := event.Superseded{Memory: memory, On: w.Now, Reason: event.Changed}
	w.Record(w.Pens.For(event.Learning).Write(over).Because(message).Resting(memory))
}

func TestWhatNoLongerHoldsComesOnlyAsHistory(t *testing.T) {
	w := turntest.New(t).At("2026-03-15 10:00")
	said := w.Say("Ana lives in Porto.")
	home := learn(t, w, said, "Ana lives in Porto.", func(i *store.Item) { i.ValidTo = w.Now.AddDate(0, 1, 0) })
	supersede(w, home, said)
	w.At("2026-11-20 09:00")
	if r := find(t, w, "Where does Ana live?", recall.Query{}); len(r.Items) != 0 {
		t.Errorf("found %q", texts(r))
	}
	r := find(t, w, "Where did Ana live before?", recall.Query{History: true})
	if len(r.Items) == 0 || !r.Items[len(r.Items)-1].Superseded && !r.Items[0].Superseded {
		t.Errorf("the history has %+v", r.Items)
	}
}

// What no longer holds takes nobody's place, however many of it fit the question better.
func TestWhatNoLongerHoldsTakesNoPlace(t *testing.T) {
	w := turntest.New(t).At("2026-03-15 10:00")
	stands := w.Say("Ana told me at the lake that she moves to Faro, where her brother lives.")
	learn(t, w, stands, "Ana moves to Faro.", nil)
	for _, place := range []string{"Porto", "Braga", "Lagos", "Evora", "Sines"} {
		said := w.Say("Ana moves to " + place + ".")
		supersede(w, learn(t, w, said, "Ana moves to "+place+".", nil), said)
	}
	w.At("2026-11-20 09:00")
	for range 50 { // of the newest ends it is known without looking
		other := w.Say("The boiler was serviced.")
		supersede(w, learn(t, w, other, "The boiler was serviced.", nil), other)
	}
	r := find(t, w, "Where does Ana move to?", recall.Query{Limit: 3})
	if len(r.Items) != 1 || r.Items[0].Seq != stands {
		t.Errorf("found %q", texts(r))
	}
}

// In pasted talk the answer seldom holds the words of the question; what was asked before it
// does.
func TestPastedTalkIsWhoeverItNames(t *testing.T) {
	w := turntest.New(t).At("2026-05-08 13:56")
	w.Say("Mara: Which instrument did you pick up in the end?")
	answer := w.Say("Ivo: The cello!")
	w.At("2026-11-20 09:00")
	r := find(t, w, "Which instrument did Ivo pick up?", recall.Query{Skip: func(text string) bool { return strings.HasSuffix(text, "?") }})
	if len(r.Items) != 2 || r.Items[0].Seq != answer || r.Items[0].Speaker != "Ivo" || r.Items[0].Text != "The cello!" {
		t.Errorf("found %+v", r.Items)
	}
	if !slices.Equal(r.Named, []string{"Ivo"}) || r.Agreement >= 0.5 {
		t.Errorf("named %q with agreement %v, where the words are Mara's", r.Named, r.Agreement)
	}
}

func TestTalkTellsOfATimeLater(t *testing.T) {
	w := turntest.New(t)
	w.At("2026-06-04 10:00").Say("Ivo: We finally repainted the boat, all of us together.")
	w.At("2026-06-04 11:00").Say("I repainted the shed.")
	w.At("2026-05-20 10:00").Say("Mara: The boat looks so tired, it wants to be repainted.")
	w.At("2026-11-20 09:00")
	got := texts(find(t, w, "Who repainted the boat in May?", recall.Query{}))
	slices.Sort(got)
	want := []string{"The boat looks so tired, it wants to be repainted.", "We finally repainted the boat, all of us together."}
	if !slices.Equal(got, want) {
		t.Errorf("found %q", got)
	}
}

func TestTimeBoundsTheSearch(t *testing.T) {
	w := turntest.New(t)
	w.At("2026-03-10 10:00").Say("Priya said prices rise again.")
	w.At("2026-04-10 10:00").Say("Priya said prices fall in March.")
	w.At("2026-06-10 10:00").Say("Priya said prices are flat.")
	w.At("2026-11-20 09:00")
	r := find(t, w, "What did Priya say about prices in March?", recall.Query{})
	got := texts(r)
	slices.Sort(got)
	if want := []string{"Priya said prices fall in March.", "Priya said prices rise again."}; !slices.Equal(got, want) || !r.Bounded {
		t.Errorf("found %q, bounded %v", got, r.Bounded)
	}
	// Nothing was said of it then: the words were no bound.
	if r := find(t, w, "What did Priya say about prices in January?", recall.Query{}); len(r.Items) == 0 || r.Bounded {
		t.Errorf("found %q, bounded %v", texts(r), r.Bounded)
	}
	if r := find(t, w, "What did I say in June?", recall.Query{All: true}); !slices.Equal(texts(r), []string{"Priya said prices are flat."}) {
		t.Errorf("all of June is %q", texts(r))
	}
}

func TestSpeaker(t *testing.T) {
	w := turntest.New(t).At("2026-11-19 10:00")
	w.Say("Priya said the mills are slow.")
	w.Say("Tom said the mills are fast.")
	r := find(t, w, "the mills", recall.Query{Speaker: "priya"})
	if !slices.Equal(texts(r), []string{"Priya said the mills are slow."}) {
		t.Errorf("found %q", texts(r))
	}
}

func TestNoiseIsLeftOut(t *testing.T) {
	w := turntest.New(t).At("2026-11-19 10:00")
	for _, text := range []string{
		"The boiler was serviced by Hale.", "Lunch was fine.", "The car needs oil.", "Rain all day.", "Petra cycles to work.", "We ate at noon.",
	} {
		w.Say(text)
	}
	if r := find(t, w, "Who serviced the boiler?", recall.Query{}); len(r.Items) != 1 {
		t.Errorf("found %q", texts(r))
	}
	if r := find(t, w, "Where did the dragon sleep?", recall.Query{}); len(r.Items) != 0 {
		t.Errorf("found %q", texts(r))
	}
}

// What the index has not reached is read from the ledger, within the same audiences.
func TestLateIndex(t *testing.T) {
	w := turntest.New(t).At("2026-11-19 10:00")
	general := event.Place{Platform: "slack", Account: "acme", Room: "general"}
	said := w.Say("Ana lives in Porto.")
	there := w.SayIn(general, event.Shared, 0, "Ana lives in the office.")
	if err := w.Store.Remove(t.Context(), uint64(said), uint64(there)); err != nil {
		t.Fatal(err)
	}
	late := recall.Query{Ready: func(context.Context) bool { return false }}
	for _, c := range []struct {
		asked event.Seq
		want  []string
	}{
		{w.Say("Where does Ana live?"), []string{"Ana lives in the office.", "Ana lives in Porto."}},
		{w.SayIn(general, event.Shared, 0, "Where does Ana live now?"), []string{"Ana lives in the office."}},
	} {
		q := late
		q.Skip = func(text string) bool { return strings.HasSuffix(text, "?") }
		r, err := recall.Recall(t.Context(), w.Turn(c.asked), q)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(texts(r), c.want) || !r.Late {
			t.Errorf("found %q, late %v; want %q", texts(r), r.Late, c.want)
		}
	}
}

// Of a long message that the index has not reached, the part that fits is given, wherever it stands.
func TestLateIndexOfALongMessage(t *testing.T) {
	w := turntest.New(t).At("2026-11-19 10:00")
	minutes := strings.Repeat("The crates were counted and nothing was missing. ", 2000)
	said := w.Say(minutes + "Ana lives in Porto. " + minutes)
	if err := w.Store.Remove(t.Context(), uint64(said)); err != nil {
		t.Fatal(err)
	}
	r, err := recall.Recall(t.Context(), w.Turn(w.Say("Where does Ana live?")), recall.Query{
		Ready: func(context.Context) bool { return false }, Skip: func(text string) bool { return strings.HasSuffix(text, "?") },
	})
	if err != nil {
		t.Fatal(err)
	}
	found := texts(r)
	if len(found) != 1 || !strings.Contains(found[0], "Ana lives in Porto.") || len(found[0]) > 4096 {
		t.Errorf("%d found, the first of %d bytes", len(found), len(strings.Join(found, "")))
	}
}

// Of one that the index holds in part the rest is read, too: its first part comes last.
func TestLateIndexWithinALongMessage(t *testing.T) {
	w := turntest.New(t).At("2026-11-19 10:00")
	minutes := strings.Repeat("The crates were counted and nothing was missing. ", 2000)
	said := w.Say(minutes + minutes + "Ana lives in Porto. ")
	parts, err := w.Store.Get(t.Context(), uint64(said))
	if err != nil {
		t.Fatal(err)
	}
	second := parts[0]
	second.Part, second.Text = 1, memory.Pieces(minutes)[1]
	if err := errors.Join(w.Store.Remove(t.Context(), uint64(said)), w.Store.Put(t.Context(), second)); err != nil {
		t.Fatal(err)
	}
	r, err := recall.Recall(t.Context(), w.Turn(w.Say("Where does Ana live?")), recall.Query{
		Ready: func(context.Context) bool { return false }, Skip: func(text string) bool { return strings.HasSuffix(text, "?") },
	})
	if err != nil || !slices.ContainsFunc(texts(r), func(text string) bool { return strings.Contains(text, "Ana lives in Porto.") }) {
		t.Errorf("%v, %d found", err, len(r.Items))
	}
}

// entering is a store that takes up an item as soon as it was searched.
type entering struct {
	store.Store
	next store.Item
}

func (s *entering) SearchAll(ctx context.Context, qs ...store.Query) ([]store.Result, error) {
	found, err := s.Store.SearchAll(ctx, qs...)
	return found, errors.Join(err, s.Put(ctx, s.next))
}

// What enters the index between the search and the look at what it lacks is found all the same, and once.
func TestTheIndexCatchesUpMeanwhile(t *testing.T) {
	w := turntest.New(t).At("2026-11-19 10:00")
	said := w.Say("Ana lives in Porto.")
	parts, err := w.Store.Get(t.Context(), uint64(said))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Store.Remove(t.Context(), uint64(said)); err != nil {
		t.Fatal(err)
	}
	w.Store = &entering{w.Store, parts[0]}
	for range 2 {
		r, err := recall.Recall(t.Context(), w.Turn(w.Say("Where does Ana live?")), recall.Query{
			Ready: func(context.Context) bool { return false }, Skip: func(text string) bool { return strings.HasSuffix(text, "?") },
		})
		if err != nil || !slices.Equal(texts(r), []string{"Ana lives in Porto."}) {
			t.Errorf("%v, found %q", err, texts(r))
		}
	}
}

func TestOrderAndReceipt(t *testing.T) {
	w := turntest.New(t)
	old := w.At("2026-01-10 10:00").Say("The boiler was serviced by Hale.")
	newer := w.At("2026-05-10 10:00").Say("The boiler leaks.")
	w.At("2026-11-20 09:00")
	r := find(t, w, "boiler serviced?", recall.Query{})
	if len(r.Items) != 2 || r.Items[0].Seq != old {
		t.Fatalf("by relevance: %q", texts(r))
	}
	if n := r.Newest(5); n[0].Seq != newer {
		t.Errorf("newest first begins with %q", n[0].Text)
	}
	used := r.Used(old)
	if !used[0].Used || used[1].Used || r.Found[0].Used {
		t.Errorf("the receipt is %+v", used)
	}
}

// A word told in one place never comes to another that more people read.
func TestAudiences(t *testing.T) {
	w := turntest.New(t).At("2026-11-19 10:00")
	a, b := event.Place{Platform: "slack", Account: "acme", Room: "a"}, event.Place{Platform: "slack", Account: "acme", Room: "b"}
	w.Say("the canary is yellow")
	dm := event.Place{Platform: "slack", Account: "acme", Room: "dm"}
	shared := func(place event.Place, text string) event.Seq { return w.SayIn(place, event.Shared, 0, text) }
	shared(a, "the canary is green")
	for _, test := range []struct {
		seq  event.Seq
		want []string
	}{
		{w.Say("which canary?"), []string{"the canary is green", "the canary is yellow"}},
		{w.SayIn(dm, event.Work, 0, "what canary?"), []string{"the canary is green"}},
		{shared(a, "whose canary?"), []string{"the canary is green"}},
		{shared(b, "where's the canary?"), nil},
	} {
		r, err := recall.Recall(t.Context(), w.Turn(test.seq), recall.Query{Skip: func(s string) bool { return strings.HasSuffix(s, "?") }})
		if err != nil {
			t.Fatal(err)
		}
		if got := texts(r); !slices.Equal(got, test.want) {
			t.Errorf("from %d: %q, want %q", test.seq, got, test.want)
		}
	}
}

// remembers records a memory made of a message, and has the store know it.
func remembers(t *testing.T, w *turntest.World, l event.Learned, from event.Seq) event.Seq {
	t.Helper()
	l.On = w.Now
	seq := w.Record(w.Pens.For(event.Learning).Write(l).Resting(from))[0].Seq
	put(t, w, store.Item{Seq: uint64(seq), Kind: store.Kind(l.Sort), Audience: "private", On: w.Now, Text: l.Text, Importance: .7})
	return seq
}

// A fact and the message it comes from are one item: the words, their day, and the fact where it
// says more than they do, with the doubt that it is held with.
func TestAFactStandsWithItsWords(t *testing.T) {
	w := turntest.New(t).At("2026-11-02 10:00")
	plain := w.Say("Ana opened a bakery in Braga.")
	remembers(t, w, event.Learned{Sort: "fact", Text: `You said: "Ana opened a bakery in Braga."`, Quote: "Ana opened a bakery in Braga.", Provenance: event.Stated}, plain)
	vague := w.Say("Typical, she never answers before noon.")
	remembers(t, w, event.Learned{Sort: "belief", Text: "Ana is not reached at the bakery in the morning.", Quote: "she never answers before noon", Provenance: event.Inferred}, vague)
	long := w.Say("So much happened. " + strings.Repeat("The train was late and the weather dull. ", 20) + "Ruth keeps the bakery key in the blue jar.")
	remembers(t, w, event.Learned{Sort: "fact", Text: `You said: "Ruth keeps the bakery key in the blue jar."`, Quote: "Ruth keeps the bakery key in the blue jar.", Provenance: event.Stated}, long)
	w.At("2026-11-20 09:00")
	found := map[event.Seq]recall.Item{}
	for _, q := range []string{"Where did Ana open the bakery?", "When is Ana reached at the bakery?", "Where is the bakery key?"} {
		for _, i := range find(t, w, q, recall.Query{Skip: func(s string) bool { return strings.HasSuffix(s, "?") }}).Items {
			if found[i.Seq].Fact == "" {
				found[i.Seq] = i
			}
		}
	}
	for seq, want := range map[event.Seq][2]string{
		plain: {"", ""}, vague: {"Ana is not reached at the bakery in the morning.", "a guess"}, long: {"Ruth keeps the bakery key in the blue jar.", ""},
	} {
		i, ok := found[seq]
		if !ok || i.Fact != want[0] || i.Doubt != want[1] || !i.On.Equal(time.Date(2026, 11, 2, 10, 0, 0, 0, turntest.Zone)) {
			t.Errorf("m%d: %v, %q, %q, of %v; want %q", seq, ok, i.Fact, i.Doubt, i.On, want)
		}
	}
	if len(found) != 3 {
		t.Errorf("%d items, each with its memory", len(found))
	}
}

// What took the place of an older statement is marked; of a message of which a part was replaced
// that part is known.
func TestTheNewerStatementIsCurrent(t *testing.T) {
	w := turntest.New(t).At("2026-03-15 10:00")
	old := w.Say("My sister Ana moved to Porto to open a bakery.")
	home := remembers(t, w, event.Learned{Sort: "fact", Text: "Ana lives in Porto.", Quote: "My sister Ana moved to Porto", Provenance: event.Stated}, old)
	remembers(t, w, event.Learned{Sort: "fact", Text: "Your sister is called Ana.", Quote: "My sister Ana", Provenance: event.Stated}, old)
	w.At("2026-11-18 10:00")
	newer := w.Say("Ana lives in Braga, her bakery too.")
	remembers(t, w, event.Learned{Sort: "fact", Text: "Ana lives in Braga.", Quote: "Ana lives in Braga", Provenance: event.Stated, Supersedes: []event.Seq{home}}, newer)
	parts, err := w.Store.Get(t.Context(), uint64(home))
	if err != nil {
		t.Fatal(err)
	}
	parts[0].ValidTo = w.Now
	put(t, w, parts[0])
	supersede(w, home, newer)
	w.At("2026-11-20 09:00")
	items := find(t, w, "Where is the bakery of my sister Ana?", recall.Query{}).Newest(5)
	if len(items) != 2 || items[0].Seq != newer || items[1].Seq != old {
		t.Fatalf("found %+v", items)
	}
	if n, o := items[0], items[1]; !n.Renews || len(n.Gone) != 0 || o.Renews || o.Superseded || len(o.Gone) != 1 || o.Gone[0].Text != "Ana lives in Porto." {
		t.Errorf("newer: %v %v; older: %v %v %v", n.Renews, n.Gone, o.Renews, o.Superseded, o.Gone)
	}
	for _, i := range items {
		if strings.Contains(i.Fact, "Porto") {
			t.Errorf("what no longer holds is told as a fact: %q", i.Fact)
		}
	}
}

// A further wording brings what the question's own words do not, and does not outrank what they do.
func TestFurtherWordingsComeAfter(t *testing.T) {
	w := turntest.New(t).At("2026-11-19 10:00")
	for _, text := range []string{"The sloop leaves at nine.", "The ketch leaves at nine.", "Lunch was fine.", "Rain all day."} {
		w.Say(text)
	}
	r := find(t, w, "When does the sloop leave?", recall.Query{Also: []string{"When does the ketch leave?"}})
	if len(r.Items) != 2 {
		t.Fatalf("found %q", texts(r))
	}
	if own, also := r.Items[0], r.Items[1]; own.Text != "The sloop leaves at nine." || own.Score <= also.Score {
		t.Errorf("%q scores %v, %q %v", own.Text, own.Score, also.Text, also.Score)
	}
}

// Who answers somebody seldom repeats the words: what stands beside the question is found with it, whoever said it.
func TestAReplyIsFoundBesideItsQuestion(t *testing.T) {
	w := turntest.New(t).At("2026-05-08 13:56")
	w.Say("Mara: Which instrument did you pick up in the end?")
	answer := w.Say("Ivo: The cello!")
	w.At("2026-11-20 09:00")
	r := find(t, w, "Which instrument was picked up?", recall.Query{})
	if !slices.ContainsFunc(r.Items, func(i recall.Item) bool { return i.Seq == answer }) {
		t.Errorf("found %q", texts(r))
	}
}
