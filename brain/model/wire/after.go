package wire

import (
	"net/http"
	"strconv"
	"time"
)

// longestWait bounds what is believed of a time to wait.
const longestWait = 24 * time.Hour

// After reads how long a service asks to be left alone: Retry-After-Ms, which may have a
// fraction, else Retry-After in seconds, which may too, or as a date, which is taken as seen
// by the service's own clock. It is as Believed; 0 where nothing is said that is understood.
func After(h http.Header) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return seconds(ms / 1000)
	}
	v := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(v, 64); err == nil {
		return seconds(s)
	}
	until, err := http.ParseTime(v)
	if err != nil {
		return 0
	}
	now, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		return 0
	}
	return Believed(until.Sub(now))
}

func seconds(s float64) time.Duration {
	if !(s > 0) { // nor is NaN
		return 0
	}
	return time.Duration(min(s, longestWait.Seconds()) * float64(time.Second))
}

// Believed is what is believed of a time to wait: from nothing to a day.
func Believed(d time.Duration) time.Duration { return min(max(d, 0), longestWait) }
