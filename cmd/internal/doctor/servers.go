package doctor

import (
	"context"
	"errors"
	"fmt"
	"time"

	"citadel/brain/phrase"
	"citadel/config"
	"citadel/memory/hot"
	"citadel/memory/hot/redis"
)

// serverWait is how long a server beside the ledger is asked.
const serverWait = 5 * time.Second

// redis looks at where the newest state is kept besides. Nothing fails without it.
func (x *examination) redis(ctx context.Context) Finding {
	if x.settings == nil || !x.settings.Servers.Redis.Set() {
		return Finding{}
	}
	where := config.Host(x.settings.Servers.Redis)
	place, err := redis.Open(x.settings.Servers.Redis.Reveal(), x.settings.Principal)
	if err != nil {
		return fail("Its address in REDIS_URL cannot be used.", "Correct it; until then citadel does not start.")
	}
	defer place.Close()
	ctx, cancel := context.WithTimeout(ctx, serverWait)
	defer cancel()
	const do = "Start it, or correct REDIS_URL. Nothing is lost without it; a start takes longer."
	seq, value, err := place.Get(ctx)
	switch {
	case errors.Is(err, hot.ErrNothing):
		return ok("The server at " + where + " answers, and has nothing of this ledger yet.")
	case errors.Is(err, hot.ErrForeign):
		return look("The server at "+where+" has something under our name that is not ours.", "See who else writes there. The next turn replaces it.")
	case err != nil:
		return look("The server at "+where+" cannot be used: "+reason(err)+".", do)
	}
	return ok(fmt.Sprintf("The server at %s answers, and has the state at event %s, %s.", where, phrase.Thousands(int(seq)), size(uint64(len(value)))))
}
