package host_test

import (
	"math/rand/v2"
	"time"

	"citadel/connectors"
	"citadel/connectors/slack/slackserver"
)

// farSlack is Slack.
type farSlack struct {
	server           *slackserver.Server
	ana, anas, where string // somebody else, her conversation with the agent, the channel
}

func newFarSlack(now func() time.Time) *farSlack {
	f := &farSlack{server: &slackserver.Server{
		Now: now, Ping: 200 * time.Millisecond, AckWithin: 300 * time.Millisecond, Keep: 400 * time.Millisecond,
		Retries: []time.Duration{0, 100 * time.Millisecond, 300 * time.Millisecond},
	}}
	f.server.Start()
	f.ana, f.anas = f.server.Person("Ana")
	f.where = f.server.Channel("acme", false, slackserver.Sam, f.ana)
	return f
}

func (f *farSlack) place(room, thread string) connectors.Place {
	return connectors.Place{Platform: "slack", Account: slackserver.Team, Room: room, Thread: thread}
}

func (f *farSlack) home() connectors.Place    { return f.place(slackserver.Home, "") }
func (f *farSlack) channel() connectors.Place { return f.place(f.where, "") }

func (f *farSlack) person() connectors.Person {
	return connectors.Person{Platform: "slack", Account: slackserver.Team, ID: slackserver.Sam}
}

func (f *farSlack) say(at connectors.Place, text string) connectors.MessageID {
	return connectors.MessageID(f.server.SayAs(slackserver.Sam, at.Room, at.Thread, text))
}

func (f *farSlack) address(at connectors.Place, text string) connectors.MessageID {
	return f.say(at, "@citadel "+text)
}

func (f *farSlack) edit(at connectors.Place, id connectors.MessageID, text string) {
	f.server.Edit(at.Room, string(id), text)
}

func (f *farSlack) unsay(at connectors.Place, id connectors.MessageID) bool {
	f.server.Delete(at.Room, string(id))
	return true
}

func (f *farSlack) react(at connectors.Place, id connectors.MessageID, emoji string, on bool) {
	if emoji == "❤" {
		emoji = "❤️" // as people have it
	}
	if on {
		f.server.React(slackserver.Sam, at.Room, string(id), emoji)
	} else {
		f.server.Unreact(slackserver.Sam, at.Room, string(id), emoji)
	}
}

func (f *farSlack) press(at connectors.Place, id connectors.MessageID, label, _ string) bool {
	for _, s := range f.server.Shown(at.Room) {
		for _, b := range s.Buttons {
			if s.TS == string(id) && b.Label == label {
				return f.server.Press(slackserver.Sam, at.Room, s.TS, b.Token)
			}
		}
	}
	return false
}

func (f *farSlack) other(at connectors.Place, text string) connectors.MessageID {
	return connectors.MessageID(f.server.SayAs(f.ana, at.Room, at.Thread, text))
}

func (f *farSlack) stranger(text string) { f.server.SayAs(f.ana, f.anas, "", text) }

func (f *farSlack) odd(text string) {
	f.server.Event(map[string]any{"type": "message", "channel": slackserver.Home, "channel_type": "im", "user": slackserver.Sam, "ts": "soon", "text": []string{text}})
}

func (f *farSlack) babble(at connectors.Place, own, theirs string) {
	kind := "channel"
	if at.Room == slackserver.Home {
		kind = "im"
	}
	said := map[string]any{"user": f.ana, "text": theirs}
	f.server.Event(map[string]any{
		"type": "message", "channel": at.Room, "channel_type": kind, "user": slackserver.Sam, "ts": "soon", "text": []string{own},
		"attachments": []any{said}, "root": said,
	})
}

func (f *farSlack) shown(at connectors.Place) []shown {
	var out []shown
	for _, s := range f.server.Shown(at.Room) {
		v := shown{id: connectors.MessageID(s.TS), thread: s.Thread, edited: s.Edited != ""}
		v.text, v.again = unmarked(s.Text)
		v.key, _ = s.Metadata["key"].(string)
		for _, b := range s.Buttons {
			v.buttons = append(v.buttons, b.Label)
		}
		out = append(out, v)
	}
	return out
}

func (f *farSlack) threads() bool { return true }
func (f *farSlack) keeps() bool   { return true }
func (f *farSlack) holds() bool   { return false }
func (f *farSlack) sent() int     { return f.server.Calls("chat.postMessage") }

func (f *farSlack) disturb(dice *rand.Rand) {
	f.server.SetFaults(slackserver.Faults{
		Rand:      rand.New(rand.NewPCG(dice.Uint64(), 2)),
		Duplicate: 0.15, Reorder: 0.1, Lose: 0.005, Drop: 0.02, Cut: 0.02, Silence: 0.002, Unknown: 0.05,
		TooMany: 0.003, After: time.Second, Broken: 0.03, HangUp: 0.03, Refuse: 0.03, Slow: 0.05, Pause: 30 * time.Millisecond,
	})
}

func (f *farSlack) calm()          { f.server.SetFaults(slackserver.Faults{}) }
func (f *farSlack) wire(w *wiring) { w.Slack = f.server.URL() }
func (f *farSlack) close()         { f.server.Close() }

func (f *farSlack) drafted(at connectors.Place) string {
	for _, s := range f.shown(at) {
		if s.key == "" {
			return s.text
		}
	}
	return ""
}

func (f *farSlack) coded(at connectors.Place) []bool {
	var posts []string
	for _, s := range f.server.Shown(at.Room) {
		posts = append(posts, s.Markdown)
	}
	return fenced(posts)
}
