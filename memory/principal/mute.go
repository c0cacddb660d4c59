package principal

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"citadel/memory/event"
)

// Mute is something that the principal wants to hear no alerts about.
type Mute struct {
	What  string    // a client or a thing as the causal graph names it, or Alerts for all of them
	Until time.Time // zero: until he says otherwise
}

// Alerts is what is muted where no alert at all is wanted.
const Alerts = "alerts"

// mostMutes keeps the setting short.
const mostMutes = 40

// Muted gives what is muted at a moment, in the order in which he said it.
func (f *Fold) Muted(now time.Time) []Mute {
	all, _ := readMutes(f.Settings[event.SettingMuted])
	return slices.DeleteFunc(all, func(m Mute) bool { return !m.Until.IsZero() && !m.Until.After(now) })
}

// WriteMutes is how they stand in the setting; see Decide.
func WriteMutes(all []Mute) string {
	words := make([]string, len(all))
	for i, m := range all {
		words[i] = m.What
		if !m.Until.IsZero() {
			words[i] += "/" + m.Until.UTC().Format(time.RFC3339)
		}
	}
	return strings.Join(words, " ")
}

func readMutes(s string) (all []Mute, err error) {
	for _, word := range strings.Fields(s) {
		what, until, ends := strings.Cut(word, "/")
		m := Mute{What: what}
		if ends {
			if m.Until, err = time.Parse(time.RFC3339, until); err != nil {
				return nil, fmt.Errorf("%q is no moment", until)
			}
		}
		all = append(all, m)
	}
	return all, nil
}

func mutes(v string) error {
	all, err := readMutes(v)
	if err == nil && len(all) > mostMutes {
		return fmt.Errorf("more than %d", mostMutes)
	}
	return err
}
