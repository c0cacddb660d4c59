package simulate

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"citadel/connectors"
	"citadel/memory/event"
)

// The platform that the person writes on, and the two places there: with the agent alone, and with others.
const (
	platform = "telegram"
	account  = "life"
	self     = "sam"
	theirs   = "robin" // who else is in the shared place
)

var (
	home   = connectors.Place{Platform: platform, Account: account, Room: "77"}
	shared = connectors.Place{Platform: platform, Account: account, Room: "-100"}
)

// Person is the principal and the platform in one: a connector whose other end is a script.
type Person struct {
	now    func() time.Time
	saying chan saying
	talk   io.Writer // gets what is said and brought; may be nil

	mu    sync.Mutex
	said  int
	posts []post                 // the newest of them; see kept
	gone  int                    // how many there were before these
	seen  int                    // how many had come when the day began
	mine  []connectors.MessageID // what was said to the agent since
}

// saying is an event on its way to the agent.
type saying struct {
	event connectors.Event
	taken chan error
}

// post is something that the agent brought.
type post struct {
	id      connectors.MessageID
	key     string
	seq     event.Seq // the event in which it was queued; 0 where none was
	on      time.Time
	at      connectors.Place
	answers connectors.MessageID // empty of what nobody asked for
	text    string
}

func newPerson(now func() time.Time) *Person {
	return &Person{now: now, saying: make(chan saying)}
}

var _ connectors.Connector = (*Person)(nil)

// Name implements connectors.Connector.
func (p *Person) Name() string { return platform }

// Limits implements connectors.Connector.
func (p *Person) Limits() connectors.Limits {
	return connectors.Limits{Replies: true, Reactions: true, Edits: true, Deletes: true, Redelivers: true}
}

// Run implements connectors.Connector: it hands over what is said, one after the other.
func (p *Person) Run(ctx context.Context, _ connectors.Cursor, sink connectors.Sink) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case s := <-p.saying:
			s.taken <- sink(ctx, s.event)
		}
	}
}

// Send implements connectors.Connector: what is brought arrives at once.
func (p *Person) Send(_ context.Context, out connectors.Post) (connectors.MessageID, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	got := post{id: connectors.MessageID(fmt.Sprintf("p%d", p.gone+len(p.posts)+1)), key: out.Key, on: p.now(), at: out.Place, text: out.Text}
	if _, err := fmt.Sscanf(out.Handle, "m%d", &got.seq); err != nil {
		got.seq = 0 // it is a word aside, of which there is no event
	}
	if out.Answers != nil {
		got.answers = out.Answers.To
	}
	p.posts = append(p.posts, got)
	p.note(out.Place, "agent", out.Text)
	return got.id, nil
}

// note writes down what is said or brought.
func (p *Person) note(at connectors.Place, who, text string) {
	if p.talk != nil {
		fmt.Fprintf(p.talk, "%s %s %s: %s\n", p.now().In(began.Location()).Format(time.DateTime), at.Room, who, text)
	}
}

// do brings an event to the agent and waits until it is durable there.
func (p *Person) do(ctx context.Context, e connectors.Event) (connectors.MessageID, error) {
	p.said++
	e.Key, e.At = fmt.Sprintf("e%d", p.said), p.now()
	if e.Kind == connectors.Message {
		e.Message = connectors.MessageID(e.Key)
	}
	if e.From.ID == "" {
		e.From = connectors.Person{Platform: platform, Account: account, ID: self, Name: "Sam"}
	}
	if e.Place == shared {
		e.Title = "the house"
	} else {
		e.Direct = true
	}
	p.note(e.Place, e.From.ID, e.Text+e.Emoji)
	s := saying{event: e, taken: make(chan error, 1)}
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case p.saying <- s:
	}
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case err := <-s.taken:
		if e.Kind == connectors.Message && e.From.ID == self {
			p.mine = append(p.mine, e.Message)
		}
		return e.Message, err
	}
}

// say says something in a place. In the shared one the agent is named.
func (p *Person) say(ctx context.Context, at connectors.Place, text string) (connectors.MessageID, error) {
	return p.do(ctx, connectors.Event{Kind: connectors.Message, Place: at, Text: text, Addressed: at == shared})
}

// react puts an emoji on a post.
func (p *Person) react(ctx context.Context, on post, emoji string) error {
	_, err := p.do(ctx, connectors.Event{Kind: connectors.React, Place: on.at, Message: on.id, Emoji: emoji})
	return err
}

// since gives what came after the first n posts, as far as it is kept.
func (p *Person) since(n int) []post {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.posts[max(0, n-p.gone):])
}

// answer is what came in answer to a message, all its posts together.
func answer(posts []post, to connectors.MessageID) string {
	var all []string
	for _, p := range posts {
		if p.answers == to {
			all = append(all, p.text)
		}
	}
	return strings.Join(all, "\n")
}

// offered finds the last command in the newest posts that looks like the pattern, as it is to be typed.
func offered(posts []post, pattern *regexp.Regexp) (string, bool) {
	for i := len(posts) - 1; i >= 0; i-- {
		for _, says := range slices.Backward(commands.FindAllStringSubmatch(posts[i].text, -1)) {
			if pattern.MatchString(says[1]) {
				return says[1], true
			}
		}
	}
	return "", false
}

var commands = regexp.MustCompile("`([^`]+)`")

// fresh are the posts since tidy was last called.
func (p *Person) fresh() []post { return p.since(p.seen) }

// asked are the messages since then that are meant for the agent.
func (p *Person) asked() []connectors.MessageID { return p.mine }

// tidy ends the day.
func (p *Person) tidy() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seen, p.mine = p.gone+len(p.posts), nil
	if over := len(p.posts) - kept; over > 0 {
		p.posts, p.gone = slices.Delete(p.posts, 0, over), p.gone+over
	}
}

// kept is how many posts are kept from one day to the next.
const kept = 20

// count is how many posts came so far.
func (p *Person) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.gone + len(p.posts)
}
