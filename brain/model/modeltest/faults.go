package modeltest

import (
	"net/http"
	"time"

	"citadel/brain/model"
	"citadel/brain/model/scripted"
)

// fault is a way to go wrong, and what is to become of it.
type fault struct {
	name   string
	fault  scripted.Fault
	reason model.Reason
	or     model.Reason // may be as well; the zero value is no other
	status int          // 0: not looked at
	late   bool         // after text had come
	exact  bool         // the provider said what it cost
}

// faults are all of them, as they are on the wire of the card.
func faults(card model.Card) []check {
	open := card.Provider != "anthropic"
	overloaded, noCredit := 529, http.StatusBadRequest
	if open {
		overloaded, noCredit = http.StatusServiceUnavailable, http.StatusTooManyRequests
	}
	kind := func(k scripted.Kind) scripted.Fault { return scripted.Fault{Kind: k} }
	all := []fault{
		{name: "rate limited", fault: kind(scripted.Limited), reason: model.RateLimited, status: 429},
		{name: "overloaded", fault: kind(scripted.Overloaded), reason: model.Overloaded, status: overloaded},
		{name: "overloaded in the middle", fault: kind(scripted.OverloadedLate), reason: model.Overloaded, status: 200, late: true},
		{name: "broken inside", fault: kind(scripted.Internal), reason: model.Overloaded, status: 500},
		{name: "a page of a proxy", fault: kind(scripted.HTML), reason: model.Broken, status: 502},
		{name: "a page instead of an answer", fault: kind(scripted.Page), reason: model.Broken, status: 200},
		{name: "an error that is only a text", fault: kind(scripted.ErrorText), reason: model.Overloaded, status: 500},
		{name: "a wrong key", fault: kind(scripted.BadKey), reason: model.Unauthorised, status: 401},
		{name: "a key that may not", fault: kind(scripted.Forbidden), reason: model.Unauthorised, status: 403},
		{name: "no credit", fault: kind(scripted.NoCredit), reason: model.NoCredit, status: noCredit},
		{name: "not billed", fault: kind(scripted.Unbilled), reason: model.NoCredit, status: 402},
		{name: "no such model", fault: kind(scripted.NoModel), reason: model.NoModel, status: 404},
		{name: "too long", fault: kind(scripted.TooLong), reason: model.TooLong, status: 400},
		{name: "too large", fault: kind(scripted.TooLarge), reason: model.TooLong, status: 413},
		{name: "not taken", fault: kind(scripted.BadRequest), reason: model.Invalid, status: 400},
		{name: "a prompt that is refused", fault: kind(scripted.FilteredIn), reason: model.Refused, late: !open, exact: !open},
		{name: "refused", fault: kind(scripted.Refusal), reason: model.Refused, late: !open, exact: true},
		{name: "filtered", fault: kind(scripted.Filtered), reason: model.Refused, late: true, exact: true},
		{name: "hung up", fault: kind(scripted.Drop), reason: model.Unknown},
		{name: "sent elsewhere", fault: kind(scripted.Redirect), reason: model.Broken, status: 307},
		{name: "nothing in it", fault: kind(scripted.EmptyAnswer), reason: model.Cut, status: 200},
		{name: "cut short", fault: kind(scripted.CutShort), reason: model.Cut, late: true},
		{name: "the line went dead", fault: kind(scripted.Reset), reason: model.Cut, late: true},
		{name: "half an object", fault: garbage("event: content_block_delta\ndata: {\"type\":\n\n"), reason: model.Broken, late: true},
		{name: "noise", fault: garbage("\x00\xff\xfe\n\n\n<html>\ndata\n\n"), reason: model.Cut, or: model.Broken, late: true},
		{name: "silence", fault: kind(scripted.Hang), reason: model.Timeout},
		{name: "silence in the middle", fault: kind(scripted.Stall), reason: model.Timeout, late: true},
	}
	if !open { // on the other wire it looks like a limit that was reached
		all = append(all, fault{name: "a full window", fault: kind(scripted.WindowFull), reason: model.TooLong, late: true, exact: true})
	}
	var out []check
	for _, f := range all {
		out = append(out, check{name: "fault: " + f.name, test: f.test})
	}
	return append(out,
		check{name: "fault: asked to wait", test: waits},
		check{name: "fault: nobody there", test: func(b *bench) {
			b.server.Down(true)
			if res, failed := b.fails(b.request(secret)); failed.Reason != model.Unreachable || res.Usage != (model.Usage{}) {
				b.Errorf("got %v, %+v", failed, res)
			}
		}},
	)
}

func garbage(s string) scripted.Fault {
	return scripted.Fault{Kind: scripted.Garbage, Bytes: []byte(s)}
}

func (f fault) test(b *bench) {
	text := []string{"so ", "far"}
	b.server.Add(scripted.Reply{Text: text, Fault: f.fault}, scripted.Says("a second answer"))
	passed := lapse(15 * time.Minute)
	res, failed := b.fails(b.request(secret))
	if failed.Reason != f.reason && (f.or == 0 || failed.Reason != f.or) {
		b.Errorf("%q instead of %q: %v", failed.Reason, f.reason, failed)
	}
	if f.status != 0 && failed.Status != f.status {
		b.Errorf("HTTP %d instead of %d: %v", failed.Status, f.status, failed)
	}
	if passed() {
		b.Error("it took more than a quarter of an hour")
	}
	want := ""
	if f.late {
		want = "so far"
	}
	if res.Text != want || b.text() != want {
		b.Errorf("the text that came is %q, heard was %q; want %q", res.Text, b.text(), want)
	}
	switch u := res.Usage; {
	case f.exact && (!u.Exact || u.In == 0 || u.Out == 0):
		b.Errorf("the provider said what it cost, but usage is %+v", u)
	case !f.exact && u.Exact:
		b.Errorf("nobody said what it cost, but usage is exact: %+v", u)
	case !f.late && !f.exact && f.reason != model.Timeout && u != (model.Usage{}):
		b.Errorf("nothing was used, but usage is %+v", u)
	case f.late && u.Out == 0:
		b.Errorf("something was written, but usage is %+v", u)
	}
	b.once()
	b.valid()
}

// waits checks the time that a provider asks to be left alone.
func waits(b *bench) {
	for _, c := range []struct {
		said     string
		min, max time.Duration
	}{
		{"7", 7 * time.Second, 7 * time.Second},
		{"0.5", 500 * time.Millisecond, 500 * time.Millisecond},
		{"0", 0, 0},
		{"-3", 0, 0},
		{"", 0, 0},
		{"soon", 0, 0},
		{"NaN", 0, 0},
		{"86400", time.Hour, 24 * time.Hour},
		{"99999999999999999999999", time.Hour, 24 * time.Hour},
		{"Sat, 01 Jan 2000 00:01:30 GMT", 90 * time.Second, 90 * time.Second}, // the bubble's clock begins with that year
		{"Wed, 21 Oct 2015 07:28:00 GMT", time.Hour, 24 * time.Hour},
		{"Wed, 21 Oct 1998 07:28:00 GMT", 0, 0},
	} {
		for _, kind := range []scripted.Kind{scripted.Limited, scripted.Overloaded} {
			b.server.Add(scripted.Reply{Fault: scripted.Fault{Kind: kind, After: c.said}})
			passed := lapse(time.Nanosecond)
			_, failed := b.fails(b.request(secret))
			if failed.After < c.min || failed.After > c.max {
				b.Errorf("asked for %q: after %v", c.said, failed.After)
			}
			if passed() {
				b.Errorf("asked for %q: the driver waited by itself", c.said)
			}
		}
	}
}
