package simulate

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"citadel/connectors"
	"citadel/jobs/brief"
	"citadel/jobs/identity"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// invariant is something that must be so at the end of every day, or of every week.
type invariant struct {
	name   string
	says   string
	weekly bool
	check  func(ctx context.Context, w *world) (wrong []string, err error)
}

// invariants are all of them.
var invariants = []invariant{
	{"chain", "the ledger is whole, and nothing in it was changed", false, chain},
	{"answers", "what was heard has an answer or an honest end, and one only", false, answers},
	{"slots", "no slot of a job runs twice or is lost, and a reminder comes once and on time", false, slots},
	{"replay", "the state in use is what the ledger says", true, replay},
	{"forgotten", "what was forgotten is in no event, not in the search, and in no answer", false, forgotten},
	{"private", "what was told at home is not told where others read", false, private},
	{"prompts", "no model is shown what was forgotten, nor, where others read, what was told at home", false, prompts},
	{"manners", "nothing unasked in quiet hours or while he is away, and at most three a day", false, manners},
	{"values", "what has another value now is never strengthened in the old one", false, values},
	{"echo", "a worry that only the agent repeats is believed as much as at first", false, echo},
	{"away", "a fortnight away changes no weight, and ends with one message at most", false, awayed},
	{"blind", "what he complains of is watched for from the next day on", false, blind},
	{"dreams", "dreams go as their days go", false, dreamt},
	{"spending", "no ceiling is passed, and a day with nothing new costs no token", false, spending},
}

// Breach is an invariant that did not hold.
type Breach struct {
	Day       int    `json:"day"`
	Invariant string `json:"invariant"`
	What      string `json:"what"`
}

// mostBreaches bounds how many are told of one invariant.
const mostBreaches = 20

// check holds a day, as the witness has read it, against all that must be so.
func (w *world) check(ctx context.Context) error {
	for _, i := range invariants {
		if i.weekly && w.day%7 != 0 && w.day != w.days {
			continue
		}
		wrong, err := i.check(ctx, w)
		if err != nil {
			return fmt.Errorf("%s: %w", i.name, err)
		}
		w.tally.checks++
		for _, what := range wrong {
			if w.tally.breaches[i.name]++; w.tally.breaches[i.name] <= mostBreaches {
				w.breach = append(w.breach, Breach{w.day, i.name, what})
			}
		}
	}
	w.witness.again = false
	w.person.tidy()
	needed := map[connectors.MessageID]bool{}
	for _, t := range w.truths {
		for _, id := range t.said {
			needed[id] = true
		}
	}
	w.witness.tidy(needed)
	return nil
}

func chain(ctx context.Context, w *world) (wrong []string, err error) {
	var rep ledger.Report
	if w.day%7 == 0 || w.day == w.days {
		rep, err = w.c.Mind.Verify(ctx, nil)
	} else {
		rep, err = w.c.Mind.VerifyLast(ctx, len(w.witness.today)+1)
	}
	if err != nil {
		return []string{err.Error()}, nil
	}
	if rep.Head.Seq != w.c.Mind.Head() {
		wrong = append(wrong, fmt.Sprintf("the ledger ends at %d, the mind knows of %d", rep.Head.Seq, w.c.Mind.Head()))
	}
	return wrong, nil
}

func answers(_ context.Context, w *world) (wrong []string, err error) {
	for _, m := range slices.Sorted(maps.Keys(w.witness.waiting)) {
		wrong = append(wrong, fmt.Sprintf("message %d has no answer", m))
	}
	for _, p := range slices.Sorted(maps.Keys(w.witness.open)) {
		if q := w.witness.posts[p]; !q.After.After(w.clock.Now()) {
			wrong = append(wrong, fmt.Sprintf("post %d, queued %s, has not been delivered", p, q.at.Format(time.DateTime)))
		}
	}
	answered := map[connectors.MessageID]bool{}
	keys := map[string]bool{}
	for _, p := range w.person.fresh() {
		if keys[p.key] {
			wrong = append(wrong, fmt.Sprintf("a post came twice: %q", p.text))
		}
		keys[p.key] = true
		if p.answers != "" {
			answered[p.answers] = true
		}
	}
	for _, id := range w.person.asked() {
		seq, known := w.witness.heard[id]
		switch outcome := w.witness.ended[seq]; {
		case !known:
			wrong = append(wrong, fmt.Sprintf("message %s was never heard", id))
		case outcome == event.Answered && !answered[id]:
			wrong = append(wrong, fmt.Sprintf("message %s counts as answered, and no answer came", id))
		case outcome == event.Abandoned && !answered[id]:
			wrong = append(wrong, fmt.Sprintf("message %s was given up without a word", id))
		}
	}
	return wrong, nil
}

// nightly are the jobs that run on every date.
var nightly = []string{"retain", "supervise", "consolidate"}

func slots(_ context.Context, w *world) (wrong []string, err error) {
	t := w.witness
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range t.twice {
		wrong = append(wrong, s+" ran twice")
	}
	t.twice = nil
	for _, job := range nightly {
		dates := t.night[job]
		if len(dates) == 0 {
			continue
		}
		last, err := time.Parse(time.DateOnly, dates[len(dates)-1])
		if err != nil {
			continue
		}
		if today := w.clock.Now().In(w.zone(w.day)); today.Sub(last) > 60*time.Hour {
			wrong = append(wrong, fmt.Sprintf("%s last ran on %s", job, dates[len(dates)-1]))
		}
		if len(dates) == 2 {
			before, err := time.Parse(time.DateOnly, dates[0])
			if err == nil && last.Sub(before) > 24*time.Hour && !w.travels(w.day) {
				wrong = append(wrong, fmt.Sprintf("%s ran on %s and then on %s", job, dates[0], dates[1]))
			}
		}
	}
	late := w.clock.Now().Add(-time.Hour)
	t.awaited = slices.DeleteFunc(t.awaited, func(a awaited) bool {
		if a.due.After(late) {
			return false
		}
		set, known := t.reminders[t.heard[a.message]]
		switch came := t.fired[set]; {
		case !known:
			wrong = append(wrong, fmt.Sprintf("a reminder for %s was never set", a.due.Format(time.DateTime)))
		case len(came) != 1:
			wrong = append(wrong, fmt.Sprintf("a reminder for %s came %d times", a.due.Format(time.DateTime), len(came)))
		case came[0].Sub(a.due).Abs() > 2*time.Minute:
			wrong = append(wrong, fmt.Sprintf("a reminder for %s came %s", a.due.Format(time.DateTime), came[0].In(a.due.Location()).Format(time.DateTime)))
		}
		return true
	})
	return wrong, nil
}

// travels says whether he was in two zones within two days of this one.
func (l *life) travels(day int) bool {
	return l.zone(day) != l.zone(max(1, day-2)) || l.zone(day) != l.zone(day+1) || l.zone(day) != l.zone(max(1, day-1))
}

func replay(ctx context.Context, w *world) (wrong []string, err error) {
	diffs, err := w.c.Mind.Rebuild(ctx, nil)
	for _, d := range diffs {
		wrong = append(wrong, fmt.Sprintf("%s differs: %d bytes in use, %d computed", d.Fold, len(d.Live), len(d.Replay)))
	}
	return wrong, err
}

func forgotten(ctx context.Context, w *world) (wrong []string, err error) {
	var gone []string
	for _, s := range w.secrets {
		if s.gone > 0 {
			gone = append(gone, s.word)
		}
	}
	if len(gone) == 0 {
		return nil, nil
	}
	in := func(where string, text []byte) {
		for _, word := range gone {
			if bytes.Contains(text, []byte(word)) {
				wrong = append(wrong, fmt.Sprintf("%s holds %q", where, word))
			}
		}
	}
	for _, p := range w.person.fresh() {
		if p.on.After(w.tally.forgotAt) {
			in("an answer", []byte(p.text))
		}
	}
	if !w.witness.again { // all that is new, and all that there is once something was forgotten
		for _, t := range w.witness.today {
			in(fmt.Sprintf("event %d (%s)", t.Seq, t.Kind), t.Body)
		}
		return wrong, nil
	}
	for r, err := range w.c.Mind.Events(ctx, ledger.Query{}) {
		if err != nil {
			return wrong, err
		}
		in(fmt.Sprintf("event %d (%s)", r.Seq, r.Kind), r.Body)
	}
	for item, err := range w.c.Vectors.All(ctx) {
		if err != nil {
			return wrong, err
		}
		in(fmt.Sprintf("the search, as item %d,", item.Seq), []byte(item.Text))
	}
	return wrong, nil
}

func private(_ context.Context, w *world) (wrong []string, err error) {
	for _, p := range w.person.fresh() {
		if p.at.Room != shared.Room {
			continue
		}
		for _, s := range w.secrets {
			if s.private && strings.Contains(p.text, s.word) {
				wrong = append(wrong, fmt.Sprintf("others read %q", p.text))
			}
		}
	}
	return wrong, nil
}

func prompts(_ context.Context, w *world) (wrong []string, err error) {
	for _, p := range w.reasoner.looked() {
		for _, s := range w.secrets {
			if (0 < s.gone && s.gone < w.day || s.private && p.others) && bytes.Contains(p.body, []byte(s.word)) {
				wrong = append(wrong, fmt.Sprintf("a model was shown %q", s.word))
			}
		}
	}
	return wrong, nil
}

// The hours of a life in which nothing unasked is to come, and how much may at other times.
const (
	quietFrom, quietTo = 22, 7
	mostUnasked        = 3
)

func manners(_ context.Context, w *world) (wrong []string, err error) {
	for _, p := range w.person.fresh() {
		q, known := w.witness.posts[p.seq]
		if p.answers != "" || known && q.Asked() {
			continue
		}
		day := w.dayOf(p.on)
		local := p.on.In(w.tally.known(p.on))
		if h := local.Hour(); h >= quietFrom || h < quietTo {
			wrong = append(wrong, fmt.Sprintf("unasked at %s: %q", local.Format(time.DateTime), p.text))
		}
		if within(w.away, day) {
			wrong = append(wrong, fmt.Sprintf("unasked while away, at %s: %q", local.Format(time.DateTime), p.text))
		}
		if known && (q.Subject == event.SubjectBriefing || q.Subject == event.SubjectDream) {
			w.tally.briefings++
			continue
		}
		w.tally.unasked++
		date := local.Format(time.DateOnly)
		if w.tally.unaskedOn[date]++; w.tally.unaskedOn[date] > mostUnasked {
			wrong = append(wrong, fmt.Sprintf("message %d of the day that nobody asked for: %q", w.tally.unaskedOn[date], p.text))
		}
	}
	return wrong, nil
}

// dayOf is the day of the life that a moment lies in, where the person is.
func (w *world) dayOf(t time.Time) int {
	day := 1 + int(t.Sub(began)/(24*time.Hour))
	for day > 1 && t.Before(w.midnight(day)) {
		day--
	}
	for !t.Before(w.midnight(day + 1)) {
		day++
	}
	return day
}

func values(_ context.Context, w *world) (wrong []string, err error) {
	w.c.Mind.Read(func(v memory.View) {
		for _, t := range w.truths {
			ended := t.wrong || t.until > 0 && t.until <= w.day
			for _, m := range w.memories(t) {
				h, held := v.Beliefs.Of(m)
				was, known := w.tally.counted[m]
				if held && known && ended && h.Count > was {
					wrong = append(wrong, fmt.Sprintf("%q counts %d, and %d when something else was said to hold", t.text, h.Count, was))
				}
				if held {
					w.tally.counted[m] = h.Count
				}
			}
		}
	})
	return wrong, nil
}

// memories are what was learned of something that the person told.
func (w *world) memories(t *truth) (all []event.Seq) {
	for _, id := range t.said {
		all = append(all, w.witness.learned[w.witness.heard[id]]...)
	}
	return all
}

func echo(_ context.Context, w *world) (wrong []string, err error) {
	if w.day >= w.echoed.to {
		return nil, nil
	}
	ms := w.memories(w.worry)
	if len(ms) == 0 {
		return []string{"the worry was not learned"}, nil
	}
	w.c.Mind.Read(func(v memory.View) {
		h, ok := v.Beliefs.Of(ms[0])
		first := w.tally.worried
		switch {
		case !ok:
			wrong = append(wrong, "the worry is not held any more")
		case first == nil:
			w.tally.worried = &h
		case h.Count != first.Count || h.Base != first.Base || !h.Last.Equal(first.Last):
			wrong = append(wrong, fmt.Sprintf("the worry counts %d, and %d at first", h.Count, first.Count))
		}
	})
	return wrong, nil
}

func awayed(_ context.Context, w *world) (wrong []string, err error) {
	for _, s := range w.away {
		if !s.holds(w.day) {
			continue
		}
		var now string // of the same moment each time: that they fade is no change
		w.c.Mind.Read(func(v memory.View) { now = fmt.Sprintf("%x", v.Weights.Weights(w.midnight(s.from))) })
		if w.day == s.from {
			w.tally.weights = now
		} else if now != w.tally.weights {
			wrong = append(wrong, "the weights changed while he was away")
		}
		n := 0 // on the morning after, before he says anything
		for _, p := range w.person.fresh() {
			if q := w.witness.posts[p.seq]; p.answers == "" && !q.Asked() && !p.on.Before(w.midnight(s.to)) {
				n++
			}
		}
		if n > 1 {
			wrong = append(wrong, fmt.Sprintf("%d messages on his return", n))
		}
	}
	return wrong, nil
}

func dreamt(_ context.Context, w *world) (wrong []string, err error) {
	for _, e := range w.witness.today {
		if d, drifted := e.payload.(event.DreamsDrifted); drifted {
			wrong = append(wrong, fmt.Sprintf("over %d nights dreams moved away from their days, by %.2f in the end", d.Nights, d.Away))
		}
	}
	return wrong, nil
}

func spending(_ context.Context, w *world) (wrong []string, err error) {
	tokens, heard, by := 0, false, map[string]bool{}
	morning := slices.ContainsFunc(w.witness.today, func(e told) bool {
		q, queued := e.payload.(event.PostQueued)
		return queued && q.Subject == event.SubjectBriefing
	})
	for _, e := range w.witness.today {
		switch p := e.payload.(type) {
		case event.Heard:
			heard = true
		case event.ModelCalled:
			if p.Job == identity.Name && w.day-w.tally.heard < 7 {
				continue // on Sundays it looks at a week, in which there was something new
			}
			if p.Job == brief.Name && morning {
				continue // it had something to tell: an alert of the night, a birthday
			}
			tokens += p.In + p.Out + p.CacheRead + p.CacheWrite
			by[p.Job] = true
		}
	}
	if heard {
		w.tally.heard = w.day
	}
	if !heard && tokens > 0 {
		wrong = append(wrong, fmt.Sprintf("%d tokens on a day with nothing new: %s", tokens, strings.Join(slices.Sorted(maps.Keys(by)), ", ")))
	}
	day := w.clock.Now().In(w.zone(w.day))
	w.c.Mind.Read(func(v memory.View) {
		for _, p := range []struct {
			spent int64
			most  int64
			what  string
		}{{first(v.Spending.Day(day.Format(time.DateOnly))), int64(w.settings.Ceilings.Day), "the day"}, {first(v.Spending.Month(day.Format("2006-01"))), int64(w.settings.Ceilings.Month), "the month"}} {
			if p.spent > p.most {
				wrong = append(wrong, fmt.Sprintf("%s cost %d, and its ceiling is %d", p.what, p.spent, p.most))
			}
		}
	})
	return wrong, nil
}

func first(spent, _ int64) int64 { return spent }
