package alert

import (
	"time"

	"citadel/brain/consequence"
	"citadel/brain/exposure"
	"citadel/brain/phrase"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/economy"
	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/graph"
)

// foretold is what an alert says will be seen: that a figure on one of the ways follows by a date, the one nearest to the
// client of the surest way that has any. Where no figure is read there, or where the ways disagree, nothing can be
// seen, and only the end of the move itself decides whether the alert was wrong.
func foretold(v memory.View, h hit, now time.Time) event.ForecastOpened {
	f := event.ForecastOpened{Move: h.move.Seq, P: consequence.Sure(h.reaches[0], now), Since: h.move.On, By: economy.Term("M", h.move.On), On: now.UTC()}
	if d := h.reaches[0].Direction(); d == exposure.Up || d == exposure.Down {
		for _, p := range consequence.Ways(h.reaches[0]) {
			if seen(v, &f, h, p, now) {
				break
			}
		}
	}
	f.P = v.Economy.Record.Calibrated(f.P)
	return f
}

// seen fills a forecast with the last thing of a way whose figure is read; it says whether there is one.
func seen(v memory.View, f *event.ForecastOpened, h hit, p exposure.Path, now time.Time) bool {
	for end := len(p.Edges); end > 0; end-- {
		known := v.Economy.Of(p.Things[end])
		_, read := known.Last()
		sign := consequence.Sign(h.move.IndicatorMoved)
		var sure []float64
		for _, e := range p.Edges[:end] {
			sign *= e.Sign()
			sure = append(sure, e.At(now))
		}
		if !read || sign == graph.Unknown {
			continue
		}
		f.Thing, f.Up, f.P = known.Name, sign == graph.More, formula.PathConfidence(sure...)
		f.By = economy.Term(known.Every, h.move.On)
		if weeks, timed := delay(p.Edges[:end]); timed {
			f.By, f.Timed = h.move.On.AddDate(0, 0, int(7*weeks)+1), true
		}
		f.Links = nil
		for _, e := range p.Edges[:end] {
			f.Links = append(f.Links, e.Seq)
		}
		return true
	}
	return false
}

// delay is after how many weeks at the latest a move has gone over links; ok is whether each of them says so.
func delay(links []graph.Edge) (weeks float64, ok bool) {
	for _, e := range links {
		if e.Lag == nil {
			return 0, false
		}
		weeks += e.Lag.To
	}
	return weeks, true
}

// outlook words a forecast, and how earlier ones came out where any was decided: "I check whether shipping costs rise by
// 16 Mar 2027. Of my earlier cost alerts, 6 of 9 came true."
func outlook(t *phrase.Text, f event.ForecastOpened, r economy.Record, now time.Time) {
	if f.Thing == "" && r.All() == 0 {
		return
	}
	t.Break()
	if f.Thing != "" {
		t.Say("I check whether ").Claim(append([]event.Seq{f.Move}, f.Links...), "%s by %s", consequence.Goes(f.Thing, f.Up), phrase.FullDay(f.By, now)).Say(".")
	}
	if r.All() > 0 {
		if f.Thing != "" {
			t.Say(" ")
		}
		t.Say("Of my earlier cost alerts, ").Claim([]event.Seq{r.Seq}, "%d of %d came true", r.True, r.All()).Say(".")
	}
}

// record is how forecasts came out, with those of a move that is none among the wrong ones; told is what the alert
// told of, and moved what stood for it when it was taken back. ok is whether any other was decided.
func record(in jobs.In, told, moved event.Seq) (r economy.Record, ok bool) {
	in.Read(func(v memory.View) {
		r = v.Economy.Record
		for _, f := range v.Economy.Forecasts {
			if f.Move == told || f.Move == moved {
				r.Wrong++
			}
		}
	})
	return r, r.Seq != 0
}
