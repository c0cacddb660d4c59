package simulate

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"citadel/connectors"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// witness keeps what the ledger of a life told, as far as it bears on what must always be so.
type witness struct {
	upTo  event.Seq
	today []told // what was written since the day before was checked
	again bool   // something was forgotten: everything is to be looked at, not only what is new

	kinds  map[event.Kind]int
	faults map[string]int // errors that were pointed out, by their sort
	bytes  int

	heard   map[connectors.MessageID]event.Seq
	waiting map[event.Seq]bool   // heard, and without an end of a turn
	ended   map[event.Seq]string // how the turn of a message ended, as of the newest
	turns   map[event.Seq][]event.Seq
	posts   map[event.Seq]queued
	open    map[event.Seq]bool // queued, and neither sent nor given up

	learned map[event.Seq][]event.Seq // by message, what was learned of it
	source  map[event.Seq]event.Seq   // the other way round
	over    map[event.Seq]string      // why a memory does not hold any more
	repeats int                       // how often something was counted as said again

	calls  *Calls         // nil while no model was asked
	nights []event.Dreamt // their moods and palettes alone

	reminders map[event.Seq]event.Seq   // by the message that set it
	fired     map[event.Seq][]time.Time // when each came
	awaited   []awaited

	mu    sync.Mutex
	ran   map[string]int // how often a slot was run in this process, and ended well
	night map[string][]string
	twice []string
}

// told is one event.
type told struct {
	ledger.Record
	payload event.Payload
}

type queued struct {
	event.PostQueued
	at time.Time
}

// awaited is a reminder that was asked for.
type awaited struct {
	message connectors.MessageID
	due     time.Time
}

func newWitness() *witness {
	return &witness{
		kinds: map[event.Kind]int{}, faults: map[string]int{}, heard: map[connectors.MessageID]event.Seq{}, waiting: map[event.Seq]bool{}, ended: map[event.Seq]string{}, turns: map[event.Seq][]event.Seq{},
		posts: map[event.Seq]queued{}, open: map[event.Seq]bool{}, learned: map[event.Seq][]event.Seq{}, source: map[event.Seq]event.Seq{}, over: map[event.Seq]string{},
		reminders: map[event.Seq]event.Seq{}, fired: map[event.Seq][]time.Time{}, ran: map[string]int{}, night: map[string][]string{},
	}
}

// watch notes which slots of jobs are run. What waits for a good moment, and finds nothing to say then, may look again after
// the next turn: that is no second run.
func (w *witness) watch(all []jobs.Job) {
	for i := range all {
		name, run, looks := all[i].Name, all[i].Run, all[i].Unasked && all[i].Often
		all[i].Run = func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
			writes, err := run(ctx, in)
			if err == nil && (len(writes) > 0 || !looks) {
				w.run(name, in.Slot.Name)
			}
			return writes, err
		}
	}
}

// run notes that a slot was run.
func (w *witness) run(job, slot string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	key := job + "/" + slot
	if w.ran[key]++; w.ran[key] > 1 {
		w.twice = append(w.twice, key)
	}
	if days := w.night[job]; len(days) == 0 || days[len(days)-1] != slot {
		w.night[job] = append(days[max(0, len(days)-1):], slot)
	}
}

// restarted notes that another process goes on, which may run once more what found nothing.
func (w *witness) restarted() {
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.ran)
}

func (w *witness) await(message connectors.MessageID, due time.Time) {
	w.awaited = append(w.awaited, awaited{message, due})
}

// read takes in what was written since.
func (w *witness) read(ctx context.Context, m *memory.Mind) error {
	w.today = w.today[:0]
	for r, err := range m.Events(ctx, ledger.Query{After: w.upTo}) {
		if err != nil {
			return err
		}
		p, err := r.Payload()
		if err != nil {
			return err
		}
		w.upTo = r.Seq
		w.today = append(w.today, told{r, p})
		w.kinds[r.Kind]++
		w.bytes += len(r.Body)
		w.take(r, p)
	}
	return nil
}

func (w *witness) take(r ledger.Record, p event.Payload) {
	if r.Kind == (event.Heard{}).Kind() { // also where its words are forgotten already
		w.heard[connectors.MessageID(r.Key[strings.LastIndexByte(r.Key, '"')+1:])] = r.Seq
	}
	switch p := p.(type) {
	case event.Heard:
		if !p.Overheard && r.Trust == event.ByPrincipal {
			w.waiting[r.Seq] = true
		}
	case event.TurnBegan:
		w.turns[r.Seq] = p.Messages
	case event.TurnEnded:
		for _, m := range w.turns[r.Cause()] {
			delete(w.waiting, m)
			w.ended[m] = p.Outcome
		}
		delete(w.turns, r.Cause())
	case event.PostQueued:
		p.Text, p.Charts, p.Cites = "", nil, nil // they are in the ledger
		w.posts[r.Seq], w.open[r.Seq] = queued{p, r.At}, true
	case event.PostSent:
		delete(w.open, p.Post)
	case event.PostFailed:
		delete(w.open, p.Post)
	case event.Learned:
		if n := len(r.From); n > 0 {
			w.learned[r.From[0]] = append(w.learned[r.From[0]], r.Seq)
			w.source[r.Seq] = r.From[0]
		}
	case event.Erred:
		w.faults[p.Sort]++
	case event.Superseded:
		w.over[p.Memory] = p.Reason
	case event.Restored:
		delete(w.over, p.Memory)
	case event.Dreamt:
		w.nights = append(w.nights, event.Dreamt{Mood: p.Mood, Day: p.Day, By: p.By, Art: event.Art{Palette: p.Art.Palette}})
	case event.Reinforced:
		if heard := func(s event.Seq) bool { _, ours := w.posts[s]; return !ours }; p.As == event.Again && slices.ContainsFunc(p.Roots, heard) {
			w.repeats++
		}
	case event.ReminderSet:
		for _, m := range append(r.From, r.Causes...) {
			if _, known := w.reminders[m]; !known {
				w.reminders[m] = r.Seq
			}
		}
	case event.ReminderFired:
		w.fired[p.Reminder] = append(w.fired[p.Reminder], r.At)
	case event.ModelCalled:
		c := w.asked()
		c.Calls++
		if p.Outcome != "ok" {
			c.Failed++
		}
		c.In, c.Cached, c.Out, c.Cost = c.In+p.In+p.CacheWrite, c.Cached+p.CacheRead, c.Out+p.Out, c.Cost+p.Cost
	case event.Gated:
		c := w.asked()
		c.Prompts++
		c.Offered += len(p.Signals)
		for _, s := range p.Signals {
			if s.Kept {
				c.Signals++
			}
		}
	case event.Forgotten:
		for _, s := range p.Seqs {
			delete(w.waiting, s)
		}
		w.again = true
	}
}

// asked is the account of what a model was asked.
func (w *witness) asked() *Calls {
	if w.calls == nil {
		w.calls = &Calls{}
	}
	return w.calls
}

// tidy lets go of what nobody asks for after the day: a witness that kept it all would be what grows.
func (w *witness) tidy(needed map[connectors.MessageID]bool) {
	for _, a := range w.awaited {
		needed[a.message] = true
	}
	for id, seq := range w.heard {
		if !needed[id] {
			delete(w.heard, id)
		}
		delete(w.ended, seq)
	}
	for seq := range w.posts {
		if !w.open[seq] && seq+recentPosts < w.upTo {
			delete(w.posts, seq)
		}
	}
}

// recentPosts is for how many events it is known what a post was.
const recentPosts = 2000
