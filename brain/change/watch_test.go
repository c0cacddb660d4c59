package change_test

import (
	"fmt"
	"testing"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/watches"
)

// A watch is ended by its handle, goes on by it, and each of that is taken back.
func TestAWatchEndsAndGoesOn(t *testing.T) {
	s := begin(t)
	set := event.WatchSet{What: event.WatchPage, Target: "https://acme.example/desk", Words: event.WatchPrices, Every: 120, On: s.Now, Until: s.Now.Add(watches.Lasts), Seen: 1}
	w := s.write(set, s.Say("watch acme.example/desk for the price"))
	find := func() (x watches.Watch, ok bool) {
		s.Mind.Read(func(v memory.View) { x, ok = v.Watches.Find(w) })
		return x, ok
	}
	s.golden("unwatch", fmt.Sprintf("unwatch w%d", w))
	if _, there := find(); there {
		t.Error("it is still watched")
	}
	s.golden("unwatch-again", fmt.Sprintf("unwatch w%d", w))
	s.golden("undo-unwatch", "undo")
	if x, there := find(); !there || x.Seen != 1 || !x.Until.Equal(set.Until) {
		t.Errorf("%+v", x)
	}
	s.write(event.WatchTold{Watch: w, Of: event.WatchOver, Rests: true}, w)
	s.golden("keep-watching", fmt.Sprintf("keep watching w%d", w))
	if x, _ := find(); !x.Stands(s.Now) {
		t.Errorf("%+v", x)
	}
}
