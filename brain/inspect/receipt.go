package inspect

import (
	"context"
	"slices"
	"strings"

	"citadel/brain/filter"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
)

// weighed is all that is recorded about one post.
type weighed struct {
	post    seen
	said    event.PostQueued
	sources []seen    // what it names as its ground, in the order of its text
	records event.Seq // the newest record of the machinery among them, or zero
	groups  []seen    // by which it went with those who were named
	turn    exchange
}

// weigh gathers what is recorded about a post.
func (l *look) weigh(ctx context.Context, post seen) (weighed, error) {
	w := weighed{post: post, said: post.payload.(event.PostQueued)}
	if cause, ok, err := l.event(ctx, post.Cause()); err != nil {
		return w, err
	} else if ok && cause.Kind == "turn.began" {
		if w.turn, err = l.exchange(ctx, cause.Seq); err != nil {
			return w, err
		}
	}
	var seqs []event.Seq
	add := func(seq event.Seq) {
		if seq != 0 && !slices.Contains(seqs, seq) && (w.said.Answer == nil || seq != w.said.Answer.Message) {
			seqs = append(seqs, seq)
		}
	}
	const most = 64 // beyond, a list has pages of its own
	for _, c := range w.said.Cites {
		for _, seq := range c.Seqs {
			if len(seqs) < most {
				add(seq)
			}
		}
	}
	if len(seqs) == 0 {
		for _, seq := range post.From[:min(most, len(post.From))] {
			add(seq)
		}
	}
	if w.said.Answer == nil {
		add(w.said.About)
	}
	found, err := l.named(ctx, seqs)
	if err != nil {
		return w, err
	}
	slices.SortStableFunc(found, func(a, b seen) int { return slices.Index(seqs, a.Seq) - slices.Index(seqs, b.Seq) })
	if w.groups, err = l.groups(ctx, w.turn); err != nil {
		return w, err
	}
	return w, l.ground(ctx, &w, found)
}

// groups are the groups of persons by which a turn went, as far as they may be shown here.
func (l *look) groups(ctx context.Context, x exchange) (shown []seen, err error) {
	if x.prompted == nil {
		return nil, nil
	}
	for _, part := range x.prompted.Parts {
		if part.Name != "people" {
			continue
		}
		found, err := l.named(ctx, part.Seqs)
		if err != nil {
			return nil, err
		}
		for _, e := range found {
			may, err := l.sees(ctx, e)
			if err != nil {
				return nil, err
			}
			if _, is := e.payload.(event.PersonGrouped); is && may {
				shown = append(shown, e)
			}
		}
	}
	return shown, nil
}

// group words one of them.
func (l *look) group(e seen) *phrase.Text {
	p := e.payload.(event.PersonGrouped)
	return new(phrase.Text).Claim([]event.Seq{e.Seq}, "%s: group *%s*, set by you on %s. It changes what I suggest to you: %s",
		p.Name, p.Group, l.turn.FullDay(e.At), filter.Effect(p.Group))
}

// ground keeps of what a post cites the things of the principal. A message that stands
// there only because something made from it does is left to that; the message that
// asked for a reminder is added to it.
func (l *look) ground(ctx context.Context, w *weighed, found []seen) error {
	roots := map[event.Seq]bool{}
	for _, e := range found {
		if letterOf(e.payload) != 0 && e.Kind != "heard" && e.Kind != "post.queued" {
			for _, seq := range e.From {
				roots[seq] = true
			}
		}
	}
	for _, e := range found {
		switch {
		case letterOf(e.payload) == 0 && e.payload != nil && e.Kind != "rule.added" && e.Kind != "configured" && e.Kind != "decision.revised":
			w.records = max(w.records, e.Seq)
			continue
		case e.Kind == "heard" && roots[e.Seq]:
			continue
		}
		w.sources = append(w.sources, e)
		if e.Kind == "reminder.set" && w.said.Answer == nil {
			root, ok, err := l.root(ctx, e)
			if err != nil {
				return err
			}
			if ok {
				w.sources = append(w.sources, root)
			}
		}
	}
	return nil
}

func (w *weighed) command() (string, bool) {
	if w.said.Answer == nil {
		return "", false
	}
	return strings.CutPrefix(w.said.Answer.By, "command:")
}

// receipt is the short form.
func (w *weighed) receipt(ctx context.Context, l *look) (*turn.Reply, error) {
	lead := "**What I had when I said "
	if _, ok := w.command(); ok && !w.byModel() {
		lead = "**What I listed when I said "
	}
	head := w.head(l, lead)
	foot := new(phrase.Text)
	used, view, out, rests := w.recalled()
	var more []string // what there is none of is not counted
	if view > used {
		more = append(more, "Also in view, not used: "+phrase.Count(view-used, "item")+".")
	}
	if out > 0 {
		more = append(more, "Left out: "+phrase.Thousands(out)+".")
	}
	if len(more) > 0 {
		foot.Claim(rests, "%s", strings.Join(more, " ")).Break()
	}
	w.by(ctx, l, foot)
	if w.byModel() {
		foot.Break().Say("I can show what was in front of the model, not prove what swayed it. `why more`")
	} else {
		foot.Break().Say("I can show what I looked at, not prove that it is right. `why more`")
	}
	if m := w.memory(); m != 0 {
		foot.Say(", or `wrong m%d` if a source is wrong", m)
	}
	foot.Say(".")
	return l.list(head, func(yield func(*phrase.Text, error) bool) { w.list(ctx, l, fewRoots, yield) }, foot)
}

func (w *weighed) head(l *look, lead string) *phrase.Text {
	said := []event.Seq{w.post.Seq}
	return new(phrase.Text).Say("%s", lead).Claim(said, "%s", quote(firstLine(w.said.Text))).Say("** ").
		Claim(said, "(%s)", stamp(w.post.At, l.turn.Now))
}

// list words the sources with the messages they rest on, each on a line.
func (w *weighed) list(ctx context.Context, l *look, most int, yield func(*phrase.Text, error) bool) bool {
	lines := 0
	for _, e := range w.sources {
		score := new(phrase.Text)
		if most == mostRoots {
			score = w.score(e.Seq)
		}
		grounds, err := l.grounds(ctx, e, most, score)
		if err != nil {
			return yield(nil, err)
		}
		for _, line := range grounds {
			lines++
			if !yield(line, nil) {
				return false
			}
		}
	}
	for _, e := range w.groups {
		lines++
		if !yield(l.group(e), nil) {
			return false
		}
	}
	if w.records != 0 {
		lines++
		if !yield(new(phrase.Text).Claim([]event.Seq{w.records}, "My own records, up to event %d", w.records), nil) {
			return false
		}
	}
	if lines == 0 && w.restsOnItsMessage() {
		asked := []event.Seq{w.said.Answer.Message}
		return yield(new(phrase.Text).Claim(asked, "Your message itself, and nothing older"), nil)
	}
	if lines == 0 && w.byModel() {
		return yield(new(phrase.Text).Say("Nothing you told me is cited: these are the words of a model"), nil)
	}
	if lines == 0 {
		return yield(new(phrase.Text).Say("Nothing you told me: these were words of my own"), nil)
	}
	return true
}

// restsOnItsMessage says whether the post repeats what it answers, as the echo of a new
// reminder does.
func (w *weighed) restsOnItsMessage() bool {
	return w.said.Answer != nil && slices.ContainsFunc(w.said.Cites, func(c event.Cite) bool {
		return slices.Contains(c.Seqs, w.said.Answer.Message)
	})
}

// by words who decided on the answer.
func (w *weighed) by(ctx context.Context, l *look, t *phrase.Text) {
	if w.said.Answer == nil {
		cause, ok, err := l.event(ctx, w.post.Cause())
		if p, isJob := cause.payload.(event.JobBegan); ok && err == nil && isJob {
			t.Say("Nobody asked at that moment; the job `%s` said it. ", p.Job)
		}
		t.Say("No model took part.")
		return
	}
	kind, name, _ := strings.Cut(w.said.Answer.By, ":")
	switch kind {
	case "command":
		if w.byModel() {
			t.Say("This was the command `%s`. ", name)
			w.written(t, name)
			return
		}
		t.Say("No model: this was the command `%s`.", name)
	case "procedure":
		t.Say("No model: this was a lookup.")
	case "crisis":
		t.Say("No model: a fixed text, sent where words may mean danger. `fine` if it was a false alarm.")
	case "model":
		w.written(t, name)
		return
	default:
		t.Say("No model: I could only list what I found.")
	}
	w.passed(t)
}

// byModel says whether a model wrote the post, or of what a command says that part which is no
// lookup.
func (w *weighed) byModel() bool {
	if w.said.Answer == nil {
		return false
	}
	_, command := w.command()
	return strings.HasPrefix(w.said.Answer.By, "model:") || command && len(w.turn.calls.bill().wrote) > 0
}

// memory is the first source that "wrong" can be said of.
func (w *weighed) memory() event.Seq {
	for _, e := range w.sources {
		if e.payload != nil && (e.Kind == "learned" || e.Kind == "heard") {
			return e.Seq
		}
	}
	return 0
}

// recalled counts what the turn's searches brought and what was noticed: used, in view at all, and
// left out.
func (w *weighed) recalled() (used, view, out int, rests []event.Seq) {
	for _, r := range w.turn.recalls {
		for _, f := range r.Items {
			if f.Used {
				used++
			}
		}
		view += len(r.Items)
		out += max(0, r.Among-len(r.Items))
		rests = append(rests, r.seq)
	}
	if g := w.turn.gated; g != nil && len(g.Signals) > 0 {
		for _, s := range g.Signals {
			switch {
			case !s.Kept:
				out++
				continue
			case w.cites(s):
				used++
			}
			view++
		}
		rests = append(rests, g.seq)
	}
	return used, view, out, rests
}
