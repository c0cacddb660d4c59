package integrate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"citadel/brain/classify"
	"citadel/brain/command"
	"citadel/brain/comprehend"
	"citadel/brain/dedupe"
	"citadel/brain/extract"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/ledger"
	"citadel/memory/thread"
)

// reading is one run over a batch of messages.
type reading struct {
	in    jobs.In
	alike Alike
	turns map[event.Seq]thread.Turn

	reader *dedupe.Reader

	unvalued bool // see Unvalued

	again bool // a second look: what it does not bear out of the first goes

	ends  map[event.Seq]event.Seq        // what says so of each in over
	over  map[event.Seq]event.Superseded // what ended messages and their memories that no longer hold
	heard map[event.Seq]entry            // the messages to be read
	prior map[event.Seq]entry            // the message before each, in the same place
	edits map[event.Seq][]entry          // what gave them another text, by message
	posts []post                         // what the agent said before them, oldest first
	made  map[event.Seq][]entry          // what was made of them before, by what it rests on; nil until it is asked for

	fresh   []memoryOf             // what was learned in this run
	known   map[event.Seq]memoryOf // what that was held against, taken apart once
	dropped int                    // messages that could not be read
	writes  []jobs.Write
}

// said is a message as it stands now.
type said struct {
	seq     event.Seq
	source  event.Seq   // the event that holds its text: its latest edit, or itself
	all     []event.Seq // the message and every edit
	earlier []said      // what it was before each edit, oldest first
	text    string
	on      time.Time
	at      time.Time // when its source was recorded
	place   event.Place
	sight   memory.Sight // who could read it
	mute    bool         // nothing is to be made of it
	past    bool         // it was corrected: what is made of it is history
	wrong   event.Seq    // what called an earlier wording wrong; zero where nothing did
	alien   bool         // it is in no language that the rules can read

	ahead []memoryOf // of each item found in it what it would become, where that was foreseen
}

// entry is an event that was looked up.
type entry struct {
	rec     ledger.Record
	payload event.Payload
}

// prepare looks up the messages to be read, and what was superseded since the first of them, or of those before them.
func (r *reading) prepare(ctx context.Context, messages []event.Seq) error {
	r.over, r.heard, r.edits, r.made = map[event.Seq]event.Superseded{}, map[event.Seq]entry{}, map[event.Seq][]entry{}, nil
	r.ends = map[event.Seq]event.Seq{}
	r.known, r.reader = map[event.Seq]memoryOf{}, dedupe.NewReader()
	if len(messages) == 0 {
		return nil
	}
	q := ledger.Query{Seqs: messages, Kinds: []event.Kind{event.Heard{}.Kind()}}
	heard := r.each(ctx, q, func(rec ledger.Record, p event.Payload) { r.heard[rec.Seq] = entry{rec, p} })
	before, err := r.priors(ctx, messages)
	if err != nil {
		return err
	}
	q = ledger.Query{After: slices.Min(append(before, messages[0])), Kinds: []event.Kind{event.Superseded{}.Kind(), event.Restored{}.Kind()}}
	gone := r.each(ctx, q, func(rec ledger.Record, p event.Payload) {
		switch p := p.(type) {
		case event.Superseded:
			r.over[p.Memory], r.ends[p.Memory] = p, rec.Seq
		case event.Restored:
			delete(r.over, p.Memory)
		}
	})
	q = ledger.Query{From: append(before, messages...), Kinds: []event.Kind{event.Edited{}.Kind(), event.Transcribed{}.Kind()}}
	edits := r.each(ctx, q, func(rec ledger.Record, p event.Payload) {
		for _, m := range rec.From {
			r.edits[m] = append(r.edits[m], entry{rec, p})
		}
	})
	return errors.Join(gone, heard, edits, r.lookUpPosts(ctx, messages))
}

// lookedBack is among how many earlier messages the one before the first of a batch is looked for.
const lookedBack = 16

// priors looks up the message that came before each, in the same place, and gives those that are in
// no batch themselves.
func (r *reading) priors(ctx context.Context, messages []event.Seq) (outside []event.Seq, err error) {
	r.prior = map[event.Seq]entry{}
	last := map[event.Place]entry{}
	q := ledger.Query{Before: messages[0], Kinds: []event.Kind{event.Heard{}.Kind()}, Newest: true, Limit: lookedBack}
	err = r.each(ctx, q, func(rec ledger.Record, p event.Payload) {
		if h, ok := p.(event.Heard); ok && last[h.Place].payload == nil {
			last[h.Place] = entry{rec, p}
			outside = append(outside, rec.Seq)
		}
	})
	for _, seq := range messages {
		h, ok := r.heard[seq].payload.(event.Heard)
		if !ok {
			continue
		}
		if before, ok := last[h.Place]; ok {
			r.prior[seq] = before
		}
		last[h.Place] = r.heard[seq]
	}
	return outside, err
}

// utterance is a message with the one before it, where that is the principal's own too.
func (r *reading) utterance(m said) extract.Utterance {
	u := extract.Utterance{Text: m.text, At: m.on}
	before := r.prior[m.seq]
	h, ok := before.payload.(event.Heard)
	if !ok || before.rec.Trust != event.ByPrincipal || h.Overheard || h.Forwarded != "" || r.ended(before.rec.Seq) {
		return u
	}
	u.Before, u.BeforeAt = h.Text, h.On
	for _, x := range r.edits[before.rec.Seq] {
		if e, ok := x.payload.(event.Edited); ok && e.Message == before.rec.Seq {
			u.Before = e.Text
		}
	}
	return u
}

// madeOf is what was made of a message before, in any of its wordings, oldest first. What was
// made of any of the messages is looked up at once, when first asked for.
func (r *reading) madeOf(ctx context.Context, m said) (all []entry, err error) {
	if r.made == nil {
		if err := r.lookUpMade(ctx); err != nil {
			return nil, err
		}
	}
	for _, wording := range m.all {
		all = append(all, r.made[wording]...)
	}
	slices.SortFunc(all, func(a, b entry) int { return cmp.Compare(a.rec.Seq, b.rec.Seq) })
	return slices.CompactFunc(all, func(a, b entry) bool { return a.rec.Seq == b.rec.Seq }), nil
}

func (r *reading) lookUpMade(ctx context.Context) error {
	var wordings []event.Seq
	for m := range r.heard {
		wordings = append(wordings, m)
		for _, e := range r.edits[m] {
			wordings = append(wordings, e.rec.Seq)
		}
	}
	slices.Sort(wordings)
	r.made = map[event.Seq][]entry{}
	if len(wordings) == 0 {
		return nil
	}
	q := ledger.Query{From: wordings, Kinds: []event.Kind{
		event.Learned{}.Kind(), event.Reinforced{}.Kind(), event.LoopOpened{}.Kind(), event.DecisionProposed{}.Kind(), event.DecisionRecorded{}.Kind(),
	}}
	return r.each(ctx, q, func(rec ledger.Record, p event.Payload) {
		for _, from := range rec.From {
			r.made[from] = append(r.made[from], entry{rec, p})
		}
	})
}

// each calls see with what a query gives and was not forgotten.
func (r *reading) each(ctx context.Context, q ledger.Query, see func(ledger.Record, event.Payload)) error {
	for e, err := range ledger.Each[event.Payload](ctx, r.in, q) {
		if err != nil {
			return err
		}
		see(e.Record, e.Said)
	}
	return nil
}

// glimpse is a message that was read, before anything is made of it.
type glimpse struct {
	said
	items []extract.Item
	drop  bool // the reader failed on it
}

// foresee reads messages, and fetches what all they say is to be held against at once: one query for a
// batch costs little more than one for a message. It leaves out those that were forgotten.
func (r *reading) foresee(ctx context.Context, messages []event.Seq) (map[event.Seq]glimpse, error) {
	seen := map[event.Seq]glimpse{}
	var against []event.Seq
	for _, seq := range messages {
		m, ok, err := r.look(ctx, seq)
		if err != nil {
			return nil, fmt.Errorf("message %d: %w", seq, err)
		}
		if !ok {
			continue
		}
		g := glimpse{said: m}
		if !m.mute && !m.alien {
			g.items, g.drop = r.extract(m)
		}
		g.ahead = make([]memoryOf, len(g.items))
		for i, it := range g.items {
			if !lasting(it) {
				continue
			}
			n := r.newMemory(m, it)
			if err := r.seek(ctx, m, &n); err != nil {
				return nil, err
			}
			g.ahead[i], against = n, append(against, n.near...)
		}
		seen[seq] = g
	}
	return seen, r.fetch(ctx, against)
}

// take makes of a message what was found in it. It gives false, and changes nothing, if the
// message must wait for the next run.
func (r *reading) take(ctx context.Context, m said, items []extract.Item) (ok bool, err error) {
	before := len(r.writes)
	if ok, err = r.learn(ctx, m, items); err != nil || !ok {
		r.writes = r.writes[:before]
		return ok, err
	}
	if m.past {
		return true, nil
	}
	r.spare(m)
	if err := r.open(ctx, m, items); err != nil {
		return false, err
	}
	return true, r.propose(ctx, m, items)
}

// spare notes the minors that a message names, so that no file is kept of them (TRUST, Children).
func (r *reading) spare(m said) {
	if m.mute || m.alien {
		return
	}
	defer func() { _ = recover() }() // a reader that fails on the message was counted by extract
	for _, name := range extract.Minors(extract.Utterance{Text: m.text, At: m.on}) {
		known := false
		r.in.Read(func(v memory.View) { known = v.People.Minor(name) })
		named := func(w jobs.Write) bool {
			n, ok := w.Payload.(event.MinorNamed)
			return ok && strings.EqualFold(n.Name, name)
		}
		if !known && !slices.ContainsFunc(r.writes, named) {
			r.writes = append(r.writes, jobs.Write{
				Payload: event.MinorNamed{Name: name}, From: []event.Seq{m.source}, Because: []event.Seq{m.source},
			})
		}
	}
}

// look gives a message that was looked up; false if it was forgotten, or is none.
func (r *reading) look(ctx context.Context, seq event.Seq) (m said, ok bool, err error) {
	found := r.heard[seq]
	rec := found.rec
	h, ok := found.payload.(event.Heard)
	if !ok {
		return m, false, nil
	}
	m = said{seq: seq, source: seq, all: []event.Seq{seq}, text: h.Text, on: earliest(h.On, rec.At), at: rec.At, place: h.Place, sight: memory.Sight{Place: h.Place, Audience: h.Audience}}
	for i, x := range r.edits[seq] {
		if e, ok := x.payload.(event.Edited); ok && e.Message == seq {
			if i == 0 || !oneEdit(r.edits[seq][i-1], x) {
				m.earlier = append(m.earlier, m)
			}
			m.source, m.text, m.on, m.at = x.rec.Seq, e.Text, earliest(e.On, x.rec.At), x.rec.At
			m.all = append(m.all, x.rec.Seq)
		}
		if t, ok := x.payload.(event.Transcribed); ok && t.Message == seq {
			m.earlier = append(m.earlier, m)
			m.source, m.text, m.at = x.rec.Seq, t.Text, x.rec.At
			m.all = append(m.all, x.rec.Seq)
		}
	}
	m.mute = rec.Trust != event.ByPrincipal || h.Overheard || h.Forwarded != ""
	if s, over := r.over[seq]; over {
		m.past = s.Reason == event.Corrected || s.Reason == event.Wrong
		m.mute = m.mute || !m.past
		if end := r.ends[seq]; m.past && end < m.source {
			m.past, m.wrong = false, end
		}
	}
	m.alien = !classify.English(m.text)
	if _, isCommand := command.Parse(m.text); isCommand {
		m.mute = true
	}
	if !m.mute {
		m.mute, err = r.quiet(ctx, seq)
	}
	return m, true, err
}

// oneEdit says whether two events are one edit of a message with a recording: what he wrote, and that with what was said
// below it, which rests on what wrote it down too.
func oneEdit(words, all entry) bool {
	_, edited := words.payload.(event.Edited)
	return edited && words.rec.Seq+1 == all.rec.Seq && len(all.rec.From) > len(words.rec.From)
}

// earliest is the earlier of when something is told to have happened and when that was recorded: nothing is said
// later than that, whatever the clock of a platform says.
func earliest(on, at time.Time) time.Time {
	if at.Before(on) {
		return at
	}
	return on
}

// ended says whether a message or a memory no longer holds.
func (r *reading) ended(seq event.Seq) bool {
	_, over := r.over[seq]
	return over
}

// looked bounds how far behind a message its turn is looked for, in turns.
const looked = 64

// quiet says whether a turn that answered the message was to leave no memory.
func (r *reading) quiet(ctx context.Context, message event.Seq) (quiet bool, err error) {
	if t, ok := r.turns[message]; ok {
		return t.Quiet, nil
	}
	var turns []event.Seq
	began := ledger.Query{After: message, Kinds: []event.Kind{event.TurnBegan{}.Kind()}, Limit: looked}
	err = r.each(ctx, began, func(rec ledger.Record, p event.Payload) {
		if b, ok := p.(event.TurnBegan); ok && slices.Contains(b.Messages, message) {
			turns = append(turns, rec.Seq)
		}
	})
	if err != nil || len(turns) == 0 {
		return false, err
	}
	ended := ledger.Query{After: turns[0], Kinds: []event.Kind{event.TurnEnded{}.Kind()}, Limit: looked}
	err = r.each(ctx, ended, func(rec ledger.Record, p event.Payload) {
		if e, ok := p.(event.TurnEnded); ok && e.Quiet && slices.Contains(turns, rec.Cause()) {
			quiet = true
		}
	})
	return quiet, err
}

// extract reads the text. A reader that fails on one message must not keep the window from
// moving on: the message is dropped, and counted.
func (r *reading) extract(m said) (items []extract.Item, drop bool) {
	defer func() {
		if recover() != nil {
			items, drop = nil, true
		}
	}()
	return extract.Read(r.utterance(m)), false
}

// learn keeps the facts, preferences and statements of a message.
func (r *reading) learn(ctx context.Context, m said, items []extract.Item) (ok bool, err error) {
	old, gone, err := r.learnedFrom(ctx, m)
	if err != nil {
		return false, err
	}
	stays, still := map[event.Seq]bool{}, false
	var news []memoryOf
	var writes []jobs.Write
	for i, it := range items {
		if !lasting(it) {
			continue
		}
		var n memoryOf
		if m.ahead != nil {
			n = m.ahead[i]
		} else {
			n = r.newMemory(m, it)
		}
		if r.takenBack(m, n, items[i+1:]) {
			continue
		}
		if n.source < m.wrong || r.calledWrong(gone, n) {
			still = true
			continue
		}
		if again := r.find(old, n, extract.Same); again != nil {
			stays[again.seq] = true
			continue
		}
		if r.find(news, n, extract.Same) != nil {
			continue
		}
		if m.past {
			if r.find(gone, n, extract.Same) == nil {
				writes, news = append(writes, r.superseded(m, n, len(r.writes)+len(writes))...), append(news, n)
			}
			continue
		}
		if f := r.find(r.fresh, n, extract.Same, extract.ChangedValue, extract.Negation, extract.Contradiction); f != nil {
			return false, nil // what it says again or against must be in the ledger first
		}
		known, err := r.candidates(ctx, m, n)
		if err != nil {
			return false, err
		}
		v := weigh(n, known)
		if r.unvalued {
			v = v.unvalued(known)
		}
		past, err := r.history(ctx, n, v.under, gone)
		if err != nil {
			return false, err
		}
		if past {
			continue
		}
		if r.echoes(m, it) {
			if v.again == nil {
				continue
			}
			v.echo = true
		}
		made, err := r.write(m, n, v, len(r.writes)+len(writes))
		if err != nil {
			return false, err
		}
		writes = append(writes, made...)
		if v.keep {
			news = append(news, n)
		}
	}
	holding := slices.Clone(news)
	for _, o := range old {
		stale, why := !slices.Contains(o.from, m.source), "edited"
		if !stale && r.again && readOtherwise(m, o, items) {
			stale, why = true, "read again"
		}
		if stale && !stays[o.seq] && !superseding(writes, o.seq) {
			writes = append(writes, r.withdrawn(m, o, why))
		} else if stays[o.seq] {
			holding = append(holding, o)
		}
	}
	if len(m.all) > 1 && !m.past {
		less, err := r.lapsed(ctx, m, writes)
		if err != nil {
			return false, err
		}
		back, err := r.restored(ctx, m, holding)
		if err != nil {
			return false, err
		}
		writes = slices.Concat(writes, less, back)
		if m.wrong != 0 && !still { // he corrected it himself
			writes = append(writes, jobs.Write{Payload: event.Restored{Memory: m.seq}, From: []event.Seq{m.source}, Because: []event.Seq{m.source}})
		}
	}
	r.writes, r.fresh = append(r.writes, writes...), append(r.fresh, news...)
	return true, nil
}

// superseded is what is made of a message that was corrected before it was read through: what is known of it
// no longer holds, and holds again when the correction is taken back.
func (r *reading) superseded(m said, n memoryOf, at int) []jobs.Write {
	here, end := ledger.Here(at), r.over[m.seq]
	end.Memory = here
	return []jobs.Write{
		{Payload: n.learned, From: []event.Seq{n.source}},
		{Payload: end, From: []event.Seq{n.source, here}, Because: []event.Seq{here}},
	}
}

// readOtherwise says whether a second look made something else, of the same subject, of the words
// that a memory was made of. Where it made nothing of them the memory stays: to miss is not to deny.
func readOtherwise(m said, o memoryOf, items []extract.Item) bool {
	start := strings.Index(m.text, o.item.Quote)
	end := start + len(o.item.Quote)
	return start >= 0 && slices.ContainsFunc(items, func(it extract.Item) bool {
		return lasting(it) && !concluded(it) && strings.EqualFold(it.Subject, o.item.Subject) && it.Start < end && start < it.End
	})
}

// superseding says whether a memory is superseded already among the writes.
func superseding(writes []jobs.Write, seq event.Seq) bool {
	return slices.ContainsFunc(writes, func(w jobs.Write) bool {
		s, ok := w.Payload.(event.Superseded)
		return ok && s.Memory == seq
	})
}

// lasting says whether an item becomes a memory.
func lasting(it extract.Item) bool {
	switch it.Kind {
	case extract.Fact, extract.Preference, extract.Statement, extract.Correction:
		return true
	case comprehend.Belief, comprehend.Pattern, comprehend.Intent:
		return true
	}
	return false
}

// concluded says whether an item was not said but concluded.
func concluded(it extract.Item) bool {
	return it.Kind == comprehend.Belief || it.Kind == comprehend.Pattern || it.Kind == comprehend.Intent
}

// takenBack says whether the same message goes on to say otherwise.
func (r *reading) takenBack(m said, n memoryOf, later []extract.Item) bool {
	return slices.ContainsFunc(later, func(l extract.Item) bool {
		if !lasting(l) {
			return false
		}
		rel := n.stated.Standing(r.newMemory(m, l).stated)
		return rel == extract.ChangedValue || rel == extract.Negation
	})
}

// learned words an item as a memory.
func learned(m said, it extract.Item) event.Learned {
	l := event.Learned{
		Sort: string(it.Kind), Text: it.Text, Quote: it.Quote, Subject: it.Subject, Attribute: it.Attribute, Value: it.Value,
		Provenance: event.Stated, Importance: it.Importance, Hedged: it.Hedge != "", On: m.on,
		Audience: m.sight.Audience, Place: m.sight.Room(),
	}
	if it.Kind == extract.Correction {
		l.Sort = string(extract.Fact)
	}
	switch {
	case it.Source != "":
		l.Provenance = event.Reported
	case concluded(it):
		l.Provenance = event.Inferred
	}
	l.Class = string(formula.Classify(formula.Traits{
		Factual:     it.Kind != extract.Statement,
		Observation: it.Kind == extract.Statement && it.Class != extract.Permanent, // what tells that something is over stays as long as what it ended
		Importance:  it.Importance,
		Due:         it.Class == extract.Operational,
		Whereabouts: it.Class == extract.Location,
	}))
	return l
}
