package change

import (
	"context"
	"slices"

	"citadel/brain/command"
	"citadel/brain/contest"
	"citadel/brain/dedupe"
	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// pair is two statements of which he was asked which holds, the older first, before anything was learned of them.
type pair struct {
	wrong command.Command // what says that neither does
	sides [2]statement
}

// disputeOf is the open dispute that a post is about.
func disputeOf(ctx context.Context, t *turn.Turn, q event.PostQueued) (contested, bool, error) {
	open, err := openDisputes(ctx, t)
	i := slices.IndexFunc(open, func(c contested) bool { return q.About != 0 && c.seq == q.About })
	if err != nil || i < 0 {
		return contested{}, false, err
	}
	return open[i], true, nil
}

// pairOf are the two statements of which a post asks, if both still stand and he did not say that both hold.
func pairOf(ctx context.Context, t *turn.Turn, q event.PostQueued) (two pair, asked bool, err error) {
	i := slices.IndexFunc(q.Buttons, func(b event.Button) bool { return b.Label == contest.BothWrong })
	if i < 0 {
		return two, false, nil
	}
	c, ok := command.Parse(q.Buttons[i].Says)
	if !ok || len(c.Handles) != 2 {
		return two, false, nil
	}
	a, b := event.Seq(c.Handles[0].N), event.Seq(c.Handles[1].N)
	two.wrong = c
	agreed, err := recall.AgreedBy(ctx, t)
	if err != nil || agreed.On([]event.Seq{a}, []event.Seq{b}) {
		return two, false, err
	}
	known, err := statements(ctx, t, []event.Seq{a, b})
	if err != nil {
		return two, false, err
	}
	bare, err := unread(ctx, t, []event.Seq{a, b})
	if err != nil {
		return two, false, err
	}
	known = append(known, bare...)
	if known, err = tellable(ctx, t, known, statement.seqs); err != nil {
		return two, false, err
	}
	of := func(seq event.Seq) []statement {
		return slicesOf(known, func(s statement) bool { return s.seq == seq || s.message == seq })
	}
	for _, x := range of(a) {
		for _, y := range of(b) {
			switch dedupe.Compare(x.item, y.item) {
			case extract.ChangedValue, extract.Negation, extract.Contradiction:
				two.sides = [2]statement{x, y}
				return two, true, nil
			}
		}
	}
	return two, false, nil
}

// mostQuestions is how many of the newest answers are looked through for such questions.
const mostQuestions = 300

// unanswered are the pairs that answers asked about and that are not settled, the latest asked last.
func unanswered(ctx context.Context, t *turn.Turn) (open []pair, err error) {
	posts, err := all(ctx, t, ledger.Query{Kinds: []event.Kind{event.PostQueued{}.Kind()}, Newest: true, Limit: mostQuestions})
	if err != nil {
		return nil, err
	}
	for _, rec := range posts {
		p, err := rec.Payload()
		if err != nil {
			return nil, err
		}
		q, ok := p.(event.PostQueued)
		if !ok || q.Subject != event.SubjectConflict {
			continue
		}
		two, asked, err := pairOf(ctx, t, q)
		if err != nil {
			return nil, err
		}
		same := func(o pair) bool { return o.sides[0].seq == two.sides[0].seq && o.sides[1].seq == two.sides[1].seq }
		if asked && !slices.ContainsFunc(open, same) {
			open = append(open, two)
		}
	}
	return open, nil
}

// askStill puts the question that an answer asked before him once more.
func askStill(t *turn.Turn, two pair) *turn.Reply {
	r := begin(t)
	a, b := two.sides[0], two.sides[1]
	text, buttons := contest.Ask(a.side(), b.side(), t.Now)
	if dedupe.Compare(a.item, b.item) == extract.ChangedValue {
		text = contest.Question(a.side(), b.side(), contest.GoBy(a.item.Value, b.item.Value), t.Now)
	}
	r.Text, r.Buttons = *text, buttons
	r.Buttons[0].Says, r.Buttons[1].Says = "no, "+phrase.Bare(a.item.Quote), "no, "+phrase.Bare(b.item.Quote)
	r.Subject, r.About = event.SubjectConflict, b.seq
	return r
}
