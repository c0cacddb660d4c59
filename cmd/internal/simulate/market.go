package simulate

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"citadel/cmd/internal/host"
	"citadel/jobs/feeds"
)

// market is what is published of the economy in a life: the price of crude oil, as its publisher gives it, in a folder of
// saved answers. It goes up and down by less than a percent, but for the days on which it moves for good.
type market struct {
	folder string
	prices []float64 // by day of the life, from so many days before it began
	moves  []int     // the days on which it has moved
}

// When a price is known, and how it moves.
const (
	earlier   = 400 // days before the life that have a price
	delay     = 4   // days until a price is published
	mostRows  = 500 // that are published at a time
	moveTakes = 4   // days
	firstMove = 9
	moveEvery = 80 // days at least
	oil       = "fred-DCOILWTICO.json"
)

// trader is a client of the person's whose costs hang on that price, by a way through what everybody holds to be so.
const (
	trader   = "Ferrante"
	tradedOn = 4 // the day on which he is told of
)

// newMarket writes down all prices of a life.
func newMarket(folder string, seed uint64, days int) (*market, error) {
	m := &market{folder: filepath.Join(folder, "economy")}
	if err := os.MkdirAll(m.folder, 0o700); err != nil {
		return nil, err
	}
	dice := rand.New(rand.NewPCG(seed, 3)) //nolint:gosec // a life is to be the same each time
	for day := firstMove; day+delay+moveTakes < days; day += moveEvery + dice.IntN(60) {
		m.moves = append(m.moves, day)
	}
	level, step := 80.0, 1.0
	for day := -earlier; day <= days; day++ {
		if slices.Contains(m.moves, day) {
			if step = 1.02; level > 90 || level > 70 && dice.IntN(2) == 0 {
				step = 0.98
			}
		}
		if slices.ContainsFunc(m.moves, func(from int) bool { return from <= day && day < from+moveTakes }) {
			level *= step
		}
		m.prices = append(m.prices, level*(1+0.007*(2*dice.Float64()-1)))
	}
	return m, m.publish(0)
}

// publish writes the answer that the publisher gives on a day of the life.
func (m *market) publish(day int) error {
	rows := []string{"observation_date,DCOILWTICO"}
	last := day - delay
	for d := max(-earlier, last-mostRows); d <= last; d++ {
		rows = append(rows, fmt.Sprintf("%s,%.2f", began.AddDate(0, 0, d-1).Format(time.DateOnly), m.prices[d+earlier]))
	}
	return os.WriteFile(filepath.Join(m.folder, oil), []byte(strings.Join(rows, "\n")+"\n"), 0o600)
}

// feeds are what is read of it every morning; nothing where there is no market.
func (w *world) feeds() feeds.Feeds {
	if w.market == nil {
		return feeds.Feeds{}
	}
	return host.Feeds(w.settings.Economy, w.market.folder, nil, w.clock.Now)
}

// Economy is what became of the moves of a price that a client's costs hang on.
type Economy struct {
	Moves   int `json:"moves"`   // of the price, for good
	Noticed int `json:"noticed"` // moves that counted as such
	Undone  int `json:"undone"`  // of these, taken back
	Alerts  int `json:"alerts"`  // clients told of, once a move each
}
