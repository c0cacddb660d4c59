package bot

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/accounts"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// codeTyped is a message that gives a code: "link 7K3D-9QXM-42TZ", or as a link brings it,
// "/start 7K3D-9QXM-42TZ". A slip in its length is still meant as one.
var codeTyped = regexp.MustCompile("^/?(?i:link|start)[ \t:]+`?([0-9A-Za-z]+(?:[- ][0-9A-Za-z]+){0,3})`?[.!]?$")

// codeIn gives the code in a message, as it is compared; shaped says whether the message
// was meant as one at all: "start conversation" is talk.
func codeIn(e connectors.Event) (code string, shaped bool) {
	if e.Kind != connectors.Message || e.Forwarded != "" || len(e.Text) > 64 {
		return "", false
	}
	m := codeTyped.FindStringSubmatch(strings.TrimSpace(e.Text))
	if m == nil {
		return "", false
	}
	code = plainCode(m[1])
	off := len(code) - codeLength
	return code, off >= -2 && off <= 2 && strings.ContainsAny(m[1], "0123456789")
}

// codeKind names a code that was taken out of a message, as package redact names the others.
const codeKind = "code for linking"

// scrub takes the code that is in force out of a text, wherever it was typed by mistake and
// whatever stands around it.
func (b *Bot) scrub(text string) (string, bool) {
	if b.Folder == "" || len(text) < codeLength || !strings.ContainsAny(text, "0123456789") {
		return text, false
	}
	p, err := ReadPairing(b.Folder)
	if err != nil || p.Code == "" || !b.Now().Before(p.Expires) {
		return text, false
	}
	found := false
	for {
		start, end := p.find(text)
		if start < 0 {
			return text, found
		}
		text, found = text[:start]+"["+codeKind+" removed]"+text[end:], true
	}
}

// find gives where the code stands in a text, -1 where it does not: as it was printed, or
// with one other mark or space between its characters, or none.
func (p Pairing) find(text string) (start, end int) {
	var plain []byte // the last characters that a code could be of
	var at []int     // where each of them stands
	for i := range len(text) {
		switch c := text[i]; {
		case c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z':
			plain, at = append(plain, plainCode(string(rune(c)))...), append(at, i)
			if n := len(plain) - codeLength; n > 0 {
				plain, at = plain[n:], at[n:]
			}
			if len(plain) == codeLength && p.is(string(plain)) {
				return at[0], i + 1
			}
		case len(at) > 0 && i-at[len(at)-1] > 1:
			plain, at = nil, nil
		}
	}
	return -1, -1
}

// What somebody is told who sent a code.
const (
	wrongCode = "That code opens nothing: it is wrong, used up, or older than ten minutes. `citadel link` on the host makes a new one."
	noCodes   = "I take no codes at the moment. `citadel link --reopen` on the host allows them again."
	twiceCode = "This account is linked already. A code is to be sent from the account that it shall link."
)

// pair links the account that sent the right code. A code opens once: of two that send it
// at the same moment the ledger lets one through.
func (b *Bot) pair(ctx context.Context, c connectors.Connector, e connectors.Event, code string) error {
	p, err := ReadPairing(b.Folder)
	if b.Folder == "" || err != nil {
		if err != nil {
			b.Log.Error("the file of the code cannot be read", "err", err)
		}
		p = Pairing{}
	}
	if err := b.reopen(ctx, p); err != nil {
		return err
	}
	var barred bool
	b.Mind.Read(func(v memory.View) { barred = v.Accounts.Barred() })
	switch {
	case barred:
		if err := b.warn(ctx); err != nil {
			return err
		}
		return b.tell(ctx, c, e, whyCode, noCodes)
	case !p.opens(code, b.Now()):
		return b.failed(ctx, c, e)
	}
	read := b.Pens.Write(event.Passed{Connector: c.Name(), Reason: whyCode, Cursor: string(e.Cursor)})
	if read.Key, err = b.strangeKey(ctx, c, e); err != nil { // delivered again it is no second code
		return err
	}
	err = b.link(ctx, linking{
		person: e.From, place: e.Place, audience: p.Audience, how: "code", since: e.At, code: p.Code, key: "pairing/" + p.Code,
		also: []ledger.Entry{read},
	})
	if errors.Is(err, ledger.ErrDuplicate) {
		return b.failed(ctx, c, e)
	}
	if err != nil {
		return err
	}
	b.owe(c, e, 0)
	return nil
}

// reopen records that the host allows codes again, once for each time it said so.
func (b *Bot) reopen(ctx context.Context, p Pairing) error {
	if p.Reopened == "" || len(p.Reopened) > 64 {
		return nil
	}
	entry := b.Pens.Write(event.PairingReopened{})
	entry.Key = "pairing/reopened/" + p.Reopened
	if _, err := b.Mind.Record(ctx, entry); err != nil && !errors.Is(err, ledger.ErrDuplicate) {
		return fmt.Errorf("bot: allow codes again: %w", err)
	}
	return nil
}

// failed counts a wrong code, and says so to its sender each time: he may be the principal, who mistyped it. The one
// too many locks linking, so that there are never more answers than that, and the principal is told.
func (b *Bot) failed(ctx context.Context, c connectors.Connector, e connectors.Event) error {
	who, _, err := b.today(ctx, e.From, whyStranger) // this is his line of the day
	if err != nil {
		return err
	}
	entry := b.Pens.Write(event.PairingFailed{Connector: c.Name(), Sender: who, Told: true, Cursor: string(e.Cursor)})
	if entry.Key, err = b.strangeKey(ctx, c, e); err != nil {
		return err
	}
	_, err = b.record(ctx, entry)
	switch {
	case err == nil:
		b.aside(c, e, wrongCode)
	case !errors.Is(err, ledger.ErrDuplicate): // else it was counted and answered before
		return fmt.Errorf("bot: count a wrong code: %w", err)
	}
	if err := b.warn(ctx); err != nil {
		return err
	}
	b.owe(c, e, 0)
	return nil
}

// warn tells the principal, once, of the wrong code that was one too many: whichever platform
// it came on, and also if the process ended between the two.
func (b *Bot) warn(ctx context.Context) error {
	var last event.Seq
	var at memory.Sight
	b.Mind.Read(func(v memory.View) { last, at = v.Accounts.Last, v.Home() })
	if last == 0 || at.Place.Platform == "" {
		return nil
	}
	r, err := b.Mind.Event(ctx, last)
	if err != nil {
		return fmt.Errorf("bot: tell of wrong codes: %w", err)
	}
	p, err := r.Payload()
	if err != nil {
		return fmt.Errorf("bot: tell of wrong codes: %w", err)
	}
	failed, _ := p.(event.PairingFailed)
	post := b.Pens.Write(event.PostQueued{
		Place: at.Place, Audience: at.Audience, Subject: event.SubjectAccount,
		Text: "**Too many wrong codes came in, so I link no more accounts.** The last was sent on " + accounts.Title(failed.Connector) +
			". If that was you, `citadel link --reopen` on the host makes a new code.",
	}).Because(last)
	post.Key = fmt.Sprintf("pairing/barred/%d", last)
	if _, err := b.Mind.Record(ctx, post); err != nil && !errors.Is(err, ledger.ErrDuplicate) {
		return fmt.Errorf("bot: tell of wrong codes: %w", err)
	}
	return nil
}

// current says whether a code is the last that the host made, also when it is used up.
func (b *Bot) current(code string) bool {
	if b.Folder == "" {
		return false
	}
	p, err := ReadPairing(b.Folder)
	return err == nil && p.is(code)
}

// codeTwice is the code from an account that is linked: the one that used it, if the
// platform delivers that again, or another.
func (b *Bot) codeTwice(ctx context.Context, c connectors.Connector, e connectors.Event) error {
	entry := b.Pens.Write(event.Passed{Connector: c.Name(), Reason: whyCode, Cursor: string(e.Cursor)})
	key, err := b.strangeKey(ctx, c, e)
	if err != nil {
		return err
	}
	entry.Key = key
	_, err = b.record(ctx, entry)
	switch {
	case err == nil:
		b.aside(c, e, twiceCode)
	case !errors.Is(err, ledger.ErrDuplicate):
		return fmt.Errorf("bot: pass %s: %w", e.Kind, err)
	}
	b.owe(c, e, 0)
	return nil
}
