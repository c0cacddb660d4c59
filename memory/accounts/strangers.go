package accounts

import (
	"slices"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// MostFailed is how many wrong codes lock linking until the host opens it again (TRUST,
// Taking over a chat account).
const MostFailed = 10

// passed remembers, for one day, which strangers were told.
func (f *Fold) passed(r ledger.Record, p event.Passed) {
	if p.Told {
		f.told(r, p.Sender)
	}
}

func (f *Fold) told(r ledger.Record, sender string) {
	if day := r.At.UTC().Format(time.DateOnly); day != f.Day {
		f.Day, f.Told = day, nil
	}
	f.Told = append(f.Told, sender)
}

// Skips says whether somebody, by the hash of the account, does not want to be kept.
func (f *Fold) Skips(sender string) bool {
	_, found := slices.BinarySearch(f.Skipped, sender)
	return found
}

// ToldOn is how many strangers were told on a day.
func (f *Fold) ToldOn(day string) int {
	if f.Day != day {
		return 0
	}
	return len(f.Told)
}

// WasTold says whether a stranger was told already on this day (UTC, "2026-11-20"), by the
// keyed hash of account and day.
func (f *Fold) WasTold(sender, day string) bool {
	return f.Day == day && slices.Contains(f.Told, sender)
}

// Barred says whether codes are refused until the host allows them again.
func (f *Fold) Barred() bool { return f.Failed >= MostFailed }
