package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"citadel/connectors"
	"citadel/memory/event"
)

// Whatever a platform calls a message, a room or an event: it is durable when the sink says so, delivered again it is
// the same, and what is about a message finds it. A refusal would end the reading, and come again with each start.
func FuzzIDs(f *testing.F) {
	long := strings.Repeat("k", 2000)
	for _, ids := range [][3]string{
		{"Ev1", "1700000001.000100", "D1"}, {"react/a\x00b", "m\x00", "D\x00"}, {long, long, long}, {"\xff", "\xfe", "\xfd"},
		{strings.Repeat("\x01", 300), strings.Repeat("\x01", 300), strings.Repeat("\x01", 300)}, {strings.Repeat("e", 1015), "m", "D1"},
	} {
		f.Add(ids[0], ids[1], ids[2])
	}
	f.Fuzz(func(t *testing.T, key, message, room string) {
		if key == "" || message == "" || room == "" {
			return // no connector hands on such
		}
		w := newWorld(t, echo)
		e := connectors.Event{
			Place: connectors.Place{Platform: "chat", Room: room}, Direct: true, From: connectors.Person{Platform: "chat", ID: "sam"}, At: w.now(),
		}
		for i, kind := range []connectors.EventKind{connectors.Message, connectors.React, connectors.Press, connectors.Moved, connectors.Unparsed, connectors.Edit, connectors.Delete} {
			e := e
			e.Kind, e.Key = kind, fmt.Sprint(key, i)
			switch kind {
			case connectors.Message:
				e.Text = "hello"
			case connectors.React:
				e.Emoji = "👍"
			case connectors.Press:
				e.Button = "none"
			case connectors.Moved:
				e.To = connectors.Place{Platform: "chat", Room: "elsewhere"}
			case connectors.Unparsed:
				e.Raw = []byte(message)
			case connectors.Edit:
				e.Text = "hello again"
			}
			if kind != connectors.Moved && kind != connectors.Unparsed {
				e.Message = connectors.MessageID(message)
			}
			for range 2 {
				if err := w.bot.Take(t.Context(), w.chat, e); err != nil {
					t.Fatalf("%s is refused: %v", kind, err)
				}
			}
		}
		for kind, n := range map[event.Kind]int{"heard": 1, "edited": 1, "unsaid": 1, "unparsed": 1} {
			if got := len(w.payloads(kind)); got != n {
				t.Errorf("%d times %s, want %d", got, kind, n)
			}
		}
	})
}
