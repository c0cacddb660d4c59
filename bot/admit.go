package bot

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/accounts"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// admission is what is made of an event that is kept.
type admission struct {
	audience  event.Audience
	overheard bool        // said in a place that is read along, to somebody else
	trust     event.Trust // whose word it is
	wordless  bool        // an edit of which only what it takes out counts
}

// sender is who an event is from.
type sender struct {
	accounts.Account
	host   bool // it was typed where only the owner of this computer can
	linked bool
}

// own says whether it is the principal's own hand that did it.
func (s sender) own(e connectors.Event) bool {
	return s.host || s.linked && !s.Locked && e.Via == "" && !e.From.Bot
}

// tooEarly says whether something may have been done before what the account does was the principal's. A press may
// have waited with its platform for hours, which does not say since when: from when on it can have been made is known by
// our own clock alone, and so is when the account was linked.
func (s sender) tooEarly(e connectors.Event) bool {
	if e.Kind != connectors.Press || e.Since.IsZero() {
		return s.TooEarly(e.At)
	}
	if s.Unlocked == 0 && s.Since.Before(s.Speaks) {
		s.Speaks = s.Since
	}
	return s.TooEarly(e.Since)
}

// wordless says whether an edit with words that were written too early tells of something that was done to the message
// since then, when what the account did was the principal's. Where the message was found so, nobody knows when that was done.
func (s sender) wordless(e connectors.Event) bool {
	return e.Kind == connectors.Edit && !e.Stands.IsZero() && !e.Found() && s.TooEarly(e.At) && !s.TooEarly(e.Stands)
}

// Why an event is passed over, as the ledger has it.
const (
	whyStranger = "not the principal's account"
	whyLocked   = "from a locked account"
	whyVia      = "in the principal's name, and not by his own hand"
	whyApart    = "said to others"
	whyUnread   = "it could not be read"
	whyCode     = "a code for linking"
	whyEarly    = "done before the account was unlocked or linked"
)

// admit decides by rules, the first that fits, whether an event is kept, and as what. Where
// done is true nothing more is to be made of it.
func (b *Bot) admit(ctx context.Context, c connectors.Connector, e connectors.Event) (a admission, done bool, err error) {
	s := b.sender(e)
	if !s.host && !s.linked && e.Direct && e.Kind == connectors.Message && b.trusted(e) {
		if err := b.linkTrusted(ctx, e); err != nil {
			return a, true, err
		}
		s = b.sender(e)
	}
	private := admission{audience: b.audienceOf(e), trust: event.ByPrincipal, wordless: s.linked && s.wordless(e)}
	code, shaped := codeIn(e)
	switch {
	case e.Kind == connectors.Gap:
		return a, true, b.missed(ctx, c, e)
	case e.Kind == connectors.Remaining: // nobody did it
		return private, false, nil
	case e.Kind == connectors.Moved:
		return a, true, b.moved(ctx, c, e)
	case e.Kind == connectors.Unparsed && s.own(e) && (s.host || e.Direct && !s.TooEarly(e.At)):
		// Of what stands where others write, nobody knows whose words are in it.
		return a, true, b.unparsed(ctx, c, e)
	case e.Kind == connectors.Unparsed:
		return a, true, b.drop(ctx, c, e, whyUnread)
	case s.host:
		return private, false, nil
	case s.linked && s.Locked:
		return a, true, b.drop(ctx, c, e, whyLocked)
	case s.linked && !s.own(e):
		return a, true, b.drop(ctx, c, e, whyVia)
	case s.linked && e.Direct && shaped && b.current(code):
		return a, true, b.codeTwice(ctx, c, e)
	case s.linked && s.tooEarly(e) && !private.wordless:
		return a, true, b.tooEarly(ctx, c, e, s.Account)
	case s.linked && (e.Direct || e.Kind != connectors.Message || e.Addressed):
		return private, false, nil
	case s.linked:
		meant, err := b.underOurs(ctx, c, e)
		switch {
		case err != nil || meant:
			return private, false, err
		case !b.reads(e):
			return a, true, b.drop(ctx, c, e, whyApart)
		}
		private.overheard = true
		return private, false, nil
	case e.Direct && e.Kind == connectors.Message && e.Via == "" && !e.From.Bot && e.From.ID != "":
		return a, true, b.stranger(ctx, c, e, code, shaped)
	case e.Direct:
		return a, true, b.drop(ctx, c, e, whyStranger)
	}
	return b.others(ctx, c, e)
}

// sender finds who an event is from. Accounts are compared by their ids, never by names.
func (b *Bot) sender(e connectors.Event) (s sender) {
	s.host = b.here(e.Place.Platform)
	if e.From.Platform != e.Place.Platform || e.From.Account != e.Place.Account {
		return s // somebody of another server, who may have the same id
	}
	b.Mind.Read(func(v memory.View) { s.Account, s.linked = v.Accounts.Of(person(e.From)) })
	return s
}

// here says whether only who has this computer can write on a platform.
func (b *Bot) here(platform string) bool { return slices.Contains(b.Brain.Host.Here, platform) }

// audienceOf says who can read what the principal does.
func (b *Bot) audienceOf(e connectors.Event) event.Audience {
	if s := b.sender(e); e.Direct && s.linked && !s.host {
		return s.Audience
	}
	return b.Audience(e.Place)
}

// Audience says who can read a place.
func (b *Bot) Audience(at connectors.Place) (a event.Audience) {
	if b.here(at.Platform) {
		return event.Private
	}
	b.Mind.Read(func(v memory.View) { a = v.Accounts.Audience(place(at)) })
	return a
}

// passEvery is how often it is recorded that something was passed over, for each platform
// and reason: whatever others send, it does not fill the disk. What is passed over in
// between may come again, after a process that was killed, and is then judged by when it was
// done: whatever is allowed since then, it was not allowed to be heard.
const passEvery = time.Hour

// skimmed is what was passed over last on a platform, and how far that was read by the
// ledger then.
type skimmed struct {
	why, cursor, after string
}

// drop passes over an event of which nothing is kept.
func (b *Bot) drop(ctx context.Context, c connectors.Connector, e connectors.Event, why string) error {
	name, now := c.Name()+"/"+why, b.Now()
	b.mu.Lock()
	last, before := b.dropped[name]
	b.mu.Unlock()
	if since := now.Sub(last); !before || since >= passEvery || since < 0 {
		if _, err := b.record(ctx, b.Pens.Write(event.Passed{Connector: c.Name(), Reason: why, Cursor: string(e.Cursor)})); err != nil {
			return fmt.Errorf("bot: pass %s: %w", e.Kind, err)
		}
		b.mu.Lock()
		if b.dropped == nil {
			b.dropped = map[string]time.Time{}
		}
		b.dropped[name] = now
		b.mu.Unlock()
	} else {
		b.passOver(c, e, why)
	}
	b.owe(c, e, 0)
	return nil
}

// passOver notes that an event was passed over, without recording it now.
func (b *Bot) passOver(c connectors.Connector, e connectors.Event, why string) {
	if e.Cursor == "" {
		return
	}
	p := skimmed{why: why, cursor: string(e.Cursor)}
	b.Mind.Read(func(v memory.View) { p.after = v.Places.Cursors[c.Name()] })
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.skimmed == nil {
		b.skimmed = map[string]skimmed{}
	}
	b.skimmed[c.Name()] = p
}

// readSoFar records how far each platform was read, where what came last was passed over: a
// process that begins, and whatever is allowed next, shall not meet it again. Failing is no
// more than that it may.
func (b *Bot) readSoFar(ctx context.Context) {
	b.mu.Lock()
	over := b.skimmed
	b.skimmed = nil
	b.mu.Unlock()
	b.reading.Lock() // a cursor that goes back forgets what the platform never tells again
	defer b.reading.Unlock()
	var entries []ledger.Entry
	b.Mind.Read(func(v memory.View) {
		for _, name := range slices.Sorted(maps.Keys(over)) {
			if p := over[name]; v.Places.Cursors[name] == p.after { // else more was read since
				entries = append(entries, b.Pens.Write(event.Passed{Connector: name, Reason: p.why, Cursor: p.cursor}))
			}
		}
	})
	if _, err := b.Mind.Record(ctx, entries...); err != nil {
		b.Log.Warn("how far was read is not recorded; what was passed over may come again", "err", err)
	}
}

// tooEarly passes over what an account did before its words were the principal's. Where it was locked
// then he is told once of words, and once of presses: what he did himself is not lost unnoticed.
func (b *Bot) tooEarly(ctx context.Context, c connectors.Connector, e connectors.Event, a accounts.Account) error {
	title, text, key := accounts.Title(a.Person.Platform), "", fmt.Sprintf("early/%d", a.Unlocked)
	switch e.Kind {
	case connectors.Message:
		text = "**I left out what was written on " + title + " while that account was locked.** It came only now. If it was you, please write it again."
	case connectors.Press:
		text = "**I left out a button that was pressed on " + title + ":** it may have been while that account was locked, and " + title +
			" does not say when. Nothing was done by it. If it was you, please press it again."
		key += "/press"
	}
	var at memory.Sight
	b.Mind.Read(func(v memory.View) { at = v.Home() })
	if a.Unlocked != 0 && text != "" && at.Place.Platform != "" {
		post := b.Pens.Write(event.PostQueued{Place: at.Place, Audience: at.Audience, Subject: event.SubjectAccount, Text: text}).Because(a.Unlocked)
		post.Key = key
		if _, err := b.Mind.Record(ctx, post); err != nil && !errors.Is(err, ledger.ErrDuplicate) {
			return fmt.Errorf("bot: pass %s: %w", e.Kind, err)
		}
	}
	return b.drop(ctx, c, e, whyEarly)
}

// mostTold is how many strangers are told on one day: enough for those who mean it.
const mostTold = 100

// refusal is what a stranger is told, once a day (MESSAGES 9). Nothing of his is kept: not
// the words, nor where, only a hash of the account with the day.
const refusal = "I'm a bot that works for one person and can't talk with anyone else. I haven't kept your message."

// stranger answers somebody who is not known, in a direct conversation.
func (b *Bot) stranger(ctx context.Context, c connectors.Connector, e connectors.Event, code string, shaped bool) error {
	switch {
	case shaped:
		return b.pair(ctx, c, e, code)
	case e.Forwarded == "" && isSkip(e.Text):
		return b.skip(ctx, c, e)
	case b.skips(e.From):
		return b.drop(ctx, c, e, whyStranger)
	}
	return b.tell(ctx, c, e, whyStranger, refusal)
}

// today is the keyed hash of somebody and this day; untold says that neither he nor too many others were told
// anything on it. That no codes are taken is told besides: who was sent away may be the principal, about to link.
func (b *Bot) today(ctx context.Context, p connectors.Person, why string) (who string, untold bool, err error) {
	day := b.Now().UTC().Format(time.DateOnly)
	on := day
	if why == whyCode {
		on += " " + why
	}
	if who, err = b.hashOf(ctx, p, on); err != nil {
		return "", false, err
	}
	b.Mind.Read(func(v memory.View) {
		untold = !v.Accounts.WasTold(who, day) && v.Accounts.ToldOn(day) < mostTold
	})
	return who, untold, nil
}

// tell says one line to somebody, at most once a day for codes and once for all else. That it is said is durable before.
func (b *Bot) tell(ctx context.Context, c connectors.Connector, e connectors.Event, why, line string) error {
	who, untold, err := b.today(ctx, e.From, why)
	if err != nil {
		return err
	}
	if !untold {
		return b.drop(ctx, c, e, why)
	}
	told := event.Passed{Connector: c.Name(), Reason: why, Sender: who, Told: true, Cursor: string(e.Cursor)}
	if _, err := b.record(ctx, b.Pens.Write(told)); err != nil {
		return fmt.Errorf("bot: pass %s: %w", e.Kind, err)
	}
	b.aside(c, e, line)
	b.owe(c, e, 0)
	return nil
}

// unreadEvery is how often the principal is told on a platform that something could not be read.
const unreadEvery = time.Hour

// unreadable is what he is told.
const unreadable = "Something you sent here is of a kind I can't read. It is kept as it came; please say it in words."

// unparsed keeps what came from the principal and could not be read, without what looks
// like a secret. It is data: nothing is made of it.
func (b *Bot) unparsed(ctx context.Context, c connectors.Connector, e connectors.Event) error {
	raw := e.Raw[:min(len(e.Raw), connectors.MaxRaw)]
	text, _ := b.clean(strings.ToValidUTF8(string(raw), "\uFFFD"))
	entry := b.Pens.Write(event.Unparsed{Connector: c.Name(), Raw: text, On: e.At, Cursor: string(e.Cursor)})
	entry.Key, entry.Trust = inKey(c.Name(), e), event.ByThirdParty
	var told time.Time
	b.Mind.Read(func(v memory.View) { told = v.Places.Unread[c.Name()].At })
	_, err := b.record(ctx, entry)
	if err != nil && !errors.Is(err, ledger.ErrDuplicate) {
		return fmt.Errorf("bot: take %s: %w", e.Kind, err)
	}
	if err == nil && e.Place.Room != "" && b.Now().Sub(told) >= unreadEvery {
		b.aside(c, e, unreadable)
	}
	b.Log.Warn("something the principal sent could not be read", "connector", c.Name(), "bytes", len(raw))
	b.owe(c, e, 0)
	return nil
}
