package bot_test

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"citadel/connectors"
	"citadel/memory/event"
)

// upgraded is a platform on which the room acme becomes another at some moment: a post to the one
// it was is refused with the one it is.
type upgraded struct {
	*line
	done    atomic.Bool
	refused atomic.Int64
	edited  chan connectors.Post
}

func (u *upgraded) Edit(_ context.Context, _ connectors.MessageID, p connectors.Post) error {
	u.edited <- p
	return nil
}

func (u *upgraded) Send(ctx context.Context, p connectors.Post) (connectors.MessageID, error) {
	if u.done.Load() && p.Place.Room == "acme" {
		u.refused.Add(1)
		to := p.Place
		to.Room, to.Thread = "acme-2", ""
		return "", &connectors.Error{Op: "upgraded: send", Reason: connectors.Gone, To: to}
	}
	return u.line.Send(ctx, p)
}

// A group becomes another while an answer for it is under way, and the platform says so before or
// after it refuses that: the answer is shown there and known, and so is what was said in the group
// before. Other rooms still see nothing of it.
func TestAPlaceThatGoesOnUnderAnAnswer(t *testing.T) {
	for name, before := range map[string]bool{"it is told before": true, "it is told after": false} {
		t.Run(name, func(t *testing.T) {
			drilled(t, func(t *testing.T, d *drill) {
				d.link("telegram", "4471", event.Private)
				d.end()
				u := &upgraded{line: d.lines["telegram"], edited: make(chan connectors.Post, 1)}
				d.instead = map[string]connectors.Connector{"telegram": u}
				d.begin()
				says := func(room, text string, to connectors.MessageID) connectors.MessageID {
					e := within("telegram", room, "4471")
					e.Addressed, e.Text, e.ReplyTo = true, text, to
					return d.hear(e)
				}
				says("acme", "the locker is blue", "")
				moved := func() {
					e := within("telegram", "acme", "")
					e.From = connectors.Person{}
					e.Kind, e.To = connectors.Moved, e.Place
					e.To.Room = "acme-2"
					d.hear(e)
				}
				u.done.Store(true)
				shown := len(d.posts("telegram"))
				if before {
					moved()
				}
				says("acme", "and the bench?", "")
				differ(t, "known by then", 1, d.count("place.moved"))
				if !before {
					moved()
				}
				differ(t, "refused", map[bool]int64{false: 1}[before], u.refused.Load())
				posts := d.posts("telegram")[shown:]
				if len(posts) != 1 || posts[0].Place.Room != "acme-2" || posts[0].ReplyTo != "" {
					t.Fatalf("shown: %+v", posts)
				}
				differ(t, "moves of the place", 1, d.count("place.moved"))
				differ(t, "moves of the post", 1, d.count("post.moved"))
				differ(t, "given up", 0, d.count("post.failed"))

				id := connectors.MessageID("telegram-p" + strconv.Itoa(shown+1))
				says("acme-2", "why is that?", id)
				heard := d.payloads("heard")
				sent := d.payloads("post.sent")
				if h := heard[len(heard)-1].(event.Heard); h.ReplyTo == 0 || !slices.ContainsFunc(sent, func(p event.Payload) bool { return p.(event.PostSent).Post == h.ReplyTo }) {
					t.Errorf("the reply to %s is to m%d", id, h.ReplyTo)
				}
				like := within("telegram", "acme-2", "4471")
				like.Kind, like.Message, like.Emoji = connectors.React, id, "👍"
				d.hear(like)
				differ(t, "reactions", 1, d.count("reacted"))

				card := event.PostQueued{
					Place: event.Place{Platform: "telegram", Account: "T1", Room: "acme"}, Audience: event.Shared, Text: "Shall I?",
					Buttons: []event.Button{{Label: "Keep", Says: "keep it", Emoji: "✅"}},
				}
				rs, err := d.mind.Record(t.Context(), d.bot.Pens.Write(card))
				if err != nil {
					t.Fatal(err)
				}
				synctest.Wait()
				press := within("telegram", "acme-2", "4471")
				press.Kind, press.Message, press.Button = connectors.Press, connectors.MessageID("telegram-p"+strconv.Itoa(len(d.posts("telegram")))), strconv.Itoa(int(rs[0].Seq))+"/0"
				d.hear(press)
				if p := <-u.edited; p.Place.Room != "acme-2" || !strings.Contains(p.Text, "**Keep**") {
					t.Errorf("the card became %+v", p)
				}

				for room, want := range map[string]bool{"acme-2": true, "zebra": false} {
					at := len(d.posts("telegram"))
					says(room, "show m"+strconv.Itoa(int(firstHeard(d))), "")
					posts := d.posts("telegram")[at:]
					if len(posts) != 1 || strings.Contains(posts[0].Text, "locker") != want {
						t.Errorf("in %s: %+v", room, posts)
					}
				}
			})
		})
	}
}

// firstHeard is the first message that was said in the group.
func firstHeard(d *drill) (seq event.Seq) {
	for _, r := range d.records() {
		if p, err := r.Payload(); err == nil {
			if h, ok := p.(event.Heard); ok && strings.Contains(h.Text, "locker") {
				return r.Seq
			}
		}
	}
	return 0
}
