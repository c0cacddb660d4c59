package bot

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"citadel/brain/command"
	"citadel/brain/crisis"
	"citadel/brain/redact"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/words"
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
	if e, err = b.whole(ctx, c, e, a); err != nil {
		return err
	}
	head := b.Mind.Head()
	entries, about, err := b.entries(ctx, c, e, a)
	if err != nil {
		return err
	}
	if about == 0 && e.Handle == "" && reacts(e) && e.Direct && a.trust == event.ByPrincipal { // its receipt may still come
		if kept, err := b.unplaced(ctx, c, e); err != nil {
			return err
		} else if kept {
			b.owe(c, e, 0)
			return nil
		}
		if entries, about, err = b.entries(ctx, c, e, a); err != nil {
			return err
		}
	}
	if about != 0 && reacts(e) { // looked at again, now that no receipt can place the same
		b.placing.Lock()
		defer b.placing.Unlock()
		if entries, about, err = b.entries(ctx, c, e, a); err != nil {
			return err
		}
	}
	p, passed := entries[0].Payload().(event.Passed)
	switch {
	case passed && a.trust != event.ByPrincipal && p.Message == 0:
		return b.drop(ctx, c, e, p.Reason)
	case passed && e.Found() && p.Message == 0: // it is as it was, and is looked at again
		b.passOver(c, e, p.Reason)
		b.owe(c, e, 0)
		return nil
	}
	h, said := entries[0].Payload().(event.Heard)
	var overtaken func() (bool, error) // what may be goes into the ledger by itself, and all else together with what others write
	if edit, is := entries[0].Payload().(event.Edited); is {
		overtaken = func() (bool, error) { return b.writtenDown(ctx, edit.Message, head) }
	}
	records, err := b.recordUnless(ctx, overtaken, entries...)
	switch {
	case e.Kind == connectors.Edit && (errors.Is(err, memory.ErrOvertaken) || errors.Is(err, ledger.ErrForgotten)):
		return b.take(ctx, c, e) // the message became another at this moment
	case errors.Is(err, ledger.ErrDuplicate):
		if e.Kind == connectors.Message {
			if about, err = b.referred(ctx, c.Name(), e.Place, e.Message, ""); err != nil {
				return err
			}
		}
		b.owe(c, e, about)
		return nil
	case errors.Is(err, ledger.ErrTooLarge):
		return b.tooLarge(ctx, c, e, a)
	case errors.Is(err, ledger.ErrForgotten):
		return b.pass(ctx, c, e, unknown)
	case err != nil:
		return fmt.Errorf("bot: take %s: %w", e.Kind, err)
	}
	if said {
		if e.Kind != connectors.Message {
			b.decided(ctx, c, e, records[0].Seq, h.Text, about)
		} else if h.Alone {
			b.decidedInWords(ctx, records[0].Seq, h.Text)
		}
		about = records[0].Seq
		b.heed(entries[0].Trust, h.Alone, h.Text, about, about)
	}
	for i, entry := range slices.Backward(entries) { // the last is the message as it stands
		edit, is := entry.Payload().(event.Edited)
		if !is {
			continue
		}
		trust := entry.Trust
		if trust == event.ByTool { // below a recording of his
			trust = event.ByPrincipal
		}
		if !edit.Stood {
			b.heed(trust, edit.Alone, edit.Text, edit.Message, records[i].Seq)
		}
		break
	}
	b.owe(c, e, about)
	return nil
}

// whole takes an edit by the principal for the message itself where that was never heard: he named the agent in a
// channel only now, or the platform gave up delivering what he wrote first. It stands under the message's own key, so
// that nothing is heard twice, and nothing anew that is forgotten. One that tells of something else than its words is none:
// these came before, and were not to be heard.
func (b *Bot) whole(ctx context.Context, c connectors.Connector, e connectors.Event, a admission) (connectors.Event, error) {
	if e.Kind != connectors.Edit || e.Handle != "" || a.trust != event.ByPrincipal || !e.Direct && !e.Addressed || !e.Stands.IsZero() {
		return e, nil
	}
	if _, known, err := b.find(ctx, c.Name(), e.Place, e.Message); known || err != nil {
		return e, err
	}
	e.Kind, e.Edited, e.Stands = connectors.Message, true, e.At
	return e, nil
}

// heed acts at once on words that cannot wait for their turn: a "stop", what somebody in danger says,
// and what takes an account away from whoever has it now: nothing it asked for before is answered
// there. They may be new words of an old message; word is when they came.
func (b *Bot) heed(trust event.Trust, alone bool, text string, message, word event.Seq) {
	switch {
	case trust != event.ByPrincipal || !alone:
	case isStop(text):
		b.stop(word)
	case b.danger(text), shuts(text):
		b.hurry(message)
	}
}

// record records what came over a platform, with how far that was read.
func (b *Bot) record(ctx context.Context, entries ...ledger.Entry) ([]ledger.Record, error) {
	return b.recordUnless(ctx, nil, entries...)
}

func (b *Bot) recordUnless(ctx context.Context, overtaken func() (bool, error), entries ...ledger.Entry) ([]ledger.Record, error) {
	b.reading.RLock()
	defer b.reading.RUnlock()
	return b.Mind.RecordUnless(ctx, overtaken, entries...)
}

// writtenDown says whether a recording of a message was written down after an event: an edit would take what was said in
// it away.
func (b *Bot) writtenDown(ctx context.Context, message, after event.Seq) (bool, error) {
	q := ledger.Query{From: []event.Seq{message}, Kinds: []event.Kind{event.Transcribed{}.Kind()}, After: after, Limit: 1}
	for _, err := range b.Mind.Events(ctx, q) {
		return err == nil, err
	}
	return false, nil
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
		return b.noSuch(c, e, a, unknown), 0, nil
	}
	var of written
	if e.Kind == connectors.Edit || e.Kind == connectors.Delete {
		if of, err = b.written(ctx, about); err != nil {
			return nil, 0, err
		}
		if !of.by(e, a) || of.trust == event.ByPrincipal && a.trust != event.ByPrincipal { // it was his account, and is no more
			return b.noSuch(c, e, a, notHis), 0, nil
		}
	}
	switch e.Kind {
	case connectors.Edit:
		if entries, err = b.mended(ctx, c, e, about, of, a.wordless); err != nil {
			return nil, 0, err
		}
		if _, passed := entries[0].Payload().(event.Passed); passed {
			return entries, 0, nil
		}
	case connectors.Delete:
		gone := event.Unsaid{Message: about, On: e.At, Connector: c.Name(), Cursor: string(e.Cursor)}
		entries = []ledger.Entry{b.Pens.Write(gone).Because(about)}
	case connectors.React, connectors.Unreact, connectors.Reactions:
		if entries, err = b.reactions(ctx, c, e, about); err != nil {
			return nil, 0, err
		}
	case connectors.Press:
		if entries, err = b.press(ctx, c, e, about, a); err != nil {
			return nil, 0, err
		}
		if len(entries) > 0 {
			if _, passed := entries[0].Payload().(event.Passed); passed {
				return entries, 0, nil
			}
		}
	default:
		return []ledger.Entry{b.passed(c, e, "of a kind that is not understood")}, 0, nil
	}
	if len(entries) == 0 {
		return []ledger.Entry{b.passed(c, e, "nothing new")}, 0, nil
	}
	b.key(c, e, entries)
	return entries, about, nil
}

// unchanged is why an edit is passed over that leaves a message as it is.
const unchanged = "an edit that changes nothing"

// mended is what is recorded of how a message stands at the moment of an edit: other words or more files, then which
// files were taken out. Where it stands as it is known, that it did so then: what is older, and comes later, counts no
// more. To take a file out is no word, and is not answered. Words count by when they were written: where these are wordless,
// or older than those that are known, only what is taken out does.
func (b *Bot) mended(ctx context.Context, c connectors.Connector, e connectors.Event, about event.Seq, of written, wordless bool) ([]ledger.Entry, error) {
	was, err := b.standing(ctx, about)
	if err != nil {
		return nil, err
	}
	if e.Seen().Before(was.since) {
		return []ledger.Entry{b.passed(c, e, "an edit that came after a later one")}, nil
	}
	if wordless || !e.Stands.IsZero() && e.At.Before(was.worded) {
		e = b.onlyTakes(e, was)
	}
	out := b.takenOut(e, of, was)
	edits, err := b.edits(ctx, c, e, about, of, was, out)
	if err != nil {
		return nil, err
	}
	entries, err := b.without(ctx, c, e, about, of, was, out)
	if err != nil {
		return nil, err
	}
	if entries = append(edits, entries...); len(entries) > 0 {
		return entries, nil
	}
	if !e.Seen().After(was.since) { // that it stood so then is known
		return []ledger.Entry{b.passed(c, e, unchanged)}, nil
	}
	same := event.Passed{Connector: c.Name(), Reason: unchanged, Message: about, On: e.Seen(), Cursor: string(e.Cursor)}
	entry := b.Pens.Write(same).Because(about).Resting(about)
	entry.Key = inKey(c.Name(), e)
	return []ledger.Entry{entry}, nil
}

// edits are what is recorded of other words of a message than it has now, or more files; none where there are none. Beside
// a recording it is said twice: what he wrote, which is his, and below it what was said, which goes with the recording.
func (b *Bot) edits(ctx context.Context, c connectors.Connector, e connectors.Event, about event.Seq, of written, was standing, out []int) ([]ledger.Entry, error) {
	text, removed := b.clean(e.Text)
	files, named := b.filesOf(e)
	if was.spoken != "" && slices.ContainsFunc(out, func(i int) bool { return was.files[i].Seq == was.in }) {
		was.text, was.spoken = event.Beside(was.text, was.spoken), ""
	}
	full := text
	if was.spoken != "" {
		full = event.Above(text, was.spoken)
	}
	// The machine that wrote down a recording kept no other characters of the words beside it.
	seen := func(s string) string { return strings.TrimSpace(words.Visible(s)) }
	added, same := was.lacks(files), seen(full) == seen(was.text) || sameCommand(full, was.text)
	if len(added) == 0 && same { // also a reaction, or a preview of a link
		return nil, nil
	}
	edited := event.Edited{Message: about, Text: text, On: e.At, Stands: e.Stands, Removed: removed, Connector: c.Name(), Cursor: string(e.Cursor), Overheard: of.Overheard}
	edited.Alone = !of.Overheard && (was.spoken == "" && alone(text) || b.danger(full))
	edited.Stood = same
	if !same && !of.Overheard && of.trust == event.ByPrincipal {
		if stands, err := b.stillSetUp(ctx, about); err != nil {
			return nil, err
		} else if stands {
			edited.Again = of.Place
		}
	}
	below := edited
	if len(added) > 0 {
		edited.Files, edited.Removed = added, once(slices.Concat(removed, named)...)
		below.Removed = edited.Removed
		var err error
		if edited.First, err = b.unused(ctx, about, len(was.files)); err != nil {
			return nil, err
		}
	}
	entries := []ledger.Entry{b.mend(edited, of.trust)}
	if was.spoken == "" {
		return entries, nil
	}
	trust := of.trust
	if trust == event.ByPrincipal { // what a machine heard is not his word
		trust = event.ByTool
	}
	below.Text = full
	return append(entries, b.mend(below, trust, was.heard)), nil
}

// mend records an edit, which goes with its message, and with what else it rests on. Words that he passed on do not become
// his own by it.
func (b *Bot) mend(e event.Edited, trust event.Trust, rests ...event.Seq) ledger.Entry {
	entry := b.Pens.Write(e).Because(e.Message).Resting(append(rests, e.Message)...)
	entry.Trust = trust
	return entry
}

// noSuch passes over an event about a message that is not there, or not his. Where he named it by our
// own number, which he may have mistaken, he is told; what comes so has no cursor.
func (b *Bot) noSuch(c connectors.Connector, e connectors.Event, a admission, why string) []ledger.Entry {
	entries := []ledger.Entry{b.passed(c, e, why)}
	if e.Handle == "" || a.trust != event.ByPrincipal {
		return entries
	}
	whose := "no message"
	if e.Kind == connectors.Edit || e.Kind == connectors.Delete {
		whose = "no message of yours with the number"
	}
	text := fmt.Sprintf("I find %s `%s` here, so nothing was changed.", whose, "#"+strings.TrimPrefix(e.Handle, "m"))
	return append(entries, b.Pens.Write(event.PostQueued{
		Place: place(e.Place), Audience: a.audience, Text: text, Subject: event.SubjectAccount,
	}).Because(ledger.Here(0)))
}

// key gives the entries of one event their keys, where they have none of their own, and trusts them as
// the principal's, where nothing else is said.
func (b *Bot) key(c connectors.Connector, e connectors.Event, entries []ledger.Entry) {
	for i := range entries {
		if entries[i].Key != "" {
			continue
		}
		if entries[i].Trust == "" {
			entries[i].Trust = event.ByPrincipal
		}
		if entries[i].Key = inKey(c.Name(), e); i > 0 {
			entries[i].Key += fmt.Sprintf("/%d", i)
		}
	}
}

func (b *Bot) heard(ctx context.Context, c connectors.Connector, e connectors.Event, a admission) (ledger.Entry, error) {
	replyTo, err := b.referred(ctx, c.Name(), e.Place, e.ReplyTo, e.ReplyToHandle)
	if err != nil {
		return ledger.Entry{}, err
	}
	text, removed := b.clean(e.Text)
	files, named := b.filesOf(e)
	from, whose := b.clean(e.Forwarded)
	h := event.Heard{
		Place: place(e.Place), Person: person(e.From), Message: string(e.ID()), On: e.At, Text: text, Removed: once(slices.Concat(removed, named, whose)...),
		Audience: a.audience, ReplyTo: replyTo, Forwarded: from, Files: files, Overheard: a.overheard, Edited: e.Edited, Stands: e.Stands, Cursor: string(e.Cursor),
	}
	if !a.overheard {
		h.Alone, h.Handed = alone(text) || b.danger(text), e.Forwarded != ""
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

// filesOf are the files of an event, and the kinds of secret that were taken out of their names.
func (b *Bot) filesOf(e connectors.Event) (files []event.File, removed []string) {
	files = make([]event.File, 0, len(e.Files))
	for _, f := range e.Files {
		var took []string
		f.Name, took = b.clean(f.Name)
		removed = append(removed, took...)
		files = append(files, event.File(f))
	}
	return files, removed
}

// once are the kinds, each once.
func once(kinds ...string) (out []string) {
	for _, k := range kinds {
		if !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out
}

// pass moves the cursor past an event of the principal's of which nothing is kept but that
// it was there.
func (b *Bot) pass(ctx context.Context, c connectors.Connector, e connectors.Event, why string) error {
	if _, err := b.record(ctx, b.passed(c, e, why)); err != nil && !errors.Is(err, ledger.ErrDuplicate) {
		return fmt.Errorf("bot: pass %s: %w", e.Kind, err)
	}
	b.owe(c, e, 0)
	return nil
}

// notTaken is what the principal is told of words that are more than the ledger takes in one
// event.
var notTaken = map[connectors.EventKind]string{
	connectors.Message: "**I did not take your last message: it is longer than I can keep.** Please send it in parts, or as a file.",
	connectors.Edit:    "**I did not take your edit: it is longer than I can keep.** What you wrote before stands. Please send the rest by itself, or as a file.",
}

// tooLarge passes over what is more than the ledger takes, and says so where it was said to
// the agent.
func (b *Bot) tooLarge(ctx context.Context, c connectors.Connector, e connectors.Event, a admission) error {
	entries := []ledger.Entry{b.passed(c, e, "too large")}
	if text := notTaken[e.Kind]; text != "" && a.trust == event.ByPrincipal && !a.overheard {
		entries = append(entries, b.Pens.Write(event.PostQueued{
			Place: place(e.Place), Audience: a.audience, Text: text, Subject: event.SubjectAccount,
		}).Because(ledger.Here(0)))
	}
	if _, err := b.record(ctx, entries...); err != nil && !errors.Is(err, ledger.ErrDuplicate) {
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

// clean takes out of a text what must not be kept: what is shaped like a secret, and the keys
// this program was given, whatever their shape. It gives the kinds of what it took, each once.
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
	return text, once(kinds...)
}

// shortestKey is from how many bytes on a key is taken out of talk: a shorter one may be a word.
const shortestKey = 8

func alone(text string) bool {
	_, ok := command.Parse(text)
	return ok
}

// sameCommand says whether two wordings command one thing: "undo" that becomes "Undo." takes back nothing more.
func sameCommand(a, b string) bool {
	one, is := command.Parse(a)
	other, too := command.Parse(b)
	return is && too && reflect.DeepEqual(one, other)
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

// shuts says whether a message takes an account away.
func shuts(text string) bool {
	c, ok := command.Parse(text)
	return ok && (c.Name == "lock" || c.Name == "unlink")
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
