package bot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"citadel/brain/command"
	"citadel/brain/crisis"
	"citadel/brain/redact"
	"citadel/connectors"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// take is the Sink: when it returns nil, the event is durable. One that was known before
// is durable too.
func (b *Bot) take(ctx context.Context, c connectors.Connector, e connectors.Event) error {
	if !b.Principal(e.From) {
		return b.pass(ctx, c, e, "not the principal's account")
	}
	entry, about, err := b.entry(ctx, c, e)
	if err != nil {
		return err
	}
	h, said := entry.Payload().(event.Heard)
	records, err := b.Mind.Record(ctx, entry)
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
		about = records[0].Seq
		switch {
		case entry.Trust != event.ByPrincipal || !h.Alone:
		case isStop(h.Text):
			b.stop(about)
		case b.danger(h.Text):
			b.hurry(about)
		}
	}
	b.owe(c, e, about)
	return nil
}

// unknown is why an event about a message that was never heard, or is forgotten, is
// passed over.
const unknown = "about a message that is not known"

// entry translates an event of a platform. about is the message it is about, if any.
func (b *Bot) entry(ctx context.Context, c connectors.Connector, e connectors.Event) (entry ledger.Entry, about event.Seq, err error) {
	if e.Kind == connectors.Message {
		entry, err = b.heard(ctx, c, e)
		return entry, 0, err
	}
	about, err = b.referred(ctx, c.Name(), e.Place, e.Message, e.Handle)
	if err != nil {
		return entry, 0, err
	}
	if about == 0 {
		return b.passed(c, e, unknown), 0, nil
	}
	name, cursor := c.Name(), string(e.Cursor)
	var p event.Payload
	from := []event.Seq(nil)
	switch e.Kind {
	case connectors.Edit:
		text, removed := b.clean(e.Text)
		p, from = event.Edited{Message: about, Text: text, On: e.At, Removed: removed, Connector: name, Cursor: cursor}, []event.Seq{about}
	case connectors.Delete:
		p = event.Unsaid{Message: about, On: e.At, Connector: name, Cursor: cursor}
	case connectors.React:
		cited, err := b.cited(ctx, about)
		if err != nil {
			return entry, 0, err
		}
		p = event.Reacted{About: about, Emoji: e.Emoji, Sense: b.Sense(e.Emoji), On: e.At, Cited: cited, Connector: name, Cursor: cursor}
	case connectors.Unreact:
		p = event.Unreacted{About: about, Emoji: e.Emoji, On: e.At, Connector: name, Cursor: cursor}
	case connectors.Press:
		// Pressing is the same as saying what the button stands for, in reply to its post.
		says, err := b.pressed(ctx, e.Button)
		if err != nil {
			return entry, 0, err
		}
		if says == "" {
			return b.passed(c, e, "of a button that is not known"), 0, nil
		}
		entry = b.Pens.Write(event.Heard{
			Place: place(e.Place), Person: person(e.From), Message: string(e.ID()), On: e.At, Text: says,
			Audience: b.Audience(e.Place), ReplyTo: about, Alone: alone(says), Cursor: cursor,
		})
		entry.Trust, entry.Key = event.ByPrincipal, inKey(c.Name(), e)
		return entry, about, nil
	default:
		return b.passed(c, e, "of a kind that is not understood"), 0, nil
	}
	entry = b.Pens.Write(p).Because(about).Resting(from...)
	entry.Trust, entry.Key = event.ByPrincipal, inKey(c.Name(), e)
	return entry, about, nil
}

func (b *Bot) heard(ctx context.Context, c connectors.Connector, e connectors.Event) (ledger.Entry, error) {
	replyTo, err := b.referred(ctx, c.Name(), e.Place, e.ReplyTo, e.ReplyToHandle)
	if err != nil {
		return ledger.Entry{}, err
	}
	text, removed := b.clean(e.Text)
	files := make([]event.File, 0, len(e.Files))
	for _, f := range e.Files {
		files = append(files, event.File{Name: f.Name, MIME: f.MIME, Size: f.Size, Path: f.Path})
	}
	entry := b.Pens.Write(event.Heard{
		Place: place(e.Place), Person: person(e.From), Message: string(e.ID()), On: e.At, Text: text, Removed: removed,
		Audience: b.Audience(e.Place), ReplyTo: replyTo, Forwarded: e.Forwarded, Files: files, Alone: alone(text) || b.danger(text), Cursor: string(e.Cursor),
	})
	entry.Key = heardKey(c.Name(), e.Place, e.ID())
	entry.Trust = event.ByPrincipal
	if e.Forwarded != "" {
		entry.Trust = event.ByThirdParty // passed on by the principal, but not his words
	}
	return entry, nil
}

// pass moves the cursor past an event of which nothing is kept but that it was there: of
// a stranger a hash of the account and the day (TRUST, Other people's words).
func (b *Bot) pass(ctx context.Context, c connectors.Connector, e connectors.Event, why string) error {
	if _, err := b.Mind.Record(ctx, b.passed(c, e, why)); err != nil && !errors.Is(err, ledger.ErrDuplicate) {
		return fmt.Errorf("bot: pass %s: %w", e.Kind, err)
	}
	b.owe(c, e, 0)
	return nil
}

func (b *Bot) passed(c connectors.Connector, e connectors.Event, why string) ledger.Entry {
	p := event.Passed{Connector: c.Name(), Reason: why, Cursor: string(e.Cursor)}
	if !b.Principal(e.From) {
		sum := sha256.Sum256(fmt.Appendf(nil, "%s/%s/%s/%s", e.From.Platform, e.From.Account, e.From.ID, b.Now().UTC().Format(time.DateOnly)))
		p.Sender = hex.EncodeToString(sum[:8])
	}
	entry := b.Pens.Write(p)
	entry.Key = inKey(c.Name(), e)
	return entry
}

// referred finds the event that a platform's message id, or a handle, names; zero if it
// is not known, or forgotten.
func (b *Bot) referred(ctx context.Context, platform string, at connectors.Place, id connectors.MessageID, handle string) (event.Seq, error) {
	if h, err := command.ParseHandle(handle); handle != "" && err == nil {
		r, err := b.Mind.Event(ctx, event.Seq(h.N))
		if errors.Is(err, ledger.ErrNoEvent) || err == nil && (r.Forgotten() || r.Kind != "heard" && r.Kind != "post.queued") {
			return 0, nil
		}
		return r.Seq, err
	}
	if id == "" {
		return 0, nil
	}
	keys := []string{heardKey(platform, at, id), sentKey(platform, at, id)}
	for r, err := range b.Mind.Events(ctx, ledger.Query{Keys: keys}) {
		if err != nil {
			return 0, err
		}
		p, err := r.Payload()
		if err != nil {
			return 0, err
		}
		switch p := p.(type) {
		case event.PostSent:
			return p.Post, nil
		case nil:
			return 0, nil
		}
		return r.Seq, nil
	}
	return 0, nil
}

// token names the i-th button of a post to the platform.
func token(post event.Seq, i int) string { return fmt.Sprintf("%d/%d", post, i) }

// pressed gives the words that a button stands for, by its token; none if there is no
// such button, or its post was forgotten.
func (b *Bot) pressed(ctx context.Context, token string) (string, error) {
	number, index, _ := strings.Cut(token, "/")
	seq, err := strconv.ParseUint(number, 10, 63)
	i, err2 := strconv.Atoi(index)
	if err != nil || err2 != nil {
		return "", nil
	}
	r, err := b.Mind.Event(ctx, event.Seq(seq))
	if errors.Is(err, ledger.ErrNoEvent) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	p, err := r.Payload()
	if q, ok := p.(event.PostQueued); ok && i >= 0 && i < len(q.Buttons) {
		return q.Buttons[i].Says, err
	}
	return "", err
}

// cited lists what a post rests on.
func (b *Bot) cited(ctx context.Context, post event.Seq) ([]event.Seq, error) {
	r, err := b.Mind.Event(ctx, post)
	return r.From, err
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
