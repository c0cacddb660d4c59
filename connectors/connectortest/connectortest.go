// Package connectortest is the suite that every connector passes: the contract
// of package connectors, as tests.
//
// A driver's test says how to play the far side of its platform, in a Bench, and
// calls Run. What a platform cannot do the suite takes from Limits and from the
// optional interfaces the connector lacks; nothing is skipped for any other
// reason. Package folder is the reference connector.
package connectortest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"citadel/connectors"

	"go.uber.org/goleak"
)

// Bench is one connector with the far side of its platform, fresh for each test.
// All functions report their own failures to the test they were made for.
type Bench struct {
	Connector connectors.Connector
	Place     connectors.Place // where the person is and posts go

	// Say makes the person say text, without waiting for anybody to hear it.
	Say func(text string)
	// Edit and Delete change and take back what was said last; nil where Limits
	// has no such events. So do React and Unreact with the post that Send called
	// id and Post.Handle handle.
	Edit    func(text string)
	Delete  func()
	React   func(id connectors.MessageID, handle, emoji string)
	Unreact func(id connectors.MessageID, handle, emoji string)

	// Enclose makes the person say text with a file of that content beside it. Exchange
	// changes the text of what was said last and what the file is; of the content that it has
	// already it is the same. Both nil where the platform lets nobody do so.
	Enclose  func(text, file string)
	Exchange func(text, file string)

	// Shown returns the posts as the person sees them, in order, markup and all.
	Shown func() []string
	// Drafted returns the draft as the person sees it now, "" if there is none; nil
	// unless Limits.Drafts.
	Drafted func() string
	// Restart returns a new connector over the same far side, as after a kill;
	// nil unless Limits.Redelivers.
	Restart func() connectors.Connector
	// CursorOnly says that the platform keeps no account of what was acknowledged: the
	// cursor alone does, so one that is ahead of the sink cannot be made up for.
	CursorOnly bool
	// Owed says, once Run has ended, whether the platform holds what was said last as not
	// acknowledged; nil where it keeps no such account.
	Owed func() bool
	// Queued is how much the person says while nobody listens; 0 is 10,000.
	Queued int
	// Longest is the longest text that the person can say, in runes; 0 is any.
	Longest int
	// Close ends the far side, so that nothing of it runs on; may be nil.
	Close func()
}

// Run runs the suite. make is called once for each test.
func Run(t *testing.T, make func(t *testing.T) Bench) {
	for _, c := range []struct {
		name string
		test func(t *testing.T, b Bench)
	}{
		{"identity and limits", identity},
		{"a message becomes an event", message},
		{"words arrive as said", words},
		{"order is kept", order},
		{"a refused event comes again", refused},
		{"what was refused is not acknowledged", acknowledged},
		{"nothing unacknowledged is lost in a restart", restart},
		{"nothing acknowledged comes again after its cursor", resume},
		{"what waits is heard in order and once, however much it is", backlog},
		{"edits and deletes", editsAndDeletes},
		{"an edit comes after its message", EditsFollow},
		{"a file is known again, and known for another", exchanged},
		{"reactions", reactions},
		{"a post is shown", post},
		{"every plane of Unicode is shown", planes},
		{"posts keep their order", postOrder},
		{"posts at once are all shown once", postsAtOnce},
		{"long texts", long},
		{"posts that cannot be", invalid},
		{"Find finds what was sent and nothing else", find},
		{"a cancelled context ends Run", cancelRun},
		{"a cancelled context sends nothing", cancelSend},
		{"Finished is idempotent", finished},
		{"a draft grows and is settled", draftSettled},
		{"a draft that was changed is settled", draftChanged},
		{"a draft is withdrawn", draftWithdrawn},
		{"a draft of an earlier turn goes", draftOfAnEarlierTurn},
		{"a draft makes room", draftMakesRoom},
		{"drafts that break off anywhere", draftsBrokenOff},
		{"drafts that cannot be", draftsInvalid},
		{"a draft outlives its process", draftOutlives},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := goleak.IgnoreCurrent()
			b := make(t)
			c.test(t, b)
			if b.Close != nil {
				b.Close()
			}
			goleak.VerifyNone(t, before)
		})
	}
}

// ear runs a connector and collects its events.
type ear struct {
	t      *testing.T
	events chan connectors.Event
	cancel context.CancelFunc
	done   chan error
}

// listen starts b's connector. sink may refuse an event; nil takes all. A
// connector that waits for the end of a turn is told so at once.
func listen(t *testing.T, c connectors.Connector, from connectors.Cursor, sink func(connectors.Event) error) *ear {
	ctx, cancel := context.WithCancel(context.Background())
	e := &ear{t: t, events: make(chan connectors.Event, 1024), cancel: cancel, done: make(chan error, 1)}
	finisher, _ := c.(connectors.Finisher)
	go func() {
		e.done <- c.Run(ctx, from, func(ctx context.Context, ev connectors.Event) error {
			if sink != nil {
				if err := sink(ev); err != nil {
					return err
				}
			}
			e.events <- ev
			if finisher != nil {
				return finisher.Finished(ctx, connectors.Answer{To: ev.ID()})
			}
			return nil
		})
	}()
	return e
}

// next waits for an event that tells of something new; Run ending before it is a failure.
// What remains of a place is told whenever it was read once more, however little happened.
func (e *ear) next() connectors.Event {
	e.t.Helper()
	for {
		if ev := e.any(); ev.Kind != connectors.Remaining {
			return ev
		}
	}
}

func (e *ear) any() connectors.Event {
	e.t.Helper()
	select {
	case ev := <-e.events:
		return ev
	case err := <-e.done:
		e.done <- err
		select {
		case ev := <-e.events:
			return ev
		default:
		}
		e.t.Fatalf("Run ended (%v) while an event was awaited", err)
	}
	panic("unreachable")
}

// stop ends Run and returns its error.
func (e *ear) stop() error {
	e.cancel()
	return <-e.done
}

func identity(t *testing.T, b Bench) {
	name := b.Connector.Name()
	if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") != "" {
		t.Errorf("name %q is not lower-case letters", name)
	}
	if b.Place.Platform != name {
		t.Errorf("the place is on %q, the connector is %q", b.Place.Platform, name)
	}
	l := b.Connector.Limits()
	if l.Max < 0 || l.PerMinute < 0 || l.EditWindow < 0 || l.DraftEvery < 0 {
		t.Errorf("negative limits: %+v", l)
	}
	if n := l.Length(""); n != 0 {
		t.Errorf("the empty text measures %d", n)
	}
	text, last := "", 0
	for _, part := range []string{"a", " é", "\n\n", "東京", "👩‍👩‍👧", "**b**", "`c`", "e\u0301"} {
		text += part
		n := l.Length(text)
		if n < last {
			t.Errorf("%q measures %d, a beginning of it %d", text, n, last)
		}
		last = n
	}
	_, canFind := b.Connector.(connectors.Finder)
	if l.Redelivers != (b.Restart != nil) {
		t.Errorf("Limits.Redelivers is %v, Bench.Restart set: %v (Finder: %v)", l.Redelivers, b.Restart != nil, canFind)
	}
	if accounts := l.Redelivers && !b.CursorOnly; accounts != (b.Owed != nil) {
		t.Errorf("the platform keeps an account of what was acknowledged: %v, Bench.Owed set: %v", accounts, b.Owed != nil)
	}
	if _, canDraft := b.Connector.(connectors.Drafter); l.Drafts && !canDraft || l.Drafts != (b.Drafted != nil) {
		t.Errorf("Limits.Drafts is %v, Bench.Drafted set: %v, Drafter: %v", l.Drafts, b.Drafted != nil, canDraft)
	}
	if l.Edits != (b.Edit != nil) || l.Deletes != (b.Delete != nil) ||
		l.Reactions != (b.React != nil) || l.Reactions != (b.Unreact != nil) {
		t.Errorf("the bench cannot do what Limits promise: %+v", l)
	}
}

// wellFormed checks what holds for every event.
func wellFormed(t *testing.T, b Bench, e connectors.Event) {
	t.Helper()
	switch {
	case e.Key == "":
		t.Errorf("no key: %+v", e)
	case e.Place.Platform != b.Connector.Name():
		t.Errorf("an event from %q: %+v", e.Place.Platform, e)
	case !e.From.Is(e.From) || e.From.Platform != e.Place.Platform:
		t.Errorf("an event by nobody: %+v", e)
	case e.At.IsZero():
		t.Errorf("no time: %+v", e)
	case (e.Message == "") == (e.Handle == ""):
		t.Errorf("exactly one of message and handle has to be set: %+v", e)
	case e.ReplyTo != "" && e.ReplyToHandle != "":
		t.Errorf("a reply to two messages: %+v", e)
	case !utf8.ValidString(e.Text):
		t.Errorf("text is not UTF-8: %+v", e)
	case e.Emoji != connectors.NormalEmoji(e.Emoji):
		t.Errorf("emoji is not normalised: %+v", e)
	}
}

func message(t *testing.T, b Bench) {
	e := listen(t, b.Connector, "", nil)
	defer e.stop()
	b.Say("hello")
	b.Say("hello")
	one, two := e.next(), e.next()
	for _, ev := range []connectors.Event{one, two} {
		wellFormed(t, b, ev)
		if ev.Kind != connectors.Message || ev.Text != "hello" || ev.Message == "" {
			t.Errorf("event %+v", ev)
		}
	}
	if one.Key == two.Key || one.Message == two.Message {
		t.Error("two messages with the same words are one")
	}
	if !one.From.Is(two.From) || one.Place != two.Place {
		t.Error("the same person in the same place is two")
	}
}

// samples are texts of one line that a connector must neither change nor lose.
var samples = []string{
	"plain", "**bold** _it_ `code` [x](https://example.com)", "< > & \" ' \\ / { }", "  indented", "/why #412",
	"ünïcödé", "日本語", "עברית", "e\u0301", "\u0085", "👩‍👩‍👧 👍🏽 ❤️", "\U0001F600\U00020000\U0010FFFD", "\ufeff",
	strings.Repeat("long ", 4000),
}

func words(t *testing.T, b Bench) {
	e := listen(t, b.Connector, "", nil)
	defer e.stop()
	for _, s := range samples {
		if strings.TrimSpace(s) == "" || b.Longest > 0 && utf8.RuneCountInString(s) > b.Longest {
			continue
		}
		b.Say(s)
		if ev := e.next(); ev.Text != s || ev.Kind != connectors.Message {
			t.Errorf("said %.60q, heard %s %.60q", s, ev.Kind, ev.Text)
		}
	}
}

func order(t *testing.T, b Bench) {
	const n = 200
	e := listen(t, b.Connector, "", nil)
	defer e.stop()
	for i := range n {
		b.Say(fmt.Sprint("n", i))
	}
	keys := map[string]bool{}
	for i := range n {
		ev := e.next()
		if want := fmt.Sprint("n", i); ev.Text != want {
			t.Fatalf("heard %q, want %q", ev.Text, want)
		}
		keys[ev.Key] = true
	}
	if len(keys) != n {
		t.Errorf("%d keys for %d messages", len(keys), n)
	}
}

var errFull = errors.New("disk full")

func refused(t *testing.T, b Bench) {
	b.Say("one")
	b.Say("two")
	b.Say("three")
	var first, refusedKey string
	var cursor connectors.Cursor
	e := listen(t, b.Connector, "", func(ev connectors.Event) error {
		if first == "" || ev.Key == first {
			first, cursor = ev.Key, ev.Cursor
			return nil
		}
		refusedKey = ev.Key
		return errFull
	})
	e.next()
	if err := <-e.done; !errors.Is(err, errFull) {
		t.Fatalf("Run = %v, want the sink's error", err)
	}
	if len(e.events) > 0 {
		t.Fatalf("%+v overtook the event that was refused", <-e.events)
	}
	e = listen(t, b.Connector, cursor, nil)
	defer e.stop()
	again := e.next()
	if again.Key != refusedKey || again.Text != "two" {
		t.Errorf("after the refusal came %q (%s), want \"two\" (%s)", again.Text, again.Key, refusedKey)
	}
	if ev := e.next(); ev.Text != "three" {
		t.Errorf("then %q, want \"three\"", ev.Text)
	}
}

// acknowledged holds the order of the two: first the sink, then the platform.
func acknowledged(t *testing.T, b Bench) {
	if b.Owed == nil {
		return
	}
	e := listen(t, b.Connector, "", func(ev connectors.Event) error {
		if ev.Text == "two" {
			return errFull
		}
		return nil
	})
	b.Say("one")
	e.next()
	b.Say("two")
	if err := <-e.done; !errors.Is(err, errFull) {
		t.Fatalf("Run = %v, want the sink's error", err)
	}
	if !b.Owed() {
		t.Error("what the sink refused was acknowledged to the platform")
	}
}

func restart(t *testing.T, b Bench) {
	if b.Restart == nil {
		return
	}
	b.Say("one")
	b.Say("two")
	var seen []connectors.Event
	e := listen(t, b.Connector, "", func(ev connectors.Event) error {
		seen = append(seen, ev)
		if len(seen) > 1 {
			return errFull
		}
		return nil
	})
	<-e.done
	b.Say("three")
	// The cursor may be from before, or too new by a crash: neither loses anything.
	cursors := []connectors.Cursor{seen[0].Cursor, ""}
	if !b.CursorOnly {
		cursors = append(cursors, seen[1].Cursor)
	}
	for _, from := range cursors {
		e = listen(t, b.Restart(), from, func(ev connectors.Event) error {
			if ev.Text == "one" {
				return nil
			}
			if ev.Key != seen[1].Key || ev.Text != "two" {
				t.Errorf("from %q came %q (%s), want \"two\" (%s)", from, ev.Text, ev.Key, seen[1].Key)
			}
			return errFull
		})
		if err := <-e.done; !errors.Is(err, errFull) {
			t.Errorf("from %q: Run = %v", from, err)
		}
	}
}

func resume(t *testing.T, b Bench) {
	if b.Restart == nil {
		return
	}
	e := listen(t, b.Connector, "", nil)
	b.Say("one")
	b.Say("two")
	e.next()
	cursor := e.next().Cursor
	e.stop()
	b.Say("three")
	e = listen(t, b.Restart(), cursor, nil)
	defer e.stop()
	if ev := e.next(); ev.Text != "three" {
		t.Errorf("after its cursor came %q, want \"three\"", ev.Text)
	}
}

func editsAndDeletes(t *testing.T, b Bench) {
	e := listen(t, b.Connector, "", nil)
	defer e.stop()
	b.Say("teh")
	said := e.next()
	keys := map[string]bool{said.Key: true}
	check := func(kind connectors.EventKind, text string) {
		t.Helper()
		ev := e.next()
		wellFormed(t, b, ev)
		if ev.Kind != kind || ev.Text != text || ev.Message != said.Message {
			t.Errorf("event %+v, want %s of %s", ev, kind, said.Message)
		}
		if keys[ev.Key] {
			t.Errorf("key %s has come before", ev.Key)
		}
		keys[ev.Key] = true
	}
	if b.Edit != nil {
		b.Edit("the")
		check(connectors.Edit, "the")
		b.Edit("The")
		check(connectors.Edit, "The")
	}
	if b.Delete != nil {
		b.Delete()
		check(connectors.Delete, "")
	}
}

// EditsFollow holds that no edit comes before the message it changes, and that each is heard
// or stands in the message already. It is part of Run; a driver whose platform may deliver out
// of order calls it where that does.
func EditsFollow(t *testing.T, b Bench) {
	if b.Edit == nil {
		return
	}
	const n = 60
	e := listen(t, b.Connector, "", nil)
	defer e.stop()
	for i := range n {
		b.Say(fmt.Sprint("teh ", i))
		b.Edit(fmt.Sprint("the ", i))
	}
	came := map[string]bool{}
	heard, edited := map[connectors.MessageID]bool{}, map[connectors.MessageID]bool{}
	for len(edited) < n {
		ev := e.next()
		if came[ev.Key] {
			continue
		}
		came[ev.Key] = true
		switch ev.Kind {
		case connectors.Message:
			heard[ev.Message] = true
		case connectors.Edit:
			if !heard[ev.Message] {
				t.Errorf("%q came before the message that it changes", ev.Text)
			}
		}
		if strings.HasPrefix(ev.Text, "the ") {
			edited[ev.Message] = true
		}
	}
	if len(heard) != n {
		t.Errorf("heard %d messages, want %d", len(heard), n)
	}
}

// exchanged holds that the file of a message is known again when its words are changed, and that one like it which takes
// its place is another, beside which the message holds none.
func exchanged(t *testing.T, b Bench) {
	if b.Exchange == nil {
		return
	}
	e := listen(t, b.Connector, "", nil)
	defer e.stop()
	b.Enclose("pay this", "112 euros")
	said := e.next()
	if len(said.Files) != 1 || said.Text != "pay this" {
		t.Fatalf("heard %+v", said)
	}
	was := said.Files[0]
	for _, c := range []struct {
		text, file string
		same       bool
	}{{"please pay this", "112 euros", true}, {"please pay this", "121 euros", false}, {"please pay", "121 euros", true}} {
		b.Exchange(c.text, c.file)
		ev := e.next()
		wellFormed(t, b, ev)
		if ev.Kind != connectors.Edit || ev.Message != said.Message || ev.Text != c.text || len(ev.Files) != 1 || !ev.Whole {
			t.Fatalf("of %q: event %+v, want an edit of %s that holds one file and no other", c.file, ev, said.Message)
		}
		if is := ev.Files[0]; is.Is(was) != c.same {
			t.Errorf("%q: %+v is %+v: %v", c.text, is, was, !c.same)
		}
		was = ev.Files[0]
	}
}

func reactions(t *testing.T, b Bench) {
	if b.React == nil {
		return
	}
	e := listen(t, b.Connector, "", nil)
	defer e.stop()
	const handle = "m412"
	id, err := b.Connector.Send(t.Context(), connectors.Post{Key: "p1", Place: b.Place, Handle: handle, Text: "a post"})
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]bool{}
	for _, emoji := range []string{"👍", "❤️", "👍🏽", "👎"} {
		b.React(id, handle, emoji)
		added := e.next()
		b.Unreact(id, handle, emoji)
		removed := e.next()
		for _, ev := range []connectors.Event{added, removed} {
			wellFormed(t, b, ev)
			if ev.Message != id && ev.Handle != handle {
				t.Errorf("a reaction to %q %q, want %q or %q", ev.Message, ev.Handle, id, handle)
			}
			keys[ev.Key] = true
		}
		// The platform tells whole sets, or this was read, not told: before the connection stood.
		want := connectors.NormalEmoji(emoji)
		put := added.Kind == connectors.React && added.Emoji == want
		set := added.Kind == connectors.Reactions && slices.Equal(added.Emojis, []string{want})
		if !put && !set {
			t.Errorf("event %+v, want reaction %s", added, want)
		}
		if removed.Kind != connectors.Unreact && (removed.Kind != connectors.Reactions || len(removed.Emojis) != 0) {
			t.Errorf("event %+v, want the reaction taken back", removed)
		}
	}
	if len(keys) != 8 {
		t.Errorf("%d keys for 8 reactions", len(keys))
	}
}
