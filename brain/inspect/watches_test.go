package inspect_test

import (
	"testing"

	"citadel/memory/event"
	"citadel/memory/watches"
)

func TestWhatIsWatched(t *testing.T) {
	w := live(t)
	w.golden("empty-watches", w.ask("watches"))
	page := w.record(event.Agency, event.WatchSet{What: event.WatchPage, Target: "https://acme.example/desk", Words: event.WatchPrices, Every: 120, On: w.Now, Until: w.Now.Add(watches.Lasts)}, w.june)
	mail := w.record(event.Agency, event.WatchSet{What: event.WatchMail, Target: "Kim", Every: 15, On: w.Now, Until: w.Now.Add(watches.Lasts)}, w.june)
	w.record(event.Agency, event.WatchFailed{Watch: page, Why: "acme.example cannot be reached."}, page)
	w.record(event.Agency, event.WatchTold{Watch: mail, Of: event.WatchOver, Rests: true}, mail)
	w.golden("watches", w.ask("watches"))
	w.golden("show-watch", w.ask("show "+h('w', page)))
	w.golden("show-watch-rests", w.ask("show "+h('w', mail)))
	w.record(event.Agency, event.WatchEnded{Watch: mail}, mail)
	w.golden("show-watch-ended", w.ask("show "+h('w', mail)))
}
