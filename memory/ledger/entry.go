package ledger

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"citadel/memory/event"
)

// Entry is an event to be written. It is made with a Pen.
type Entry struct {
	Trust  event.Trust // ByAgent where empty
	Key    string      // the idempotency key; never made from text
	Causes []event.Seq // what made it happen; Here names entries of the same batch
	From   []event.Seq // whose words it carries or rests on

	source  event.Source
	payload event.Payload
	upTo    event.Seq   // see Seeing
	seen    []event.Seq // likewise
}

// Payload is what the entry says.
func (e Entry) Payload() event.Payload { return e.payload }

// Because gives the entry its causes.
func (e Entry) Because(causes ...event.Seq) Entry { e.Causes = causes; return e }

// Resting gives the entry what it rests on.
func (e Entry) Resting(from ...event.Seq) Entry { e.From = from; return e }

// Seeing says what lay before whoever made the entry, in a ledger that ended at upTo: words that
// may have gone into it, whether or not it rests on them. If one of those events is forgotten
// by the time the entry is written, its batch is refused with ErrForgotten, also where the
// entry is an utterance. Nothing of this is stored.
func (e Entry) Seeing(upTo event.Seq, seqs ...event.Seq) Entry {
	e.upTo, e.seen = upTo, seqs
	return e
}

// trust is the entry's trust, with its default.
func (e Entry) trust() event.Trust {
	if e.Trust == "" {
		return event.ByAgent
	}
	return e.Trust
}

// check finds what no event may have.
func (e Entry) check() error {
	if e.payload == nil {
		return errors.New("an entry says nothing")
	}
	switch e.trust() {
	case event.ByPrincipal, event.ByAgent, event.ByTool, event.ByThirdParty, event.ByImport:
	default:
		return fmt.Errorf("there is no trust %q", e.Trust)
	}
	if len(e.Key) > MaxKey {
		return fmt.Errorf("%w: a key of %d bytes, at most %d", ErrTooLarge, len(e.Key), MaxKey)
	}
	if !utf8.ValidString(e.Key) || strings.ContainsRune(e.Key, 0) {
		return fmt.Errorf("the key %q is not text", e.Key)
	}
	return nil
}

// Pen writes for one source. The zero Pen writes for none, and all it writes is refused.
type Pen struct{ source event.Source }

// Write makes an entry.
func (p Pen) Write(payload event.Payload) Entry { return Entry{source: p.source, payload: payload} }

// Pens is where pens come from. Whoever opens a ledger gets it, and gives each subsystem
// the one pen that is its own; without the Pens no other source can be named.
type Pens struct{ open bool }

// For gives the pen of a source. The log's own events are written by nobody else, so
// event.Ledger has none.
func (p Pens) For(s event.Source) Pen {
	if !p.open || s == event.Ledger {
		return Pen{}
	}
	return Pen{source: s}
}

// Case holds the pens of a part that writes for several subsystems at once, such as a
// turn, whose events belong to many.
type Case map[event.Source]Pen

// Case gives the pens of some sources.
func (p Pens) Case(sources ...event.Source) Case {
	c := make(Case, len(sources))
	for _, s := range sources {
		c[s] = p.For(s)
	}
	return c
}

// Write makes an entry with the pen of the kind's owner. Where that is not in the case,
// the entry will be refused.
func (c Case) Write(payload event.Payload) Entry {
	spec, _ := event.Of(payload.Kind())
	return c[spec.Owner].Write(payload)
}

const hereBit = 1 << 63

// Here names the i-th entry (from 0) of the batch that is being written, in Causes or From.
func Here(i int) event.Seq { return event.Here(i) }

// resolve turns the names of a batch's own entries into numbers, in place.
func resolve(seqs []event.Seq, first event.Seq, before int) ([]event.Seq, error) {
	for i, s := range seqs {
		if s&hereBit == 0 {
			if s == 0 || s >= first {
				return nil, fmt.Errorf("event %d names %d, which does not exist yet", uint64(first)+uint64(before), s)
			}
			continue
		}
		n := uint64(s &^ hereBit)
		if n >= uint64(before) {
			return nil, fmt.Errorf("entry %d of a batch names entry %d, which is not before it", before, n)
		}
		seqs[i] = first + event.Seq(n)
	}
	return seqs, nil
}
