package change

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/decisions"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// matter is the proposal or the decision that an answer means: at most one of them.
type matter struct {
	proposal decisions.Proposal
	decision decisions.Decision
}

func (m matter) none() bool     { return m.proposal.Seq == 0 && m.decision.Seq == 0 }
func (m matter) proposed() bool { return m.proposal.Seq != 0 }

// handle names the matter. A proposal keeps its handle once it is recorded: the number of
// the record is not known while the reply is written.
func (m matter) handle() string {
	if m.proposed() {
		return phrase.Handle('d', m.proposal.Seq)
	}
	return phrase.Handle('d', m.decision.Number())
}

// seqs are the events that state the matter as it stands.
func (m matter) seqs() []event.Seq {
	if m.proposed() {
		return []event.Seq{m.proposal.Seq}
	}
	return m.decision.Rests()
}

// about marks a reply as one about the matter: the next answer means it still.
func (m matter) about(r *turn.Reply, err error) (*turn.Reply, error) {
	if r != nil {
		r.About = m.seqs()[0]
	}
	return r, err
}

// words are what was proposed or decided, with the reason where there is one.
func (m matter) words() string {
	if m.proposed() {
		return because(m.proposal.Text, m.proposal.Reason)
	}
	if m.decision.Standing() != m.decision.Text {
		return m.decision.Standing()
	}
	return because(m.decision.Text, m.decision.Reason)
}

func because(text, reason string) string {
	if reason == "" || strings.Contains(text, reason) {
		return text
	}
	return strings.TrimRight(text, ".") + " because " + reason
}

// matterOf finds the proposal or decision of a number. A decision is also found by the
// number of the proposal it came from.
func matterOf(v memory.View, seq event.Seq) matter {
	if p, ok := v.Decisions.Proposal(seq); ok {
		return matter{proposal: p}
	}
	for _, d := range v.Decisions.Decisions {
		if d.Seq == seq || d.Proposal == seq {
			return matter{decision: d}
		}
	}
	return matter{}
}

// meant finds what the turn's command is about: the handle it names, else what the post or
// message it replies to is about, else what the newest post is about. Only "record" and
// "not a decision" may also mean the one proposal that is open. Where that leaves a doubt,
// ask is the reply to give.
func meant(ctx context.Context, t *turn.Turn) (m matter, ask *turn.Reply, err error) {
	if len(t.Command.Handles) > 1 {
		ask, err = says(t, "One decision at a time: which first?")
		return m, ask, err
	}
	if h := t.Command.Handle(); h != (command.Handle{}) {
		if h.Letter == 'd' {
			t.Read(func(v memory.View) { m = matterOf(v, event.Seq(h.N)) })
		}
		if m.none() {
			ask, err = noMatter(ctx, t, h)
		}
		return m, ask, err
	}
	var newest event.Seq
	var waiting []decisions.Proposal
	t.Read(func(v memory.View) {
		if last, ok := v.Thread.Last(); ok && len(last.Posts) > 0 {
			newest = last.Posts[len(last.Posts)-1]
		}
		waiting = append(waiting, v.Decisions.Proposals...)
	})
	if said := t.Last(); said.ReplyTo != 0 {
		card, err := cardBehind(ctx, t, said.ReplyTo)
		if err == nil {
			m, err = matterBehind(ctx, t, said.ReplyTo)
		}
		if said.Under != 0 && said.Under != said.ReplyTo && keepsProposed(t, m) {
			m, card = matter{}, command.Handle{} // said in the thread after the card, not to it
		}
		if err == nil && m.none() && card.N == 0 && said.Under != 0 {
			m, err = matterBehind(ctx, t, said.Under)
		}
		if err == nil && m.none() && card.N != 0 {
			ask, err = noMatter(ctx, t, card)
		}
		return m, ask, err
	}
	if newest != 0 {
		_, p, err := t.Event(ctx, newest)
		if err != nil {
			return m, nil, err
		}
		if q, ok := p.(event.PostQueued); ok && t.Here(q.Place) {
			if m, err = matterBehind(ctx, t, newest); err != nil || !m.none() && !keepsProposed(t, m) {
				return m, nil, err
			}
			if m, err = shownLately(ctx, t, newest); err != nil || !m.none() {
				return m, nil, err
			}
		}
	}
	if t.Command.Name != "record" && t.Command.Name != "not a decision" {
		return m, nil, nil // the other words are too common to settle what was not shown
	}
	waiting, err = tellable(ctx, t, waiting, func(p decisions.Proposal) []event.Seq { return []event.Seq{p.Seq} })
	if err != nil {
		return m, nil, err
	}
	switch len(waiting) {
	case 0:
	case 1:
		m = matter{proposal: waiting[0]}
	default:
		ask = which(t, waiting)
	}
	return m, ask, nil
}

// matterBehind finds what a post is about, or what was proposed from a message.
func matterBehind(ctx context.Context, t *turn.Turn, seq event.Seq) (m matter, err error) {
	_, p, err := t.Event(ctx, seq)
	switch p := p.(type) {
	case event.PostQueued:
		if p.About != 0 {
			t.Read(func(v memory.View) { m = matterOf(v, p.About) })
		}
		if card := decisionOn(p); m.none() && card.N != 0 {
			t.Read(func(v memory.View) { m = matterOf(v, event.Seq(card.N)) })
		}
		if m.none() && err == nil && p.About != 0 && p.About < seq {
			return matterExplained(ctx, t, p.About)
		}
	case event.Heard:
		var from []ledger.Record
		from, err = all(ctx, t, ledger.Query{From: []event.Seq{seq}, Kinds: []event.Kind{event.DecisionProposed{}.Kind()}, Newest: true, Limit: 1})
		for _, rec := range from {
			t.Read(func(v memory.View) { m = matterOf(v, rec.Seq) })
		}
	}
	return m, err
}

// matterExplained finds what a post is about that another one explains: asked why it says what it
// says, it still waits for its answer.
func matterExplained(ctx context.Context, t *turn.Turn, seq event.Seq) (m matter, err error) {
	rec, p, err := t.Event(ctx, seq)
	if q, ok := p.(event.PostQueued); ok && err == nil && t.Here(q.Place) {
		return matterBehind(ctx, t, rec.Seq)
	}
	return m, err
}

// keepsProposed says whether a command would record a proposal by "keep it". To keep a thing
// may well be the opposite of what is proposed, so that has to be said to the card itself.
func keepsProposed(t *turn.Turn, m matter) bool { return m.proposed() && t.Command.Name == "keep it" }

// cardBehind is the decision that the buttons of a post settle, also where nothing of it is
// left; zero where they settle none.
func cardBehind(ctx context.Context, t *turn.Turn, seq event.Seq) (command.Handle, error) {
	_, p, err := t.Event(ctx, seq)
	q, _ := p.(event.PostQueued)
	return decisionOn(q), err
}

// decisionOn reads it from the buttons: the post that proposes a decision is written together
// with it, before either has a number, and only they name it.
func decisionOn(q event.PostQueued) command.Handle {
	for _, b := range q.Buttons {
		if c, ok := command.Parse(b.Says); ok && c.Handle().Letter == 'd' {
			return c.Handle()
		}
	}
	return command.Handle{}
}

// noMatter answers a handle under which no decision stands.
func noMatter(ctx context.Context, t *turn.Turn, h command.Handle) (*turn.Reply, error) {
	x, ok, err := named(ctx, t, h)
	if err != nil {
		return nil, err
	}
	switch {
	case !ok:
		return unknown(t, h)
	case h.Letter != 'd':
		return says(t, "`%s` is no decision. `decisions` lists them.", h)
	case x.gone():
		return says(t, "`%s` was forgotten.", h)
	}
	return says(t, "`%s` is no longer open: it was dropped or taken back.", h)
}

// mostAsked is how many proposals a question lists.
const mostAsked = 5

// which asks which of several proposals is meant.
func which(t *turn.Turn, open []decisions.Proposal) *turn.Reply {
	r := begin(t)
	var seqs []event.Seq
	for _, p := range open {
		seqs = append(seqs, p.Seq)
	}
	r.Text.Claim(seqs, "%s", phrase.Count(len(open), "proposed decision")).Say(" wait:")
	for _, p := range open[max(0, len(open)-mostAsked):] {
		m := matter{proposal: p}
		r.Text.Item().Claim(m.seqs(), "%s", quoted(m.words(), phrase.MaxQuote)).Say(" (`%s`)", m.handle())
	}
	r.Text.Break().Say("Which one? As in `%s %s`.", t.Command.Name, matter{proposal: open[len(open)-1]}.handle())
	return r
}

// nothingWaits is the answer when there is nothing an answer could be about.
func nothingWaits(t *turn.Turn) (*turn.Reply, error) {
	return says(t, "No decision waits for an answer. `decisions` lists those you made.")
}

// record makes a proposal a decision.
func record(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	m, ask, err := meant(ctx, t)
	switch {
	case err != nil || ask != nil:
		return ask, err
	case m.none():
		return nothingWaits(t)
	case !m.proposed():
		r := begin(t)
		r.Text.Say("Already recorded: `%s`, ", m.handle()).Claim(m.seqs(), "%s, %s", quoted(m.words(), echo), t.Day(m.decision.On)).Say(".")
		return r, nil
	}
	return recordAs(t, m, m.proposal.Text, m.proposal.Reason, m.proposal.Review, m.seqs()), nil
}

// recordAs records the proposal in the given words, which rest on from. review is when it is to be
// looked at again, where that was said.
func recordAs(t *turn.Turn, m matter, text, reason string, review time.Time, from []event.Seq) *turn.Reply {
	if !review.After(t.Now) {
		review = decisions.ReviewFrom(t.Now)
	}
	readers := memory.Sight{Place: m.proposal.Place, Audience: m.proposal.Audience}
	if slices.ContainsFunc(t.Heard(), func(s event.Seq) bool { return slices.Contains(from, s) }) {
		readers = readers.With(t.Asked()) // in words that were said here
	}
	r := begin(t)
	r.About = m.proposal.Seq
	write(r, event.DecisionRecorded{
		Proposal: m.proposal.Seq, Text: text, Reason: reason, Review: review,
		On: m.proposal.On, Audience: readers.Audience, Place: readers.Room(),
	}, from...)
	r.Text.Say("Recorded: `%s`, ", m.handle()).Claim(from, "%s", quoted(because(text, reason), echo)).Say(".")
	askAgain(t, r, review)
	return r
}

func askAgain(t *turn.Turn, r *turn.Reply, review time.Time) {
	r.Text.Say(" I'll ask again on ").Claim(t.Heard(), "%s", phrase.Day(review, t.Now)).Say(".")
	undoable(t, &r.Text)
}

// decline drops a proposal.
func decline(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	m, ask, err := meant(ctx, t)
	switch {
	case err != nil || ask != nil:
		return ask, err
	case m.none():
		return nothingWaits(t)
	case !m.proposed():
		return says(t, "`%s` is recorded already. `reverse %s` ends it.", m.handle(), m.handle())
	}
	r := begin(t)
	write(r, event.DecisionDeclined{Proposal: m.proposal.Seq}, m.proposal.Seq)
	r.Text.Say("Dropped, no decision: ").Claim(m.seqs(), "%s", quoted(m.words(), echo)).Say(".")
	undoable(t, &r.Text)
	return r, nil
}

// keep lets a decision stand, a proposal become one, or, said of a message, what a
// preview of forgetting asked about.
func keep(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	if h := t.Command.Handle(); h.N != 0 && h.Letter != 'd' {
		return says(t, "Kept: nothing was forgotten.")
	}
	if asked, err := forgetAsked(ctx, t); err != nil {
		return nil, err
	} else if asked {
		return says(t, "Kept: nothing was forgotten.")
	}
	m, ask, err := meant(ctx, t)
	switch {
	case err != nil || ask != nil:
		return ask, err
	case m.none():
		return nothingWaits(t)
	case m.proposed():
		return recordAs(t, m, m.proposal.Text, m.proposal.Reason, m.proposal.Review, m.seqs()), nil
	}
	review := decisions.ReviewFrom(t.Now)
	if a := m.decision.Advice; a != nil && a.How == event.Hold && a.Review.After(t.Now) {
		review = a.Review // as it was recommended
	}
	r := revise(t, m, event.DecisionRevised{How: event.Hold, Review: review}, m.decision.Seq)
	r.Text.Say("Recorded: `%s` stands, ", m.handle()).Claim(append(m.seqs(), t.Heard()...), "%s", t.Now.Format("Mon 2 Jan 2006")).Say(".")
	askAgain(t, r, review)
	return r, nil
}

// revise begins the reply to a change of a decision.
func revise(t *turn.Turn, m matter, p event.DecisionRevised, from ...event.Seq) *turn.Reply {
	r := begin(t)
	r.About = m.decision.Seq
	p.Decision, p.On = m.decision.Seq, t.Last().On
	r.Writes = append(r.Writes, turn.Write{Payload: p, From: from})
	return r
}

// amendDecision gives a decision, or a proposal that is recorded with it, other words.
func amendDecision(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	m, ask, err := meant(ctx, t)
	text := strings.TrimSpace(t.Command.Words)
	switch {
	case err != nil || ask != nil:
		return ask, err
	case m.none():
		return nothingWaits(t)
	case t.Command.Has("above"):
		return amendAsAdvised(t, m)
	case text == "":
		return m.about(says(t, "What shall it say? As in `amend %s: TEXT`.", m.handle()))
	}
	text, review := when.Review(text, t.Now, decisions.ReviewHour)
	text = begun(text)
	if m.proposed() {
		if text == "" { // only when to look again
			return recordAs(t, m, m.proposal.Text, m.proposal.Reason, review, append(m.seqs(), t.Heard()...)), nil
		}
		return recordAs(t, m, text, "", review, append(m.seqs(), t.Heard()...)), nil
	}
	if text == "" {
		text = m.decision.Standing()
	}
	if review.IsZero() {
		review = decisions.ReviewFrom(t.Now)
	}
	r := revise(t, m, event.DecisionRevised{How: event.Amend, Text: text, Review: review}, t.Heard()...)
	r.Text.Say("Recorded: `%s` amended, ", m.handle()).Claim(append(m.seqs(), t.Heard()...), "%s: %s", t.Now.Format("Mon 2 Jan 2006"), quoted(text, echo)).Say(".")
	askAgain(t, r, review)
	return r, nil
}

// begun is what a decision shall say as a sentence begins, as one does that was overheard; a name that begins small
// ("iPhone") stays as it is.
func begun(text string) string {
	first, rest, _ := strings.Cut(text, " ")
	if first != strings.ToLower(first) {
		return text
	}
	r, n := utf8.DecodeRuneInString(text)
	if n == 0 || rest == "" {
		return text
	}
	return string(unicode.ToUpper(r)) + text[n:]
}

// amendAsAdvised gives a decision the words that were recommended when it was looked at again.
func amendAsAdvised(t *turn.Turn, m matter) (*turn.Reply, error) {
	a := m.decision.Advice
	if a == nil || a.How != event.Amend {
		return m.about(says(t, "I have proposed no other words for `%s` since you last spoke of it. `amend %s: TEXT` gives it yours.", m.handle(), m.handle()))
	}
	review := a.Review
	if !review.After(t.Now) {
		review = decisions.ReviewFrom(t.Now)
	}
	from := append([]event.Seq{a.Seq}, t.Heard()...)
	r := revise(t, m, event.DecisionRevised{How: event.Amend, Text: a.Text, Review: review}, from...)
	r.Text.Say("Recorded: `%s` amended, ", m.handle()).Claim(from, "%s: %s", t.Now.Format("Mon 2 Jan 2006"), quoted(a.Text, echo)).Say(".")
	askAgain(t, r, review)
	return r, nil
}

// reverse ends a decision; it stays as history.
func reverse(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	m, ask, err := meant(ctx, t)
	switch {
	case err != nil || ask != nil:
		return ask, err
	case m.none():
		return nothingWaits(t)
	case m.proposed():
		return says(t, "`%s` is only proposed. `not a decision %s` drops it.", m.handle(), m.handle())
	case m.decision.Reversed():
		last := m.decision.Revisions[len(m.decision.Revisions)-1]
		r := begin(t)
		r.Text.Say("`%s` is reversed since ", m.handle()).Claim([]event.Seq{last.Seq}, "%s", t.Day(last.On)).Say(".")
		return r, nil
	}
	r := revise(t, m, event.DecisionRevised{How: event.Reverse}, m.decision.Seq)
	r.Text.Say("Recorded: `%s` reversed, ", m.handle()).Claim(t.Heard(), "%s", t.Now.Format("Mon 2 Jan 2006"))
	r.Text.Say(". It was: ").Claim(m.seqs(), "%s", quoted(m.words(), echo)).Say(".")
	undoable(t, &r.Text)
	return r, nil
}

// notNow leaves a question about a decision open. With none it is talk.
func notNow(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	m, ask, err := meant(ctx, t)
	switch {
	case err != nil:
		return nil, err
	case ask != nil && t.Command.Handle().N != 0:
		return ask, nil
	case ask != nil || m.none():
		return nil, nil
	case m.proposed():
		return says(t, "Left open: `record %s` any time.", m.handle())
	}
	return says(t, "Left as it is. `revisit %s` any time.", m.handle())
}
