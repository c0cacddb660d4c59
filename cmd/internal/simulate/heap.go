package simulate

import (
	"fmt"
	"io"
	"runtime"
)

// Heap is how much memory the process held, in bytes, after what could be let go of was: the most in two
// stretches of a life. It is another one each time, and so no part of the report.
type Heap struct {
	Early uint64 // days 100 to 200
	Late  uint64 // the last 100 days
}

// The stretches, and every how many days the heap is measured in them.
const (
	earlyFrom, earlyTo = 100, 200
	lateDays           = 100
	heapEvery          = 10
)

// measure measures at the end of a day, if it is one on which it is measured.
func (h *Heap) measure(day, days int) {
	early, late := earlyFrom <= day && day <= earlyTo, day > days-lateDays
	if day%heapEvery != 0 || !early && !late {
		return
	}
	runtime.GC()
	runtime.GC() // what pools hold is let go of with the second
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if early {
		h.Early = max(h.Early, m.HeapAlloc)
	}
	if late {
		h.Late = max(h.Late, m.HeapAlloc)
	}
}

// Write writes what was measured in one line; a life that was too short has none.
func (h *Heap) Write(w io.Writer) error {
	if h.Early == 0 || h.Late == 0 {
		_, err := fmt.Fprintf(w, "Memory is measured in lives of %d days and more.\n", earlyTo+lateDays)
		return err
	}
	_, err := fmt.Fprintf(w, "Memory: %.1f MB in the days %d to %d, %.1f MB in the last %d: %.2f times as much.\n",
		float64(h.Early)/1e6, earlyFrom, earlyTo, float64(h.Late)/1e6, lateDays, float64(h.Late)/float64(h.Early))
	return err
}
