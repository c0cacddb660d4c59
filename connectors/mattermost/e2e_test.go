//go:build e2e

package mattermost_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/connectortest"
	"citadel/connectors/mattermost"

	"github.com/mattermost/mattermost/server/public/model"
)

// A real server, as deployments/e2e/mattermost/up starts it. Everything here makes users of
// its own, so that it may run again and again on one server.

const password = "Correct-Horse-9"

func realURL() string {
	if url := os.Getenv("MATTERMOST_E2E_URL"); url != "" {
		return url
	}
	return "http://127.0.0.1:8065"
}

// did prints a step of the program.
func did(format string, a ...any) { fmt.Printf("   "+format+"\n", a...) }

// world is the administrator's side: one for all tests.
type world struct {
	admin *model.Client4
	team  *model.Team
}

var theWorld = sync.OnceValues(func() (*world, error) {
	ctx := context.Background()
	admin := model.NewAPIv4Client(realURL())
	admin.HTTPClient.Timeout = 30 * time.Second
	if _, _, err := admin.CreateUser(ctx, &model.User{Username: "admin", Email: "admin@example.com", Password: password}); err != nil {
		did("the server has its administrator already")
	}
	if _, _, err := admin.Login(ctx, "admin", password); err != nil {
		return nil, err
	}
	team, _, err := admin.GetTeamByName(ctx, "acme", "")
	if err != nil {
		team, _, err = admin.CreateTeam(ctx, &model.Team{Name: "acme", DisplayName: "Acme", Type: model.TeamOpen})
	}
	return &world{admin, team}, err
})

// side is a person and a bot of their own on the real server.
type side struct {
	t     testing.TB
	w     *world
	human *model.Client4
	me    *model.User
	bot   *model.User
	token string
	dm    string
	conns []*mattermost.Mattermost
	last  string
}

func must[T any](t testing.TB) func(T, *model.Response, error) T {
	return func(v T, _ *model.Response, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func newSide(t testing.TB) *side {
	w, err := theWorld()
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	name := strings.ToLower(model.NewId()[:10])
	x := &side{t: t, w: w, human: model.NewAPIv4Client(realURL())}
	x.human.HTTPClient = &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{}}
	x.me = must[*model.User](t)(w.admin.CreateUser(ctx, &model.User{Username: "sam" + name, Email: name + "@example.com", Password: password}))
	b := must[*model.Bot](t)(w.admin.CreateBot(ctx, &model.Bot{Username: "citadel" + name, DisplayName: "Citadel"}))
	x.bot = must[*model.User](t)(w.admin.GetUser(ctx, b.UserId, ""))
	for _, id := range []string{x.me.Id, b.UserId} {
		must[*model.TeamMember](t)(w.admin.AddTeamMember(ctx, w.team.Id, id))
	}
	x.token = must[*model.UserAccessToken](t)(w.admin.CreateUserAccessToken(ctx, b.UserId, "e2e", 0)).Token
	must[*model.User](t)(x.human.Login(ctx, x.me.Username, password))
	x.dm = must[*model.Channel](t)(x.human.CreateDirectChannel(ctx, x.me.Id, b.UserId)).Id
	return x
}

func (x *side) connector() *mattermost.Mattermost {
	m := &mattermost.Mattermost{URL: realURL(), Token: x.token, Now: time.Now}
	x.conns = append(x.conns, m)
	return m
}

func (x *side) place() connectors.Place {
	self, err := x.connector().Identify(x.t.Context())
	if err != nil {
		x.t.Fatal(err)
	}
	return connectors.Place{Platform: "mattermost", Account: self.Account, Room: x.dm}
}

func (x *side) say(p *model.Post) string {
	x.t.Helper()
	if p.ChannelId == "" {
		p.ChannelId = x.dm
	}
	return must[*model.Post](x.t)(x.human.CreatePost(x.t.Context(), p)).Id
}

// posts is what the bot has in a room, oldest first.
func (x *side) posts(room string) []*model.Post {
	x.t.Helper()
	var out []*model.Post
	for page := 0; ; page++ {
		list := must[*model.PostList](x.t)(x.human.GetPostsForChannel(x.t.Context(), room, page, 200, "", false, false))
		for _, id := range list.Order {
			if p := list.Posts[id]; p.UserId == x.bot.Id {
				out = append(out, p)
			}
		}
		if len(list.Order) < 200 {
			slices.Reverse(out)
			return out
		}
	}
}

func (x *side) close() {
	for _, m := range x.conns {
		mattermost.Idle(m)
	}
	x.human.HTTPClient.CloseIdleConnections()
	x.w.admin.HTTPClient.CloseIdleConnections()
}

func TestE2ESuite(t *testing.T) {
	did("every case of connectortest, each with a person and a bot of its own")
	connectortest.Run(t, func(t *testing.T) connectortest.Bench {
		x := newSide(t)
		ctx := t.Context()
		reaction := func(id connectors.MessageID, emoji string) *model.Reaction {
			n, ok := mattermost.NameOf(emoji)
			if !ok {
				t.Errorf("no name for %s", emoji)
			}
			return &model.Reaction{UserId: x.me.Id, PostId: string(id), EmojiName: n}
		}
		return connectortest.Bench{
			Connector: x.connector(),
			Place:     x.place(),
			Say:       func(text string) { x.last = x.say(&model.Post{Message: text}) },
			Edit: func(text string) {
				must[*model.Post](t)(x.human.PatchPost(ctx, x.last, &model.PostPatch{Message: &text}))
			},
			Delete: func() {
				if _, err := x.human.DeletePost(ctx, x.last); err != nil {
					t.Error(err)
				}
			},
			React: func(id connectors.MessageID, _, emoji string) {
				must[*model.Reaction](t)(x.human.SaveReaction(ctx, reaction(id, emoji)))
			},
			Unreact: func(id connectors.MessageID, _, emoji string) {
				if _, err := x.human.DeleteReaction(ctx, reaction(id, emoji)); err != nil {
					t.Error(err)
				}
			},
			Restart: func() connectors.Connector { return x.connector() },
			Drafted: func() string {
				for _, p := range x.posts(x.dm) {
					if p.GetProp("citadel_draft") != nil {
						return p.Message
					}
				}
				return ""
			},
			Shown: func() []string {
				var texts []string
				for _, p := range x.posts(x.dm) {
					if p.GetProp("citadel_draft") == nil {
						texts = append(texts, p.Message)
					}
				}
				return texts
			},
			CursorOnly: true,
			Longest:    model.PostMessageMaxRunesV2,
			Close:      x.close,
		}
	})
}
