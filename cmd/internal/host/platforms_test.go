package host_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"citadel/brain"
	"citadel/brain/turn"
	"citadel/cmd/internal/host"
	"citadel/connectors"
	"citadel/memory/event"
)

// What is said is answered where it was said: alone with the agent, in a thread, and among
// others where it is named.
func TestPlatformsAnswerWhereTheyWereAsked(t *testing.T) {
	onPlatforms(t, func(t *testing.T, s *stage, f far) {
		s.run()
		s.link(f)
		if said := s.say(f, f.home(), "remember the gate code is with Ana"); !strings.Contains(said, "Kept: the gate code is with Ana") {
			t.Errorf("answered %q", said)
		}
		if said := s.say(f, f.home(), "find gate code"); !strings.Contains(said, "gate code is with Ana") {
			t.Errorf("found %q", said)
		}
		if f.threads() {
			at := f.home()
			s.ask(f, at, func() { at.Thread = string(f.say(f.home(), "thanks")) })
			if said := s.say(f, at, "remember the lamp is green"); !strings.Contains(said, "the lamp is green") {
				t.Errorf("in the thread: %q", said)
			}
		}
		said := s.ask(f, f.channel(), func() { f.address(f.channel(), "help") })
		if len(said) == 0 {
			t.Error("no answer among others")
		}
		if home := f.shown(f.home()); slices.ContainsFunc(home, func(p shown) bool { return len(said) > 0 && p.text == said[0].text }) {
			t.Errorf("what was asked among others was answered alone: %s", texts(said))
		}
	})
}

// replies answers a message: in the thread under it where there are threads.
func replies(s *stage, f far, to connectors.MessageID, text string) string {
	s.t.Helper()
	at := f.home()
	if f.threads() {
		at.Thread = string(to)
		return s.say(f, at, text)
	}
	return texts(s.ask(f, at, func() { f.(*farTelegram).reply(to, text) }))
}

// Under an answer, why means that answer, and not the last one.
func TestPlatformsWhyUnderAnAnswer(t *testing.T) {
	onPlatforms(t, func(t *testing.T, s *stage, f far) {
		s.run()
		s.link(f)
		first := s.ask(f, f.home(), func() { f.say(f.home(), "remember the box is blue") })
		s.say(f, f.home(), "find lamp")
		if said := replies(s, f, first[0].id, "why"); !strings.Contains(said, "the box is blue") || strings.Contains(said, "lamp") {
			t.Errorf("why: %q", said)
		}
	})
}

// A decision that was recorded on its card is found again under it.
func TestPlatformsDecideOnACard(t *testing.T) {
	onPlatforms(t, func(t *testing.T, s *stage, f far) {
		s.run()
		s.link(f)
		card := s.ask(f, f.home(), func() { f.say(f.home(), "I've decided to drop the Henderson retainer because they pay late.") })
		if len(card) != 1 {
			t.Fatalf("the card: %s", texts(card))
		}
		s.ask(f, f.home(), func() {
			if !f.press(f.home(), card[0].id, "Record", "✅") {
				t.Fatalf("no button: %+v", card[0])
			}
		})
		if n := s.count("decision.recorded", 0); n != 1 {
			t.Errorf("%d decisions were recorded", n)
		}
		s.await("the card shows it", func() bool {
			return slices.ContainsFunc(f.shown(f.home()), func(p shown) bool {
				return p.id == card[0].id && len(p.buttons) == 0 && strings.Contains(p.text, "ecord") && p.edited && p.text != card[0].text
			})
		})
		s.say(f, f.home(), "What day is it?")
		if said := replies(s, f, card[0].id, "revisit"); !strings.Contains(said, "Henderson") || strings.Contains(said, "Which") {
			t.Errorf("revisit: %q", said)
		}
	})
}

// A reaction is feedback, and taking it off takes that back.
func TestPlatformsReactions(t *testing.T) {
	onPlatforms(t, func(t *testing.T, s *stage, f far) {
		s.run()
		s.link(f)
		post := s.ask(f, f.home(), func() { f.say(f.home(), "remember the box is blue") })[0]
		f.react(f.home(), post.id, "👍", true)
		s.await("it is feedback", func() bool { return s.count("reacted", 0) == 1 })
		got := s.payloads("reacted", 0)[0].(event.Reacted)
		if got.Sense != "acknowledge" || got.Emoji != "👍" {
			t.Errorf("the feedback is %+v", got)
		}
		f.react(f.home(), post.id, "👍", false)
		s.await("it is taken back", func() bool { return s.count("unreacted", 0) == 1 })
		if back := s.payloads("unreacted", 0)[0].(event.Unreacted); back.About != got.About {
			t.Errorf("taken off %d, put on %d", back.About, got.About)
		}
	})
}

// rehearsing puts the steps of the rehearsal before and behind those of the product.
func rehearsing(c *host.Citadel) {
	c.Brain.Steps = append(append(c.Brain.Steps[:0:0], rehearsed), append(c.Brain.Steps, tell)...)
}

// A long answer comes in parts, none of its lines is lost, and each part shows code as code.
func TestPlatformsLongAnswer(t *testing.T) {
	onPlatforms(t, func(t *testing.T, s *stage, f far) {
		s.shape = rehearsing
		s.run()
		s.link(f)
		parts := s.ask(f, f.home(), func() { f.say(f.home(), "rehearse recite zq1a") })
		lines := 0
		for _, p := range parts {
			lines += strings.Count(p.text, reciting)
		}
		if len(parts) < 2 || lines != 900 || !strings.Contains(parts[len(parts)-1].text, "That was all.") {
			t.Errorf("%d parts with %d lines", len(parts), lines)
		}
		for i, coded := range f.coded(f.home()) {
			if !coded {
				t.Errorf("in post %d lines stand outside of the code", i)
			}
		}
	})
}

// writer answers in pieces, each when it is told to.
type writer struct {
	began chan string // the text it answers
	goOn  chan struct{}
}

func (w *writer) write(ctx context.Context, t *turn.Turn) (answer, note *turn.Reply, err error) {
	if _, err := t.Begin(ctx); err != nil {
		return nil, nil, err
	}
	r := &turn.Reply{By: "model:test"}
	w.began <- t.Text
	for _, piece := range []string{"Ana has the gate code. ", "She got it on Monday. ", "That is all I know."} {
		r.Text.Say("%s", piece)
		if t.Draft != nil {
			t.Draft(r.Text.String())
		}
		select {
		case <-w.goOn:
		case <-ctx.Done():
			return nil, nil, context.Cause(ctx)
		}
	}
	r.Text.Say(" %s", strings.Join(tokensOf(t.Text), " "))
	return r, nil, nil
}

// An answer that is still being written is one message that grows, and becomes the answer.
func TestPlatformsStreaming(t *testing.T) {
	onPlatforms(t, func(t *testing.T, s *stage, f far) {
		w := &writer{began: make(chan string, 10), goOn: make(chan struct{}, 100)}
		s.shape = func(c *host.Citadel) { c.Brain.Respond = w.write }
		s.run()
		for range 3 {
			w.goOn <- struct{}{} // small talk is the model's, too
		}
		s.link(f)
		<-w.began
		s.await("the first one is said", s.idle)
		before := len(f.shown(f.home()))
		f.say(f.home(), "tell me about zq1a")
		<-w.began
		s.await("its beginning is there", func() bool { return strings.Contains(f.drafted(f.home()), "Ana has the gate code.") })
		w.goOn <- struct{}{}
		s.await("it has grown", func() bool { return strings.Contains(f.drafted(f.home()), "She got it on Monday.") })
		if n := len(f.shown(f.home())) - before; n > 1 {
			t.Errorf("%d messages while one is written", n)
		}
		w.goOn <- struct{}{}
		w.goOn <- struct{}{}
		s.await("it is the answer", func() bool { return s.idle() && f.drafted(f.home()) == "" })
		after := f.shown(f.home())[before:]
		if len(after) != 1 || !strings.HasSuffix(after[0].text, "That is all I know. zq1a") {
			t.Errorf("at the end there is %s", texts(after))
		}
	})
}

// An edit of what is being answered begins the answer anew, and there is one in the end.
func TestPlatformsEditedWhileAnswering(t *testing.T) {
	onPlatforms(t, func(t *testing.T, s *stage, f far) {
		w := &writer{began: make(chan string, 10), goOn: make(chan struct{}, 100)}
		s.shape = func(c *host.Citadel) { c.Brain.Respond = w.write }
		s.run()
		for range 3 {
			w.goOn <- struct{}{}
		}
		f.say(f.home(), "remember the box is blue")
		s.await("the account is linked", func() bool { return s.count("account.linked", 0) == 1 && s.idle() })
		for len(w.goOn) > 0 {
			<-w.goOn
		}
		id := f.say(f.home(), "tell me about zq1a")
		<-w.began
		f.edit(f.home(), id, "tell me about zq2a")
		if text := <-w.began; text != "tell me about zq2a" {
			t.Errorf("begun again with %q", text)
		}
		for range 3 {
			w.goOn <- struct{}{}
		}
		s.await("it is answered", func() bool { return s.idle() && f.drafted(f.home()) == "" })
		answers := 0
		for _, p := range f.shown(f.home()) {
			if len(tokensOf(p.text)) > 0 {
				if answers++; !slices.Equal(tokensOf(p.text), []string{"zq2a"}) {
					t.Errorf("answered %q", p.text)
				}
			}
		}
		if answers != 1 {
			t.Errorf("%d answers", answers)
		}
	})
}

// Somebody who is not known is told so and nothing of his is kept.
func TestPlatformsStranger(t *testing.T) {
	onPlatforms(t, func(t *testing.T, s *stage, f far) {
		s.run()
		s.link(f)
		f.stranger(secret + ", said Ana")
		s.await("it is passed over", func() bool { return s.count("passed", 0) > 0 })
		if said := s.say(f, f.home(), "remember the box is blue"); !strings.Contains(said, "the box is blue") {
			t.Errorf("answered %q", said)
		}
		a := newTale()
		if err := a.read(t.Context(), s.c.Mind); err != nil {
			t.Fatal(err)
		}
		for _, w := range a.wrong {
			t.Error(w)
		}
	})
}

// What cannot be read is noted, and the next message is answered.
func TestPlatformsUnreadable(t *testing.T) {
	onPlatforms(t, func(t *testing.T, s *stage, f far) {
		s.run()
		s.link(f)
		head := s.c.Mind.Head()
		f.odd("nobody can read this")
		if said := s.say(f, f.home(), "remember the box is blue"); !strings.Contains(said, "the box is blue") {
			t.Errorf("answered %q", said)
		}
		if s.count("unparsed", head)+s.count("passed", head) == 0 {
			t.Error("nothing was noted")
		}
	})
}

// A process that ends in the middle of many messages leaves the rest to the next: each is
// answered once.
func TestPlatformsRestartInTheMiddle(t *testing.T) {
	const messages = 200
	onPlatforms(t, func(t *testing.T, s *stage, f far) {
		s.shape = rehearsing
		stop := s.run()
		s.link(f)
		for i := range messages {
			f.say(f.home(), fmt.Sprintf("remember box zq%da is in the shed", i))
		}
		s.await("half of it is answered", func() bool { return len(settled(f, f.home())) > messages/2 })
		stop()
		s.run()
		s.await("all of it is answered", func() bool { return s.count("heard", 0) > messages && s.idle() })
		plain, marked := map[string]int{}, map[string]int{}
		for _, p := range f.shown(f.home()) {
			for _, token := range tokensOf(p.text) {
				if p.again {
					marked[token]++
				} else {
					plain[token]++
				}
			}
		}
		for i := range messages {
			token := fmt.Sprintf("zq%da", i)
			// Where posts cannot be looked up, one that was cut off comes again, and says so.
			if n, again := plain[token], marked[token]; n+again != 1 && (f.keeps() || n != 1 || again != 1) {
				t.Errorf("message %d is answered %d times, and %d times again", i, n, again)
			}
		}
	})
}

// What was said while nobody was there is taken in its order, however much it is: 10,000
// messages at full length.
func TestSoakPlatformsQueued(t *testing.T) {
	if testing.Short() {
		t.Skip("a soak test")
	}
	messages := max(1000, 100*percent(t))
	onPlatforms(t, func(t *testing.T, s *stage, f far) {
		s.shape = func(c *host.Citadel) {
			c.Brain.Steps = []brain.Step{quiet}
		}
		stop := s.run()
		f.say(f.home(), "thanks")
		s.await("the account is linked", func() bool { return s.count("account.linked", 0) == 1 && s.idle() })
		stop()
		var said []string
		for i := range messages {
			said = append(said, string(f.say(f.home(), fmt.Sprintf("message %d", i))))
		}
		s.run()
		s.await("all of it is heard", func() bool { return s.count("heard", 0) == messages+1 })
		for i, p := range s.payloads("heard", 0)[1:] {
			if h := p.(event.Heard); h.Message != said[i] {
				t.Fatalf("%d. comes %s (%q)", i, h.Message, h.Text)
			}
		}
		s.await("nothing waits", s.idle)
	})
}

// quiet has nothing to say.
func quiet(context.Context, *turn.Turn) (*turn.Reply, error) {
	return &turn.Reply{By: "procedure:quiet"}, nil
}
