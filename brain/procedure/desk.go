package procedure

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"citadel/brain/classify"
	"citadel/brain/command"
	"citadel/brain/extract"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Desk answers what needs neither a command nor a model. The zero Desk works.
type Desk struct {
	// Ready waits for the index of memories as long as there is time, and says whether it
	// has caught up; see recall.Query.
	Ready func(ctx context.Context) bool
	// Figures are the names of the figures of the economy that are read every morning.
	Figures []string
}

// procedures lists who may answer, in the order in which they are asked.
var procedures = [...]struct {
	name   string
	answer func(context.Context, *visit) (*turn.Reply, error)
	beside besides
}{
	{"blank", blank, always},
	{"connect", connect, always},
	{"usage", usage, always},
	{"manners", manners, always},
	{"assent", assent, always},
	{"closing", closing, never},
	{"files", files, always},
	{"greeting", greeting, always},
	{"about", about, always},
	{"order", order, always},
	{"leave out", leaveOut, always},
	{"call off", callOff, always},
	{"call off unknown", unknownOff, never},
	{"remind", remind, always},
	{"note", note, never},
	{"complaint", complained, never},
	{"rule", rule, always},
	{"wanted again", wantedAgain, always},
	{"client", client, told},
	{"bears", bears, always},
	{"terms", terms, told},
	{"whatif", whatIf, never},
	{"price", price, never},
	{"foreign", foreign, never},
	{"name", myName, always},
	{"elsewhere", timeElsewhere, always},
	{"days", daysUntil, always},
	{"weekday", weekday, always},
	{"reckon", reckon, always},
	{"ahead", ahead, always},
	{"first or last", saidFirstOrLast, never},
	{"lately", talkedAbout, never},
	{"decided", decided, never},
	{"owed", owed, never},
	{"waiting", waiting, never},
	{"series", series, never},
	{"of a sort", ofASort, never},
	{"where", where, never},
	{"recall", answerFromMemory, never},
	{"home", myHome, always},
	{"shrug", shrug, never},
	{"conflict", conflict, told},
	{"whose", whose, told},
	{"decide", decide, told},
	{"recanted", recanted, told},
	{"finished", finished, told},
	{"unwatched", unwatched, never},
	{"watch", watch, never},
	{"feelings", feelings, never},
	{"again", again, never},
	{"keep", keep, told},
	{"listen", listen, never},
}

// besides is when a procedure answers although there is a model: what acts, and what is
// known for certain, needs none. What only makes do without one leaves the message to it.
type besides uint8

const (
	never besides = iota
	told          // where the message tells something, and asks for nothing
	always
)

// visit is one message at the desk.
type visit struct {
	*turn.Turn
	desk    Desk
	last    asked // what the message answers: the post that it replies to, else the newest in this place
	rang    asked // the reminder that came, or was put off, since he spoke here last
	pending asked // what was said before that, and waits for an answer still
	seen    *reading
}

// asked is the newest post of ours in a place. The zero value stands for none.
type asked struct {
	seq event.Seq
	at  time.Time
	event.PostQueued
}

// reminds says whether it is a reminder that came, or was put off.
func (a asked) reminds() bool {
	return a.Subject == event.SubjectReminder || a.Subject == event.SubjectPutOff
}

// Resume answers a message that answers a question of ours: a step of the first
// conversation, the time of a reminder, a button's label typed out. It gives nil for
// everything else, also where a question of ours is open: what does not look like an
// answer is talk.
//
// It is to be asked before the commands are, because "skip" and "call me Sam" are commands
// as well. A button's label becomes the turn's command or text, as if it had been pressed,
// and a question for a list the command that lists it.
// The errors are those of the ledger.
func (d Desk) Resume(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	v, err := d.visit(ctx, t)
	if err != nil {
		return nil, fmt.Errorf("procedure: %w", err)
	}
	r, err := v.resume(ctx)
	if err != nil {
		return nil, fmt.Errorf("procedure: resume: %w", err)
	}
	return r, nil
}

func (v *visit) resume(ctx context.Context) (*turn.Reply, error) {
	if v.pending.seq != 0 && !toReminder(v.Text, v.Now) {
		v.last = v.pending
	}
	if label, err := v.yesOrNo(ctx); err != nil || label == labelNo {
		return unchanged(err)
	}
	switch v.last.Subject {
	case subjectWelcome:
		return welcomed(ctx, v)
	case subjectRemind:
		if r, err := reminded(ctx, v); r != nil || err != nil {
			return r, err
		}
	case event.SubjectUnsaid:
		if c := v.onUnsaid(); c != nil {
			v.Command = c
			return nil, nil
		}
	case subjectWhichOff:
		if v.onWhichOff(); v.Command != nil {
			return nil, nil
		}
	}
	if r, err := v.rephrased(ctx); r != nil || err != nil {
		return r, err
	}
	if r, err := v.saidToReminder(ctx); r != nil || err != nil {
		return r, err
	}
	if r, err := v.takesBackThat(ctx); r != nil || err != nil {
		return r, err
	}
	if c := cmp.Or(listing(v.Text), v.plainly(), v.revisits()); c != nil {
		v.Command = c
		return nil, v.points(ctx)
	}
	if err := v.points(ctx); err != nil {
		return nil, err
	}
	if (v.Command == nil || v.Command.Name == "wrong") && afterAll.MatchString(strings.TrimSpace(v.Text)) { // "I was wrong about the ski trip, we're going after all"
		if r, err := recanted(ctx, v); r != nil || err != nil {
			return r, err
		}
	}
	if c := v.inWords(); c != nil {
		v.Command = c
		return nil, nil
	}
	if v.Command == nil && v.Turn.Last().Spoken == nil && v.Turn.Last().Forwarded == "" {
		if c := cmp.Or(dealt(v.Text), v.file()); c != nil {
			v.Command = c
			return nil, nil
		}
	}
	return nil, v.press(ctx)
}

// waitsFor is how long before a reminder a question was asked that is answered behind it.
const waitsFor = 15 * time.Minute

// awaitsAnswer says whether something that was said asks for an answer: a question, what was understood of a reminder, with
// "or another time", or what has buttons.
func awaitsAnswer(post event.PostQueued) bool {
	return post.Subject == subjectRemind || post.Subject == event.SubjectPutOff || len(post.Buttons) > 0 || asksLast(post.Text)
}

// asksLast says whether a text ends with a question.
func asksLast(text string) bool { return strings.HasSuffix(strings.TrimSpace(text), "?") }

// press takes the label of a button for what it says, and so a yes or no in other words. Those of a card are not meant: its
// word goes with its handle (TRUST, Approval by accident).
func (v *visit) press(ctx context.Context) error {
	on := v.last.PostQueued
	if on.Subject == event.SubjectApproval {
		return nil
	}
	said := strings.TrimRight(strings.TrimSpace(v.Text), ".")
	if label, err := v.yesOrNo(ctx); err != nil {
		return err
	} else if label != "" {
		said = label
	}
	for _, b := range on.Buttons {
		if !strings.EqualFold(said, b.Label) || b.Says == "" {
			continue
		}
		v.Text = b.Says
		v.Command = nil
		if c, ok := command.Parse(b.Says); ok {
			v.Command = &c
		}
		return nil
	}
	return nil
}

// labelled says whether the message is the label of a button of the last post.
func (v *visit) labelled() bool {
	said := strings.TrimRight(strings.TrimSpace(v.Text), ".")
	return slices.ContainsFunc(v.last.Buttons, func(b event.Button) bool { return strings.EqualFold(said, b.Label) })
}

// Answer always gives a reply; one without text is silence. Commands are not its business:
// one that nobody took is passed over in silence. The errors are those of the ledger and of
// the store.
func (d Desk) Answer(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	v, err := d.visit(ctx, t)
	if err != nil {
		return nil, fmt.Errorf("procedure: %w", err)
	}
	if r, err := v.resume(ctx); err != nil || r != nil {
		return r, err
	}
	if t.Command != nil {
		return bare(ctx, v)
	}
	noted := notes(v)
	for _, p := range procedures {
		r, err := p.answer(ctx, v)
		if err != nil {
			return nil, fmt.Errorf("procedure: %s: %w", p.name, err)
		}
		if r == nil {
			continue
		}
		return v.settled(r, noted), nil
	}
	return listen(ctx, v)
}

// Act gives a reply where the message asks for something that is done rather than talked
// about, or tells something that is to be kept in silence; nil for what a model answers
// better. It is for minds that have one. The errors are those of Answer.
func (d Desk) Act(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	v, err := d.visit(ctx, t)
	if err != nil {
		return nil, fmt.Errorf("procedure: %w", err)
	}
	if t.Command != nil {
		return bare(ctx, v)
	}
	asks := v.asks() || wantsThought(v.Text) || asksForMemory(v.Text) || ordersToo(v.Text)
	for _, p := range procedures {
		if p.beside == never || p.beside == told && asks {
			continue
		}
		r, err := p.answer(ctx, v)
		if err != nil {
			return nil, fmt.Errorf("procedure: %s: %w", p.name, err)
		}
		if r == nil {
			continue
		}
		return v.settled(r, notes(v)), nil
	}
	return nil, nil
}

// settled adds what every message gets, whoever answers it.
func (v *visit) settled(r *turn.Reply, noted []turn.Write) *turn.Reply {
	if len(noted) > 0 && r.By == "procedure:listen" {
		r.By = "procedure:promise"
	}
	r.Writes = append(r.Writes, noted...)
	return received(v, v.tellMore(r))
}

// Notes gives the changes that messages make by themselves, whoever answers them: what the
// principal says in them that he will do, and what he says was wrong with the last answer. Each rests on its own message.
func Notes(t *turn.Turn) []turn.Write {
	var all []turn.Write
	for i, m := range t.Messages {
		one := *t
		one.Messages, one.Text = t.Messages[i:i+1], m.Text
		for _, w := range notes(&visit{Turn: &one}) {
			w.From = one.Heard()
			all = append(all, w)
		}
	}
	return all
}

// visit looks up what was said last in the place of the turn.
func (d Desk) visit(ctx context.Context, t *turn.Turn) (*visit, error) {
	v := &visit{Turn: t, desk: d}
	q := ledger.Query{Kinds: []event.Kind{event.PostQueued{}.Kind()}, Before: t.Messages[0].Seq, Newest: true, Limit: 8}
	for r, err := range ledger.Each[event.PostQueued](ctx, t.Mind, q) {
		if err != nil {
			return nil, err
		}
		if t.Here(r.Said.Place) && v.said(asked{r.Seq, r.At, r.Said}) {
			break
		}
	}
	if t.Last().ReplyTo != 0 {
		to, err := v.repliedTo(ctx)
		if err != nil {
			return nil, err
		}
		v.last, v.pending = to, asked{}
	}
	if v.pending.seq == 0 {
		return v, nil
	}
	answered, err := v.spoke(ctx, v.pending.seq, v.rang.seq)
	if err != nil {
		return nil, err
	}
	set, _, err := v.Event(ctx, v.rang.About)
	if err != nil {
		return nil, err
	}
	if answered || v.pending.About != 0 && slices.Contains(append(set.From, v.rang.About), v.pending.About) { // it came itself
		v.pending = asked{}
	}
	return v, nil
}

// repliedTo is the post here that the message replies to, or that answers the message it replies to. The zero value
// stands for none.
func (v *visit) repliedTo(ctx context.Context) (post asked, err error) {
	to := v.Turn.Last().ReplyTo
	if to == 0 {
		return post, nil
	}
	rec, p, err := v.Event(ctx, to)
	if err != nil {
		return post, err
	}
	switch p := p.(type) {
	case event.PostQueued:
		if v.Here(p.Place) {
			post = asked{to, rec.At, p}
		}
	case event.Heard:
		q := ledger.Query{Kinds: []event.Kind{event.PostQueued{}.Kind()}, After: to, Before: v.Messages[0].Seq, Limit: answersAfter}
		for r, err := range ledger.Each[event.PostQueued](ctx, v.Mind, q) {
			if err != nil {
				return post, err
			}
			if r.Said.ReplyTo == to && v.Here(r.Said.Place) {
				post = asked{r.Seq, r.At, r.Said}
			}
		}
	}
	return post, nil
}

// answersAfter is among how many posts behind a message its answer is looked for.
const answersAfter = 8

// said takes in what was said here, the newest first, and says whether nothing before it matters.
func (v *visit) said(a asked) (enough bool) {
	if v.last.seq == 0 {
		v.last = a
	}
	switch {
	case v.rang.seq == 0 && a.reminds():
		v.rang = a
		return a.Subject == event.SubjectPutOff // he spoke before it
	case v.rang.seq == 0:
		return a.Asked()
	case a.reminds():
		return false
	}
	no := v.Command != nil && v.Command.Name == "wrong" // it corrects what was said
	if v.rang.at.Sub(a.at) <= waitsFor && (no || awaitsAnswer(a.PostQueued)) {
		v.pending = a
	}
	return true
}

// says begins a reply of a procedure.
func says(name string) *turn.Reply { return &turn.Reply{By: "procedure:" + name} }

// keep passes over in silence what only tells something (MESSAGES 14). Talk that wants a
// colleague's word is left: what weighs on somebody, and whatever tells nothing that can be
// held on to.
func keep(ctx context.Context, v *visit) (*turn.Reply, error) {
	if classify.Category(v.Category) == classify.Acknowledgement && len(strings.Fields(v.Text)) <= longNod {
		return listen(ctx, v)
	}
	told := v.own()
	feels := slices.ContainsFunc(told, func(f extract.Item) bool { return f.Kind == extract.Emotion && f.Source == "" })
	if feels || len(told) == 0 || len(v.Text) > maxTold {
		return nil, nil
	}
	return listen(ctx, v)
}

// longNod is how many words an acknowledgement has at most: "no, with rum and no ice" is more.
const longNod = 2

// maxTold is the longest message that can be nothing but a plain statement, in bytes: who
// writes more wants to be read.
const maxTold = 400

// listen keeps what was said in silence: it can be found from now on (MESSAGES 14).
func listen(context.Context, *visit) (*turn.Reply, error) { return says("listen"), nil }
