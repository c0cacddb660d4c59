package slack_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/connectortest"
	"citadel/connectors/slack"
	"citadel/connectors/slack/slackserver"
)

// brief says what an event is in a few words.
func brief(ev connectors.Event) string {
	switch ev.Kind {
	case connectors.Remaining:
		return fmt.Sprintf("remaining in %s%s", ev.Place.Room, ev.Place.Thread)
	case connectors.Reactions:
		return fmt.Sprintf("reactions on %s: %s", ev.Message, strings.Join(ev.Emojis, ""))
	}
	return fmt.Sprintf("%s %s", ev.Kind, ev.Text+ev.Emoji)
}

// some takes n events.
func (e *ear) some(n int) (all []connectors.Event) {
	e.t.Helper()
	for range n {
		all = append(all, e.any())
	}
	return all
}

func briefs(all []connectors.Event) (out []string) {
	for _, ev := range all {
		out = append(out, brief(ev))
	}
	return out
}

// forgetful has the server drop at once what it could not deliver, as Slack does after some
// minutes.
func forgetful(s *slackserver.Server) { s.Keep = time.Millisecond }

func dropped(t *testing.T, s *slackserver.Server) {
	t.Helper()
	until(t, "Slack has given up delivering", func() bool { tr := s.Traffic(); return tr.Flight+tr.Waiting == 0 })
}

// past waits until the second in which something was said is over: the history tells what
// is missing from it only up to the second in which it is read.
func past(t *testing.T, ts string) {
	t.Helper()
	var second int64
	if _, err := fmt.Sscanf(ts, "%d.", &second); err != nil {
		t.Fatal(err)
	}
	until(t, "a second has passed", func() bool { return now().Unix() > second })
}

// What Slack gave up delivering, while the connection was well all the time, is heard before long, each once: what was
// said, in a thread, too, edited, taken back, and who put an emoji on what or took it off.
func TestGivenUp(t *testing.T) {
	s := serve(t, nil)
	s.Say("the first of all") // of the oldest that is read nobody can tell what stood before it
	c := heeding(s)
	c.Look = 10 * time.Millisecond
	e := hear(t, c, "")
	var at []string
	for _, text := range []string{"one", "two", "three", "four"} {
		at = append(at, s.Say(text))
	}
	s.React(slackserver.Sam, slackserver.Home, at[3], "👍")
	for brief(e.any()) != "react 👍" {
	}
	past(t, at[3])
	s.SetFaults(slackserver.Faults{Rand: seeded(1), Lose: 1})
	s.Edit(slackserver.Home, at[0], "one again")
	s.Delete(slackserver.Home, at[1])
	s.React(slackserver.Sam, slackserver.Home, at[2], "❤️")
	s.Unreact(slackserver.Sam, slackserver.Home, at[3], "👍")
	s.Say("five")
	s.SayAs(slackserver.Sam, slackserver.Home, at[0], "below the first")
	lost := s.Traffic().Dropped
	want := map[string]int{
		"edit one again": 1, "message five": 1, "message below the first": 1, "gone " + at[1]: 1,
		"reactions on " + at[2] + ": ❤": 1, "reactions on " + at[3] + ": ": 1,
	}
	got := map[string]int{}
	count := func(ev connectors.Event) {
		if ev.Kind != connectors.Remaining {
			got[brief(ev)]++
		} else if ev.Place.Thread == "" && !slices.Contains(ev.Still, connectors.MessageID(at[1])) && slices.Contains(ev.Still, connectors.MessageID(at[0])) {
			got["gone "+at[1]]++
		}
	}
	for len(got) < len(want) {
		count(e.any())
	}
	s.SetFaults(slackserver.Faults{})
	last := s.Say("the last")
	for ev := e.any(); string(ev.Message) != last; ev = e.any() {
		count(ev)
	}
	if !maps.Equal(got, want) || lost < 6 {
		t.Errorf("of %d that were lost: %v", lost, got)
	}
}

// hanging hears with looks close upon each other, whose calls of a method are never answered once looks is set; hangs counts
// them.
func hanging(t *testing.T, method string) (s *slackserver.Server, e *ear, looks *atomic.Bool, hangs *atomic.Int32) {
	s, looks, hangs = serve(t, nil), new(atomic.Bool), new(atomic.Int32)
	c := heeding(s)
	c.Look = 10 * time.Millisecond
	c.URL = inFront(t, s, func(_ http.ResponseWriter, r *http.Request, _ url.Values) bool {
		if !looks.Load() || !strings.HasSuffix(r.URL.Path, method) {
			return false
		}
		hangs.Add(1)
		<-r.Context().Done()
		return true
	})
	return s, hear(t, c, ""), looks, hangs
}

// A look at what may have been given up holds up nobody: what is said meanwhile is heard before it is over.
func TestALookHoldsUpNobody(t *testing.T) {
	s, e, looks, hangs := hanging(t, "conversations.history")
	s.Say("first")
	e.next()
	looks.Store(true)
	for _, text := range []string{"and what of this?", "and this?"} {
		n := hangs.Load()
		until(t, "it is looked", func() bool { return hangs.Load() > n })
		s.Say(text)
		if ev := e.next(); ev.Text != text {
			t.Errorf("heard %+v", ev)
		}
	}
}

// What a look read and did not come to hand on is not known by that: the connection still tells of it.
func TestAnEditDuringALook(t *testing.T) {
	s, e, looks, hangs := hanging(t, "conversations.replies")
	ts := s.Say("a")
	e.next()
	below := s.SayAs(slackserver.Sam, slackserver.Home, ts, "below")
	e.next()
	past(t, below)
	looks.Store(true)
	until(t, "it is looked", func() bool { return hangs.Load() > 0 })
	s.SetFaults(slackserver.Faults{Rand: seeded(1), Lose: 1}) // the history has it first, the connection a moment later
	second := now().Unix()
	s.Edit(slackserver.Home, ts, "b")
	s.SetFaults(slackserver.Faults{})
	n := hangs.Load()
	s.Say("another")
	e.next()
	until(t, "it is looked again", func() bool { return hangs.Load() > n })
	s.Event(lateEdit(ts, "a", "b", fmt.Sprintf("%d.900000", second)))
	if got := brief(e.next()); got != "edit b" {
		t.Errorf("heard %q, %q", got, brief(e.next()))
	}
}

// What one look at the history does not show may be behind: it is gone where the next does not show it either.
func TestALookIsBehind(t *testing.T) {
	s := serve(t, nil)
	s.Say("the first of all") // of the oldest that is read nobody can tell what stood before it
	c := heeding(s)
	c.Look = 10 * time.Millisecond
	var behind atomic.Bool
	var looks atomic.Int32
	ts := ""
	c.URL = changing(t, s, "conversations.history", &looks, func(m map[string]any) bool {
		return m["ts"] != ts || !behind.CompareAndSwap(true, false)
	})
	e := hear(t, c, "")
	ts = s.Say("keep")
	e.next()
	past(t, ts)
	past(t, s.Say("later"))
	e.next()
	n := looks.Load()
	until(t, "all is read", func() bool { return looks.Load() > n+2 })
	behind.Store(true)
	until(t, "it was looked", func() bool { return !behind.Load() })
	n = looks.Load()
	until(t, "and again", func() bool { return looks.Load() > n+3 })
	s.Say("the last")
	for ev := e.any(); ev.Text != "the last"; ev = e.any() {
		if ev.Kind == connectors.Remaining && ev.Place.Room == slackserver.Home && !slices.Contains(ev.Still, connectors.MessageID(ts)) {
			t.Errorf("it is told that it is gone: %v", ev.Still)
		}
	}
}

// Where Slack wants to be asked less than a look asks, what was read whole is handed on, and the next look goes on there.
func TestALookIsLimited(t *testing.T) {
	s := serve(t, nil)
	var left atomic.Int32
	var looks atomic.Bool
	rooms := []string{slackserver.Home}
	for i := range 6 {
		rooms = append(rooms, s.Channel(fmt.Sprint("c", i), false, slackserver.Sam, slackserver.Bot))
	}
	c := connector(s)
	c.Look = 10 * time.Millisecond
	c.URL = inFront(t, s, func(w http.ResponseWriter, r *http.Request, _ url.Values) bool {
		if looks.Load() && strings.HasSuffix(r.URL.Path, "users.conversations") {
			left.Store(2) // so many are answered in a look
		}
		if !looks.Load() || !strings.HasSuffix(r.URL.Path, "conversations.history") || left.Add(-1) >= 0 {
			return false
		}
		w.Header().Set("Retry-After", "30")
		w.WriteHeader(http.StatusTooManyRequests)
		return true
	})
	e := hear(t, c, "")
	s.Say("begin")
	e.next()
	looks.Store(true)
	s.SetFaults(slackserver.Faults{Rand: seeded(1), Lose: 1})
	want := map[string]int{}
	for _, room := range rooms {
		s.SayAs(slackserver.Sam, room, "", "in "+room)
		want["in "+room] = 1
	}
	got := map[string]int{}
	for len(got) < len(want) {
		got[e.next().Text]++
	}
	if !maps.Equal(got, want) {
		t.Errorf("heard %v", got)
	}
}

// Slack says only in which second a message was edited: two edits within one are two, in the order in which they were
// made, also where only the last is found in the history.
func TestEditsWithinASecond(t *testing.T) {
	s := serve(t, forgetful)
	e := hear(t, connector(s), "")
	ts := s.Say("one")
	last := e.next()
	past(t, ts)
	for _, text := range []string{"two", "three", "four"} {
		s.Edit(slackserver.Home, ts, text)
		if last = e.next(); last.Kind != connectors.Edit || last.Text != text {
			t.Fatalf("%+v", last)
		}
	}
	e.stop()
	s.Edit(slackserver.Home, ts, "five")
	past(t, fmt.Sprint(now().Unix(), "."))
	dropped(t, s)
	e = hear(t, connector(s), last.Cursor)
	if got := e.next(); got.Kind != connectors.Edit || got.Text != "five" || got.At.Before(last.At) {
		t.Errorf("%+v", got)
	}
}

// What happened while nobody listened is read: new words, and old ones that were changed,
// taken back or given an emoji, in threads too, in order, and once.
func TestCatchUp(t *testing.T) {
	s := serve(t, forgetful)
	acme := s.Channel("acme", false, slackserver.Sam)
	private := s.Channel("board", true, slackserver.Sam)
	e := hear(t, connector(s), "")
	s.Say("the oldest")
	kept, changed, gone := s.Say("kept"), s.Say("teh"), s.Say("gone")
	root := s.SayAs(slackserver.Sam, acme, "", "root")
	reply := s.SayAs(slackserver.Sam, acme, root, "reply")
	for range 6 {
		e.next()
	}
	s.React(slackserver.Sam, room, kept, "👍")
	cursor := e.next().Cursor
	past(t, reply)
	e.stop()

	s.Edit(room, changed, "the")
	s.Delete(room, gone)
	s.Unreact(slackserver.Sam, room, kept, "👍")
	s.React(slackserver.Sam, room, changed, "❤️")
	s.Unfurl(room, kept)
	s.SayAs(slackserver.Sam, acme, root, "late reply")
	s.Edit(acme, reply, "reply, changed")
	s.SayAs(slackserver.Sam, private, "", "first words here")
	s.Say("new")
	dropped(t, s)
	e = hear(t, connector(s), cursor)
	got := e.some(11)
	// Of an edit Slack says only the second.
	happened := slices.DeleteFunc(briefs(got[:5]), func(b string) bool { return strings.HasPrefix(b, "edit ") })
	if want := []string{"message late reply", "message first words here", "message new"}; !slices.Equal(happened, want) {
		t.Errorf("what happened: %q, want %q", happened, want)
	}
	for _, edit := range []string{"edit the", "edit reply, changed"} {
		if !slices.Contains(briefs(got[:5]), edit) {
			t.Errorf("what happened: %q, and not %q", briefs(got[:5]), edit)
		}
	}
	stands := briefs(got[5:])
	slices.Sort(stands)
	want := []string{"reactions on " + kept + ": ", "reactions on " + changed + ": ❤", "remaining in " + room, "remaining in " + acme, "remaining in " + acme + root, "remaining in " + private}
	slices.Sort(want)
	if !slices.Equal(stands, want) {
		t.Errorf("how things stand: %q, want %q", stands, want)
	}
	for _, ev := range got {
		if ev.Kind != connectors.Remaining || ev.Place != home {
			continue
		}
		still := func(ts string) bool { return slices.Contains(ev.Still, connectors.MessageID(ts)) }
		if still(gone) || !still(kept) || !still(changed) {
			t.Errorf("still there: %q", ev.Still)
		}
		// What is older than all that stands, and than a day, may have been taken away by the workspace's own rule.
		if ago := time.Since(ev.Since); ago < 22*time.Hour || ago > 24*time.Hour || !ev.At.After(ev.Since) {
			t.Errorf("from %v to %v", ev.Since, ev.At)
		}
	}
	last := got[len(got)-1].Cursor
	e.stop()

	// Nothing happened meanwhile: only how things stand may come again, and edits, under the keys that they had.
	e = hear(t, connector(s), last)
	s.Say("the end")
	for ev := e.any(); ev.Text != "the end"; ev = e.any() {
		copied := ev.Kind == connectors.Edit && slices.ContainsFunc(got, func(g connectors.Event) bool { return g.Key == ev.Key })
		if ev.Kind != connectors.Remaining && ev.Kind != connectors.Reactions && !copied {
			t.Errorf("came again: %+v", ev)
		}
	}
}

// Who is killed after the words that he missed, and before he looked at what became of earlier
// ones, looks as far back the next time.
func TestCatchUpThatWasCutShort(t *testing.T) {
	s := serve(t, forgetful)
	e := hear(t, connector(s), "")
	root := s.Say("root")
	reply := s.SayAs(slackserver.Sam, room, root, "reply")
	e.next()
	cursor := e.next().Cursor
	past(t, reply)
	e.stop()

	s.React(slackserver.Sam, room, reply, "❤️")
	const threads = 31 // more than are read again
	for i := range threads {
		last := s.SayAs(slackserver.Sam, room, s.Say(fmt.Sprint("root", i)), "reply")
		if i == threads-1 {
			past(t, last)
		}
	}
	dropped(t, s)
	e = hear(t, connector(s), cursor)
	words := e.some(2 * threads)
	e.stop()
	for _, ev := range words {
		if ev.Kind != connectors.Message {
			t.Fatalf("before all is heard: %+v", ev)
		}
	}
	e = hear(t, connector(s), words[len(words)-1].Cursor)
	for ev := e.any(); ev.Kind != connectors.Reactions || string(ev.Message) != reply; ev = e.any() {
		if ev.Kind == connectors.Message {
			t.Errorf("heard again: %q", ev.Text)
		}
	}
}

// Whoever is killed at any of the messages that he missed hears the rest of them the next time,
// in each conversation, and none of them twice.
func TestKilledAtEachOfWhatWasMissed(t *testing.T) {
	s := serve(t, forgetful)
	acme := s.Channel("acme", false, slackserver.Sam)
	e := hear(t, connector(s), "")
	s.Say("before")
	cursor := e.next().Cursor
	e.stop()
	var want []string
	var last string
	for i := range 6 {
		text := fmt.Sprint("missed ", i)
		if want = append(want, "message "+text); i%2 == 0 {
			last = s.Say(text)
		} else {
			last = s.SayAs(slackserver.Sam, acme, "", text)
		}
	}
	past(t, last) // so that how each conversation stands is told
	dropped(t, s)
	for most := range want {
		from, heard := cursor, 0
		var got []string
		err := connector(s).Run(t.Context(), from, func(_ context.Context, ev connectors.Event) error {
			if heard == most {
				return errFull
			}
			heard, from, got = heard+1, ev.Cursor, append(got, brief(ev))
			return nil
		})
		if !errors.Is(err, errFull) {
			t.Fatalf("Run = %v", err)
		}
		e := hear(t, connector(s), from)
		for stands := 0; stands < 2; { // of each conversation, behind all that was missed
			ev := e.any()
			if from = ev.Cursor; ev.Kind == connectors.Remaining {
				stands++
			} else {
				got = append(got, brief(ev))
			}
		}
		if strings.Contains(string(from), ":") {
			t.Errorf("killed behind %d: all was read, and %q still lists messages", most, from)
		}
		e.stop()
		if !slices.Equal(got, want) {
			t.Errorf("killed behind %d: heard %q, want %q", most, got, want)
		}
	}
}

// A connection that breaks is made anew, and what was missed meanwhile is in order with what
// comes: also a message that the server delivers late is heard once, and before later ones.
func TestReconnects(t *testing.T) {
	for name, breaks := range map[string]func(*slackserver.Server){
		"asked to": (*slackserver.Server).Disconnect, "broken off": (*slackserver.Server).Cut,
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, nil)
			e := hear(t, connector(s), "")
			s.Say("begin")
			e.next()
			var want, got []string
			for i := range 60 {
				text := fmt.Sprint("n", i)
				s.Say(text)
				want = append(want, text)
				if i%10 == 5 {
					breaks(s)
				}
			}
			for range want {
				got = append(got, e.next().Text)
			}
			if !slices.Equal(got, want) {
				t.Errorf("heard %q", got)
			}
		})
	}
}

// A message that Slack never delivered, although it delivered later ones, is found in the
// history: by the next connection, and by the next process.
func TestHoles(t *testing.T) {
	s := serve(t, forgetful)
	c := connector(s)
	e := hear(t, c, "")
	s.Say("one")
	e.next()
	s.Hush(false) // it is said into a connection that delivers nothing
	hole := s.Say("never delivered")
	s.Cut()
	s.Say("two")
	first, second := e.next(), e.next()
	if first.Message != connectors.MessageID(hole) || second.Text != "two" {
		t.Errorf("heard %q, %q", first.Text, second.Text)
	}
}

// A connection that stays open while nothing comes over it is made anew.
func TestHalfOpen(t *testing.T) {
	s := serve(t, nil)
	c := connector(s)
	c.Silence = 300 * time.Millisecond
	e := hear(t, c, "")
	s.Say("one")
	e.next()
	s.Hush(false)
	s.Say("into the void")
	if ev := e.next(); ev.Text != "into the void" {
		t.Errorf("heard %+v", ev)
	}
	if c.Heard().IsZero() {
		t.Error("nothing was heard, by Heard")
	}
}

// What is silent from the first moment on is given up, too.
func TestSilentFromTheBeginning(t *testing.T) {
	s := serve(t, nil)
	s.Hush(true)
	c := connector(s)
	c.Silence = 200 * time.Millisecond
	e := hear(t, c, "")
	until(t, "it has tried twice", func() bool { return s.Calls("apps.connections.open") > 1 })
	if !c.Heard().IsZero() {
		t.Error("heard something")
	}
	s.Hush(false)
	s.Say("at last")
	if ev := e.next(); ev.Text != "at last" {
		t.Errorf("heard %+v", ev)
	}
}

// Nothing is acknowledged before the sink took it, and Slack delivers it again.
func TestAcknowledgedAfterTheSink(t *testing.T) {
	s := serve(t, nil)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	inside, goOn := make(chan bool), make(chan bool)
	done := make(chan error, 1)
	go func() {
		done <- connector(s).Run(ctx, "", func(_ context.Context, ev connectors.Event) error {
			if ev.Kind == connectors.Message {
				inside <- true
				<-goOn
			}
			return nil
		})
	}()
	s.Say("one")
	<-inside
	if n := s.Traffic().Acked; n != 0 {
		t.Errorf("%d acknowledged while the sink has it", n)
	}
	goOn <- true
	until(t, "it is acknowledged", func() bool { return s.Traffic().Acked == 1 })
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A copy that Slack makes because it waited too long is acknowledged, and heard once.
func TestDeliveredAgain(t *testing.T) {
	s := serve(t, func(s *slackserver.Server) { s.AckWithin = 20 * time.Millisecond })
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	heard := make(chan string, 100)
	done := make(chan error, 1)
	go func() {
		done <- connector(s).Run(ctx, "", func(ctx context.Context, ev connectors.Event) error {
			if ev.Kind == connectors.Message { // a busy machine may lose the connection, and what stands is told again
				heard <- ev.Text
			}
			until(t, "Slack has sent it twice", func() bool { tr := s.Traffic(); return ev.Text != "slow" || tr.Dropped > 0 })
			return nil
		})
	}()
	s.Say("slow")
	s.Say("next")
	if a, b := <-heard, <-heard; a != "slow" || b != "next" {
		t.Errorf("heard %q, then %q", a, b)
	}
	s.Say("last")
	if c := <-heard; c != "last" {
		t.Errorf("then %q", c)
	}
	cancel()
	<-done
}

// Reactions that come out of order, or late, leave what stands as it is.
func TestLateReactions(t *testing.T) {
	s := serve(t, nil)
	e := hear(t, connector(s), "")
	ts := s.Say("one")
	e.next()
	event := func(kind, at string) {
		s.Event(map[string]any{
			"type": kind, "user": slackserver.Sam, "reaction": "+1", "event_ts": at, "item": map[string]any{"type": "message", "channel": room, "ts": ts},
		})
	}
	event("reaction_added", "1900000002.000000")
	e.next()
	event("reaction_removed", "1900000003.000000")
	e.next()
	event("reaction_added", "1900000001.000000") // taken off since
	event("reaction_added", "1900000004.000000")
	if ev := e.next(); ev.Kind != connectors.React || ev.At.Unix() != 1_900_000_004 {
		t.Errorf("heard %+v", ev)
	}
}

// A page of the history with something unreadable in it is read all the same, and so is
// one that Slack is slow, busy or unwell about.
func TestUnwellHistory(t *testing.T) {
	s := serve(t, forgetful)
	e := hear(t, connector(s), "")
	s.Say("one")
	cursor := e.next().Cursor
	e.stop()
	s.Put(slackserver.Message{User: slackserver.Sam, Room: room, Text: "with a block", Blocks: `[{"type":"rich_text","elements":7}]`})
	s.Put(slackserver.Message{User: "no id; at all", Room: room, Text: "by whom?"})
	s.Say("two")
	dropped(t, s)
	s.SetFaults(slackserver.Faults{Rand: seeded(3), TooMany: 0.4, Broken: 0.1, HangUp: 0.1, Refuse: 0.1})
	e = hear(t, connector(s), cursor)
	if a, b, c := e.next(), e.next(), e.next(); a.Text != "with a block" || b.Kind != connectors.Unparsed || c.Text != "two" {
		t.Errorf("heard %q, %+v, %q", a.Text, b, c.Text)
	}
}

// Who may not come in is told so, and stops trying.
func TestRefused(t *testing.T) {
	nothing := func(context.Context, connectors.Event) error { return nil }
	for name, change := range map[string]func(*slackserver.Server, *slack.Slack){
		"the bot token": func(_ *slackserver.Server, c *slack.Slack) { c.BotToken = "xoxb-no" },
		"the app token": func(_ *slackserver.Server, c *slack.Slack) { c.AppToken = "xapp-no" },
		"both, swapped": func(_ *slackserver.Server, c *slack.Slack) { c.AppToken, c.BotToken = c.BotToken, c.AppToken },
		"everything":    func(s *slackserver.Server, _ *slack.Slack) { s.Refuse("account_inactive") },
	} {
		s := serve(t, nil)
		c := connector(s)
		change(s, c)
		expect(t, name, c.Run(t.Context(), "", nothing), connectors.Forbidden)
	}
	s := serve(t, nil)
	e := hear(t, connector(s), "")
	s.Say("one")
	e.next()
	s.Refuse("token_revoked")
	expect(t, "revoked while it runs", <-e.done, connectors.Forbidden)
	e.done <- nil
	expect(t, "a cursor of somebody else", connector(s).Run(t.Context(), "offset 7", nothing), connectors.Invalid)
}

// A conversation that may not be read does not keep the others from being heard.
func TestOneConversationRefused(t *testing.T) {
	s := serve(t, func(s *slackserver.Server) {
		forgetful(s)
		s.Scopes = []string{"im:history", "im:read", "users:read", "channels:read", "channels:history"}
	})
	s.Channel("acme", false)
	s.Say("heard")
	dropped(t, s)
	e := hear(t, connector(s), "")
	if ev := e.next(); ev.Text != "heard" {
		t.Errorf("heard %+v", ev)
	}
	if n := s.Calls("conversations.history"); n < 2 {
		t.Errorf("history was read %d times", n)
	}
}

// With the scopes for direct messages alone nothing else is asked for.
func TestDirectMessagesAlone(t *testing.T) {
	s := serve(t, func(s *slackserver.Server) { forgetful(s); s.Scopes = slack.ScopesDirect })
	acme := s.Channel("acme", false, slackserver.Sam)
	s.SayAs(slackserver.Sam, acme, "", "not for us")
	s.Say("for us")
	dropped(t, s)
	e := hear(t, connector(s), "")
	if ev := e.next(); ev.Text != "for us" {
		t.Errorf("heard %+v", ev)
	}
	if n := s.Calls("conversations.history"); n != 1 {
		t.Errorf("history was read %d times", n)
	}
}

// Of a backlog longer than is read, the part that is left out is said.
func TestSoakGap(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	s := serve(t, forgetful)
	e := hear(t, connector(s), "")
	s.Say("before")
	cursor := e.next().Cursor
	e.stop()
	const n, read = 20_050, 20_000
	for i := range n {
		s.Say(fmt.Sprint("n", i))
	}
	dropped(t, s)
	e = hear(t, connector(s), cursor)
	var gap connectors.Event
	for i := n - read; i < n; {
		switch ev := e.next(); {
		case ev.Kind == connectors.Gap:
			gap = ev
		case ev.Text == fmt.Sprint("n", i):
			i++
		default:
			t.Fatalf("heard %+v, want n%d", ev, i)
		}
	}
	if gap.Key == "" || gap.Place != home || !gap.Since.Before(gap.At) {
		t.Errorf("the gap is %+v", gap)
	}
}

// A server that answers nothing holds nothing up for ever: every call has a timeout.
func TestCallsEnd(t *testing.T) {
	c := &slack.Slack{}
	for what, client := range slack.Clients(c) {
		if client.Timeout <= 0 {
			t.Errorf("the client for %s waits for ever", what)
		}
		if client.Transport == nil || client.Transport == http.DefaultTransport {
			t.Errorf("the client for %s shares connections with others", what)
		}
	}
}

// A connection breaks off, or Slack asks for it to be left.
func TestAThousandReconnects(t *testing.T) {
	s := &slackserver.Server{Now: now, Ping: ping, Retries: quick}
	s.Start()
	c := connector(s)
	slack.Settle(c, time.Millisecond)
	b := connectortest.Bench{Connector: c, Say: func(text string) { s.Say(text) }, Close: s.Close}
	connectortest.Reconnects(t, b, 4<<10, func(i int) {
		until(t, "it is connected", func() bool { return s.Traffic().Conns == 1 })
		if i%2 == 0 {
			s.Cut()
		} else {
			s.Disconnect()
		}
	})
}
