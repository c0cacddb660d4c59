package introspect

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"citadel/brain/ponder"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/agency"
	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/ledger"
	"citadel/memory/words"
)

//go:embed instructions.md
var instructions string

var schema = json.RawMessage(`{"type":"object","additionalProperties":false,"required":["theories","bearings","conflicts","questions"],"properties":{` +
	`"theories":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["text","notes"],"properties":{"text":{"type":"string"},"notes":{"type":"array","items":{"type":"integer"}}}}},` +
	`"bearings":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["theory","notes","against"],"properties":{"theory":{"type":"integer"},"notes":{"type":"array","items":{"type":"integer"}},"against":{"type":"boolean"}}}},` +
	`"conflicts":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["notes"],"properties":{"notes":{"type":"array","items":{"type":"integer"}}}}},` +
	`"questions":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["text","notes"],"properties":{"text":{"type":"string"},"notes":{"type":"array","items":{"type":"integer"}}}}}}}`)

// answer is what a model makes of notes. The numbers are those of notes.
type answer struct {
	Theories []struct {
		Text  string
		Notes []int
	}
	Bearings []struct {
		Theory  int
		Notes   []int
		Against bool
	}
	Conflicts []struct{ Notes []int }
	Questions []struct {
		Text  string
		Notes []int
	}
}

// Why something of an answer is dropped, beside what package ponder finds. None holds anybody's words.
const (
	unanswered = "no model answered"
	unreadable = "it is not of the form that was asked for"
	unjoined   = "it joins no two things that were told"
	stale      = "nothing that it rests on is new"
	unpast     = "nothing that it rests on is old"
	circular   = "it rests on a theory"
	reasonless = "it gives no reason"
	repeated   = "it was thought of before"
	crowded    = "there are enough of its sort"
	untheory   = "it bears on no theory"
	unnew      = "the theory rests on it already"
	unlike     = "it is no two memories of one matter"
	contested  = "it was asked which of them holds"
	unasking   = "it is no question"
)

// What comes of one look at most, and how many topics are wondered about at a time.
const (
	mostNew       = 3
	mostConflicts = 1
	mostQuestions = 1
	mostWondering = 10

	mostTokens = 1200 // of an answer
)

// kept is how much a theory matters: what a statement does that nobody judged.
const kept = 0.5

// considered has a model think about what is looked at, and gives what holds of its answer with the record of the look.
// What could not be asked about is looked at again with the next; what was answered without form is not: it is not asked
// the same every four hours.
func (l *look) considered(ctx context.Context, ask ponder.Asking, m ponder.Matter) ([]jobs.Write, error) {
	looked := event.Introspected{On: l.in.Now.UTC(), UpTo: l.upTo}
	by, thought, faults, err := l.think(ctx, ask, m)
	switch {
	case err == nil:
		looked.By, looked.Faults = by, faults
	case ctx.Err() != nil || !l.in.Last():
		return nil, fmt.Errorf("%s: %w", m.Job, err)
	case errors.Is(err, ponder.ErrAnswer):
		looked.Faults = []string{unreadable}
	default:
		looked.UpTo, looked.Faults = 0, []string{unanswered}
	}
	return append(thought, jobs.Write{Payload: looked}), nil
}

// think has a model think about what is looked at, by some instructions, and takes of its answer what holds.
func (l *look) think(ctx context.Context, ask ponder.Asking, m ponder.Matter) (by string, writes []jobs.Write, faults []string, err error) {
	var a answer
	m.Slot, m.Notes, m.MaxTokens = l.in.Slot.Name, l.notes, mostTokens
	by, err = m.Put(ctx, ask, &a)
	if err != nil {
		return "", nil, nil, err
	}
	t := &taking{look: l, ctx: ctx}
	for _, x := range a.Theories {
		t.theory(x.Text, x.Notes)
	}
	for _, x := range a.Bearings {
		t.bearing(x.Theory, x.Notes, x.Against)
	}
	for _, x := range a.Conflicts {
		t.conflict(x.Notes)
	}
	for _, x := range a.Questions {
		t.question(x.Text, x.Notes)
	}
	slices.Sort(t.faults)
	return by, t.writes, slices.Compact(t.faults), t.err
}

// taking takes an answer apart. After an error it takes nothing any more.
type taking struct {
	*look
	ctx    context.Context
	writes []jobs.Write
	faults []string
	err    error

	theories, conflicts, questions int
	borne                          []event.Seq // theories that something was found to bear on
}

func (t *taking) drop(why string) { t.faults = append(t.faults, why) }

// things are the notes of some numbers, which have to be things and no theories.
func (t *taking) things(numbers []int) (of []ponder.Note, why string) {
	of, ok := t.notes.Named(numbers)
	switch {
	case !ok:
		return nil, ponder.Unfounded
	case slices.ContainsFunc(of, func(n ponder.Note) bool { return n.How == ownTheory }):
		return nil, circular
	}
	return of, ""
}

// sentence is one of the answer, on one line, with the things it rests on.
func (t *taking) sentence(text string, numbers []int) (line string, of []ponder.Note, why string) {
	line = strings.Join(strings.Fields(text), " ")
	if of, why = t.things(numbers); why == "" {
		why = ponder.Fault(line, of)
	}
	return line, of, why
}

func (t *taking) anyFresh(of []ponder.Note) bool {
	return slices.ContainsFunc(of, func(n ponder.Note) bool { return t.fresh[n.Seq] })
}

var because = regexp.MustCompile(`(?i)\bbecause\b`)

// theory takes one that joins two things told apart from each other, one of them new.
func (t *taking) theory(text string, numbers []int) {
	if t.err != nil {
		return
	}
	text, of, why := t.sentence(text, numbers)
	switch {
	case why != "":
	case len(of) < 2 || len(t.roots(of)) < 2:
		why = unjoined
	case !t.anyFresh(of):
		why = stale
	case t.across && !slices.ContainsFunc(of, func(n ponder.Note) bool { return !t.fresh[n.Seq] }):
		why = unpast
	case !because.MatchString(text):
		why = reasonless
	case slices.ContainsFunc(t.known, func(k agency.Theory) bool { return alike(k.Text, text) || joins(k, of) }):
		why = repeated
	case t.theories == mostNew:
		why = crowded
	}
	if why != "" {
		t.drop(why)
		return
	}
	at, err := t.sight(t.ctx, of)
	if err != nil {
		t.err = err
		return
	}
	t.theories++
	from := events(of)
	t.known = append(t.known, agency.Theory{Text: text, Of: from})
	t.writes = append(t.writes, jobs.Write{From: from, Payload: event.Learned{
		Sort: event.SortTheory, Text: text, Provenance: event.Generated, Importance: kept, Class: string(formula.Standard),
		On: t.in.Now.UTC(), Audience: at.Audience, Place: at.Room(),
	}})
}

// joins says whether a theory joins just these things.
func joins(k agency.Theory, of []ponder.Note) bool {
	return !slices.ContainsFunc(of, func(n ponder.Note) bool { return !slices.Contains(k.Of, n.Seq) })
}

// same is from which likeness on two theories are one (SPEC §13.5).
const same = 0.90

// alike compares two sentences by their words.
func alike(a, b string) bool {
	x, y := terms(a), terms(b)
	shared := 0
	for w := range x {
		if y[w] {
			shared++
		}
	}
	return shared > 0 && float64(shared) >= same*math.Sqrt(float64(len(x)*len(y)))
}

func terms(text string) map[string]bool {
	all := map[string]bool{}
	for _, w := range words.New(0).AppendTerms(nil, text) {
		all[w] = true
	}
	return all
}

// bearing takes that something new bears a theory out, or speaks against it.
func (t *taking) bearing(theory int, numbers []int, against bool) {
	if t.err != nil {
		return
	}
	of, why := t.things(numbers)
	on, ok := t.notes.Named([]int{theory})
	switch {
	case !ok || on[0].How != ownTheory:
		t.drop(untheory)
		return
	case why == "" && !t.anyFresh(of):
		why = stale
	case why == "" && slices.Contains(t.borne, on[0].Seq):
		why = crowded
	}
	var news []event.Seq
	if why == "" {
		roots := t.roots(of)
		t.in.Read(func(v memory.View) {
			h, _ := v.Beliefs.Of(on[0].Seq)
			news = slices.DeleteFunc(roots, func(s event.Seq) bool { return slices.Contains(h.Roots, s) })
		})
		if len(news) == 0 {
			why = unnew
		}
	}
	if why != "" {
		t.drop(why)
		return
	}
	t.borne = append(t.borne, on[0].Seq)
	w := jobs.Write{Payload: event.Reinforced{Memory: on[0].Seq, Roots: news, As: event.Again}, Because: events(of)}
	if against {
		w.Payload = event.Superseded{Memory: on[0].Seq, On: t.in.Now.UTC(), Reason: refuted}
	}
	w.From = append([]event.Seq{on[0].Seq}, events(of)...)
	t.writes = append(t.writes, w)
}

// conflict takes that two memories cannot both hold. Which of them does the principal is asked.
func (t *taking) conflict(numbers []int) {
	if t.err != nil {
		return
	}
	of, why := t.things(numbers)
	memory := func(n ponder.Note) bool { return n.How == jobs.CameUp }
	switch {
	case why != "":
	case len(of) != 2 || !memory(of[0]) || !memory(of[1]) || !touch(of[0].Text, of[1].Text) || len(t.roots(of)) < 2:
		why = unlike
	case !t.anyFresh(of):
		why = stale
	case t.conflicts == mostConflicts:
		why = crowded
	}
	var asked bool
	if why == "" {
		if asked, t.err = t.disputed(of); t.err != nil {
			return
		}
		if asked {
			why = contested
		}
	}
	if why != "" {
		t.drop(why)
		return
	}
	at, err := t.sight(t.ctx, of)
	if err != nil {
		t.err = err
		return
	}
	older, newer := min(of[0].Seq, of[1].Seq), max(of[0].Seq, of[1].Seq)
	t.conflicts++
	t.writes = append(t.writes, jobs.Write{
		Payload: event.Disputed{Between: []event.Seq{older, newer}, Audience: at.Audience, Place: at.Room()},
		From:    []event.Seq{older, newer}, Because: []event.Seq{newer},
	})
}

// touch says whether two sentences have a word in common that means something.
func touch(a, b string) bool {
	x := terms(a)
	for w := range terms(b) {
		if x[w] {
			return true
		}
	}
	return false
}

// disputed says whether it was asked ever which of two memories holds.
func (t *taking) disputed(of []ponder.Note) (bool, error) {
	for d, err := range ledger.Each[event.Disputed](t.ctx, t.in, ledger.Query{Kinds: []event.Kind{event.Disputed{}.Kind()}, From: []event.Seq{of[0].Seq}}) {
		if err != nil {
			return false, err
		}
		if slices.Contains(d.From, of[1].Seq) {
			return true, nil
		}
	}
	return false, nil
}

// question takes what would be worth knowing.
func (t *taking) question(text string, numbers []int) {
	if t.err != nil {
		return
	}
	text, of, why := t.sentence(text, numbers)
	switch {
	case why != "":
	case !strings.HasSuffix(text, "?"):
		why = unasking
	case !t.anyFresh(of):
		why = stale
	case slices.ContainsFunc(t.wondered, func(topic string) bool { return alike(topic, text) }):
		why = repeated
	case t.questions == mostQuestions || t.open+t.questions >= mostWondering:
		why = crowded
	}
	if why != "" {
		t.drop(why)
		return
	}
	t.questions++
	t.writes = append(t.writes, jobs.Write{Payload: event.CuriosityRaised{Topic: text}, From: events(of)})
}
