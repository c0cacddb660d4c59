package change

import (
	"context"
	"slices"
	"strings"

	"citadel/brain/amend"
	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/turn"
)

// uncommanded takes corrections that the grammar of commands leaves: it knows nothing of what was
// said before, and these are corrections only by that. What corrects nothing is talk, and left to
// others; but what can be nothing else gets a word, so that it is never passed over in silence.
func uncommanded(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	if t.Last().Spoken != nil {
		return nil, nil
	}
	if r, err := whichHolds(ctx, t); r != nil || err != nil {
		return r, err
	}
	if r, err := denied(ctx, t); r != nil || err != nil {
		return r, err
	}
	if r, err := answersWhatIsRight(ctx, t); r != nil || err != nil {
		return r, err
	}
	o, announced := extract.Object(t.Text)
	if !announced {
		o.Rest = t.Text
	}
	if announced && pointing(o.Rest) {
		if t.Host.Reasons() {
			return nil, nil
		}
		asCommand(t, o.Rest)
		return ofNothing(t, o.Rest), nil
	}
	if c, ok := amend.Read(t.Text); ok && o.About == "" && !inFull(t.Text, c.Right) {
		asCommand(t, c.Right)
		r, err := shortly(ctx, t, c)
		if r != nil || err != nil {
			return r, err
		}
	}
	if len(t.Text) > mostOpposed || strings.Contains(o.Rest, "?") {
		return nil, nil
	}
	if o.Rest == "" {
		return takenBack(ctx, t, o)
	}
	return opposing(ctx, t, o, announced)
}

// inFull says whether a message states by itself what is right: "Ana does not live in Tomar but in Viseu".
func inFull(text, right string) bool {
	return slices.ContainsFunc(extract.Read(extract.Utterance{Text: text}), func(it extract.Item) bool {
		return it.Subject != "" && it.Subject != extract.Me && it.Attribute != "" && !it.Negated && it.Source == "" && strings.Contains(it.Value, right)
	})
}

// takenBack ends what was said last, or what is named: "that's not true", "I take that back". With a
// model there it is the model's to say what was meant.
func takenBack(ctx context.Context, t *turn.Turn, o extract.Objection) (*turn.Reply, error) {
	if !o.Sure || t.Host.Reasons() {
		return nil, nil
	}
	near, err := objectedTo(ctx, t, o)
	if err != nil {
		return nil, err
	}
	if near, err = tellable(ctx, t, near, statement.seqs); err != nil {
		return nil, err
	}
	asCommand(t, "")
	return withdraw(ctx, t, near)
}

// objectedTo are the statements that an objection can mean: those about whom it names, else those of
// the last exchange.
func objectedTo(ctx context.Context, t *turn.Turn, o extract.Objection) ([]statement, error) {
	seqs, err := lately(ctx, t)
	if err != nil {
		return nil, err
	}
	if o.About != "" {
		more, err := nearTo(ctx, t, o.About)
		if err != nil {
			return nil, err
		}
		seqs = append(seqs, more...)
	}
	known, err := statements(ctx, t, seqs)
	if err != nil {
		return nil, err
	}
	if o.About == "" {
		bare, err := unread(ctx, t, seqs)
		return append(known, bare...), err
	}
	bare, err := unread(ctx, t, seqs)
	return slicesOf(append(known, bare...), func(s statement) bool {
		return strings.EqualFold(s.item.Subject, o.About) || shortens(o.About, s.item.Subject) || strings.EqualFold(s.item.Value, o.About)
	}), err
}

// opposing takes a sentence that is no command but opposes what was said: "no, I hate coffee",
// "actually, Ana lives in Braga", "she works at Zeiss now". Whom a pronoun means is told by what was
// said or answered last. Nil where it says against nothing that is known.
func opposing(ctx context.Context, t *turn.Turn, o extract.Objection, announced bool) (*turn.Reply, error) {
	near, err := objectedTo(ctx, t, o)
	if err != nil {
		return nil, err
	}
	text, resolved := withSubject(o.Rest, near)
	if !announced && !resolved {
		return nil, nil
	}
	text = there(text, near)
	items := slicesOf(stated(text, t.Last().On, false), func(it extract.Item) bool {
		return it.Source == "" && it.Hedge == "" && (announced || it.Attribute != "")
	})
	known := near
	if announced {
		wide, err := knownNear(ctx, t, text, near)
		if err != nil {
			return nil, err
		}
		known = wide
	}
	var against []statement
	for i := range items {
		items[i] = located(items[i], known)
		a, _ := conflicting(known, items[i])
		if len(a) == 0 {
			items[i], a = refigured(items[i], near, known)
		}
		against = append(against, a...)
	}
	switch {
	case len(against) > 0:
	case !o.Sure || t.Host.Reasons():
		return nil, nil
	default:
		asCommand(t, text)
		return correctionOfNothing(t, text, items), nil
	}
	asCommand(t, text)
	r := begin(t)
	against = distinct(against)
	if text != o.Rest {
		for i := range items {
			items[i].Text, items[i].Quote = phrase.Bare(text), ""
		}
	}
	learn(t, r, items, against)
	return r, tellCorrection(ctx, t, r, text, items, against)
}

// correctionOfNothing keeps what stands by itself, and says that it corrects nothing that is known.
func correctionOfNothing(t *turn.Turn, text string, items []extract.Item) *turn.Reply {
	if !slices.ContainsFunc(items, standsAlone) {
		return ofNothing(t, text)
	}
	r := begin(t)
	learn(t, r, items, nil)
	r.Text.Say("Kept: ").Claim(t.Heard(), "%s", sentence(settled(text)))
	r.Text.Say(" I found nothing that says otherwise. `forget %s` undoes it.", phrase.Handle('m', t.Last().Seq))
	return r
}

// located takes where somebody is said to be for where he lives, where that is what is known of him:
// "forget what I said about Ana, she is in Aveiro now".
func located(it extract.Item, known []statement) extract.Item {
	if it.Attribute != "location" && it.Attribute != "whereabouts" {
		return it
	}
	lives := slices.ContainsFunc(known, func(s statement) bool {
		return s.item.Attribute == "residence" && strings.EqualFold(s.item.Subject, it.Subject)
	})
	if lives {
		it.Attribute = "residence"
	}
	return it
}

// there puts the place that was spoken of for "there" at the end of a sentence.
func there(text string, near []statement) string {
	bare := strings.TrimRight(text, ".! ")
	head, ends := strings.CutSuffix(bare, " there")
	if !ends {
		return text
	}
	for _, s := range near {
		at := strings.Index(s.item.Quote, " "+s.item.Value)
		if at <= 0 || s.item.Value == "" {
			continue
		}
		preposition := s.item.Quote[strings.LastIndexByte(s.item.Quote[:at], ' ')+1 : at]
		if slices.Contains([]string{"in", "at", "for", "on", "near"}, preposition) {
			return head + " " + preposition + " " + s.item.Value
		}
	}
	return text
}

// mostOpposed is the longest sentence that is read as a correction without being a command, in bytes.
const mostOpposed = 300
