package bot_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

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

// moving is a platform on which the room acme becomes another behind the post after which it has taken
// so many; of that the platform may keep the answer to itself, and of those that come behind it what
// became of the room.
type moving struct {
	*upgraded
	left       int
	lose, mute bool
}

func (m *moving) Limits() connectors.Limits {
	l := m.line.Limits()
	l.Max = 120
	return l
}

func (m *moving) Send(ctx context.Context, p connectors.Post) (connectors.MessageID, error) {
	if m.mute && m.done.Load() && p.Place.Room == "acme" {
		return "", errTemporary
	}
	id, err := m.upgraded.Send(ctx, p)
	if p.Place.Room != "acme" || err != nil {
		return id, err
	}
	if m.left--; m.left == 0 {
		if m.done.Store(true); m.lose {
			return "", &connectors.Error{Op: "moving: send", Reason: connectors.Unknown}
		}
	}
	return id, nil
}

// What arrived of a long post before its group went on as another stands there, too, and does not come
// again. A part of which nobody knows comes again and says so, and a post that must not come twice is
// given up. It is so where the process ended meanwhile, and where the platform told first.
func TestAPlaceThatGoesOnUnderALongPost(t *testing.T) {
	var text strings.Builder
	for i := range 150 {
		fmt.Fprintf(&text, "w%d ", i)
	}
	words := strings.Fields(text.String())
	for name, c := range map[string]struct{ lose, once, told, restarts bool }{
		"an acknowledged part":       {},
		"and it is told":             {told: true},
		"and another process":        {told: true, restarts: true},
		"a part in doubt":            {lose: true},
		"in doubt, and it is told":   {lose: true, told: true},
		"one that must not go again": {lose: true, once: true},
	} {
		t.Run(name, func(t *testing.T) {
			drilled(t, func(t *testing.T, d *drill) {
				d.link("telegram", "4471", event.Private)
				e := within("telegram", "acme", "4471")
				e.Addressed, e.Text = true, "the locker is blue"
				d.hear(e) // since then the group is known
				d.end()
				u := &upgraded{line: d.lines["telegram"], edited: make(chan connectors.Post, 1)}
				m := &moving{upgraded: u, left: 2, lose: c.lose, mute: c.told}
				if c.once {
					m.left = 1
				}
				d.instead = map[string]connectors.Connector{"telegram": m}
				d.begin()
				shown := len(d.posts("telegram"))
				q := event.PostQueued{
					Place: event.Place{Platform: "telegram", Account: "T1", Room: "acme"}, Audience: event.Shared, Text: text.String(), Once: c.once,
				}
				if _, err := d.mind.Record(t.Context(), d.bot.Pens.Write(q)); err != nil {
					t.Fatal(err)
				}
				synctest.Wait() // as far as it gets before the platform says anything
				if c.told {
					moved := within("telegram", "acme", "")
					moved.From = connectors.Person{}
					moved.Kind, moved.To = connectors.Moved, moved.Place
					moved.To.Room = "acme-2"
					d.hear(moved)
				}
				if c.restarts {
					d.end()
					d.begin()
				}
				time.Sleep(time.Hour) // of the bubble
				synctest.Wait()
				posts := d.posts("telegram")[shown:]
				var seen []string
				for i, p := range posts {
					if p.Again != (c.lose && !c.once && i == 2) {
						t.Errorf("post %d in %s: again %v", i, p.Place.Room, p.Again)
					}
					if p.Again {
						seen = seen[:len(seen)-len(said(posts[i-1:i]))]
					}
					seen = append(seen, said(posts[i:i+1])...)
				}
				if c.once {
					differ(t, "given up", 1, d.count("post.failed"))
					differ(t, "shown", 1, len(posts))
					return
				}
				differ(t, "words", strings.Join(words, " "), strings.Join(seen, " "))
				differ(t, "moves of the post", 1, d.count("post.moved"))
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
