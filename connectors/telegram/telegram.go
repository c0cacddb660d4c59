package telegram

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"citadel/connectors"

	"github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"
)

// Telegram is the connector. Fill in the fields before the first call.
type Telegram struct {
	Token string // of the bot, as @BotFather gives it
	URL   string // of the service, without a path; empty is Telegram's own

	// Reactions says that reactions in direct chats are known to arrive. Sources differ on
	// whether they do; those that come are handed on either way.
	Reactions bool

	// Hold is how long a poll waits at Telegram for something to come, in whole seconds; 0 is
	// 50 s. A line that says nothing for a third longer counts as dead.
	Hold time.Duration

	Now func() time.Time
	Log *slog.Logger // nil: nothing is logged

	once sync.Once
	wire *wire
	api  *bot.Bot
	id   int64 // of the bot, which its token begins with; 0 where it does not
	born time.Time

	transport http.RoundTripper // nil: one of our own
	hold      time.Duration     // Hold, or holdFor

	heard    atomic.Int64 // when a poll last ended well, in nanoseconds; 0 before
	conflict atomic.Bool  // another program polled when we last tried

	mu     sync.Mutex // guards what follows
	me     *models.User
	listed bool // Telegram has the list of commands
	boards map[connectors.Place]*board
	halves map[string]int // posts of which so many pictures are there, and not yet the text
	given  map[given]string
}

var (
	_ connectors.Connector  = (*Telegram)(nil)
	_ connectors.Editor     = (*Telegram)(nil)
	_ connectors.Reactor    = (*Telegram)(nil)
	_ connectors.Worker     = (*Telegram)(nil)
	_ connectors.Fetcher    = (*Telegram)(nil)
	_ connectors.Drafter    = (*Telegram)(nil)
	_ connectors.Pulse      = (*Telegram)(nil)
	_ connectors.Checker    = (*Telegram)(nil)
	_ connectors.Identifier = (*Telegram)(nil)
)

const name = "telegram"

const service = "https://api.telegram.org"

// Numbers of Telegram's: a text and a caption in UTF-16 units, how long a post may be
// changed, how often a chat takes one, how long "typing" stays.
const (
	maxText      = 4096
	maxCaption   = 1024
	editFor      = 48 * time.Hour
	perMinute    = 20
	workingEvery = 4 * time.Second
	draftEvery   = 1500 * time.Millisecond // its limit is not documented; posts have one a second
)

// Name is "telegram".
func (t *Telegram) Name() string { return name }

// Limits: a post is a little shorter than Telegram's message, so that "(again)" always
// fits. Posts and edits share PerMinute. Reactions is what Telegram.Reactions says.
func (t *Telegram) Limits() connectors.Limits {
	return connectors.Limits{
		Max: maxText - len(againLine), Measure: measure, PerMinute: perMinute, EditWindow: editFor,
		DraftEvery: draftEvery, WorkingEvery: workingEvery,
		Drafts: true, Replies: true, Pictures: true, Buttons: true, Reactions: t.Reactions, Edits: true, Redelivers: true,
	}
}

// Heard is when a poll last ended well.
func (t *Telegram) Heard() time.Time {
	n := t.heard.Load()
	if n == 0 {
		return time.Time{}
	}
	return time.Unix(0, n)
}

// start prepares the clients; it makes no call.
func (t *Telegram) start() {
	t.once.Do(func() {
		if t.Log == nil {
			t.Log = slog.New(slog.DiscardHandler)
		}
		if t.hold = t.Hold; t.hold <= 0 {
			t.hold = holdFor
		}
		t.born = t.Now()
		token := t.Token
		if !shaped(token) {
			token = malformed
		}
		prefix, _, _ := strings.Cut(token, ":")
		t.id, _ = strconv.ParseInt(prefix, 10, 64) // 0 where there is none
		t.wire = newWire(token, t.base(), t.transport)
		t.boards, t.halves, t.given = map[connectors.Place]*board{}, map[string]int{}, map[given]string{}
		api, err := bot.New(token, bot.WithServerURL(t.base()), bot.WithSkipGetMe(),
			bot.WithHTTPClient(t.hold, t.wire), bot.WithErrorsHandler(func(error) {}))
		if err != nil {
			panic(fmt.Sprintf("telegram: %v", err)) // without a call only an empty token is an error
		}
		t.api = api
	})
}

// malformed stands for a token that is none: it is refused without asking.
const malformed = "0:malformed"

// shaped says whether a token looks like one. It becomes part of an address.
func shaped(token string) bool {
	id, secret, ok := strings.Cut(token, ":")
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-0123456789"
	return ok && id != "" && secret != "" && strings.Trim(id, "0123456789") == "" && strings.Trim(secret, letters) == ""
}

func (t *Telegram) base() string {
	if t.URL == "" {
		return service
	}
	return strings.TrimRight(t.URL, "/")
}

func (t *Telegram) account() string { return strconv.FormatInt(t.id, 10) }

// learn asks who the bot is, once.
func (t *Telegram) learn(ctx context.Context) (*models.User, error) {
	t.mu.Lock()
	me := t.me
	t.mu.Unlock()
	if me != nil {
		return me, nil
	}
	return t.ask(ctx)
}

// ask asks who the bot is, and keeps it.
func (t *Telegram) ask(ctx context.Context) (*models.User, error) {
	ctx, cancel := context.WithTimeout(ctx, callFor)
	defer cancel()
	me, err := t.api.GetMe(ctx)
	if err != nil {
		return nil, err
	}
	if me.ID != t.id {
		return nil, &refusal{method: "getMe", code: http.StatusUnauthorized, text: "the token is of another bot than it says"}
	}
	t.mu.Lock()
	t.me = me
	t.mu.Unlock()
	return me, nil
}

// Identify asks Telegram.
func (t *Telegram) Identify(ctx context.Context) (connectors.Self, error) {
	const op = "telegram: identify"
	t.start()
	if err := ctx.Err(); err != nil {
		return connectors.Self{}, &connectors.Error{Op: op, Reason: connectors.Temporary, Err: err}
	}
	me, err := t.ask(ctx)
	if err != nil {
		return connectors.Self{}, failed(op, err)
	}
	return connectors.Self{
		Account: t.account(), Title: "@" + me.Username, ID: t.account(), Name: "@" + me.Username, Address: address(me.Username),
	}, nil
}

func address(username string) string { return "https://t.me/" + username }

// reach takes a place apart. Every error is an *Error.
func (t *Telegram) reach(ctx context.Context, op string, at connectors.Place) (chat int64, thread int, err error) {
	t.start()
	fail := func(r connectors.Reason, err error) (int64, int, error) {
		return 0, 0, &connectors.Error{Op: op, Reason: r, Err: err}
	}
	if err := ctx.Err(); err != nil {
		return fail(connectors.Temporary, err)
	}
	if at.Platform != name {
		return fail(connectors.Invalid, fmt.Errorf("something for %q", at.Platform))
	}
	if at.Account != t.account() {
		return fail(connectors.Gone, errors.New("a place of another bot"))
	}
	if chat, err = strconv.ParseInt(at.Room, 10, 64); err != nil || chat == 0 {
		return fail(connectors.Invalid, errors.New("a room that is none of Telegram's"))
	}
	if at.Thread != "" {
		if thread, err = strconv.Atoi(at.Thread); err != nil {
			return fail(connectors.Invalid, errors.New("a thread that is none of Telegram's"))
		}
	}
	return chat, thread, nil
}
