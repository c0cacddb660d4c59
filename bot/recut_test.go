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
// whose receipt was lost. Where it cannot, that part comes again and says so.
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
							if !finds { // the next process cannot know that nothing was lost
								kept := shown
								if lose {
									kept--
								}
								differ(t, "the first says again", 0, again)
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
