package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"citadel/bot"
)

// HealthName is the file in the home that says how a running citadel hears.
const HealthName = "health.json"

// Health is when each platform last proved that it reaches us, as a running citadel writes it
// down every half minute: an open connection, or that something can be sent, proves nothing.
type Health struct {
	At     time.Time          `json:"at"`               // when it was written
	Silent map[string]int64   `json:"silent_s"`         // by platform: seconds since the last proof; -1 where there was none yet
	Faults map[string][]Fault `json:"faults,omitempty"` // by platform: what only who listens finds wrong with how it is set up
}

// Fault is one of them, and what to do about it.
type Fault struct {
	What string `json:"what"`
	Do   string `json:"do"`
}

// mostFaults is how many are written down of a platform.
const mostFaults = 10

// freshHealth is how old it may be of a citadel that runs: it writes one every half minute.
const freshHealth = 2 * time.Minute

// Talks says whether a citadel that runs now talks on a platform, as far as it wrote that down.
func (h Health) Talks(platform string, now time.Time) bool {
	_, known := h.Silent[platform]
	return known && now.Sub(h.At) <= freshHealth
}

// maxHealth bounds what is read of the file, in bytes.
const maxHealth = 64 << 10

// ReadHealth reads what lies in a home; zero if there is none.
func ReadHealth(home string) (h Health, err error) {
	f, err := os.Open(filepath.Join(home, HealthName))
	if errors.Is(err, fs.ErrNotExist) {
		return h, nil
	}
	if err != nil {
		return h, fmt.Errorf("health: %w", err)
	}
	defer f.Close()
	if err := json.NewDecoder(io.LimitReader(f, maxHealth)).Decode(&h); err != nil {
		return Health{}, fmt.Errorf("health: %w", err)
	}
	return h, nil
}

// health writes down how the platforms are heard. Who reads it finds all of it or what was
// there before.
func (c *Citadel) health(pulses map[string]bot.Pulse) {
	h := Health{At: c.now().UTC().Truncate(time.Second), Silent: map[string]int64{}, Faults: map[string][]Fault{}}
	for name, p := range pulses {
		h.Silent[name] = -1
		if !p.Heard.IsZero() {
			h.Silent[name] = max(0, int64(c.now().Sub(p.Heard)/time.Second))
		}
		for _, f := range p.Faults[:min(len(p.Faults), mostFaults)] {
			h.Faults[name] = append(h.Faults[name], Fault{f.What, f.Do})
		}
	}
	body, err := json.Marshal(h)
	if err == nil {
		path := filepath.Join(c.home.Path, HealthName)
		err = errors.Join(os.WriteFile(path+".new", append(body, '\n'), 0o600), os.Rename(path+".new", path))
	}
	if err != nil { // not worth stopping for
		c.log.Warn("how platforms are heard could not be written down", "err", err)
	}
}
