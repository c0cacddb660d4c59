package host_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf16"

	"citadel/connectors"
	"citadel/connectors/telegram/telegramserver"
)

// farTelegram is Telegram.
type farTelegram struct {
	server *telegramserver.Server
	group  int64
	ana    int64

	mu  sync.Mutex
	put map[string][]string // emoji on a message, in the order in which they were put there
}

func newFarTelegram(t fataler, now func() time.Time) *farTelegram {
	f := &farTelegram{server: &telegramserver.Server{Clock: now, Reactions: true, JoinsGroups: true, ReadsGroups: true}, put: map[string][]string{}}
	if err := f.server.Start(); err != nil {
		t.Fatal(err)
	}
	f.ana = f.server.AddPerson("Ana")
	f.group = f.server.AddGroup("Acme")
	return f
}

// fataler is what is needed of a test.
type fataler interface{ Fatal(...any) }

func (f *farTelegram) place(room int64) connectors.Place {
	return connectors.Place{Platform: "telegram", Account: strconv.Itoa(telegramserver.Bot), Room: strconv.FormatInt(room, 10)}
}

func (f *farTelegram) home() connectors.Place    { return f.place(telegramserver.Principal) }
func (f *farTelegram) channel() connectors.Place { return f.place(f.group) }

func (f *farTelegram) person() connectors.Person {
	return connectors.Person{Platform: "telegram", Account: strconv.Itoa(telegramserver.Bot), ID: strconv.Itoa(telegramserver.Principal)}
}

func telegramRoom(at connectors.Place) int64 {
	n, err := strconv.ParseInt(at.Room, 10, 64)
	if err != nil {
		panic(err)
	}
	return n
}

func telegramID(id connectors.MessageID) int {
	n, err := strconv.Atoi(string(id))
	if err != nil {
		panic(err)
	}
	return n
}

func (f *farTelegram) say(at connectors.Place, text string) connectors.MessageID {
	return connectors.MessageID(strconv.Itoa(f.server.SayIn(telegramRoom(at), telegramserver.Principal, text)))
}

func (f *farTelegram) address(at connectors.Place, text string) connectors.MessageID {
	return f.say(at, "@"+telegramserver.Username+" "+text)
}

func (f *farTelegram) edit(at connectors.Place, id connectors.MessageID, text string) {
	f.server.EditIn(telegramRoom(at), telegramID(id), text)
}

func (f *farTelegram) unsay(connectors.Place, connectors.MessageID) bool { return false }

func (f *farTelegram) react(at connectors.Place, id connectors.MessageID, emoji string, on bool) {
	f.mu.Lock()
	key := at.Room + "/" + string(id)
	now := slices.DeleteFunc(slices.Clone(f.put[key]), func(e string) bool { return e == emoji })
	if on {
		now = append(now, emoji)
	}
	f.put[key] = now
	f.mu.Unlock()
	f.server.ReactIn(telegramRoom(at), telegramserver.Principal, telegramID(id), now...)
}

func (f *farTelegram) press(at connectors.Place, id connectors.MessageID, label, _ string) bool {
	for _, s := range f.server.Shown(telegramRoom(at)) {
		for _, row := range s.Buttons {
			for _, b := range row {
				if s.ID == telegramID(id) && b.Text == label {
					f.server.PressIn(telegramRoom(at), telegramserver.Principal, s.ID, b.Data)
					return true
				}
			}
		}
	}
	return false
}

func (f *farTelegram) other(at connectors.Place, text string) connectors.MessageID {
	return connectors.MessageID(strconv.Itoa(f.server.SayIn(telegramRoom(at), f.ana, text)))
}

func (f *farTelegram) stranger(text string) { f.server.SayIn(f.ana, f.ana, text) }

func (f *farTelegram) odd(text string) {
	f.server.Write(telegramserver.Principal, telegramserver.Principal, map[string]any{"hologram": text})
}

func (f *farTelegram) babble(at connectors.Place, own, theirs string) {
	said := map[string]any{
		"message_id": 5, "date": 1, "text": theirs, "from": map[string]any{"id": f.ana, "first_name": "Ana"},
		"chat": map[string]any{"id": telegramRoom(at), "type": "supergroup"},
	}
	f.server.Write(telegramRoom(at), telegramserver.Principal, map[string]any{
		"hologram": own, "reply_to_message": said, "quote": map[string]any{"text": theirs}, "external_reply": map[string]any{"origin": said},
		"pinned_message": said,
	})
}

func (f *farTelegram) shown(at connectors.Place) []shown {
	var out []shown
	for _, s := range f.server.Shown(telegramRoom(at)) {
		v := shown{id: connectors.MessageID(strconv.Itoa(s.ID)), edited: s.Edits > 0}
		if s.ReplyTo != 0 {
			v.replyTo = connectors.MessageID(strconv.Itoa(s.ReplyTo))
		}
		v.text, v.again = unmarked(s.Text)
		for _, row := range s.Buttons {
			for _, b := range row {
				v.buttons = append(v.buttons, b.Text)
			}
		}
		out = append(out, v)
	}
	return out
}

func (f *farTelegram) threads() bool { return false }
func (f *farTelegram) keeps() bool   { return false }
func (f *farTelegram) holds() bool   { return true }

func (f *farTelegram) sent() int {
	return f.server.Calls("sendMessage")
}

func (f *farTelegram) disturb(dice *rand.Rand) {
	f.server.Disturb(telegramserver.Faults{
		Seed: dice.Uint64(), Drop: 0.03, Refuse: 0.02, HangUp: 0.03, Limit: 0.003, After: 1, Slow: 0.05, Pause: 30 * time.Millisecond,
		Conflict: 0.02, Duplicate: 0.2, Partial: 0.2, Shuffle: 0.2, Strange: 0.05,
	})
}

func (f *farTelegram) calm()          { f.server.Disturb(telegramserver.Faults{}) }
func (f *farTelegram) wire(w *wiring) { w.Telegram = f.server.URL }
func (f *farTelegram) close()         { f.server.Close() }

// reply answers a message.
func (f *farTelegram) reply(to connectors.MessageID, text string) {
	f.server.Reply(telegramID(to), text)
}

func (f *farTelegram) drafted(at connectors.Place) string {
	text, _ := f.server.Drafted(telegramRoom(at))
	return text
}

func (f *farTelegram) coded(at connectors.Place) (all []bool) {
	for _, s := range f.server.Shown(telegramRoom(at)) {
		units := utf16.Encode([]rune(s.Text))
		lines := 0
		for _, e := range s.Entities {
			if e.Type == "pre" {
				lines += strings.Count(string(utf16.Decode(units[e.Offset:e.Offset+e.Length])), reciting)
			}
		}
		all = append(all, lines == strings.Count(s.Text, reciting))
	}
	return all
}
