package bot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"citadel/brain/command"
	"citadel/brain/enclosure"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/attachments"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// referred finds the event that a platform's message id, or a handle, names; zero if it
// is not known, or forgotten, or was said where fewer read than at the place. A message that
// is not known may be a post of ours that is there and has no receipt yet: then it waits for
// that.
func (b *Bot) referred(ctx context.Context, platform string, at connectors.Place, id connectors.MessageID, handle string) (event.Seq, error) {
	if h, err := command.ParseHandle(handle); handle != "" && err == nil {
		r, err := b.Mind.Event(ctx, event.Seq(h.N))
		if errors.Is(err, ledger.ErrNoEvent) || err == nil && (r.Forgotten() || r.Kind != "heard" && r.Kind != "post.queued") {
			return 0, nil
		}
		if err != nil {
			return 0, err
		}
		shown, err := b.Mind.Shown(ctx, b.reader(at), r.Seq)
		if err != nil || !shown {
			return 0, err
		}
		return r.Seq, nil
	}
	if id == "" {
		return 0, nil
	}
	about, found, err := b.find(ctx, platform, at, id)
	if found || err != nil {
		return about, err
	}
	if about = b.arriving(ctx, platform, at, id); about == 0 {
		about, _, err = b.find(ctx, platform, at, id)
	}
	return about, err
}

// find finds the event that a platform's message id names; found and zero is one that was
// forgotten.
func (b *Bot) find(ctx context.Context, platform string, at connectors.Place, id connectors.MessageID) (about event.Seq, found bool, err error) {
	keys := []string{heardKey(platform, at, id), sentKey(platform, at, id)}
	for r, err := range b.Mind.Events(ctx, ledger.Query{Keys: keys}) {
		if err != nil {
			return 0, false, err
		}
		p, err := r.Payload()
		if err != nil {
			return 0, false, err
		}
		switch p := p.(type) {
		case event.PostSent:
			return p.Post, true, nil
		case event.PostPart:
			return p.Post, true, nil
		case nil:
			return 0, true, nil
		}
		return r.Seq, true, nil
	}
	return 0, false, nil
}

// receiptFor is how long what is about an unknown message waits for the receipts of posts
// that may be that message. As a rule they come within one call to the platform.
const receiptFor = 5 * time.Second

// arriving waits for the receipts of the posts that may stand in a room already. One that
// stands there in part is known by the parts that do.
func (b *Bot) arriving(ctx context.Context, platform string, at connectors.Place, id connectors.MessageID) (part event.Seq) {
	ctx, cancel := context.WithTimeout(ctx, receiptFor)
	defer cancel()
	head := b.Mind.Head()
	b.until(ctx, func(v memory.View) bool {
		open := false
		for _, p := range v.Outbox.Posts {
			if p.Tries == 0 || p.Seq > head || b.resting(p.Seq) || p.Place.Platform != platform || p.Place.Account != at.Account || p.Place.Room != at.Room {
				continue
			}
			if slices.Contains(p.Parts, string(id)) {
				part = p.Seq
			}
			open = open || p.Doubt
		}
		return !open || part != 0
	})
	return part
}

// written is what an edit or a deletion is about.
type written struct {
	event.Heard
	heard bool // a message, and not a post of ours
	trust event.Trust
}

func (b *Bot) written(ctx context.Context, seq event.Seq) (o written, err error) {
	r, err := b.Mind.Event(ctx, seq)
	if err != nil {
		return o, err
	}
	p, err := r.Payload()
	o.trust = r.Trust
	o.Heard, o.heard = p.(event.Heard)
	return o, err
}

// by says whether an edit or a deletion comes from the author; what is ours the principal
// may take off the platform.
func (o written) by(e connectors.Event, a admission) bool {
	if !o.heard {
		return e.Kind == connectors.Delete && a.trust == event.ByPrincipal
	}
	author := connectors.Person{Platform: o.Person.Platform, Account: o.Person.Account, ID: o.Person.ID}
	return e.From.Is(author)
}

// standing is a message as it stands now; nothing of it if it was forgotten.
type standing struct {
	text   string
	spoken string            // of text, what was heard in a recording
	heard  event.Seq         // by what: the Transcribed
	in     event.Seq         // in what: the Attached
	below  bool              // the text ends with that; else an edit since has other words instead
	files  attachments.Files // all that ever came with it
	since  time.Time         // at which moment it was seen last, by the platform's clock
	worded time.Time         // when its words were written
	read   time.Time         // when it was read as it stood then, where nobody knows since when it did
}

func (b *Bot) standing(ctx context.Context, message event.Seq) (s standing, err error) {
	r, err := b.Mind.Event(ctx, message)
	if err != nil {
		return s, err
	}
	p, err := r.Payload()
	if err != nil {
		return s, err
	}
	h, _ := p.(event.Heard)
	s.text, s.since, s.worded = h.Text, h.Stands, later(h.On, h.Stands)
	s.files = s.files.Came(0, h.Files)
	if h.Edited && h.Stands.IsZero() {
		s.read = r.At
	}
	changes := ledger.Query{From: []event.Seq{message}, Kinds: append(attachments.Changes(), event.Transcribed{}.Kind())}
	for r, err := range ledger.Each[event.Payload](ctx, b.Mind, changes) {
		if err != nil {
			return s, err
		}
		s.files = s.files.After(message, r.Seq, r.Said)
		switch e := r.Said.(type) {
		case event.Transcribed:
			s.text, s.spoken, s.heard, s.in, s.below = e.Text, e.Spoken, r.Seq, e.File, true
		case event.Edited:
			if e.Message != message {
				continue
			}
			s.text, s.worded = e.Text, later(s.worded, e.On)
			s.below = slices.Contains(r.From, s.heard)
			s.seen(later(e.On, e.Stands))
		case event.Unsaid:
			if e.In == message {
				s.seen(e.On)
			}
		}
	}
	same := ledger.Query{From: []event.Seq{message}, Kinds: []event.Kind{event.Passed{}.Kind()}, Newest: true, Limit: 1}
	for r, err := range ledger.Each[event.Passed](ctx, b.Mind, same) { // an older one was seen earlier
		if err != nil {
			return s, err
		}
		s.seen(r.Said.On)
	}
	switch out := slices.ContainsFunc(s.files, func(f attachments.File) bool { return f.Out && f.Seq == s.in }); {
	case !s.below:
		s.spoken = ""
	case out: // what was said in it goes, or is asked about
		s.text, s.spoken = event.Beside(s.text, s.spoken), ""
	}
	return s, nil
}

// seen notes that the message stood so at a moment.
func (s *standing) seen(at time.Time) { s.since = later(s.since, at) }

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// unused is the first number from one on that no file of a message ever had: what is forgotten
// keeps its own.
func (b *Bot) unused(ctx context.Context, message event.Seq, from int) (int, error) {
	var keys []string
	for i := from; i < from+enclosure.MaxFiles; i++ {
		keys = append(keys, attachments.Key(message, i))
	}
	if len(keys) == 0 {
		return from, nil
	}
	for r, err := range b.Mind.Events(ctx, ledger.Query{Keys: keys}) {
		if err != nil {
			return 0, err
		}
		if i := slices.Index(keys, r.Key); i >= 0 {
			keys, from = keys[i+1:], from+i+1
		}
	}
	return from, nil
}

// lacks gives those of the files that do not stand in the message. What was taken out and is put back is lacking.
func (s standing) lacks(files []event.File) (added []event.File) {
	for _, f := range files {
		if !slices.ContainsFunc(s.files, func(o attachments.File) bool { return !o.Out && sameFile(f, o.File) }) {
			added = append(added, f)
		}
	}
	return added
}

// sameFile says whether two files of a message are one.
func sameFile(f, o event.File) bool { return connectors.File(f).Is(connectors.File(o)) }

// reader is who reads a place.
func (b *Bot) reader(at connectors.Place) memory.Sight { return b.sight(place(at), b.Audience(at)) }

// sight is who reads a place that has an audience.
func (b *Bot) sight(at event.Place, a event.Audience) (s memory.Sight) {
	b.Mind.Read(func(v memory.View) { s = v.Sight(at, a) })
	return s
}

// Keys of events in the ledger. They are made of the platform's ids only.

func heardKey(platform string, at connectors.Place, id connectors.MessageID) string {
	return takenKey("heard/"+platform, strconv.Quote(at.Account)+strconv.Quote(at.Room)+string(id))
}

func sentKey(platform string, at connectors.Place, id connectors.MessageID) string {
	return takenKey("sent/"+platform, strconv.Quote(at.Account)+strconv.Quote(at.Room)+string(id))
}

func inKey(platform string, e connectors.Event) string { return takenKey("in/"+platform, e.Key) }

// keyRoom is what a key leaves free for what is put behind it.
const keyRoom = 32

// takenKey is a key that the ledger takes, whatever the ids are. Of ids that are no text, or longer than any platform
// makes them, the digest stands for them: a refused key would come again for ever, and nothing after it be heard.
func takenKey(of, ids string) string {
	key := of + "/" + ids
	if len(key)+keyRoom <= ledger.MaxKey && utf8.ValidString(key) && !strings.ContainsRune(key, 0) {
		return key
	}
	sum := sha256.Sum256([]byte(ids))
	return of + "/sha256:" + hex.EncodeToString(sum[:])
}
