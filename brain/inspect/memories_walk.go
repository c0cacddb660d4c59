package inspect

import (
	"context"
	"iter"
	"slices"

	"citadel/brain/phrase"
	"citadel/memory/event"
)

// remembered is one memory, or an account of a month into which long-faded ones were folded,
// with what became of it since.
type remembered struct {
	seen
	learned *event.Learned  // nil for an account of a month
	digest  *event.Digested // nil for a memory
	ended   seen            // what ended it; no payload while it holds
	within  event.Seq       // the account it was folded into, or zero
}

// current says whether it still counts, and is not told by the account of a month instead.
func (m remembered) current() bool { return m.ended.payload == nil && m.within == 0 }

// current is what a list without a condition wants.
func current(m remembered) bool { return m.current() }

// words are what it can be found by.
func (m remembered) words() string {
	if m.digest != nil {
		return m.digest.Text
	}
	return m.learned.Text + " " + m.learned.Quote + " " + m.learned.Subject
}

// sentence is what several memories can be made of: the words of one message.
type sentence struct {
	message event.Seq
	words   string
	ended   bool
}

// sentence tells from which one a memory was made; false for what was not made of one.
func (m remembered) sentence() (sentence, bool) {
	if m.learned == nil || m.learned.Quote == "" || len(m.From) == 0 {
		return sentence{}, false
	}
	return sentence{slices.Max(m.From), m.learned.Quote, m.ended.payload != nil}, true
}

// learned walks the memories that are wanted and may be shown, newest first. Of those that were
// made of the same words it gives one: who reads a list sees a sentence once, whatever it tells.
func (l *look) learned(ctx context.Context, wanted func(remembered) bool) iter.Seq2[remembered, error] {
	return func(yield func(remembered, error) bool) {
		// What ends a memory is newer than it, so on the way back it is met first. Of an end
		// and its taking back, the newer one is.
		told := map[sentence]bool{}
		ended, restored, within := map[event.Seq]seen{}, map[event.Seq]bool{}, map[event.Seq]event.Seq{}
		end := func(memory event.Seq, by seen) {
			if _, already := ended[memory]; !already && !restored[memory] {
				ended[memory] = by
			}
		}
		for e, err := range l.backwards(ctx, l.turn.Mind.Head()+1, "learned", "digested", "superseded", "restored") {
			if err != nil {
				yield(remembered{}, err)
				return
			}
			m := remembered{seen: e}
			switch p := e.payload.(type) {
			case event.Superseded:
				end(p.Memory, e)
				continue
			case event.Restored:
				if _, over := ended[p.Memory]; !over {
					restored[p.Memory] = true
				}
				continue
			case event.Digested:
				m.digest = &p
				if e.Seq < l.asked {
					for _, of := range p.Of {
						within[of] = e.Seq
					}
				}
			case event.Learned:
				m.learned, m.ended, m.within = &p, ended[e.Seq], within[e.Seq]
				if m.ended.payload == nil {
					for _, old := range p.Supersedes {
						end(old, e)
					}
				}
			default: // forgotten
				continue
			}
			if e.Seq >= l.asked || !wanted(m) {
				continue
			}
			may, err := l.sees(ctx, e)
			if m.ended.payload != nil && may && err == nil {
				may, err = l.sees(ctx, m.ended) // what was corrected elsewhere is not shown as what holds, and not why
			}
			if s, ok := m.sentence(); ok && may && err == nil {
				may, told[s] = !told[s], true
			}
			if (may || err != nil) && !yield(m, err) {
				return
			}
		}
	}
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
