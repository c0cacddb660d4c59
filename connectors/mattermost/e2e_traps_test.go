//go:build e2e

package mattermost_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/mattermost"

	"github.com/google/go-cmp/cmp"
	"github.com/mattermost/mattermost/server/public/model"
)

func (x *side) edit(id, text string) {
	must[*model.Post](x.t)(x.human.PatchPost(x.t.Context(), id, &model.PostPatch{Message: &text}))
}

func (x *side) remove(id string) {
	if _, err := x.human.DeletePost(x.t.Context(), id); err != nil {
		x.t.Fatal(err)
	}
}

func (x *side) react(id, name string, on bool) {
	r := &model.Reaction{UserId: x.me.Id, PostId: id, EmojiName: name}
	if on {
		must[*model.Reaction](x.t)(x.human.SaveReaction(x.t.Context(), r))
	} else if _, err := x.human.DeleteReaction(x.t.Context(), r); err != nil {
		x.t.Fatal(err)
	}
}

// channel is a room that the person made, with the bot and the administrator in it.
func (x *side) channel() string {
	name := "acme" + strings.ToLower(model.NewId()[:8])
	ch := must[*model.Channel](x.t)(x.human.CreateChannel(x.t.Context(), &model.Channel{TeamId: x.w.team.Id, Name: name, DisplayName: "Acme", Type: model.ChannelTypeOpen}))
	for _, id := range []string{x.bot.Id, must[*model.User](x.t)(x.w.admin.GetMe(x.t.Context(), "")).Id} {
		must[*model.ChannelMember](x.t)(x.human.AddChannelMember(x.t.Context(), ch.Id, id))
	}
	return ch.Id
}

func TestE2ECheck(t *testing.T) {
	x := newSide(t)
	for _, f := range x.connector().Check(t.Context()) {
		did("%v: %s", f.Well, f.What)
		if !f.Well {
			t.Errorf("%s %s", f.What, f.Do)
		}
	}
}

func TestE2EMeanwhile(t *testing.T) {
	x := newSide(t)
	e := hear(t, x.connector(), "")
	old, gone, liked := x.say(&model.Post{Message: "old"}), x.say(&model.Post{Message: "gone"}), x.say(&model.Post{Message: "liked"})
	x.react(liked, "+1", true)
	root := x.say(&model.Post{Message: "root"})
	reply := x.say(&model.Post{Message: "reply", RootId: root})
	x.say(&model.Post{Message: "ready"})
	e.until("ready")
	cursor := e.stop()
	did("the bot is away: an edit, a message and its edit, one taken back, two deletions, reactions on and off")
	x.edit(old, "old, but new")
	fresh := x.say(&model.Post{Message: "fresh"})
	x.edit(fresh, "fresh, corrected")
	never := x.say(&model.Post{Message: "never mind"})
	x.remove(never)
	x.remove(gone)
	x.remove(root)
	x.react(liked, "+1", false)
	x.react(old, "heart", true)
	x.react(old, "tada", true)
	x.say(&model.Post{Message: "last"})
	e = hear(t, x.connector(), cursor)
	got := map[string]bool{}
	names := map[connectors.MessageID]string{}
	for n, id := range map[string]string{"old": old, "gone": gone, "liked": liked, "fresh": fresh, "root": root, "reply": reply, "never": never} {
		names[connectors.MessageID(id)] = n
	}
	all := e.until("last")
	x.say(&model.Post{Message: "over"}) // the server may note an emoji behind what was said after it
	for _, ev := range append(all, e.until("over")...) {
		what := fmt.Sprintf("%s of %s %s%s", ev.Kind, names[ev.Message], ev.Text, strings.Join(ev.Emojis, ""))
		if ev.Kind == connectors.Reactions && names[ev.Message] != "liked" && len(ev.Emojis) == 0 {
			continue // of threads and edited posts: there are none, which is no news
		}
		got[what] = true
	}
	e.stop()
	want := map[string]bool{
		// Of what nobody can have heard it is told, too, what became of it: as far as is known it may have been.
		"message of fresh fresh, corrected": true, "edit of fresh fresh, corrected": true, "delete of never ": true, "edit of old old, but new": true, "delete of gone ": true, "delete of root ": true, "delete of reply ": true,
		"reactions of liked ": true, "reactions of old ❤🎉": true,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	did("all of it is known after the next start")
}

func TestE2EAThreadIsDeleted(t *testing.T) {
	x := newSide(t)
	e := hear(t, x.connector(), "")
	defer e.stop()
	x.say(&model.Post{Message: "begin"})
	e.until("begin")
	root := x.say(&model.Post{Message: "root"})
	one, two := x.say(&model.Post{Message: "one", RootId: root}), x.say(&model.Post{Message: "two", RootId: root})
	e.until("two")
	x.remove(root)
	gone := map[string]bool{}
	for range 3 {
		ev := e.next()
		gone[string(ev.Message)] = ev.Kind == connectors.Delete
	}
	if diff := cmp.Diff(map[string]bool{root: true, one: true, two: true}, gone); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	did("a thread was deleted: its replies are known to be gone")
}

func TestE2EMissed(t *testing.T) {
	x := newSide(t)
	e := hear(t, x.connector(), "")
	x.say(&model.Post{Message: "begin"})
	e.until("begin")
	cursor := e.stop()
	const n = 1150
	for i := range n {
		x.say(&model.Post{Message: fmt.Sprint("n", i)})
	}
	x.say(&model.Post{Message: "last"})
	e = hear(t, x.connector(), cursor)
	defer e.stop()
	i := 0
	for _, ev := range e.until("last") {
		if ev.Kind == connectors.Message {
			if ev.Text != fmt.Sprint("n", i) {
				t.Fatalf("heard %q, want n%d", ev.Text, i)
			}
			i++
		}
	}
	if i != n {
		t.Errorf("%d heard, want %d", i, n)
	}
	did("%d messages said while the bot was away: heard once each, in order", n)
}

func TestE2ENobodyIsNotified(t *testing.T) {
	x := newSide(t)
	room := x.channel()
	m, at := x.connector(), x.place()
	at.Room = room
	mentions := func() int64 {
		return must[*model.ChannelUnread](t)(x.human.GetChannelUnread(t.Context(), room, x.me.Id)).MentionCount
	}
	before := mentions()
	me := "@" + x.me.Username
	for i, text := range []string{
		"@channel", "@all", "@here", "(@channel)", "*@channel*", "@**channel**", "x.@channel", "-@here", "_@all_", "a:@channel", "[@channel](https://a.example)",
		"# @channel", "> @channel", "- @channel", "see https://a.example/@channel and https://a.example/" + me, "`@channel`", "```\n@channel\n```", "&#64;channel",
		me, "(" + me + ")", "x_" + me, me + "'s", "`" + me + "`",
	} {
		send(t, m, connectors.Post{Key: fmt.Sprint(i), Place: at, Text: text})
		if n := mentions(); n != before {
			t.Errorf("%q notified", text)
			before = n
		}
	}
	must[*model.Post](t)(x.w.admin.CreatePost(t.Context(), &model.Post{ChannelId: room, Message: "hello " + me}))
	if mentions() != before+1 {
		t.Error("a mention by somebody else was not counted, so this shows nothing")
	}
	did("@channel, @here, @all and names in the bot's words notify nobody")
}

func TestE2EPicturesAndFiles(t *testing.T) {
	x := newSide(t)
	m, at := x.connector(), x.place()
	png := append([]byte("\x89PNG\r\n\x1a\n"), bytes.Repeat([]byte("weights"), 5000)...)
	send(t, m, connectors.Post{Key: "k", Place: at, Text: "Weights.", Pictures: []connectors.Picture{{Name: "weights.png", MIME: "image/png", Data: png}}})
	p := x.posts(x.dm)[0]
	if len(p.FileIds) != 1 || !bytes.Equal(must[[]byte](t)(x.human.GetFile(t.Context(), p.FileIds[0])), png) {
		t.Errorf("the person got %v", p.FileIds)
	}
	e := hear(t, m, "")
	up := must[*model.FileUploadResponse](t)(x.human.UploadFile(t.Context(), png, x.dm, "chart.png"))
	x.say(&model.Post{Message: "look", FileIds: []string{up.FileInfos[0].Id}})
	ev := e.next()
	var got bytes.Buffer
	if len(ev.Files) != 1 || ev.Files[0].Name != "chart.png" || ev.Files[0].Size != int64(len(png)) {
		t.Fatalf("heard %+v", ev)
	}
	if err := m.Fetch(t.Context(), ev.Files[0], &got); err != nil || !bytes.Equal(got.Bytes(), png) {
		t.Errorf("fetched %d bytes, %v", got.Len(), err)
	}
	e.stop()
	did("pictures went both ways, byte for byte")
}

func TestE2EStreaming(t *testing.T) {
	x := newSide(t)
	m, at := x.connector(), x.place()
	whole := "Two things are due today. The first is the draft for Priya, and the second is the freight."
	for i := 20; i < len(whole); i += 15 {
		if err := draft(t, m, at, 7, whole[:i]); err != nil {
			t.Fatal(err)
		}
	}
	id := send(t, m, connectors.Post{Key: "post/9", Place: at, Text: whole, Answers: &connectors.Answer{To: "x", Turn: 7}})
	posts := x.posts(x.dm)
	if len(posts) != 1 || posts[0].Id != id || posts[0].Message != whole || posts[0].EditAt == 0 || posts[0].GetProp("citadel_key") != "post/9" {
		t.Errorf("shown %+v", posts)
	}
	if got, found, err := x.connector().Find(t.Context(), connectors.Post{Key: "post/9", Place: at}, time.Now()); err != nil || !found || string(got) != id {
		t.Errorf("a new process finds %q, %v, %v", got, found, err)
	}
	did("an answer grew by edits and is one post")
}

func TestE2EButtons(t *testing.T) {
	x := newSide(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m := x.connector()
	m.Listen, m.Callback = l.Addr().String(), "http://"+l.Addr().String()
	l.Close()
	at := x.place()
	e := hear(t, m, "")
	defer e.stop()
	x.say(&model.Post{Message: "begin"})
	e.until("begin")
	id := send(t, m, connectors.Post{Key: "k", Place: at, Text: "Send it?", Buttons: []connectors.Button{{Label: "Send", Token: "12/0"}, {Label: "Drop", Token: "12/1"}}})
	if _, err := x.human.DoPostAction(t.Context(), id, "b1"); err != nil {
		t.Fatal(err)
	}
	if ev := e.next(); ev.Kind != connectors.Press || ev.Button != "12/1" || ev.From.ID != x.me.Id || string(ev.Message) != id || !ev.Direct {
		t.Errorf("event %+v", ev)
	}
	if err := m.Edit(t.Context(), connectors.MessageID(id), connectors.Post{Place: at, Text: "Dropped."}); err != nil {
		t.Fatal(err)
	}
	if p := x.posts(x.dm)[0]; p.Message != "Dropped." || len(p.Attachments()) > 0 || p.GetProp("citadel_key") != "k" {
		t.Errorf("shown %+v", p)
	}
	if _, err := x.human.DoPostAction(t.Context(), id, "b0"); err == nil {
		t.Error("a button that is gone was pressed")
	}
	did("a button was pressed, heard, and taken away")
}

func TestE2ERevoked(t *testing.T) {
	x := newSide(t)
	e := hear(t, x.connector(), "")
	x.say(&model.Post{Message: "begin"})
	e.until("begin")
	must[*model.Bot](t)(x.w.admin.DisableBot(t.Context(), x.bot.Id))
	if r := reasonOf(t, <-e.done); r != connectors.Forbidden {
		t.Errorf("Run ended with %v", r)
	}
	did("the bot was disabled: Run says that it is forbidden")
}

// front is a way to the server that can be cut.
type front struct {
	l    net.Listener
	mu   sync.Mutex
	open []net.Conn
}

func newFront(t *testing.T) *front {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f := &front{l: l}
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", strings.TrimPrefix(realURL(), "http://"))
			if err != nil {
				in.Close()
				continue
			}
			f.mu.Lock()
			f.open = append(f.open, in, out)
			f.mu.Unlock()
			pipe := func(to, from net.Conn) {
				_, _ = io.Copy(to, from)
				to.Close()
				from.Close()
			}
			go pipe(out, in)
			go pipe(in, out)
		}
	}()
	t.Cleanup(func() { l.Close(); f.cut() })
	return f
}

func (f *front) cut() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range f.open {
		c.Close()
	}
	f.open = nil
}

// answer sends as the bot does: an attempt in doubt is looked for, others are made again.
func answer(ctx context.Context, m *mattermost.Mattermost, p connectors.Post) error {
	since, doubt := time.Now(), false
	for {
		var err error
		if doubt {
			_, found, ferr := m.Find(ctx, p, since)
			if found && ferr == nil {
				return nil
			}
			err = ferr
		}
		if err == nil {
			if _, err = m.Send(ctx, p); err == nil {
				return nil
			}
		}
		var ce *connectors.Error
		if !errors.As(err, &ce) || ctx.Err() != nil {
			return err
		}
		doubt = doubt || ce.Reason == connectors.Unknown
		wait, cancel := context.WithTimeout(ctx, max(ce.After, 50*time.Millisecond))
		<-wait.Done()
		cancel()
	}
}

// In the middle of two hundred messages the connection is cut, the bot is restarted, and so is
// the server: each message is heard, and answered once.
func TestE2ERestarts(t *testing.T) {
	x := newSide(t)
	f := newFront(t)
	at := x.place()
	const n = 200
	var mu sync.Mutex
	var cursor connectors.Cursor
	heard := map[string]int{}
	asked := map[string]bool{}
	answered := make(chan string, 4*n)
	start := func() (stop func()) {
		m := &mattermost.Mattermost{URL: "http://" + f.l.Addr().String(), Token: x.token, Now: time.Now}
		x.conns = append(x.conns, m)
		ctx, cancel := context.WithCancel(t.Context())
		mu.Lock()
		from := cursor
		mu.Unlock()
		posts := make(chan connectors.Event, 4*n)
		var all sync.WaitGroup
		all.Go(func() {
			err := m.Run(ctx, from, func(_ context.Context, e connectors.Event) error {
				if e.Kind != connectors.Message {
					return nil
				}
				mu.Lock()
				heard[e.Key]++
				again := asked[e.Key] // the ledger knows it by its key
				asked[e.Key], cursor = true, e.Cursor
				mu.Unlock()
				if !again {
					posts <- e
				}
				return nil
			})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("Run = %v", err)
			}
		})
		all.Go(func() {
			for {
				select {
				case <-ctx.Done():
					return
				case e := <-posts:
					// An answer that was begun is finished, as the outbox would at the next start.
					if err := answer(context.WithoutCancel(ctx), m, connectors.Post{Key: "answer/" + e.Key, Place: at, Text: "heard " + e.Text}); err != nil {
						t.Error(err)
					}
					answered <- e.Key
				}
			}
		})
		return func() {
			cancel()
			all.Wait()
			for len(posts) > 0 { // what the outbox would still hold
				e := <-posts
				mu.Lock()
				delete(asked, e.Key)
				mu.Unlock()
				if err := answer(t.Context(), m, connectors.Post{Key: "answer/" + e.Key, Place: at, Text: "heard " + e.Text}); err != nil {
					t.Error(err)
				}
				answered <- e.Key
				mu.Lock()
				asked[e.Key] = true
				mu.Unlock()
			}
		}
	}
	stop := start()
	var server chan error
	ids := map[string]bool{}
	for i := range n {
		switch i {
		case 60:
			did("message %d: the connection is cut", i)
			f.cut()
		case 90:
			did("message %d: the bot is restarted", i)
			stop()
			stop = start()
		case 120:
			did("message %d: the server is restarted", i)
			server = make(chan error, 1)
			go func() { server <- exec.Command("../../deployments/e2e/mattermost/up", "restart").Run() }()
		case 160:
			did("message %d: the bot is restarted and the connection cut", i)
			stop()
			f.cut()
			stop = start()
		}
		for {
			p, _, err := x.human.CreatePost(t.Context(), &model.Post{ChannelId: x.dm, Message: fmt.Sprint("n", i), PendingPostId: x.me.Id + ":" + fmt.Sprint(i)})
			if err == nil {
				ids[p.Id] = true
				break
			}
			wait, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond) // the person's client tries again
			<-wait.Done()
			cancel()
		}
	}
	if err := <-server; err != nil {
		t.Fatal(err)
	}
	for len(answered) < n {
		wait, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		<-wait.Done()
		cancel()
	}
	stop()
	// What the person's own client said twice, over the restart, was said twice.
	said := map[string]bool{}
	list := slices.Collect(maps.Keys(heard))
	for _, k := range list {
		said[k] = true
	}
	for id := range ids {
		if !said[id] {
			t.Errorf("%s was never heard", id)
		}
	}
	times := map[string]int{}
	for _, p := range x.posts(x.dm) {
		key, _ := p.GetProp("citadel_key").(string)
		times[key]++
	}
	twice := 0
	for key := range said {
		if times["answer/"+key] != 1 {
			t.Errorf("%s was answered %d times", key, times["answer/"+key])
		}
		if heard[key] > 1 {
			twice++
		}
	}
	did("%d messages, %d heard, %d of them more than once under the same key; %d answers, each once", len(ids), len(said), twice, len(times))
}
