package digest_test

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"citadel/brain/recall"
	"citadel/brain/turn/turntest"
	"citadel/jobs"
	"citadel/jobs/digest"
	"citadel/jobs/jobstest"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/store"
	"citadel/memory/words"
)

var (
	work    = event.Place{Platform: "slack", Account: "T1", Room: "D1"}
	channel = event.Place{Platform: "slack", Account: "T1", Room: "C1"}
	family  = event.Place{Platform: "telegram", Account: "b", Room: "-100"}
)

// world is a mind with the job, and a store that follows it.
type world struct {
	*turntest.World
	t        testing.TB
	follower *memory.Follower
	runner   *jobs.Runner
}

func newWorld(t testing.TB) *world {
	w := &world{World: turntest.New(t).At("2026-01-05 12:00"), t: t}
	w.runner = w.start()
	return w
}

// searched is the same with a store that follows.
func searched(t testing.TB) *world {
	w := newWorld(t)
	w.follower = jobstest.Follow(t, w.Mind)
	w.Store = w.follower.Store
	return w
}

// start has a new process run the job.
func (w *world) start() *jobs.Runner { return jobstest.Runner(w.World, digest.Job()) }

// say records a message and the turn that answers it, a minute later.
func (w *world) say(place event.Place, a event.Audience, text string, edit ...func(*event.Heard, *ledger.Entry, *event.TurnEnded)) event.Seq {
	w.t.Helper()
	h := event.Heard{Place: place, Audience: a, Text: text, On: w.Now, Person: event.Person{Platform: place.Platform, ID: "sam", Name: "Sam"}}
	trust, ended := ledger.Entry{Trust: event.ByPrincipal}, event.TurnEnded{Outcome: event.Answered}
	for _, f := range edit {
		f(&h, &trust, &ended)
	}
	e := w.Pens.For(event.Bot).Write(h)
	e.Trust = trust.Trust
	seq := w.Record(e)[0].Seq
	w.At(w.Now.Add(time.Minute).In(turntest.Zone).Format("2006-01-02 15:04"))
	if e.Trust != event.ByPrincipal {
		return seq
	}
	brain := w.Pens.For(event.Brain)
	w.Record(
		brain.Write(event.TurnBegan{Messages: []event.Seq{seq}, UpTo: seq}).Because(seq),
		w.Pens.For(event.Outbox).Write(event.PostQueued{Place: place, Audience: a, Text: "Noted."}).Because(ledger.Here(0)).Resting(seq),
		brain.Write(ended).Because(ledger.Here(0)),
		w.Pens.For(event.Learning).Write(event.Integrated{Messages: []event.Seq{seq}, By: "rules"}).Because(seq),
	)
	return seq
}

// recalled records a turn that used a memory.
func (w *world) recalled(m event.Seq) { w.found(m, true) }

// found records a turn for which a memory was found.
func (w *world) found(m event.Seq, used bool) {
	w.t.Helper()
	brain := w.Pens.For(event.Brain)
	w.Record(
		brain.Write(event.TurnBegan{UpTo: w.Mind.Head()}),
		brain.Write(event.Recalled{Items: []event.Found{{Memory: m, Used: used}}, Among: 1}).Because(ledger.Here(0)),
		brain.Write(event.TurnEnded{Outcome: event.Answered}).Because(ledger.Here(0)),
	)
}

// until lets the days pass up to a moment, one after the other.
func (w *world) until(moment string) {
	w.t.Helper()
	end := w.Now
	w.At(moment)
	end, w.Now = w.Now, end
	for w.Now.Before(end) {
		w.At(w.Now.In(turntest.Zone).AddDate(0, 0, 1).Format("2006-01-02 15:04"))
		w.tick()
	}
}

func (w *world) tick() {
	w.t.Helper()
	if _, err := w.runner.Tick(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// account is a digest with its record.
type account struct {
	event.Digested
	record ledger.Record
}

func (w *world) accounts() (all []account) {
	w.t.Helper()
	for r, err := range w.Mind.Events(w.t.Context(), ledger.Query{Kinds: []event.Kind{event.Digested{}.Kind()}}) {
		if err != nil {
			w.t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			w.t.Fatal(err)
		}
		if p != nil {
			r.From = slices.Clone(r.From)
			all = append(all, account{p.(event.Digested), r})
		}
	}
	return all
}

// heard is a message as it was said.
func (w *world) heard(seq event.Seq) event.Heard {
	w.t.Helper()
	r, err := w.Mind.Event(w.t.Context(), seq)
	if err != nil {
		w.t.Fatal(err)
	}
	p, err := r.Payload()
	if err != nil {
		w.t.Fatal(err)
	}
	h, _ := p.(event.Heard)
	return h
}

// in says whether a store that has caught up holds a memory.
func (w *world) in(f *memory.Follower, seq event.Seq) bool {
	w.t.Helper()
	if err := f.Await(w.t.Context(), w.Mind.Head()); err != nil {
		w.t.Fatal(err)
	}
	parts, err := f.Store.Get(w.t.Context(), uint64(seq))
	return err == nil && len(parts) > 0
}

// march is a month of talk.
var march = []string{
	"The boiler man came and replaced the valve, A$310.",
	"Priya from Acme wants the freight comparison by the 20th.",
	"Boiler pressure is fine since the valve was replaced.",
	"What should I cook on Sunday?",
	"Put the boiler manual in the drawer under the stairs.",
	"Acme pays late again, 45 days this time.",
	"help",
	"Olu and I walked the Razorback trail, nine hours.",
	"Priya sent the freight comparison to their finance lead.",
}

func (w *world) march() (seqs []event.Seq) {
	for i, text := range march {
		w.At(fmt.Sprintf("2026-03-%02d 10:00", 2+3*i))
		seqs = append(seqs, w.say(turntest.Console, event.Private, text))
	}
	return seqs
}

// Once all of a month has faded, it is one account with counts, words and quotes, and the
// search holds that instead.
func TestAMonth(t *testing.T) {
	w := searched(t)
	seqs := w.march()
	w.until("2026-10-01 00:00") // 31 March is 184 days old: not at its floor
	if all := w.accounts(); len(all) > 0 {
		t.Fatalf("too early: %+v", all)
	}
	w.until("2026-11-02 00:00")
	all := w.accounts()
	if len(all) != 1 {
		t.Fatalf("%d accounts", len(all))
	}
	want := "March 2026, console: 9 messages on 8 days, 2 Mar to 26 Mar 2026, and 9 posts of mine.\n" +
		"Most spoken of: Acme (2), boiler (3), replaced (2), valve (2), Priya (2), freight (2), comparison (2), Razorback, man, pressure, fine, " +
		"cook, manual, drawer, stairs, pays, late, Olu, walked, trail, nine, hours, sent, finance.\n" +
		"\"The boiler man came and replaced the valve, A$310.\" (you, 2 Mar 2026, `m2`)\n" +
		"\"Priya from Acme wants the freight comparison by the 20th.\" (you, 5 Mar 2026, `m7`)\n" +
		"\"Olu and I walked the Razorback trail, nine hours.\" (you, 23 Mar 2026, `m37`)"
	if diff := gocmp.Diff(want, all[0].Text); diff != "" {
		t.Errorf("it reads (-want +got):\n%s", diff)
	}
	if got := all[0]; got.Month != "2026-03" || len(got.Of) != 18 || !slices.Equal(got.Of, got.record.From) {
		t.Errorf("%+v resting on %d", got.Digested, got.record.From)
	}
	checkText(t, w, all[0])
	for _, seq := range seqs {
		if w.in(w.follower, seq) {
			t.Errorf("%d is still searched", seq)
		}
	}
	if !w.in(w.follower, all[0].record.Seq) {
		t.Error("the account is not searched")
	}
}

var quotes = regexp.MustCompile("\"([^\"]*)\" \\(([^,]*), (\\d+ \\w+ \\d{4}), `m(\\d+)`\\)")

// checkText holds an account against what was said: its size, and each quote word for word, by
// whom it was and when.
func checkText(t testing.TB, w *world, a account) {
	t.Helper()
	if n := utf8.RuneCountInString(a.Text); n > 1200 || n == 0 || !utf8.ValidString(a.Text) {
		t.Errorf("%d characters: %q", n, a.Text)
	}
	for _, q := range quotes.FindAllStringSubmatch(a.Text, -1) {
		n, err := strconv.Atoi(q[4])
		if err != nil {
			t.Fatal(err)
		}
		h := w.heard(event.Seq(n))
		said := strings.Join(strings.Fields(strings.ReplaceAll(words.Visible(h.Text), `"`, "'")), " ")
		if !slices.Contains(a.Of, event.Seq(n)) || !strings.Contains(said, strings.TrimSuffix(q[1], " …")) || h.On.In(turntest.Zone).Format("2 Jan 2006") != q[3] {
			t.Errorf("quoted %q of %s as m%s; it reads %q", q[1], q[3], q[4], h.Text)
		}
	}
}

// A question about what was folded is answered by the very words, with date and handle; so is
// one about all of a time.
func TestFound(t *testing.T) {
	w := searched(t)
	seqs := w.march()
	w.until("2026-11-02 00:00")
	w.say(turntest.Console, event.Private, "Bought a drawer for the kitchen.")
	ask := func(text string) []recall.Item {
		turn := w.Turn(w.say(turntest.Console, event.Private, text))
		if err := w.follower.Await(t.Context(), w.Mind.Head()); err != nil {
			t.Fatal(err)
		}
		found, err := recall.Recall(t.Context(), turn, recall.Query{})
		if err != nil {
			t.Fatal(err)
		}
		return found.Items
	}
	for question, want := range map[string]event.Seq{
		"Where is the boiler manual?":                 seqs[4],
		"How many days late did Acme pay?":            seqs[5],
		"Who did I walk the Razorback trail with?":    seqs[7],
		"When was the boiler valve replaced?":         seqs[0],
		"What did Priya want in March?":               seqs[1],
		"Who got the freight comparison at Priya's?":  seqs[8],
		"where did i put the boiler manual last year": seqs[4],
	} {
		items := ask(question)
		at := slices.IndexFunc(items, func(i recall.Item) bool { return i.Seq == want })
		if at < 0 || at > 1 {
			t.Errorf("%s: %d is not among %+v", question, want, items)
			continue
		}
		if i := items[at]; !i.On.Equal(w.heard(want).On) || i.Text != w.heard(want).Text || i.Letter != 'm' {
			t.Errorf("%s: %+v", question, i)
		}
	}
}

// What was recalled lately, as it stands or as it was edited, made to last, withdrawn, said to nobody's memory or by others in a
// channel is not folded; nor are five messages worth an account of two.
func TestNotFolded(t *testing.T) {
	w := searched(t)
	seqs := w.march()
	w.At("2026-03-29 10:00")
	quiet := w.say(turntest.Console, event.Private, "I can't go on.", func(_ *event.Heard, _ *ledger.Entry, e *event.TurnEnded) { e.Quiet = true })
	overheard := w.say(turntest.Console, event.Private, "around forty thousand", func(h *event.Heard, e *ledger.Entry, _ *event.TurnEnded) {
		h.Overheard, e.Trust = true, event.ByThirdParty
	})
	learned := w.Record(w.Pens.For(event.Learning).Write(event.Learned{
		Sort: "fact", Text: "Olu walks.", Provenance: event.Stated, Importance: 0.7, Class: "permanent", On: w.Now,
	}).Resting(seqs[7]))[0].Seq
	w.Record(w.Pens.For(event.Learning).Write(event.Superseded{Memory: seqs[5], On: w.Now, Reason: "wrong"}).Because(quiet))
	worded := w.say(turntest.Console, event.Private, "Olu keeps bees.")
	edit := w.Record(w.Pens.For(event.Bot).Write(event.Edited{Message: worded, Text: "Olu keeps two hives.", On: w.Now}).Because(worded).Resting(worded))[0].Seq
	hives := w.Write(event.Learned{
		Sort: "fact", Text: "Olu keeps two hives.", Provenance: event.Stated, Importance: 0.7, Class: "permanent", On: w.Now,
	}, edit)
	w.Write(event.Superseded{Memory: seqs[6], On: w.Now, Reason: "wrong"})
	w.Write(event.Restored{Memory: seqs[6]})
	for i, text := range []string{"One.", "Two.", "Three.", "Four."} {
		w.At(fmt.Sprintf("2026-04-%02d 10:00", 2+i))
		w.say(turntest.Console, event.Private, text)
	}
	for range 3 {
		w.recalled(seqs[2])
	}
	w.Record(w.Pens.For(event.Learning).Write(event.Consolidated{Memories: []event.Seq{seqs[2]}}))
	w.At("2026-09-15 10:00")
	w.recalled(seqs[0])
	w.recalled(learned)
	w.recalled(hives)
	w.found(seqs[3], false)
	w.until("2026-12-02 00:00")
	all := w.accounts()
	if len(all) != 1 || all[0].Month != "2026-03" {
		t.Fatalf("%+v", all)
	}
	answer := quiet + 2 // after the turn's beginning
	for _, seq := range []event.Seq{seqs[0], seqs[2], seqs[5], seqs[7], quiet, answer, overheard, learned, worded} {
		if slices.Contains(all[0].Of, seq) {
			t.Errorf("%d is folded", seq)
		}
	}
	if !slices.Contains(all[0].Of, seqs[6]) || !slices.Contains(all[0].Of, seqs[3]) {
		t.Error("what was withdrawn and taken back, or found and not used, is not folded")
	}
	if !w.in(w.follower, learned) || !w.in(w.follower, seqs[0]) || w.in(w.follower, seqs[1]) {
		t.Error("the store holds what it should not, or lacks what it should hold")
	}
}

// An account holds what was said in one room, whoever can read what else.
func TestRoomsAreNeverMixed(t *testing.T) {
	type where struct {
		place event.Place
		a     event.Audience
	}
	spots := []where{
		{turntest.Console, event.Private}, {turntest.Console, ""}, {work, event.Work}, {channel, event.Shared}, {family, event.Shared},
	}
	rapid.Check(t, func(rt *rapid.T) {
		w := newWorld(t)
		for i := range rapid.IntRange(20, 60).Draw(rt, "messages") {
			s := rapid.SampledFrom(spots).Draw(rt, "spot")
			w.At(time.Date(2026, 1, 3, 9, 0, 0, 0, turntest.Zone).Add(time.Duration(i) * 17 * time.Hour).Format("2006-01-02 15:04"))
			text := rapid.SampledFrom(march).Draw(rt, "text") + " " + rapid.StringN(0, 40, 80).Draw(rt, "noise")
			w.say(s.place, s.a, text)
		}
		w.At("2027-02-01 10:00")
		w.tick()
		for _, a := range w.accounts() {
			checkText(rt2{t, rt}, w, a)
			for _, seq := range a.Of {
				h := w.heard(seq)
				if h.Text == "" {
					continue // a post
				}
				if memory.Readers(h.Audience, h.Place) != memory.Readers(a.Audience, a.Place) || h.On.In(turntest.Zone).Format("2006-01") != a.Month {
					rt.Fatalf("said in %v (%s) and told in %v (%s)", h.Place, h.Audience, a.Place, a.Audience)
				}
			}
		}
	})
}

// rt2 lets a property fail where a testing.TB is asked for.
type rt2 struct {
	testing.TB
	t *rapid.T
}

func (r rt2) Errorf(format string, args ...any) { r.t.Errorf(format, args...) }

// Looked at daily or once after a year off, the months have the same accounts, each once.
func TestCatchUp(t *testing.T) {
	var texts [2][]string
	for i, often := range []bool{true, false} {
		w := newWorld(t)
		for day := range 200 {
			w.At(time.Date(2026, 1, 1, 9, 0, 0, 0, turntest.Zone).AddDate(0, 0, day).Format("2006-01-02 15:04"))
			w.say(turntest.Console, event.Private, fmt.Sprintf("%s Note %d.", march[day%len(march)], day))
		}
		if often {
			w.until("2027-06-02 10:00")
		} else {
			w.At("2027-06-02 10:00")
			w.tick()
		}
		w.runner = w.start()
		w.tick()
		seen := map[event.Seq]bool{}
		for _, a := range w.accounts() {
			texts[i] = append(texts[i], a.Month+" "+a.Text)
			for _, seq := range a.Of {
				if seen[seq] {
					t.Fatalf("%d is folded twice", seq)
				}
				seen[seq] = true
			}
		}
	}
	if len(texts[0]) != 7 {
		t.Errorf("%d accounts for January to July", len(texts[0]))
	}
	if diff := gocmp.Diff(texts[0], texts[1]); diff != "" {
		t.Errorf("(-daily +once):\n%s", diff)
	}
}

// all gives what a store holds once it has caught up.
func (w *world) all(f *memory.Follower) (items []store.Item) {
	w.t.Helper()
	if err := f.Await(w.t.Context(), w.Mind.Head()); err != nil {
		w.t.Fatal(err)
	}
	for item, err := range f.Store.All(w.t.Context()) {
		if err != nil {
			w.t.Fatal(err)
		}
		items = append(items, item)
	}
	slices.SortFunc(items, func(a, b store.Item) int { return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.Part, b.Part)) })
	return items
}

// With one message that it rests on, an account is forgotten; the other messages are found by
// themselves again, as in a store filled anew, and folded anew the next month.
func TestForgotten(t *testing.T) {
	w := searched(t)
	seqs := w.march()
	w.until("2026-11-02 00:00")
	first := w.accounts()[0]
	if diff := gocmp.Diff(w.all(w.follower), w.all(jobstest.Follow(t, w.Mind)), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("folded (-live +filled anew):\n%s", diff)
	}
	plan, err := w.Mind.Reach(t.Context(), seqs[4])
	if err != nil {
		t.Fatal(err)
	}
	if len(plan.Again) > 0 || !slices.Contains(plan.Seqs, first.record.Seq) {
		t.Errorf("reached are %d, to be read again %d", plan.Seqs, plan.Again)
	}
	if _, err := w.Mind.Forget(t.Context(), plan, "asked"); err != nil {
		t.Fatal(err)
	}
	if w.in(w.follower, first.record.Seq) || w.in(w.follower, seqs[4]) || !w.in(w.follower, seqs[5]) {
		t.Error("the store holds what it should not, or lacks what it should hold")
	}
	if diff := gocmp.Diff(w.all(w.follower), w.all(jobstest.Follow(t, w.Mind)), cmpopts.EquateEmpty(), cmpopts.IgnoreFields(store.Item{}, "Turn")); diff != "" {
		t.Errorf("unfolded (-live +filled anew):\n%s", diff)
	}
	w.until("2026-12-02 00:00")
	again := w.accounts()
	if len(again) != 1 || slices.Contains(again[0].Of, seqs[4]) || !slices.Contains(again[0].Of, seqs[5]) || strings.Contains(again[0].Text, "manual") {
		t.Errorf("folded anew: %+v", again)
	}
	for _, item := range w.all(w.follower) {
		if strings.Contains(item.Text, "manual") {
			t.Errorf("the store holds %q", item.Text)
		}
	}
}

// An account holds the words of edits and transcripts, and goes with them.
func TestForgottenEdit(t *testing.T) {
	for _, late := range []func(message event.Seq) event.Payload{
		func(m event.Seq) event.Payload {
			return event.Edited{Message: m, Text: "Zanzibar, Zanzibar and the Zanzibar ferry."}
		},
		func(m event.Seq) event.Payload {
			return event.Transcribed{Message: m, Text: "Zanzibar, Zanzibar and the Zanzibar ferry."}
		},
	} {
		w := searched(t)
		seqs := w.march()
		p := late(seqs[4])
		spec, _ := event.Of(p.Kind())
		worded := w.Record(w.Pens.For(spec.Owner).Write(p).Because(seqs[4]).Resting(seqs[4]))[0].Seq
		w.until("2026-11-02 00:00")
		first := w.accounts()[0]
		if !strings.Contains(first.Text, "anzibar") {
			t.Fatalf("the account has no word of the %s: %s", p.Kind(), first.Text)
		}
		plan, err := w.Mind.Reach(t.Context(), worded)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(plan.Seqs, first.record.Seq) {
			t.Errorf("with the %s %d, reached are %d: not the account %d of it", p.Kind(), worded, plan.Seqs, first.record.Seq)
		}
		if _, err := w.Mind.Forget(t.Context(), plan, "asked"); err != nil {
			t.Fatal(err)
		}
		if !w.in(w.follower, seqs[4]) {
			t.Error("the message is not found by itself again")
		}
		for _, item := range w.all(w.follower) {
			if strings.Contains(strings.ToLower(item.Text), "zanzibar") {
				t.Errorf("the store holds %q", item.Text)
			}
		}
		if diff := gocmp.Diff(w.all(w.follower), w.all(jobstest.Follow(t, w.Mind)), cmpopts.EquateEmpty(), cmpopts.IgnoreFields(store.Item{}, "Turn")); diff != "" {
			t.Errorf("unfolded (-live +filled anew):\n%s", diff)
		}
	}
}

// The threads of one room are one room.
func TestThreadsOfARoom(t *testing.T) {
	w := newWorld(t)
	for i, text := range march {
		w.At(fmt.Sprintf("2026-03-%02d 10:00", 2+3*i))
		place := work
		place.Thread = fmt.Sprint("thread ", i)
		w.say(place, event.Private, text)
	}
	w.until("2026-11-02 00:00")
	if all := w.accounts(); len(all) != 1 || all[0].Place.Thread != "" {
		t.Errorf("%d accounts of one room: %+v", len(all), all)
	}
}
