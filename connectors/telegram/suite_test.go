package telegram_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/connectortest"
	"citadel/connectors/telegram"
	"citadel/connectors/telegram/telegramserver"
)

// serve starts a server, with what set changes on it; the test ends it.
func serve(t testing.TB, set func(*telegramserver.Server)) *telegramserver.Server {
	t.Helper()
	s := &telegramserver.Server{}
	if set != nil {
		set(s)
	}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	return s
}

// connect is a connector to a server.
func connect(s *telegramserver.Server) *telegram.Telegram {
	return &telegram.Telegram{Token: telegramserver.Token, URL: s.URL, Now: s.Now}
}

// dm is the conversation with the principal.
var dm = connectors.Place{Platform: "telegram", Account: fmt.Sprint(telegramserver.Bot), Room: fmt.Sprint(telegramserver.Principal)}

func room(id int64) connectors.Place {
	return connectors.Place{Platform: "telegram", Account: fmt.Sprint(telegramserver.Bot), Room: fmt.Sprint(id)}
}

func TestSuite(t *testing.T) { suite(t, false) }

// The same where reactions are known to arrive.
func TestSuiteWithReactions(t *testing.T) { suite(t, true) }

func suite(t *testing.T, reactions bool) {
	connectortest.Run(t, func(t *testing.T) connectortest.Bench {
		s := serve(t, func(s *telegramserver.Server) { s.Reactions = reactions })
		build := func() *telegram.Telegram {
			c := connect(s)
			c.Reactions = reactions
			return c
		}
		last, known := 0, map[string]string{}
		enclosed := func(content string) map[string]any {
			if known[content] == "" {
				known[content] = s.Upload("a.txt", "text/plain", []byte(content))
			}
			return map[string]any{"file_id": known[content], "file_name": "a.txt", "mime_type": "text/plain", "file_size": len(content)}
		}
		b := connectortest.Bench{
			Connector: build(),
			Place:     dm,
			Say: func(text string) {
				if strings.HasPrefix(text, "/") { // as words, which a person has to ask for: see TestCommands
					last = s.Write(telegramserver.Principal, telegramserver.Principal, map[string]any{"text": text})
					return
				}
				last = s.Say(text)
			},
			Edit: func(text string) { s.Edit(last, text) },
			Enclose: func(text, file string) {
				last = s.Write(telegramserver.Principal, telegramserver.Principal, map[string]any{"caption": text, "document": enclosed(file)})
			},
			Exchange: func(text, file string) {
				s.Change(telegramserver.Principal, last, map[string]any{"caption": text, "document": enclosed(file)})
			},
			Shown: func() []string {
				var texts []string
				for _, p := range s.Shown(telegramserver.Principal) {
					texts = append(texts, p.Text)
				}
				return texts
			},
			Drafted: func() string { text, _ := s.Drafted(telegramserver.Principal); return text },
			Restart: func() connectors.Connector { return build() },
			Owed:    func() bool { return s.Waiting() > 0 },
			Close:   s.Close,
		}
		if reactions {
			b.React = func(id connectors.MessageID, _, emoji string) {
				await(t, "the connector asked for reactions", func() bool { return s.Calls("getUpdates") > 0 })
				s.React(number(t, id), emoji)
			}
			b.Unreact = func(id connectors.MessageID, _, _ string) { s.React(number(t, id)) }
		}
		return b
	})
}

func number(t testing.TB, id connectors.MessageID) (n int) {
	t.Helper()
	if _, err := fmt.Sscan(string(id), &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// ear hears what a connector hands on.
type ear struct {
	t      testing.TB
	events chan connectors.Event
	cancel context.CancelFunc
	done   chan error
}

// listen runs c until the test, or stop, ends it. sink may refuse an event; nil takes all.
func listen(t testing.TB, c *telegram.Telegram, from connectors.Cursor, sink connectors.Sink) *ear {
	ctx, cancel := context.WithCancel(context.Background())
	e := &ear{t: t, events: make(chan connectors.Event, 20_000), cancel: cancel, done: make(chan error, 1)}
	go func() {
		e.done <- c.Run(ctx, from, func(ctx context.Context, ev connectors.Event) error {
			if sink != nil {
				if err := sink(ctx, ev); err != nil {
					return err
				}
			}
			e.events <- ev
			return nil
		})
	}()
	return e
}

// patience is how long a test waits for what surely comes.
const patience = 20 * time.Second

func (e *ear) next() connectors.Event {
	e.t.Helper()
	ctx, cancel := context.WithTimeout(e.t.Context(), patience)
	defer cancel()
	select {
	case ev := <-e.events:
		return ev
	case err := <-e.done:
		e.done <- err
		e.t.Fatalf("Run ended with %v while an event was awaited", err)
	case <-ctx.Done():
		e.t.Fatal("no event came")
	}
	panic("unreachable")
}

func (e *ear) stop() error {
	e.cancel()
	return <-e.done
}

// await polls until done says so.
func await(t testing.TB, what string, done func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for !done() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatalf("it never came to this: %s", what)
		}
	}
}

// reason is that of an *Error.
func reason(t testing.TB, err error) *connectors.Error {
	t.Helper()
	var e *connectors.Error
	if !errors.As(err, &e) {
		t.Fatalf("%v is not a *connectors.Error", err)
	}
	return e
}

// What comes together comes in any order.
func TestEditsFollowOutOfOrder(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	s.Disturb(telegramserver.Faults{Seed: 5, Shuffle: 0.7, Duplicate: 0.3, Partial: 0.3})
	last := 0
	connectortest.EditsFollow(t, connectortest.Bench{
		Connector: connect(s), Place: dm, Say: func(text string) { last = s.Say(text) }, Edit: func(text string) { s.Edit(last, text) },
	})
}
