package respond

import (
	"context"
	"errors"
	"slices"
	"unicode"
	"unicode/utf8"

	"citadel/brain/classify"
	"citadel/brain/debate"
	"citadel/brain/extract"
	"citadel/brain/inspect"
	"citadel/brain/model"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/decisions"
	"citadel/memory/event"
)

// Revisit answers the command "revisit": models put the evidence on a side, one of another
// provider argues against the decision, and the first recommends what to do (SPEC §4). Nothing
// changes by it. Where no model answers, the evidence alone is the answer, so there always is one.
// The errors are those of Answer.
func (d Desk) Revisit(ctx context.Context, t *turn.Turn, look inspect.Desk) (answer, note *turn.Reply, err error) {
	review, answer, err := look.Review(ctx, t)
	if err != nil || answer != nil {
		return answer, nil, err
	}
	if err := d.Name(ctx, t); err != nil {
		return nil, nil, err
	}
	t.Tier = classify.Deep.String()
	w := &work{Desk: d, t: t, mind: mindOf(t.Tier)}
	t.Read(func(v memory.View) { w.chosen = v.Principal.Model() })
	c := contention{work: w, review: review, about: caseOf(t, review)}
	advice, err := c.run(ctx)
	if err != nil {
		_, note, err = w.lacking(ctx, err)
		if err != nil {
			return nil, nil, err
		}
		answer, err = review.Bare()
		return answer, note, err
	}
	if answer, err = review.Told(advice); err != nil {
		return nil, nil, err
	}
	answer.Writes = append(answer.Writes, turn.Write{Payload: advice, From: c.rests})
	answer.Seen = c.review.Rests()
	answer.Change(c.shown)
	return answer, both(health(t, model.Primary, w.last, w.passed), nearing(t)), nil
}

// contention is a decision under debate.
type contention struct {
	*work
	review *inspect.Review
	about  debate.Case
	shown  event.Prompted // receipt of what models were shown
	rests  []event.Seq    // what the recommendation goes by
}

// caseOf makes the case of a review.
func caseOf(t *turn.Turn, v *inspect.Review) debate.Case {
	d := v.Decision
	c := debate.Case{
		Decision: d.Standing(), Reason: d.Reason, Made: phrase.Day(d.On, t.Now), Today: t.Now, Names: names(d, v.Evidence),
		Known: func(text string) []debate.Named { return persons(t, text) },
	}
	for _, e := range v.Evidence {
		c.Evidence = append(c.Evidence, debate.Piece{Words: e.Words(), Side: e.Side})
	}
	return c
}

// persons finds in a text those of whom something is held. Whether the reader of the answer may know
// of them does not matter: a stranger may not.
func persons(t *turn.Turn, text string) (found []debate.Named) {
	t.Read(func(v memory.View) {
		for _, m := range v.People.Named(text) {
			// Of several whom it may mean the first stands for all.
			found = append(found, debate.Named{Start: m.Start, End: m.End, Name: m.Persons[0].Name})
		}
	})
	return found
}

// names are those that the rules find in a case, beside whatever is written with a capital.
func names(d decisions.Decision, evidence []inspect.Evidence) (found []string) {
	texts := []string{d.Text, d.Reason, d.Standing()}
	for _, e := range evidence {
		texts = append(texts, e.Quoted()...)
	}
	for _, text := range texts {
		for _, item := range extract.Read(extract.Utterance{Text: text}) {
			found = append(found, item.Persons...)
			if item.Subject != extract.Me && properName(item.Subject) {
				found = append(found, item.Subject)
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// properName says whether words are written like a name.
func properName(words string) bool {
	first, _ := utf8.DecodeRuneInString(words)
	return unicode.IsUpper(first)
}

// run puts the three questions.
func (c *contention) run(ctx context.Context) (advice event.DecisionAdvised, err error) {
	began, err := c.t.Begin(ctx)
	if err != nil {
		return advice, err
	}
	c.shown = event.Prompted{Tier: c.t.Tier, Head: debate.Head()}
	put := func(role model.Role, r model.Request, part string, seqs ...event.Seq) (model.Answer, error) {
		c.shown.Parts = append(c.shown.Parts, event.PromptPart{Name: part, Bytes: len(r.System[0].Text) + len(r.Messages[0].Parts[0].Text), Seqs: seqs})
		return c.put(ctx, began, role, r)
	}
	all := c.review.Rests()
	answer, err := put(model.Primary, c.about.Sort(), "the decision and its evidence", all...)
	if err != nil {
		return advice, err
	}
	sorted, err := c.about.Sorted(answer.Text)
	if err != nil {
		return advice, unusable(err)
	}
	if other, ok := c.Pool.Usual(model.Adversary, ""); ok {
		advice.ArguedBy = other.Card.Name
		answer, err = put(model.Adversary, sorted.Packet.Against(), "the case without names, to the other side")
		switch {
		case err == nil:
			advice.Argued, advice.ArguedBy = c.about.Argument(answer.Text), answer.Card.Name
		case !missing(err):
			return advice, err
		}
	}
	answer, err = put(model.Primary, c.about.Weigh(sorted, advice.Argued), "the decision, its evidence and what was argued", all...)
	if err != nil {
		return advice, err
	}
	c.last = answer
	verdict, err := c.about.Weighed(answer.Text)
	if err != nil {
		return advice, unusable(err)
	}
	return c.advised(advice, sorted, verdict), nil
}

// put asks a role once.
func (c *contention) put(ctx context.Context, began event.Seq, role model.Role, r model.Request) (model.Answer, error) {
	a := model.Ask{Role: role, Request: r, Purpose: c.purpose(began)}
	for _, seq := range c.review.Rests() {
		if !slices.Contains(a.Purpose.From, uint64(seq)) {
			a.Purpose.From = append(a.Purpose.From, uint64(seq))
		}
	}
	if role == model.Primary {
		a.Prefer = c.chosen
	}
	c.doing = doing{} // each is asked something else
	a.Asking = c.asking
	answer, err := c.Pool.Complete(ctx, a)
	if role == model.Primary { // what the other side lacks is told in its place
		c.passed = append(c.passed, answer.Passed...)
	}
	return answer, err
}

// missing says that a role did not answer, by which what it would have said is missing and no
// more.
func missing(err error) bool {
	var none *model.NoneError
	var ceiling *model.CeilingError
	return errors.As(err, &none) || errors.As(err, &ceiling)
}

// unusable makes of an answer that says nothing one that did not come.
func unusable(err error) error {
	return &model.NoneError{Role: model.Primary, Passed: []model.Passed{{Reason: model.Malformed, Err: err}}}
}

// advised puts together what was recommended.
func (c *contention) advised(a event.DecisionAdvised, s debate.Sorted, v debate.Verdict) event.DecisionAdvised {
	a.Decision, a.How, a.Text, a.Why, a.Review, a.By = c.review.Decision.Seq, v.How, v.Text, v.Why, v.Review, c.last.Card.Name
	a.Kept, a.On = v.Kept, c.t.Now
	if a.Argued == "" {
		a.Kept = ""
	}
	if a.Review.IsZero() && a.How != event.Reverse {
		a.Review = decisions.ReviewFrom(c.t.Now)
	}
	c.rests = []event.Seq{a.Decision}
	for i, e := range c.review.Evidence {
		a.Sides = append(a.Sides, event.Placed{Evidence: e.Seq, Side: s.Sides[i]})
		if slices.Contains(v.Rests, i) || len(v.Rests) == 0 {
			c.rests = append(c.rests, e.Seq)
		}
	}
	return a
}
