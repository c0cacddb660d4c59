package procedure

import (
	"context"

	"citadel/brain/extract"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/store"
)

// ending is the last of the events by which a fact ended.
type ending struct {
	by   recall.Item
	next string // who does it since, where that is told
}

// mostHandovers bounds how often something is followed from hand to hand.
const mostHandovers = 4

// ending follows the fact that would answer to the event that ended it, from hand to hand: Kim's office
// went to Lee, and Lee's to Mo. ok is false where nothing ended it. What was read may grow by it.
func (r *reading) ending(ctx context.Context, fact int) (e ending, ok bool, err error) {
	f, at := r.facts[fact], r.item(fact)
	for range mostHandovers {
		if err := r.widen(ctx, at); err != nil {
			return e, false, err
		}
		next, by, over := r.handedOver(f, at)
		if !over {
			return e, ok, nil
		}
		e.by, e.next, ok = by, next, true
		if next == "" {
			return e, true, nil
		}
		if f.Subject == extract.Me {
			f.Value = next
		} else {
			f.Subject = next
		}
		f.Quote, at = f.Subject+" "+f.Attribute+" "+f.Value, by
	}
	return e, ok, nil
}

// handedOver finds the newest message after another by which a fact ends.
func (r *reading) handedOver(f extract.Item, after recall.Item) (next string, by recall.Item, ok bool) {
	for _, i := range r.result.Items {
		if !newer(i, after) || ok && !newer(i, by) || i.Speaker != "" || i.Kind != store.Said || i.Superseded || r.handedOn(i) {
			continue
		}
		who, over := extract.HandsOver(f, i.Text)
		if over && !unsettled(i.Text) || r.endsFact(f, i) && !r.mayMeanAnother(after, i) {
			next, by, ok = who, i, true
		}
	}
	return next, by, ok
}

// newer says whether an item was said after another.
func newer(i, than recall.Item) bool {
	return i.On.After(than.On) || i.On.Equal(than.On) && i.Seq > than.Seq
}

// endedBy says whether the newer of two statements tells of an event by which the older one ends.
func (r *reading) endedBy(old, now recall.Item) bool {
	f := extract.Item{Quote: old.Text}
	for k := range r.facts {
		if r.item(k).Seq == old.Seq {
			if _, over := extract.HandsOver(r.facts[k], now.Text); over {
				return true
			}
			f.Attribute = r.facts[k].Attribute
		}
	}
	_, over := extract.HandsOver(f, now.Text)
	return over
}

// layAside takes out of the facts those like one that ended by an event.
func (r *reading) layAside(ctx context.Context, like int) error {
	n := 0
	for k := range r.facts {
		if k == like || r.facts[k].Superseded || r.facts[k].Attribute != r.facts[like].Attribute || !extract.Endable(r.facts[k]) {
			continue
		}
		if n++; n > mostHandovers {
			return nil
		}
		_, over, err := r.ending(ctx, k)
		if err != nil {
			return err
		}
		r.facts[k].Superseded = over
	}
	return nil
}

// replaced answers where the fact that was asked for ended by an event. What else the one who is asked
// about has or does stands; where there is nothing, the event is told, and before it what was.
// done is false where nothing ended.
func (v *visit) replaced(ctx context.Context, reply *turn.Reply, r *reading, best int) (done bool, err error) {
	first, ok, err := r.ending(ctx, best)
	if err != nil {
		return false, err
	}
	if err := r.layAside(ctx, best); err != nil || !ok {
		return false, err
	}
	for k := best; r.question.Value == ""; {
		r.facts[k].Superseded = true
		r.outlived(k)
		left, sure := extract.Answer(r.question, r.contenders())
		if left < 0 || r.facts[left].Superseded || r.item(left).Speaker != "" || !r.answers(left) {
			break
		}
		_, over, err := r.ending(ctx, left)
		if err != nil {
			return false, err
		}
		if !over {
			v.fact(reply, r, left, sure)
			return true, nil
		}
		k = left
	}
	q := r.question
	if first.next != "" && q.Value != "" && len(q.Subjects) == 0 && q.Expects != extract.YesNo {
		lead := "Possibly %s: "
		if share(q.Value, first.by.Text) == 1 {
			lead = "%s: "
		}
		reply.Text.Claim([]event.Seq{first.by.Seq}, lead, first.next)
	}
	v.changed(reply, r, first.by, r.facts[best], r.item(best))
	return true, nil
}
