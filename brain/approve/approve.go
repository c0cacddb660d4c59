// Package approve is the principal's word on calls: what waits for it, his yes and his no, and what
// there is to be called (TRUST, Approval by accident).
//
// A yes is the word that a card names with its handle, typed or pressed, and nothing else: not
// "yes", not "ok", not an edit, not something passed on, and not what a machine heard. It runs
// exactly the call that the card showed, once.
package approve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"citadel/brain/card"
	"citadel/brain/command"
	"citadel/brain/consent"
	"citadel/brain/perform"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/hands"
	"citadel/memory/ledger"
	"citadel/tools"
)

// Desk answers. Its fields are set before the first turn.
type Desk struct {
	Tools func() tools.Set // that there are now
	Own   []tools.Tool     // over the mind itself, for models; nobody is asked for them, and no policy names them
	Hands perform.Hands
	Left  func(event.Seq) bool // says of a call without an end whether an earlier process left it; whoever looks at those tells of them
	Pens  ledger.Case          // of brain
	Mind  *memory.Mind
}

// Answer answers a command about calls, and a bare "yes" under a card; anything else it leaves, with
// nil. The errors are those of the ledger.
func (d Desk) Answer(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	if t.Command == nil {
		return d.bare(ctx, t)
	}
	switch t.Command.Name {
	case "send":
		return d.approve(ctx, t)
	case "don't send":
		return d.drop(ctx, t)
	case "hold":
		return d.hold(ctx, t)
	case "prepare":
		return d.prepare(t)
	case "release":
		return d.release(ctx, t)
	case "approvals":
		return d.list(ctx, t)
	case "tools":
		return d.tools(t)
	}
	return nil, nil
}

func begin(t *turn.Turn) *turn.Reply {
	return &turn.Reply{By: "command:" + t.Command.Name, Direct: true}
}

func says(t *turn.Turn, format string, args ...any) (*turn.Reply, error) {
	r := begin(t)
	r.Text.Say(format, args...)
	return r, nil
}

// asked is a card with the call it is about.
type asked struct {
	card   hands.Card
	event  event.ApprovalAsked
	from   []event.Seq
	causes []event.Seq // the turn that wanted it, and the messages of that
}

func (a asked) handle() string { return phrase.Handle('K', a.card.Seq) }

// unseen says whether all that the call does was never in view: it was prepared, and only named so far.
func (a asked) unseen() bool { return a.event.Held && !a.card.Shown }

// word is what brings it on: its own, or the one that shows it first.
func (a asked) word(shown tools.Card) string {
	if a.unseen() {
		return "release"
	}
	return strings.ToLower(shown.Verb)
}

// find gives the card of a number, as far as it is known; found is false where it is none, or was
// forgotten.
func (d Desk) find(ctx context.Context, t *turn.Turn, seq event.Seq) (a asked, found bool, err error) {
	rec, p, err := t.Event(ctx, seq)
	if errors.Is(err, ledger.ErrNoEvent) {
		return a, false, nil
	}
	if err != nil {
		return a, false, err
	}
	if a.event, found = p.(event.ApprovalAsked); !found {
		return a, false, nil
	}
	a.from, a.causes = rec.From, rec.Causes
	t.Read(func(v memory.View) { a.card, _ = v.Hands.Card(seq) })
	if a.card.Seq = seq; a.card.Tool != "" {
		a.event.Lapses = a.card.Lapses // it may have been put aside since
	}
	return a, true, nil
}

// approve runs the call of a card.
func (d Desk) approve(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	h := t.Command.Handle()
	if why := t.Last().NoYes(); why != "" {
		return says(t, "%s, and nothing was done. Write `%s` anew.", why, strings.TrimSpace(t.Last().Text))
	}
	if len(t.Command.Handles) != 1 {
		return says(t, "One at a time, please: each card is a call of its own. Nothing was done.")
	}
	a, found, err := d.find(ctx, t, event.Seq(h.N))
	if err != nil {
		return nil, err
	}
	if !found {
		return says(t, "There is no card `%s`; nothing was done. `approvals` lists what waits.", h)
	}
	if closed, r, err := d.closed(ctx, t, a); closed || err != nil {
		return r, err
	}
	tool, there := d.Tools().Find(a.event.Tool)
	if !there {
		return says(t, "`%s` is not there any more, so nothing was done. `%s` stays open until %s.", a.event.Tool, h, phrase.Moment(a.event.Lapses.In(t.Now.Location()), t.Now))
	}
	if a.event.As != "" && a.event.As != tools.Described(tool) {
		return says(t, "Nothing was done: what `%s` says of itself has changed since `%s` was asked for. Ask me again, and look at the new card.", tool.Name, h)
	}
	if verb := strings.ToLower(card.Of(tool, json.RawMessage(a.event.Args)).Verb); !d.said(t, verb) {
		return says(t, "Nothing was done: the word for this card is `%s %s`.", verb, h)
	}
	if a.unseen() {
		r := begin(t)
		r.Text.Say("Look at it first: nothing was done.")
		d.view(t, r, a)
		return r, nil
	}
	verdict := consent.Decide(consent.Call{Tool: tool, Args: json.RawMessage(a.event.Args), Policy: d.policy(t, tool.Name), Approved: true})
	if verdict.Do != consent.Run {
		return says(t, "Nothing was done. %s", strings.Join(verdict.Why, " "))
	}
	return d.run(ctx, t, a, tool)
}

// said says whether the message is the word of a card, or the one that fits all.
func (d Desk) said(t *turn.Turn, verb string) bool {
	first, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(strings.TrimLeft(t.Last().Text, "/"))), " ")
	return first == verb || first == "approve"
}

func (d Desk) policy(t *turn.Turn, tool string) (policy string) {
	t.Read(func(v memory.View) { policy = v.Hands.Policies[tool] })
	return policy
}

// run makes the call that was approved.
func (d Desk) run(ctx context.Context, t *turn.Turn, a asked, tool tools.Tool) (*turn.Reply, error) {
	began, err := t.Begin(ctx)
	if err != nil {
		return nil, err
	}
	yes := d.Pens.Write(event.Asked{What: event.AskApprove, Ref: a.card.Seq, On: t.Last().On}).Because(began, t.Last().Seq).Resting(t.Heard()...)
	yes.Trust, yes.Key = event.ByPrincipal, fmt.Sprintf("approved:%d", a.card.Seq)
	if _, err := d.Mind.Record(ctx, yes); err != nil && !errors.Is(err, ledger.ErrDuplicate) {
		return nil, fmt.Errorf("approve: %w", err)
	}
	out, err := d.Hands.Make(ctx, perform.Call{
		Tool: tool, Args: json.RawMessage(a.event.Args), Because: append([]event.Seq{began, a.card.Seq}, t.Heard()...), From: a.from, Approval: a.card.Seq,
	})
	if errors.Is(err, perform.ErrUsed) {
		_, r, err := d.closed(ctx, t, a)
		return r, err
	}
	if err != nil {
		return nil, err
	}
	return d.receipt(ctx, t, a, tool, receipt{
		seqs: []event.Seq{out.Call, out.Returned}, at: t.Now, result: out.Result, failed: out.Failure, verified: out.Verified,
	})
}

// closed says what became of a card that cannot be answered any more.
func (d Desk) closed(ctx context.Context, t *turn.Turn, a asked) (bool, *turn.Reply, error) {
	if a.card.Tool != "" && a.card.Open(t.Now) {
		return false, nil, nil
	}
	call, err := d.call(ctx, t, a.card.Seq)
	if err != nil {
		return true, nil, err
	}
	if call.Seq != 0 {
		r, err := d.happened(ctx, t, a, call)
		return true, r, err
	}
	now := t.Now.Location()
	if !t.Now.Before(a.event.Lapses) {
		reply, err := says(t, "`%s` lapsed on %s; nothing was done. Ask me again?", a.handle(), phrase.Moment(a.event.Lapses.In(now), t.Now))
		return true, reply, err
	}
	reply, err := says(t, "`%s` was dropped; nothing was done.", a.handle())
	return true, reply, err
}

// call is the claim of the call that a card allowed; zero where there is none.
func (d Desk) call(ctx context.Context, t *turn.Turn, card event.Seq) (ledger.Record, error) {
	for r, err := range t.Mind.Events(ctx, ledger.Query{Keys: []string{perform.Key(card)}}) {
		return r, err
	}
	return ledger.Record{}, nil
}

// drop refuses a card.
func (d Desk) drop(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	r := begin(t)
	var gone []string
	for _, h := range t.Command.Handles {
		a, found, err := d.find(ctx, t, event.Seq(h.N))
		if err != nil {
			return nil, err
		}
		if !found || !a.card.Open(t.Now) {
			continue
		}
		r.Change(event.ApprovalDropped{Approval: a.card.Seq, Reason: "refused"})
		gone = append(gone, "`"+h.String()+"`")
	}
	if len(gone) == 0 {
		r.Text.Say("Nothing waits under that; nothing was done.")
		return r, nil
	}
	r.Text.Say("Not done: %s.", strings.Join(slices.Compact(gone), ", "))
	undoable(t, r)
	return r, nil
}

// bare answers "yes" under a card with the card: it approves nothing.
func (d Desk) bare(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	if c, ok := named(t); ok {
		r := &turn.Reply{By: "procedure:card", Direct: true}
		r.Text.Say("Nothing was done: I understand only the word that stands on the card, in whatever language you write.")
		return r, d.card(ctx, t, r, c)
	}
	if !agrees(t.Text) {
		return nil, nil
	}
	var open []hands.Card
	var last event.Seq
	t.Read(func(v memory.View) {
		open = v.Hands.Open(t.Now)
		for _, w := range slices.Backward(v.Thread.Window) {
			if len(w.Posts) > 0 {
				last = w.Posts[len(w.Posts)-1]
				break
			}
		}
	})
	if len(open) != 1 || last == 0 {
		return nil, nil
	}
	_, p, err := t.Event(ctx, last)
	if err != nil {
		return nil, err
	}
	if q, is := p.(event.PostQueued); !is || q.Subject != event.SubjectApproval {
		return nil, nil
	}
	r := &turn.Reply{By: "procedure:card", Direct: true}
	return r, d.again(ctx, t, r, open[0])
}

// mostNaming is how many words a message has at most that is taken for a word on the card it names.
const mostNaming = 3

// named is the open card that a short message names which is no command: "senden K7", "K7 ja".
func named(t *turn.Turn) (c hands.Card, ok bool) {
	fields := strings.Fields(t.Text)
	if len(fields) > mostNaming || strings.Contains(t.Text, "?") {
		return c, false
	}
	for _, f := range fields {
		h, err := command.ParseHandle(strings.Trim(f, "`.,;:!"))
		if err != nil || h.Letter != 'K' {
			continue
		}
		t.Read(func(v memory.View) {
			if found, known := v.Hands.Card(event.Seq(h.N)); known && found.Open(t.Now) {
				c, ok = found, true
			}
		})
	}
	return c, ok
}

// elsewhere are words for yes in other languages: they approve nothing either, and are answered with the card.
var elsewhere = strings.Fields("ja jawohl jep doch klar gerne sí si vale claro oui ouais d'accord sim tá va bene certo da tak dobra ano igen kyllä joo jah evet tamam " +
	"ναι да так так добре да はい うん 是 是的 好 好的 네 예 نعم اه כן हाँ हां ใช่ vâng ya iya ndiyo")

// agrees says whether a message is nothing but a yes, in whatever language, or the word of a card without its handle.
func agrees(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !('a' <= r && r <= 'z') && r != '\'' && r < 0x80 })
	if len(words) == 0 || len(words) > 3 {
		return false
	}
	return !slices.ContainsFunc(words, func(w string) bool {
		return !slices.Contains(card.Verbs(), w) && !slices.Contains([]string{"yes", "yep", "yeah", "ok", "okay", "sure", "please", "do", "it", "go", "ahead", "fine", "approve", "approved", "👍", "✅"}, w) &&
			!slices.Contains(elsewhere, w)
	})
}

// again shows a card once more.
func (d Desk) again(ctx context.Context, t *turn.Turn, r *turn.Reply, c hands.Card) error {
	r.Text.Say("That alone approves nothing.")
	return d.card(ctx, t, r, c)
}

// card puts a card behind the reply.
func (d Desk) card(ctx context.Context, t *turn.Turn, r *turn.Reply, c hands.Card) error {
	a, found, err := d.find(ctx, t, c.Seq)
	if err == nil && found {
		r.Cards = append(r.Cards, d.shown(t, a))
	}
	return err
}

func (d Desk) shown(t *turn.Turn, a asked) turn.Card {
	tool, _ := d.Tools().Find(a.event.Tool)
	tool.Name = a.event.Tool
	text, buttons, _ := card.Ask(card.Of(tool, json.RawMessage(a.event.Args)), a.handle(), a.event.Why, a.event.Lapses.In(t.Now.Location()), t.Now)
	return turn.Card{Text: *text, Buttons: buttons, From: a.from}
}

// view puts a card behind the reply that was out of view: from now on it is one as any other, and lapses as they do.
func (d Desk) view(t *turn.Turn, r *turn.Reply, a asked) {
	a.event.Lapses = a.card.Good(t.Now)
	c := d.shown(t, a)
	c.About = a.card.Seq
	r.Cards = append(r.Cards, c)
}

// list shows what waits, oldest first.
func (d Desk) list(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	var open []hands.Card
	t.Read(func(v memory.View) { open = v.Hands.Open(t.Now) })
	if len(open) == 0 {
		return says(t, "Nothing waits for your word. What I may not do by myself is asked here first, on a card of its own.")
	}
	r := begin(t)
	r.Text.Say("**%s for your word.**", waits(len(open)))
	for _, c := range open {
		a, found, err := d.find(ctx, t, c.Seq)
		if err != nil {
			return nil, err
		}
		if !found {
			continue
		}
		tool, _ := d.Tools().Find(c.Tool)
		tool.Name = c.Tool
		shown := card.Of(tool, json.RawMessage(a.event.Args))
		r.Text.Item().Claim([]event.Seq{c.Seq}, "%s %s · %slapses on %s", shown.Question, strings.Join(shown.Facts, " · "), aside(c, t), phrase.Moment(c.Lapses.In(t.Now.Location()), t.Now)).
			Say(" · `%s %s` · `drop %s`", a.word(shown), a.handle(), a.handle())
	}
	return r, nil
}

func waits(n int) string {
	if n == 1 {
		return "1 thing waits"
	}
	return phrase.Thousands(n) + " things wait"
}

// tools lists what there is, by what it may change.
func (d Desk) tools(t *turn.Turn) (*turn.Reply, error) {
	set := d.Tools()
	if set.Len()+len(d.Own) == 0 {
		return says(t, "I have no tools: no calendar, mail, files or web is set up here. I look into my own memory, and act on nothing else.")
	}
	r := begin(t)
	r.Text.Say("**What I can do.**")
	for _, of := range []struct {
		class tools.Class
		label string
	}{
		{tools.Reads, "Looking, without asking:"}, {tools.Mind, "In my own memory, without asking:"}, {tools.World, "Outside, with your word each time:"},
	} {
		var names []string
		for _, x := range set.With(d.Own...).All() {
			if x.Class != of.class {
				continue
			}
			name := "`" + x.Name + "`"
			var policy string
			var changed bool
			t.Read(func(v memory.View) { policy, changed = v.Hands.Policy(x.Name, tools.Described(x)) })
			switch {
			case changed:
				name += " (ask: it has changed since you allowed it)"
			case policy != "":
				name += " (" + policy + ")"
			}
			names = append(names, name)
		}
		if len(names) > 0 {
			r.Text.Break().Say("**%s** %s", of.label, strings.Join(names, ", "))
		}
	}
	r.Text.Break().Say("`policy TOOL ask|allow|deny` changes that for one of them.")
	return r, nil
}
