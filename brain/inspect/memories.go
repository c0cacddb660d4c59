package inspect

import (
	"context"
	"iter"
	"slices"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/store"
)

// memories lists what was learned and still counts, newest first: all of it, what was
// learned today, or what has certain words.
func memories(ctx context.Context, l *look) (*turn.Reply, error) {
	if l.cmd.Has("today") {
		return learnedToday(ctx, l)
	}
	if words := l.cmd.Words; words != "" {
		return learnedAbout(ctx, l, words)
	}
	head := new(phrase.Text).Say("**What I remember, newest first.**")
	any := false
	items := each2(l.learned(ctx, nil), func(e seen) (*phrase.Text, error) { any = true; return l.memory(ctx, e) })
	r, err := l.list(head, items, memoriesFoot())
	if err != nil || any {
		return r, err
	}
	unread, newest := 0, event.Seq(0)
	l.turn.Read(func(v memory.View) { unread, newest = len(v.Thread.Unread), v.Head })
	if unread > 1 { // more than this very command
		text := new(phrase.Text).Say("I have ").Claim([]event.Seq{newest}, "%s", phrase.Count(unread, "message")).
			Say(" of yours and have not read them through for facts yet; that happens every half hour. `find WORDS` and questions search them now.")
		return l.says(text), nil
	}
	text := new(phrase.Text).Say("I remember nothing yet. Tell me something, such as `My sister Ana moved to Porto in March`: it is kept without a word, and listed here.")
	return l.says(text), nil
}

func memoriesFoot() *phrase.Text {
	return new(phrase.Text).Say("`show` with a handle says where one comes from, `wrong` corrects it, `forget` erases it.")
}

func learnedToday(ctx context.Context, l *look) (*turn.Reply, error) {
	y, m, d := l.turn.Now.Date()
	midnight := time.Date(y, m, d, 0, 0, 0, 0, l.turn.Now.Location())
	var today []seen
	for e, err := range l.learned(ctx, nil) {
		if err != nil {
			return nil, err
		}
		if e.At.Before(midnight) {
			break
		}
		today = append(today, e)
	}
	day := phrase.Day(l.turn.Now, l.turn.Now)
	if len(today) == 0 {
		text := new(phrase.Text).Say("I have learned nothing on ").Claim(l.turn.Heard(), "%s", day).
			Say(" so far. What you tell me is kept without a word, and listed here.")
		return l.says(text), nil
	}
	seqs := numbers(today, func(e seen) event.Seq { return e.Seq })
	head := new(phrase.Text).Claim(append(seqs, l.turn.Heard()...), "**%s learned on %s.**", phrase.Count(len(today), "thing"), day)
	return l.list(head, each(today, func(e seen) (*phrase.Text, error) { return l.memory(ctx, e) }), memoriesFoot())
}

// maxAbout bounds how many memories are listed for words.
const maxAbout = 200

func learnedAbout(ctx context.Context, l *look, words string) (*turn.Reply, error) {
	r, err := l.turn.Store.Search(ctx, store.Query{Text: words, Audiences: l.sight.Audiences(), Limit: maxAbout, Now: l.turn.Now})
	if err != nil {
		return nil, err
	}
	holds := map[event.Seq]bool{}
	for _, h := range r.Hits {
		if h.Coverage > 0.5 {
			holds[event.Seq(h.Item.Seq)] = true
		}
	}
	terms := wanted{words: words}.terms()
	var found []seen
	for e, err := range l.learned(ctx, func(e seen, p event.Learned) bool {
		from := slices.ContainsFunc(e.From, func(s event.Seq) bool { return holds[s] })
		return holds[e.Seq] || from || containsAll(p.Text+" "+p.Quote+" "+p.Subject, terms)
	}) {
		if err != nil {
			return nil, err
		}
		if found = append(found, e); len(found) == maxAbout {
			break
		}
	}
	if len(found) == 0 {
		text := new(phrase.Text).Say("I have learned nothing about ").Claim(l.turn.Heard(), "%s", quote(words)).
			Say(". `find %s` looks through everything that was said.", strings.ReplaceAll(title(words), "`", ""))
		return l.says(text), nil
	}
	seqs := numbers(found, func(e seen) event.Seq { return e.Seq })
	head := new(phrase.Text).Say("**What I remember about ").Claim(l.turn.Heard(), "%s", quote(words)).Say(": ").
		Claim(seqs, "%s", phrase.Count(len(found), "thing")).Say(".**")
	return l.list(head, each(found, func(e seen) (*phrase.Text, error) { return l.memory(ctx, e) }), memoriesFoot())
}

// learned walks the memories that still count and may be shown, newest first. Where keep
// is not nil it says which of them are wanted.
func (l *look) learned(ctx context.Context, keep func(seen, event.Learned) bool) iter.Seq2[seen, error] {
	return func(yield func(seen, error) bool) {
		// What ends a memory is newer than it, so on the way back it is met first. Of an end
		// and its taking back, the newer one is.
		ended, restored := map[event.Seq]bool{}, map[event.Seq]bool{}
		for e, err := range l.backwards(ctx, l.turn.Mind.Head()+1, "learned", "superseded", "restored") {
			if err != nil {
				yield(seen{}, err)
				return
			}
			switch p := e.payload.(type) {
			case event.Superseded:
				if !restored[p.Memory] {
					ended[p.Memory] = true
				}
			case event.Restored:
				if !ended[p.Memory] {
					restored[p.Memory] = true
				}
			case event.Learned:
				if !ended[e.Seq] {
					for _, old := range p.Supersedes {
						if !restored[old] {
							ended[old] = true
						}
					}
				}
				if ended[e.Seq] || e.Seq >= l.asked || keep != nil && !keep(e, p) {
					continue
				}
				may, err := l.sees(ctx, e)
				if (may || err != nil) && !yield(e, err) {
					return
				}
			}
		}
	}
}

// memory words one: "`m402` Ana lives in Porto (you, 15 Mar 2026)".
func (l *look) memory(ctx context.Context, e seen) (*phrase.Text, error) {
	p := e.payload.(event.Learned)
	who, err := l.said(ctx, e, p)
	if err != nil {
		return nil, err
	}
	letter, seq, err := l.origin(ctx, e.Seq, 'm')
	if err != nil {
		return nil, err
	}
	t := new(phrase.Text).Say("`m%d` ", e.Seq).Claim([]event.Seq{e.Seq, seq}, "%s (%s, %s)", title(p.Text), who,
		phrase.Source(phrase.FullDay(p.On, l.turn.Now), letter, seq))
	if p.Kept {
		t.Say(", kept at your word")
	}
	if p.Hedged {
		t.Say(", said with doubt")
	}
	return t, nil
}

// each2 makes items of what comes one by one.
func each2[T any](all iter.Seq2[T, error], word func(T) (*phrase.Text, error)) iter.Seq2[*phrase.Text, error] {
	return func(yield func(*phrase.Text, error) bool) {
		for one, err := range all {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(word(one)) {
				return
			}
		}
	}
}
