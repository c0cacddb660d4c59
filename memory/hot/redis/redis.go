// Package redis keeps the hot state in a Redis server, as one string: its number in twenty
// digits, by which the server itself refuses an older one, and the sealed value.
//
// Redis may lose it, be full, slow or away: each call ends within seconds, and who makes them
// goes on without.
package redis

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"citadel/memory/event"
	"citadel/memory/hot"
)

// patience is how long one exchange with the server may take.
const patience = 2 * time.Second

// digits is the width of the number before a value: those of the largest.
const digits = 20

// largest is the most that is read of a value, in bytes: a state with its seal and its stamp.
const largest = hot.MaxState + 1024

// ErrFull: the server has no memory left for a value, or takes none for another reason of its own.
var ErrFull = errors.New("redis has no room left")

// Place is a hot.Place in a Redis server.
type Place struct {
	client *redis.Client
	key    string
}

var _ hot.Place = (*Place)(nil)

// Open makes a Place of a server's address, such as redis://:PASSWORD@127.0.0.1:6379/0. It does
// not connect: the server may come later. A principal has one key, "citadel:NAME:hot".
func Open(address, principal string) (*Place, error) {
	o, err := redis.ParseURL(address)
	if err != nil {
		return nil, errors.New("redis: the address cannot be used") // its own error may show the password
	}
	o.DialTimeout, o.ReadTimeout, o.WriteTimeout, o.PoolTimeout = patience, patience, patience, patience
	o.ContextTimeoutEnabled, o.MaxRetries, o.DialerRetries, o.PoolSize = true, 1, 1, 2
	o.ClientName = "citadel"
	o.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	redis.SetLogger(silence{}) // it would write into the terminal what every call returns, too
	return &Place{client: redis.NewClient(o), key: "citadel:" + principal + ":hot"}, nil
}

// silence is a logger that says nothing.
type silence struct{}

func (silence) Printf(context.Context, string, ...any) {}

// putNewer keeps a value unless one of the same number or a later one is there. Numbers are of
// one width, so their order is that of their digits.
var putNewer = redis.NewScript(`
local kept = redis.call('GETRANGE', KEYS[1], 0, 19)
if #kept == 20 and kept >= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1] .. ARGV[2])
return 1`)

// Put implements hot.Place.
func (p *Place) Put(ctx context.Context, seq event.Seq, value []byte) error {
	done, err := putNewer.Run(ctx, p.client, []string{p.key}, fmt.Sprintf("%0*d", digits, seq), value).Int()
	if err != nil {
		return named(err)
	}
	if done == 0 {
		return hot.ErrNewer
	}
	return nil
}

// Get implements hot.Place. What is not of its form is hot.ErrForeign.
func (p *Place) Get(ctx context.Context) (event.Seq, []byte, error) {
	kept, err := p.client.GetRange(ctx, p.key, 0, largest).Bytes()
	switch {
	case err != nil:
		return 0, nil, named(err)
	case len(kept) == 0:
		return 0, nil, hot.ErrNothing
	case len(kept) < digits || len(kept) > largest:
		return 0, nil, hot.ErrForeign
	}
	n, err := strconv.ParseUint(string(kept[:digits]), 10, 64)
	if err != nil || n > math.MaxInt64 {
		return 0, nil, hot.ErrForeign
	}
	return event.Seq(n), kept[digits:], nil
}

// Drop implements hot.Place.
func (p *Place) Drop(ctx context.Context) error { return named(p.client.Del(ctx, p.key).Err()) }

// Ping asks whether the server answers.
func (p *Place) Ping(ctx context.Context) error { return named(p.client.Ping(ctx).Err()) }

// Close implements hot.Place.
func (p *Place) Close() error { return p.client.Close() }

// named adds to an error what callers decide by.
func named(err error) error {
	switch {
	case err == nil:
		return nil
	case strings.HasPrefix(err.Error(), "WRONGTYPE"): // somebody else's value under our name
		return fmt.Errorf("%w: %w", hot.ErrForeign, err)
	case strings.HasPrefix(err.Error(), "OOM"), strings.HasPrefix(err.Error(), "MISCONF"):
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	return fmt.Errorf("redis: %w", err)
}
