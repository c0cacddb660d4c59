package bot_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"citadel/connectors"
	"citadel/memory/event"
)

// falling is a platform that shows so many posts and is then out of reach; of the last it may
// keep the answer to itself.
type falling struct {
	*chat
	left int
	lose bool
}

func (f *falling) Send(ctx context.Context, p connectors.Post) (connectors.MessageID, error) {
	if f.left == 0 {
		return "", errTemporary
	}
	f.left--
	id, err := f.chat.Send(ctx, p)
	if f.left == 0 && f.lose {
		return "", &connectors.Error{Op: "chat: send", Reason: connectors.Unknown, Err: errors.New("the answer was lost")}
	}
	return id, err
}

// recalled is a platform where what an earlier process sent can be looked up.
type recalled struct {
	*falling
	before []connectors.Post
}

func (r *recalled) Find(_ context.Context, p connectors.Post, _ time.Time) (connectors.MessageID, bool, error) {
	if r.left == 0 {
		return "", false, errTemporary
	}
	for i, b := range r.before {
		if b.Key == p.Key {
			return connectors.MessageID(fmt.Sprint("before", i)), true, nil
		}
	}
	return "", false, nil
}

var counted = regexp.MustCompile(`w\d+`)

// said are the counted words of posts, in the order in which they are shown.
func said(posts []connectors.Post) (words []string) {
	for _, p := range posts {
		words = append(words, counted.FindAllString(p.Text, -1)...)
	}
	return words
}

// A long post that one process left in the middle is ended by one that cuts it otherwise: no
// word is missing, and where the platform can be asked none comes twice, also of the part
// whose receipt was lost. Where it cannot, that part comes again and says so; one that surely did
// not leave does not.
func TestALongPostIsCutAnew(t *testing.T) {
	var text strings.Builder
	for i := range 60 {
		switch i {
		case 20:
			text.WriteString("\n\n```go\n")
		case 40:
			text.WriteString("\n```\n\n")
		}
		fmt.Fprintf(&text, "w%d", i)
		text.WriteString([]string{" ", "\n", " ", " "}[i%4])
	}
	all := counted.FindAllString(text.String(), -1)
	for _, finds := range []bool{true, false} {
		for _, lose := range []bool{false, true} {
			for _, shown := range []int{1, 2, 3, 4} {
				for _, limit := range []int{0, 40, 55, 90, 150} {
					t.Run(fmt.Sprintf("finds=%t/lost=%t/after=%d/limit=%d", finds, lose, shown, limit), func(t *testing.T) {
						synctest.Test(t, func(t *testing.T) {
							w := newWorld(t)
							var before []connectors.Post
							life := func(limit, left int, lose bool) []connectors.Post {
								w.chat.limits.Max = limit
								f := &falling{w.chat, left, lose}
								w.bot.Connectors = []connectors.Connector{f}
								if finds {
									w.bot.Connectors = []connectors.Connector{&recalled{f, before}}
								}
								stop := w.run()
								time.Sleep(time.Hour)
								synctest.Wait()
								if err := stop(); err != nil {
									t.Fatal(err)
								}
								return w.chat.shown
							}
							w.record(w.pens.For(event.Outbox).Write(event.PostQueued{Place: home, Text: text.String()}))
							before = life(60, shown, lose)
							differ(t, "shown before", shown, len(before))
							w.open()
							after := life(limit, -1, false)
							differ(t, "receipts", 1, len(w.payloads("post.sent")))
							again := slices.IndexFunc(after, func(p connectors.Post) bool { return p.Again })
							if !finds {
								kept, first := shown, -1
								if lose {
									kept, first = shown-1, 0
								}
								differ(t, "the first that says again", first, again)
								differ(t, "since the last receipt", all, append(said(before[:kept]), said(after)...))
								return
							}
							differ(t, "none says again", -1, again)
							differ(t, "said", all, append(said(before), said(after)...))
						})
					})
				}
			}
		}
	}
}

// lasting is a platform that can be asked for what it shows also while it takes nothing, and of what earlier
// processes sent.
type lasting struct {
	*falling
	before []connectors.Post
}

func (l *lasting) Find(_ context.Context, p connectors.Post, _ time.Time) (connectors.MessageID, bool, error) {
	for i, b := range append(slices.Clone(l.before), l.shown...) {
		if b.Key == p.Key {
			return connectors.MessageID(fmt.Sprint("x", i)), true, nil
		}
	}
	return "", false, nil
}

// The same where the next process ends in the middle, too, before or behind a part of its own, and cuts it
// otherwise than both others.
func TestALongPostIsCutAnewAgain(t *testing.T) {
	var text strings.Builder
	for i := range 60 {
		fmt.Fprintf(&text, "w%d%s", i, []string{" ", "\n", " "}[i%3])
	}
	all := counted.FindAllString(text.String(), -1)
	for _, shown := range []int{1, 2} {
		for _, second := range []int{40, 90} {
			for _, more := range []int{-1, 0, 1, 2} { // -1: nor can anybody be asked
				for _, lose := range []bool{false, true} {
					for _, third := range []int{50, 150} {
						t.Run(fmt.Sprintf("after=%d/then=%d/of=%d/lost=%t/last=%d", shown, more, second, lose, third), func(t *testing.T) {
							synctest.Test(t, func(t *testing.T) {
								w := newWorld(t)
								var before []connectors.Post
								life := func(limit, left int, lose bool) {
									w.chat.limits.Max = limit
									w.bot.Connectors = []connectors.Connector{&lasting{&falling{w.chat, left, lose}, before}}
									if left < 0 && limit == second {
										w.bot.Connectors = []connectors.Connector{&recalled{&falling{w.chat, 0, false}, nil}}
									}
									stop := w.run()
									time.Sleep(time.Hour)
									synctest.Wait()
									if err := stop(); err != nil {
										t.Fatal(err)
									}
									before = append(before, w.chat.shown...)
									w.open()
								}
								w.record(w.pens.For(event.Outbox).Write(event.PostQueued{Place: home, Text: text.String()}))
								// The receipt of the last is lost with the process, which can ask nobody any more.
								w.chat.limits.Max = 60
								w.bot.Connectors = []connectors.Connector{&recalled{&falling{w.chat, shown, true}, nil}}
								stop := w.run()
								time.Sleep(time.Hour)
								synctest.Wait()
								if err := stop(); err != nil {
									t.Fatal(err)
								}
								before = w.chat.shown
								w.open()
								life(second, more, lose)
								life(third, -1, false)
								differ(t, "said", all, said(before))
								differ(t, "receipts", 1, len(w.payloads("post.sent")))
								var parts []int
								for _, p := range w.payloads("post.part") {
									parts = append(parts, p.(event.PostPart).Part)
								}
								for i, part := range parts {
									if part != i {
										t.Fatalf("receipts of parts %v", parts)
									}
								}
								differ(t, "parts with a receipt", len(before), len(parts))
							})
						})
					}
				}
			}
		}
	}
}

// Of a long post all parts of which have their receipt, nothing is asked any more.
func TestALongPostWithoutItsReceipt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.chat.limits.Max = 20
		f := &finder{chat: w.chat}
		w.bot.Connectors = []connectors.Connector{f}
		out := w.pens.For(event.Outbox)
		seq := w.record(out.Write(event.PostQueued{Place: home, Text: "one two three.\n\nfour five six."}))
		w.record(out.Write(event.PostAttempted{Post: seq, Try: 1, Ends: []int{14, 30}}).Because(seq))
		for i, id := range []string{"x1", "x2"} {
			w.record(out.Write(event.PostPart{Post: seq, Part: i, Message: id}).Because(seq))
		}
		defer w.run()()
		time.Sleep(time.Minute)
		synctest.Wait()
		differ(t, "shown again", []string{}, w.chat.texts())
		differ(t, "receipts", []event.Payload{event.PostSent{Post: seq, Message: "x1"}}, w.payloads("post.sent"))
		differ(t, "asked since", time.Time{}, f.since)
	})
}
