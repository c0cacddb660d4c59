//go:build e2e

package host_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"citadel/brain/model/scripted"
	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"

	"github.com/mattermost/mattermost/server/public/model"
)

// The whole product on a real Mattermost, as deployments/e2e/mattermost/up starts it.

func did(format string, a ...any) { fmt.Printf("   "+format+"\n", a...) }

// yard is a home with a Mattermost account, and its principal at the other end.
type yard struct {
	t         *testing.T
	human     *model.Client4
	me, agent *model.User
	dm, home  string
	environ   []string
	seen      map[string]bool // posts that were waited for
	later     time.Duration   // by how much the agent's clock is before the server's
}

func made[T any](t *testing.T) func(T, *model.Response, error) T {
	return func(v T, _ *model.Response, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

const e2ePassword = "Correct-Horse-9"

func newYard(t *testing.T, environ ...string) *yard {
	ctx := t.Context()
	address := os.Getenv("MATTERMOST_E2E_URL")
	if address == "" {
		address = "http://127.0.0.1:8065"
	}
	client := func() *model.Client4 {
		c := model.NewAPIv4Client(address)
		c.HTTPClient = &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{}}
		t.Cleanup(c.HTTPClient.CloseIdleConnections)
		return c
	}
	admin := client()
	// On an empty server the first user is its administrator; on another one it is there.
	_, _, _ = admin.CreateUser(ctx, &model.User{Username: "admin", Email: "admin@example.com", Password: e2ePassword})
	made[*model.User](t)(admin.Login(ctx, "admin", e2ePassword))
	team, _, err := admin.GetTeamByName(ctx, "acme", "")
	if err != nil {
		team = made[*model.Team](t)(admin.CreateTeam(ctx, &model.Team{Name: "acme", DisplayName: "Acme", Type: model.TeamOpen}))
	}
	name := strings.ToLower(model.NewId()[:10])
	y := &yard{t: t, human: client(), seen: map[string]bool{}, home: filepath.Join(t.TempDir(), "home")}
	y.me = made[*model.User](t)(admin.CreateUser(ctx, &model.User{Username: "sam" + name, Email: name + "@example.com", Password: e2ePassword}))
	bot := made[*model.Bot](t)(admin.CreateBot(ctx, &model.Bot{Username: "citadel" + name}))
	y.agent = made[*model.User](t)(admin.GetUser(ctx, bot.UserId, ""))
	for _, id := range []string{y.me.Id, bot.UserId} {
		made[*model.TeamMember](t)(admin.AddTeamMember(ctx, team.Id, id))
	}
	token := made[*model.UserAccessToken](t)(admin.CreateUserAccessToken(ctx, bot.UserId, "e2e", 0)).Token
	made[*model.User](t)(y.human.Login(ctx, y.me.Username, e2ePassword))
	y.dm = made[*model.Channel](t)(y.human.CreateDirectChannel(ctx, y.me.Id, bot.UserId)).Id
	y.environ = append([]string{"TZ=Australia/Melbourne", "MATTERMOST_URL=" + address, "MATTERMOST_TOKEN=" + token}, environ...)
	if err := os.MkdirAll(y.home, 0o700); err != nil {
		t.Fatal(err)
	}
	y.configure("")
	return y
}

// configure writes the settings of the home, with more of them.
func (y *yard) configure(more string) {
	y.t.Helper()
	settings := "mattermost: {user: " + y.me.Id + ", audience: private}\n"
	if slices.ContainsFunc(y.environ, func(s string) bool { return strings.HasPrefix(s, "ANTHROPIC_API_KEY=") }) {
		settings += "providers: {anthropic: {forwards: true}}\n"
	}
	if err := os.WriteFile(filepath.Join(y.home, config.FileName), []byte(settings+more), 0o600); err != nil {
		y.t.Fatal(err)
	}
}

// begin starts a process. stop ends it where it stands: nothing is said to the ledger of it.
func (y *yard) begin() (c *host.Citadel, stop func()) {
	y.t.Helper()
	home, err := host.LockHome(y.home)
	if err != nil {
		y.t.Fatal(err)
	}
	settings, err := config.Load(y.home, y.environ)
	if err != nil {
		y.t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	if os.Getenv("MATTERMOST_E2E_LOG") != "" {
		log = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	now := func() time.Time { return time.Now().Add(y.later) }
	c, err = host.Open(y.t.Context(), host.Options{
		Home: home, Config: settings, Version: "e2e", Now: now, Log: log, Notices: new(bytes.Buffer), Trusted: host.Trusted(settings.Platforms),
		Feeds: host.Feeds(settings.Economy, "", nil, now), // of a folder, where the settings name one
		Connectors: func(string) []connectors.Connector {
			return []connectors.Connector{host.Platform(config.MattermostName, settings.Platforms, time.Now, log)}
		},
	})
	if err != nil {
		y.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(y.t.Context())
	over := make(chan error, 1)
	go func() { over <- c.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-over; err != nil {
			y.t.Error(err)
		}
		for _, f := range []func() error{c.Close, home.Close} {
			if err := f(); err != nil {
				y.t.Error(err)
			}
		}
	})
	y.t.Cleanup(stop)
	return c, stop
}

// say says something as the person's client does: again, until the server has it.
func (y *yard) say(root, text string, files ...string) string {
	y.t.Helper()
	pending := y.me.Id + ":" + model.NewId()
	for {
		p, _, err := y.human.CreatePost(y.t.Context(), &model.Post{ChannelId: y.dm, RootId: root, Message: text, FileIds: files, PendingPostId: pending})
		if err == nil {
			return p.Id
		}
		y.pause()
	}
}

// pause is between two looks at the server.
func (y *yard) pause() {
	y.t.Helper()
	wait, cancel := context.WithTimeout(y.t.Context(), 50*time.Millisecond)
	defer cancel()
	<-wait.Done()
	if err := y.t.Context().Err(); err != nil {
		y.t.Fatal(err)
	}
}

// posts is everything that the agent has said and not taken back, oldest first.
func (y *yard) posts() []*model.Post {
	y.t.Helper()
	var out []*model.Post
	for page := 0; ; page++ {
		list := made[*model.PostList](y.t)(y.human.GetPostsForChannel(y.t.Context(), y.dm, page, 200, "", false, false))
		for _, id := range list.Order {
			if p := list.Posts[id]; p.UserId == y.agent.Id {
				out = append(out, p)
			}
		}
		if len(list.Order) < 200 {
			slices.Reverse(out)
			return out
		}
	}
}

// answer waits for the next post that is no draft any more and says this.
func (y *yard) answer(words string) *model.Post {
	y.t.Helper()
	for {
		for _, p := range y.posts() {
			if !y.seen[p.Id] && p.GetProp("citadel_draft") == nil && strings.Contains(p.Message, words) {
				y.seen[p.Id] = true
				return p
			}
		}
		y.pause()
	}
}

// await waits until something is recorded.
func await[P event.Payload](y *yard, c *host.Citadel, ok func(P) bool) P {
	y.t.Helper()
	for {
		for _, p := range recorded[P](y.t, c) {
			if ok(p) {
				return p
			}
		}
		y.pause()
	}
}

func TestE2EProduct(t *testing.T) {
	server := answering(t, claudes(func(scripted.Request) scripted.Reply {
		r := scripted.Says("I would keep the retainer for now. ", "It pays for the slow months. ", "You know the people. ", "They pay in time. ",
			"Nothing else is in sight. ", "Ask again when the contract is up for renewal in spring.")
		r.Pace = 1200 * time.Millisecond // slower than drafts may follow each other
		return r
	}))
	y := newYard(t, "ANTHROPIC_API_KEY="+planted, "ANTHROPIC_BASE_URL="+server.URL)
	c, _ := y.begin()

	y.say("", "status")
	flat := y.answer("")
	if flat.RootId != "" || flat.Message == "" {
		t.Errorf("a direct message is answered under %q: %q", flat.RootId, flat.Message)
	}
	did("said directly: answered directly")
	root := y.say("", "remind me on Friday at 9 to call the bank")
	y.answer("call the bank")
	y.say(root, "reminders")
	if under := y.answer("call the bank"); under.RootId != root {
		t.Errorf("said in a thread: answered under %q: %q", under.RootId, under.Message)
	}
	did("said in a thread: answered in the thread")

	thumb := &model.Reaction{UserId: y.me.Id, PostId: flat.Id, EmojiName: "+1"}
	made[*model.Reaction](t)(y.human.SaveReaction(t.Context(), thumb))
	put := await(y, c, func(r event.Reacted) bool { return r.Emoji == "👍" })
	if put.Sense != "acknowledge" || put.Connector != "mattermost" {
		t.Errorf("recorded %+v", put)
	}
	if _, err := y.human.DeleteReaction(t.Context(), thumb); err != nil {
		t.Fatal(err)
	}
	if taken := await(y, c, func(r event.Unreacted) bool { return true }); taken.About != put.About {
		t.Errorf("taken off %d, put on %d", taken.About, put.About)
	}
	did("a thumb on an answer is feedback, and is taken back with it")

	png := []byte("\x89PNG\r\n\x1a\n and what comes behind")
	up := made[*model.FileUploadResponse](t)(y.human.UploadFile(t.Context(), png, y.dm, "chart.png"))
	id := y.say("", "remember this chart", up.FileInfos[0].Id)
	seen := await(y, c, func(h event.Heard) bool { return h.Message == id })
	if len(seen.Files) != 1 || seen.Files[0].Name != "chart.png" || seen.Files[0].Size != int64(len(png)) {
		t.Errorf("heard %+v", seen)
	}
	did("an uploaded picture is heard of")

	for _, p := range y.posts() { // whatever was said to the picture
		y.seen[p.Id] = true
	}
	y.say("", "Should I keep the Henderson retainer, or is it better to drop it before Christmas?")
	grew := map[string]bool{}
	for {
		posts := y.posts()
		p := posts[len(posts)-1]
		if !y.seen[p.Id] {
			grew[p.Message] = true
			if p.GetProp("citadel_draft") == nil && strings.Contains(p.Message, "renewal in spring.") {
				if !strings.HasPrefix(p.Message, "I would keep the retainer") || p.EditAt == 0 {
					t.Errorf("the answer: %q", p.Message)
				}
				break
			}
		}
		y.pause()
	}
	if len(grew) < 3 {
		t.Errorf("it grew in %d steps", len(grew))
	}
	did("an answer grew before his eyes in %d steps, by edits of one post", len(grew))
}

// A decision is made in a thread, evidence comes, and it is looked at again there; the answer
// tells what it rests on. All of it is printed as the person sees it.
func TestE2ERevisit(t *testing.T) {
	server := answering(t, claudes(func(r scripted.Request) scripted.Reply {
		switch {
		case strings.Contains(string(r.Schema), `"recommend"`):
			return scripted.Says(`{"recommend":"amend","text":"Project work with half up front, no retainer","review":"2027-06-25",` +
				`"because":"One payment is thin evidence.","rests":[1],"kept":"The cause may be gone."}`)
		case strings.Contains(r.Instructions(), "You argue the other side"):
			return scripted.Says("The cause is gone: party A's new finance lead pays on time.")
		case len(r.Schema) > 0:
			return scripted.Says(`{"sides":[{"number":1,"side":"against"}],"position":"End the retainer of Henderson, a client that pays late.",` +
				`"evidence":["Tom Weiss, their new finance lead, paid on time."],"question":"Does it still hold?"}`)
		}
		return scripted.Says("I see.")
	}))
	y := newYard(t, "ANTHROPIC_API_KEY="+planted, "ANTHROPIC_BASE_URL="+server.URL)
	y.configure("models: {adversary: [claude-haiku-5-5]}\nceilings: {turn: 2, day: 20}\n")
	c, _ := y.begin()
	root := ""
	says := func(text string, wants ...string) {
		t.Helper()
		fmt.Printf("\n[Sam]\n%s\n", text)
		id := y.say(root, text)
		if root == "" {
			root = id
		}
		if len(wants) == 0 {
			await(y, c, func(h event.Heard) bool { return h.Message == id })
			return
		}
		p := y.answer(wants[0])
		fmt.Printf("\n[Citadel]\n%s\n", p.Message)
		for _, w := range wants[1:] {
			if !strings.Contains(p.Message, w) {
				t.Errorf("%q is answered without %q", text, w)
			}
		}
		if id != root && p.RootId != root {
			t.Errorf("%q was said in the thread and answered under %q", text, p.RootId)
		}
	}
	says("We decided to drop the Henderson retainer because they pay late.", "Shall I record a decision?")
	says("record it", "Recorded: `d")
	says("Henderson has a new finance lead, Tom Weiss, and he paid the last invoice of the retainer on time.")
	says("revisit", "Reason then: ", "they pay late", "Against it: You: ", "argued by claude-haiku-5-5", "**I'd amend it:** Project work with half up front")
	says("why", "This was the command `revisit`.")
	says("why more", "tier `deep`")
	says("amend as above", "Project work with half up front", "`undo`")
	did("a decision is made, looked at again and amended in its thread; why tells what the answer rests on")
}

// In the middle of two hundred messages the agent is restarted, twice, and so is the server:
// nothing is lost, and nothing is doubled.
func TestE2EProductRestarts(t *testing.T) {
	y := newYard(t)
	const n = 200
	c, stop := y.begin()
	var server chan error
	for i := range n {
		switch i {
		case 70, 150:
			did("message %d: the agent is restarted", i)
			stop()
			c, stop = y.begin()
		case 110:
			did("message %d: the server is restarted", i)
			server = make(chan error, 1)
			go func() {
				cmd := exec.Command("../../../deployments/e2e/mattermost/up", "restart")
				cmd.Stderr, cmd.Stdout = os.Stderr, io.Discard
				server <- cmd.Run()
			}()
		}
		y.say("", fmt.Sprintf("remind me on Friday at 9 to water plant %d.", i))
	}
	if err := <-server; err != nil {
		t.Fatal(err)
	}
	for quiet := false; !quiet; {
		c.Mind.Read(func(v memory.View) { quiet = len(v.Thread.Waiting) == 0 && len(v.Outbox.Posts) == 0 })
		quiet = quiet && len(recorded[event.ReminderSet](t, c)) >= n
		y.pause()
	}
	heard := map[string]int{}
	for _, h := range recorded[event.Heard](t, c) {
		heard[h.Text]++
	}
	set := map[string]int{}
	for _, r := range recorded[event.ReminderSet](t, c) {
		set[r.Text]++
	}
	for i := range n {
		if text := fmt.Sprintf("remind me on Friday at 9 to water plant %d.", i); heard[text] != 1 {
			t.Errorf("%q was heard %d times", text, heard[text])
		}
	}
	if len(set) != n {
		t.Errorf("%d reminders, want %d", len(set), n)
	}
	queued, sent := recorded[event.PostQueued](t, c), recorded[event.PostSent](t, c)
	found, shown := 0, map[string]int{}
	for _, s := range sent {
		if s.Found {
			found++
		}
		if s.Again {
			t.Errorf("post %d may have come twice", s.Post)
		}
	}
	parts := 0
	for _, p := range y.posts() {
		key, _ := p.GetProp("citadel_key").(string)
		if shown[key]++; strings.Count(key, "/") > 1 { // a long post comes in parts: post/149, post/149/1
			parts++
		}
	}
	for key, n := range shown {
		if n != 1 {
			t.Errorf("%s is shown %d times", key, n)
		}
	}
	for _, s := range sent {
		if k := fmt.Sprintf("post/%d", s.Post); shown[k] == 0 {
			t.Errorf("%s is not shown", k)
		}
	}
	if len(sent) != len(queued) || len(shown)-parts != len(queued) {
		t.Errorf("%d posts queued, %d sent, %d shown: %v", len(queued), len(sent), len(shown)-parts, shown)
	}
	did("%d messages heard once each, %d reminders, %d posts queued, sent and shown once each, %d of them found to have arrived", n, len(set), len(queued), found)
}

// A process dies when the server has an answer of its, and before it knows; the server itself is
// restarted before the next process begins, and forgets what it was asked to make. The answer
// is found, and stands there once.
func TestE2EProductInDoubt(t *testing.T) {
	y := newYard(t)
	at := slices.IndexFunc(y.environ, func(s string) bool { return strings.HasPrefix(s, "MATTERMOST_URL=") })
	real, err := url.Parse(strings.TrimPrefix(y.environ[at], "MATTERMOST_URL="))
	if err != nil {
		t.Fatal(err)
	}
	arrived := make(chan struct{})
	var once sync.Once
	proxy := httputil.NewSingleHostReverseProxy(real)
	proxy.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug)
	proxy.ModifyResponse = func(r *http.Response) (err error) {
		if r.Request.Method == http.MethodPost && r.Request.URL.Path == "/api/v4/posts" && r.StatusCode == http.StatusCreated {
			once.Do(func() {
				close(arrived)
				<-r.Request.Context().Done() // until the process is gone
				err = r.Request.Context().Err()
			})
		}
		return err
	}
	front := httptest.NewServer(proxy)
	t.Cleanup(front.Close)
	y.environ[at] = "MATTERMOST_URL=" + front.URL
	c, stop := y.begin()
	y.say("", "remind me on Friday at 9 to water the plants")
	<-arrived
	stop()
	did("the agent ends between a post and its receipt")
	up := exec.Command("../../../deployments/e2e/mattermost/up", "restart")
	up.Stderr = os.Stderr
	if err := up.Run(); err != nil {
		t.Fatal(err)
	}
	did("the server is restarted")
	c, _ = y.begin()
	await(y, c, func(s event.PostSent) bool { return s.Found })
	y.say("", "remind me on Friday at 10 to prune the roses")
	y.answer("roses")
	shown := map[any]int{}
	for _, p := range y.posts() {
		shown[p.GetProp("citadel_key")]++
	}
	for key, n := range shown {
		if n != 1 {
			t.Errorf("%v is shown %d times", key, n)
		}
	}
	for _, s := range recorded[event.PostSent](t, c) {
		if s.Again {
			t.Errorf("post %d says that it may have come twice", s.Post)
		}
	}
	did("the next process finds it: %d posts, each once", len(shown))
}
