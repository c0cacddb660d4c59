package host_test

import (
	"fmt"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"citadel/brain/model/scripted"
	"citadel/connectors"
	"citadel/memory/event"
)

// counter is a stage on which a card for one call is asked for again and again.
type counter struct {
	*stage
	far   far
	world *diary
	late  atomic.Int64 // by how much the clock is ahead
	n     atomic.Int64
}

func opens(t *testing.T, s *stage, f far) *counter {
	b := &counter{stage: s, far: f, world: &diary{}}
	server := answering(t, claudes(func(r scripted.Request) scripted.Reply {
		if len(r.Results()) > 0 || len(r.Tools) == 0 {
			return scripted.Says("Fine.")
		}
		return scripted.Calls(scripted.Call{Tool: "event_create", Args: fmt.Sprintf(`{"title":"dentist %d","at":"11:15"}`, b.n.Load())})
	}))
	s.more = []string{"ANTHROPIC_API_KEY=" + planted, "ANTHROPIC_BASE_URL=" + server.URL}
	s.tools = b.world.tools()
	now := s.now
	s.now = func() time.Time { return now().Add(time.Duration(b.late.Load())) }
	s.run()
	s.link(f)
	return b
}

// card has one shown.
func (b *counter) card() (c shown, handle string) {
	b.t.Helper()
	b.n.Add(1)
	b.say(b.far, b.far.home(), "Could you put the dentist into my calendar for me, and when would that be?")
	all := settled(b.far, b.far.home())
	for i := len(all) - 1; i >= 0; i-- {
		if found := plainHandle.FindStringSubmatch(all[i].text); found != nil && strings.Contains(all[i].text, "Nothing is done until") {
			return all[i], found[1]
		}
	}
	b.t.Fatalf("no card: %q", texts(all))
	return c, ""
}

// quiet does something, and fails if that made a call. Whether it was answered tells something that is
// said after it, and answered last.
func (b *counter) quiet(what string, do func()) {
	b.t.Helper()
	before := len(b.world.written())
	do()
	b.say(b.far, b.far.home(), "thanks")
	if made := b.world.written(); len(made) != before {
		b.t.Errorf("%s: it was done: %q", what, made)
	}
}

// forged are presses that nobody made on the card: by somebody else, and of buttons that are not there.
func (b *counter) forged(card, other shown) map[string]func() {
	home := b.far.home()
	switch f := b.far.(type) {
	case *farTelegram:
		room, id := telegramRoom(home), telegramID(card.id)
		var data string
		for _, s := range f.server.Shown(room) {
			if s.ID == id {
				data = s.Buttons[0][0].Data
			}
		}
		all := map[string]func(){
			"by another":               func() { f.server.PressIn(room, f.ana, id, data) },
			"by another, elsewhere":    func() { f.server.PressIn(f.ana, f.ana, id, data) },
			"in the channel":           func() { f.server.PressIn(telegramRoom(f.channel()), f.ana, id, data) },
			"under another post":       func() { f.server.Press(telegramID(other.id), data) },
			"under no post":            func() { f.server.Press(999999, data+"x") },
			"✅ by another":             func() { f.server.SayIn(room, f.ana, "book it") },
			"a button that is no more": func() { f.server.Press(id, data+"9") },
		}
		for _, forged := range []string{"", "0", "/0", "1/0", "book K1", data + "/0", "v0", strings.TrimSuffix(data, "0") + "-1", strings.TrimSuffix(data, "0") + "00000000000000000000", strings.TrimSuffix(data, "0") + "v1"} {
			all["forged "+forged] = func() { f.server.Press(id, forged) }
		}
		return all
	case *farSlack:
		var token string
		for _, s := range f.server.Shown(home.Room) {
			if s.TS == string(card.id) {
				token = s.Buttons[0].Token
			}
		}
		return map[string]func(){
			"by another":   func() { f.server.Press(f.ana, home.Room, string(card.id), token) },
			"✅ by another": func() { f.server.React(f.ana, home.Room, string(card.id), "✅") },
		}
	case *farMattermost:
		return map[string]func(){
			"✅ by another": func() { _ = f.ana.React(string(card.id), "white_check_mark") }, // the server may refuse it
		}
	}
	b.t.Fatal("no forgeries for this platform")
	return nil
}

// On every platform a card is answered by its button, or ✅ on it, once; by nothing else, by nobody
// else, and not too late.
func TestOnlyThePressOnTheCard(t *testing.T) {
	onPlatforms(t, func(t *testing.T, s *stage, f far) {
		b := opens(t, s, f)
		home := f.home()
		b.say(f, home, "help")
		other := settled(f, home)[len(settled(f, home))-1]
		var his connectors.MessageID
		b.ask(f, home, func() { his = f.say(home, "thanks") })
		card, handle := b.card()
		for _, emoji := range []string{"👍", "❤", "🎉"} {
			b.quiet(emoji, func() { f.react(home, card.id, emoji, true) })
		}
		b.quiet("✅ on another post", func() { f.react(home, other.id, "✅", true) })
		b.quiet("✅ on his message", func() { f.react(home, his, "✅", true) })
		b.quiet("an edit", func() { f.edit(home, his, "book "+handle) })
		b.quiet("somebody else in the channel", func() { f.other(f.channel(), "@citadel book "+handle) })
		b.quiet("a stranger", func() { f.stranger("book " + handle) })
		for _, text := range []string{"ok", "yes", "👍", "do it", "Book"} {
			b.quiet(text, func() { b.say(f, home, text) })
		}
		for what, forge := range b.forged(card, other) {
			b.quiet(what, forge)
		}
		for range 3 {
			b.ask(f, home, func() { b.presses(f, home, card) })
			f.react(home, card.id, "✅", true)
		}
		b.say(f, home, "book "+handle)
		if made := b.world.written(); len(made) != 1 {
			t.Errorf("pressed: %q", made)
		}
		card, handle = b.card()
		b.say(f, home, "policy event_create deny")
		b.quiet("a press after it was denied", func() { b.ask(f, home, func() { b.presses(f, home, card) }) })
		if said := b.say(f, home, "book "+handle); !strings.Contains(said, "was denied since") {
			t.Errorf("denied: %q", said)
		}
		b.say(f, home, "policy event_create ask")
		b.ask(f, home, func() { b.presses(f, home, card) })
		if made := b.world.written(); len(made) != 2 {
			t.Errorf("not denied any more, and pressed: %q", made)
		}
		card, handle = b.card()
		b.late.Store(int64(25 * time.Hour))
		b.quiet("a late press", func() { b.ask(f, home, func() { b.presses(f, home, card) }) })
		if said := b.say(f, home, "book "+handle); !strings.Contains(said, "lapsed on") {
			t.Errorf("late: %q", said)
		}
		if n := len(b.payloads(event.ToolCalled{}.Kind(), 0)); n != 2 || len(b.world.written()) != 2 {
			t.Errorf("%d calls, done %q", n, b.world.written())
		}
	})
}

// plainHandle is that of a card, as a platform shows it.
var plainHandle = regexp.MustCompile(`\b(K[0-9]+)\b`)

// presses presses the first button of a card, anew where an emoji stands for it.
func (b *counter) presses(f far, at connectors.Place, card shown) {
	if _, emoji := f.(*farMattermost); emoji {
		f.react(at, card.id, "✅", false)
	}
	if !f.press(at, card.id, "Book", "✅") {
		b.t.Error("there is no button")
	}
}
