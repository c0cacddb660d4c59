package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"citadel/brain/command"
	"citadel/brain/crisis"
	"citadel/brain/redact"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Take makes one event durable, as if Run had heard it, without answering it: a Bot that runs
// later does. It is not to be called while Run runs.
func (b *Bot) Take(ctx context.Context, c connectors.Connector, e connectors.Event) error {
	return b.take(ctx, c, e)
}

// take is the Sink: when it returns nil, the event is durable. One that was known before
// is durable too.
func (b *Bot) take(ctx context.Context, c connectors.Connector, e connectors.Event) error {
	a, done, err := b.admit(ctx, c, e)
	if done || err != nil {
		return err
	}
	entries, about, err := b.entries(ctx, c, e, a)
	if err != nil {
		return err
	}
	if p, passed := entries[0].Payload().(event.Passed); passed && a.trust != event.ByPrincipal {
		return b.drop(ctx, c, e, p.Reason)
	}
	h, said := entries[0].Payload().(event.Heard)
	records, err := b.Mind.Record(ctx, entries...)
	switch {
	case errors.Is(err, ledger.ErrDuplicate):
		if e.Kind == connectors.Message {
			if about, err = b.referred(ctx, c.Name(), e.Place, e.Message, ""); err != nil {
				return err
			}
		}
		b.owe(c, e, about)
		return nil
	case errors.Is(err, ledger.ErrTooLarge):
		return b.pass(ctx, c, e, "too large")
	case errors.Is(err, ledger.ErrForgotten):
		return b.pass(ctx, c, e, unknown)
	case err != nil:
		return fmt.Errorf("bot: take %s: %w", e.Kind, err)
	}
	if said {
		if e.Kind != connectors.Message {
			b.decided(ctx, c, e, records[0].Seq, h.Text, about)
		}
		about = records[0].Seq
		switch {
		case entries[0].Trust != event.ByPrincipal || !h.Alone:
		case isStop(h.Text):
			b.stop(about)
		case b.danger(h.Text):
			b.hurry(about)
		}
	}
	b.owe(c, e, about)
	return nil
}

// reader is who reads a place.
func (b *Bot) reader(at connectors.Place) memory.Sight {
	return memory.Sight{Place: place(at), Audience: b.Audience(at)}
}

// unknown is why an event about a message that was never heard, or is forgotten, is
// passed over.
const unknown = "about a message that is not known"

// notHis is why an edit or a deletion is passed over that did not come from the author.
const notHis = "not by the author of the message"

// entries translates an event of a platform into what is recorded of it, at least one
// entry; the first has the event's key and the last its cursor. about is the message it is
// about, if any.
func (b *Bot) entries(ctx context.Context, c connectors.Connector, e connectors.Event, a admission) (entries []ledger.Entry, about event.Seq, err error) {
	switch e.Kind {
	case connectors.Message:
		entry, err := b.heard(ctx, c, e, a)
		return []ledger.Entry{entry}, 0, err
	case connectors.Remaining:
		entries, err := b.remaining(ctx, c, e)
		return entries, 0, err
	}
	about, err = b.referred(ctx, c.Name(), e.Place, e.Message, e.Handle)
	if err != nil {
		return nil, 0, err
	}
	if about == 0 && e.Kind == connectors.Press {
		if about, err = b.copied(ctx, e); err != nil {
			return nil, 0, err
		}
	}
	if about == 0 {
		return []ledger.Entry{b.passed(c, e, unknown)}, 0, nil
	}
	name, cursor := c.Name(), string(e.Cursor)
	var of written
	if e.Kind == connectors.Edit || e.Kind == connectors.Delete {
		if of, err = b.written(ctx, about); err != nil {
			return nil, 0, err
		}
		if !of.by(e, a) {
			return []ledger.Entry{b.passed(c, e, notHis)}, 0, nil
		}
	}
	switch e.Kind {
	case connectors.Edit:
		standing, since, err := b.standing(ctx, about)
		if err != nil {
			return nil, 0, err
		}
		text, removed := b.clean(e.Text)
		switch {
		case text == standing: // a reaction, a preview of a link
			return []ledger.Entry{b.passed(c, e, "an edit that changes nothing")}, 0, nil
		case e.At.Before(since):
			return []ledger.Entry{b.passed(c, e, "an edit that came after a later one")}, 0, nil
		}
		edited := event.Edited{Message: about, Text: text, On: e.At, Removed: removed, Connector: name, Cursor: cursor, Overheard: of.Overheard}
		entries = []ledger.Entry{b.Pens.Write(edited).Because(about).Resting(about)}
	case connectors.Delete:
		gone := event.Unsaid{Message: about, On: e.At, Connector: name, Cursor: cursor}
		entries = []ledger.Entry{b.Pens.Write(gone).Because(about)}
	case connectors.React, connectors.Unreact, connectors.Reactions:
		if entries, err = b.reactions(ctx, c, e, about); err != nil {
			return nil, 0, err
		}
	case connectors.Press:
		if entries, err = b.press(ctx, c, e, about); err != nil {
			return nil, 0, err
		}
	default:
		return []ledger.Entry{b.passed(c, e, "of a kind that is not understood")}, 0, nil
	}
	if len(entries) == 0 {
		return []ledger.Entry{b.passed(c, e, "nothing new")}, 0, nil
	}
	b.key(c, e, entries)
	if e.Kind == connectors.Edit {
		entries[0].Trust = of.trust // words that he passed on do not become his own
	}
	return entries, about, nil
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

// key gives the entries of one event their keys, and trusts them as the principal's.
func (b *Bot) key(c connectors.Connector, e connectors.Event, entries []ledger.Entry) {
	for i := range entries {
		entries[i].Trust, entries[i].Key = event.ByPrincipal, inKey(c.Name(), e)
		if i > 0 {
			entries[i].Key += fmt.Sprintf("/%d", i)
		}
	}
}

// standing is the text of a message as it stands now, none if it was forgotten, and when it
// was edited last.
func (b *Bot) standing(ctx context.Context, message event.Seq) (text string, since time.Time, err error) {
	edits := ledger.Query{From: []event.Seq{message}, Kinds: []event.Kind{event.Edited{}.Kind()}, Newest: true, Limit: 1}
	for r, err := range b.Mind.Events(ctx, edits) {
		if err != nil {
			return "", since, err
		}
		p, err := r.Payload()
		if e, ok := p.(event.Edited); ok || err != nil {
			return e.Text, e.On, err
		}
	}
	r, err := b.Mind.Event(ctx, message)
	if err != nil {
		return "", since, err
	}
	p, err := r.Payload()
	h, _ := p.(event.Heard)
	return h.Text, since, err
}

func (b *Bot) heard(ctx context.Context, c connectors.Connector, e connectors.Event, a admission) (ledger.Entry, error) {
	replyTo, err := b.referred(ctx, c.Name(), e.Place, e.ReplyTo, e.ReplyToHandle)
	if err != nil {
		return ledger.Entry{}, err
	}
	text, removed := b.clean(e.Text)
	files := make([]event.File, 0, len(e.Files))
	for _, f := range e.Files {
		files = append(files, event.File(f))
	}
	h := event.Heard{
		Place: place(e.Place), Person: person(e.From), Message: string(e.ID()), On: e.At, Text: text, Removed: removed,
		Audience: a.audience, ReplyTo: replyTo, Forwarded: e.Forwarded, Files: files, Overheard: a.overheard, Cursor: string(e.Cursor),
	}
	if !a.overheard {
		h.Alone = alone(text) || b.danger(text)
		if !e.Direct {
			h.Title = e.Title
		}
	}
	entry := b.Pens.Write(h)
	if entry.Key = heardKey(c.Name(), e.Place, e.ID()); e.Fleeting {
		entry.Key = inKey(c.Name(), e)
	}
	entry.Trust = a.trust
	if e.Forwarded != "" {
		entry.Trust = event.ByThirdParty // passed on by the principal, but not his words
	}
	return entry, nil
}

// pass moves the cursor past an event of the principal's of which nothing is kept but that
// it was there.
func (b *Bot) pass(ctx context.Context, c connectors.Connector, e connectors.Event, why string) error {
	if _, err := b.Mind.Record(ctx, b.passed(c, e, why)); err != nil && !errors.Is(err, ledger.ErrDuplicate) {
		return fmt.Errorf("bot: pass %s: %w", e.Kind, err)
	}
	b.owe(c, e, 0)
	return nil
}

func (b *Bot) passed(c connectors.Connector, e connectors.Event, why string) ledger.Entry {
	entry := b.Pens.Write(event.Passed{Connector: c.Name(), Reason: why, Cursor: string(e.Cursor)})
	entry.Key = inKey(c.Name(), e)
	return entry
}

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
			open = true
		}
		return !open || part != 0
	})
	return part
}

// clean takes out of a text what must not be kept: what is shaped like a secret, and the keys
// this program was given, whatever their shape.
func (b *Bot) clean(text string) (string, []string) {
	text, found := redact.Secrets(text)
	var kinds []string
	for _, f := range found {
		kinds = append(kinds, string(f.Kind))
	}
	for _, key := range b.Keys {
		if len(key) >= shortestKey && strings.Contains(text, key) {
			text = strings.ReplaceAll(text, key, "[API key removed]")
			kinds = append(kinds, string(redact.APIKey))
		}
	}
	text, code := b.scrub(text)
	if code {
		kinds = append(kinds, codeKind)
	}
	return text, kinds
}

// shortestKey is from how many bytes on a key is taken out of talk: a shorter one may be a word.
const shortestKey = 8

func alone(text string) bool {
	_, ok := command.Parse(text)
	return ok
}

// danger says whether a message cannot wait for a model: someone may be in danger. Where
// there is none nothing has to wait.
func (b *Bot) danger(text string) bool {
	if b.Brain.Respond == nil {
		return false
	}
	_, found := crisis.Check(text)
	return found
}

func isStop(text string) bool {
	c, ok := command.Parse(text)
	return ok && c.Name == "stop"
}

// Keys of events in the ledger. They are made of the platform's ids only.

func heardKey(platform string, at connectors.Place, id connectors.MessageID) string {
	return "heard/" + platform + "/" + strconv.Quote(at.Account) + strconv.Quote(at.Room) + string(id)
}

func sentKey(platform string, at connectors.Place, id connectors.MessageID) string {
	return "sent/" + platform + "/" + strconv.Quote(at.Account) + strconv.Quote(at.Room) + string(id)
}

func inKey(platform string, e connectors.Event) string {
	return "in/" + platform + "/" + e.Key
}

func place(p connectors.Place) event.Place {
	return event.Place{Platform: p.Platform, Account: p.Account, Room: p.Room, Thread: p.Thread}
}

func chatPlace(p event.Place) connectors.Place {
	return connectors.Place{Platform: p.Platform, Account: p.Account, Room: p.Room, Thread: p.Thread}
}

func person(p connectors.Person) event.Person {
	return event.Person{Platform: p.Platform, Account: p.Account, ID: p.ID, Name: p.Name}
}
