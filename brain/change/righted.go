package change

import (
	"context"
	"slices"
	"strings"

	"citadel/brain/amend"
	"citadel/brain/extract"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// subjectWithdrawn marks the question what is right in place of the one statement that was marked wrong; About is that.
const subjectWithdrawn = "withdrawn"

// answersWhatIsRight takes the answer to the question what is right, where nothing else was said since: "Souza", "it's
// Souza". Nil where that was not asked, or the answer does not fit what was wrong.
func answersWhatIsRight(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	if t.Command != nil {
		return nil, nil
	}
	c, ok := amend.Read("no, " + t.Text)
	if !ok {
		return nil, nil
	}
	return righted(ctx, t, c)
}

// righted states anew, with what is right, what was marked wrong last.
func righted(ctx context.Context, t *turn.Turn, c amend.Correction) (*turn.Reply, error) {
	posts := []event.Seq{t.Last().ReplyTo}
	if posts[0] == 0 {
		posts = nil
		t.Read(func(v memory.View) {
			if last, ok := v.Thread.Last(); ok {
				posts = slices.Clone(last.Posts)
			}
		})
	}
	for _, seq := range posts {
		_, p, err := t.Event(ctx, seq)
		q, ok := p.(event.PostQueued)
		if err != nil {
			return nil, err
		}
		if !ok || q.Subject != subjectWithdrawn || !t.Here(q.Place) {
			continue
		}
		over, err := superseded(ctx, t)
		if err != nil || over[q.About] == nil { // taken back, or settled since
			return nil, err
		}
		_, was, err := t.Event(ctx, q.About)
		if err != nil {
			return nil, err
		}
		said := ""
		switch p := was.(type) {
		case event.Learned:
			said = learnedItem(p).Quote
		case event.Heard:
			said = extract.Stated(p.Text)
		}
		places, _ := c.Places(said)
		if len(places) != 1 {
			return nil, nil
		}
		asCommand(t, c.Right)
		w := saying{text: said, states: []statement{{seq: q.About, message: q.About}}}.amend(places[0])
		r := begin(t)
		learn(t, r, w.items, nil)
		r.Text.Say("Corrected: ").Claim(t.Heard(), "%s", sentence(strings.TrimRight(w.now, ".!")))
		undoable(t, &r.Text)
		return r, nil
	}
	return nil, nil
}
