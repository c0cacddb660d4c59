package calendar_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"citadel/tools"
	"citadel/tools/calendar"
)

func check(t *testing.T, tool tools.Tool, args map[string]any) tools.Finding {
	t.Helper()
	raw, _ := json.Marshal(args)
	f, err := tool.Check(t.Context(), raw, tools.Result{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestAnEventIsEntered(t *testing.T) {
	s, server := serve(t, nil)
	m := book(t, work(server))
	tool := m["event_create"]
	args := map[string]any{
		"title": "Prices", "start": "2026-11-25T15:00", "end": "2026-11-25T16:00", "zone": "Europe/Lisbon", "where": "Quay 3; left, up",
		"attendees": []string{"Priya.Nair@acme.example"},
	}
	raw, _ := json.Marshal(args)
	card := tool.Card(raw)
	want := []string{
		"Title: Prices", "When: Wed 25 Nov 2026, 15:00–16:00 Lisbon (Thu 26 Nov, 02:00–03:00 Melbourne)", "Where: Quay 3; left, up",
		"Attendees: priya.nair@acme.example", "Calendar: work",
	}
	if !slices.Equal(card.Facts, want) || card.After == "" {
		t.Errorf("card %+v", card)
	}
	if got := tool.Reaches(raw); !slices.Equal(got, []string{"priya.nair@acme.example"}) {
		t.Errorf("reaches %q", got)
	}
	if f := check(t, tool, args); f.Holds {
		t.Errorf("before: %+v", f)
	}
	if _, f := call(t, tool, args); f != nil {
		t.Fatal(f)
	}
	if f := check(t, tool, args); !f.Holds {
		t.Errorf("after: %+v", f)
	}
	r := agenda(t, m, "2026-11-26", "2026-11-26")
	if len(r.Sources) != 0 || !strings.Contains(r.Text, "02:00–03:00 Prices · at Quay 3; left, up · organised by "+me+" · with priya.nair@acme.example") {
		t.Errorf("%+v", r)
	}
	if _, f := call(t, tool, args); f == nil || f.Reason != tools.Invalid {
		t.Errorf("entered twice: %v", f)
	}
	for path, o := range s.objects {
		s.objects[path] = strings.Replace(o, "SUMMARY:Prices", "SUMMARY:Costs", 1)
	}
	if f := check(t, tool, args); f.Holds || !strings.Contains(f.Text, "title") {
		t.Errorf("changed by somebody: %+v", f)
	}
}

func TestWholeDaysAreEntered(t *testing.T) {
	_, server := serve(t, nil)
	m := book(t, work(server))
	args := map[string]any{"title": "Leave", "start": "2026-11-24", "end": "2026-11-25"}
	if _, f := call(t, m["event_create"], args); f != nil {
		t.Fatal(f)
	}
	if f := check(t, m["event_create"], args); !f.Holds {
		t.Errorf("%+v", f)
	}
	if r := agenda(t, m, "2026-11-25", "2026-11-26"); !strings.Contains(r.Text, "Tue 24 Nov 2026\n- all day until Wed 25 Nov 2026 Leave") {
		t.Error(r.Text)
	}
}

func TestWhatCannotBeEntered(t *testing.T) {
	_, server := serve(t, nil)
	tool := book(t, work(server))["event_create"]
	for name, args := range map[string]map[string]any{
		"end first":      {"title": "a", "start": "2026-11-25T15:00", "end": "2026-11-25T14:00"},
		"day and time":   {"title": "a", "start": "2026-11-25", "end": "2026-11-25T14:00"},
		"no title":       {"title": " ", "start": "2026-11-25", "end": "2026-11-25"},
		"two lines":      {"title": "a\r\nATTENDEE:mailto:b@c.example", "start": "2026-11-25", "end": "2026-11-25"},
		"address":        {"title": "a", "start": "2026-11-25", "end": "2026-11-25", "attendees": []string{"b@c.example\r\nX:y"}},
		"hour left out":  {"title": "a", "start": "2026-10-04T02:30", "end": "2026-10-04T05:00"},
		"zone":           {"title": "a", "start": "2026-11-25", "end": "2026-11-25", "zone": "../etc/passwd"},
		"phrase of time": {"title": "a", "start": "tomorrow", "end": "2026-11-25"},
	} {
		if _, f := call(t, tool, args); f == nil || f.Reason != tools.Invalid {
			t.Errorf("%s: %v", name, f)
		}
	}
}

func TestAnEventIsMovedAndCancelled(t *testing.T) {
	const weekly = "DTSTART;TZID=Australia/Sydney:20261103T090000"
	for name, object := range map[string]string{
		"floating":    vevent("a", "SUMMARY:Call", "ATTENDEE:mailto:p@acme.example", "DTSTART:20261103T090000", "DURATION:PT45M", "RRULE:FREQ=WEEKLY"),
		"in UTC":      vevent("a", "SUMMARY:Call", "ATTENDEE:mailto:p@acme.example", "DTSTART:20261102T220000Z", "DURATION:PT45M", "RRULE:FREQ=WEEKLY"),
		"alone":       vevent("a", "SUMMARY:Call", "ORGANIZER:mailto:"+me, "ATTENDEE:mailto:p@acme.example", "DTSTART;TZID=Australia/Sydney:20261124T090000", "DURATION:PT45M"),
		"of a series": vevent("a", "SUMMARY:Call", "ORGANIZER:mailto:"+me, "ATTENDEE:mailto:p@acme.example", weekly, "DURATION:PT45M", "RRULE:FREQ=WEEKLY"),
		"an exception": vevent("a", "SUMMARY:Call", "ORGANIZER:mailto:"+me, "ATTENDEE:mailto:p@acme.example", weekly, "DURATION:PT45M", "RRULE:FREQ=WEEKLY") +
			vevent("a", "SUMMARY:Call", "ORGANIZER:mailto:"+me, "ATTENDEE:mailto:p@acme.example", "RECURRENCE-ID;TZID=Australia/Sydney:20261124T090000", "DTSTART;TZID=Australia/Sydney:20261124T093000", "DURATION:PT45M"),
	} {
		t.Run(name, func(t *testing.T) {
			s, server := serve(t, map[string]string{"a": vcal(object)})
			m := book(t, work(server))
			day := agenda(t, m, "2026-11-24", "2026-11-24")
			args := map[string]any{"event": named(t, day, "Call"), "title": "Call", "start": "2026-11-25T10:00", "attendees": []string{"p@acme.example"}}
			if f := check(t, m["event_move"], args); f.Holds {
				t.Errorf("before: %+v", f)
			}
			was, f := call(t, m["event_move"], args)
			if f != nil {
				t.Fatal(f)
			}
			if his := strings.Contains(object, "ORGANIZER"); !strings.HasPrefix(was.Text, "“Call” was on Tue 24 Nov 2026, 09:") || his != (len(was.Sources) == 0) {
				t.Errorf("%+v", was)
			}
			if f := check(t, m["event_move"], args); !f.Holds || !strings.Contains(f.Text, "Wed 25 Nov 2026, 10:00") {
				t.Errorf("after: %+v", f)
			}
			how := "DTSTART" + object[strings.Index(object, "DTSTART")+7:][:1] // with a zone, or without
			if written := s.objects["/cal/work/a.ics"]; strings.Count(written, "DTSTART") != strings.Count(written, how) {
				t.Errorf("written otherwise:\n%s", written)
			}
			r := agenda(t, m, "2026-11-17", "2026-12-01")
			if strings.Contains(r.Text, "Tue 24 Nov") || !strings.Contains(r.Text, "Wed 25 Nov 2026\n- 10:00–10:45 Call") {
				t.Errorf("moved:\n%s", r.Text)
			}
			others := strings.Count(r.Text, "Call")
			gone := map[string]any{"event": named(t, r, "10:00–10:45"), "title": "Call", "attendees": []string{"p@acme.example"}}
			if f := check(t, m["event_cancel"], gone); f.Holds {
				t.Errorf("before: %+v", f)
			}
			if _, f := call(t, m["event_cancel"], gone); f != nil {
				t.Fatal(f)
			}
			if f := check(t, m["event_cancel"], gone); !f.Holds {
				t.Errorf("after: %+v", f)
			}
			if r := agenda(t, m, "2026-11-17", "2026-12-01"); strings.Count(r.Text, "Call") != others-1 || strings.Contains(r.Text, "25 Nov 2026\n") {
				t.Errorf("cancelled:\n%s", r.Text)
			}
		})
	}
}

func TestWhatIsNotChanged(t *testing.T) {
	const event = "DTSTART:20261124T090000Z"
	s, server := serve(t, map[string]string{
		"mine":   vcal(vevent("mine", "SUMMARY:Mine", "ATTENDEE:mailto:p@acme.example", event, "DURATION:PT1H")),
		"theirs": vcal(vevent("theirs", "SUMMARY:Theirs", "ORGANIZER:mailto:x@acme.example", event, "DURATION:PT1H")),
	})
	m := book(t, work(server), feed(t, vevent("f", "SUMMARY:Published", event)))
	day := agenda(t, m, "2026-11-24", "2026-11-24")
	mine := map[string]any{"event": named(t, day, "Mine"), "title": "Mine", "attendees": []string{"p@acme.example"}}
	for name, c := range map[string]struct {
		args   map[string]any
		reason tools.Reason
	}{
		"others'":         {map[string]any{"event": named(t, day, "Theirs"), "title": "Theirs"}, tools.Forbidden},
		"a file":          {map[string]any{"event": named(t, day, "Published"), "title": "Published"}, tools.Forbidden},
		"another title":   {map[string]any{"event": mine["event"], "title": "Yours", "attendees": mine["attendees"]}, tools.Invalid},
		"silent audience": {map[string]any{"event": mine["event"], "title": "Mine"}, tools.Invalid},
		"no event":        {map[string]any{"event": "tomorrow's", "title": "Mine"}, tools.Invalid},
		"not there":       {map[string]any{"event": "000000000000-20261124T090000Z-000000", "title": "Mine"}, tools.Missing},
	} {
		if _, f := call(t, m["event_cancel"], c.args); f == nil || f.Reason != c.reason {
			t.Errorf("%s: %v", name, f)
		}
	}

	// Somebody changes it between the reading and the writing of one call.
	path := "/cal/work/mine.ics"
	s.before = func(method string) {
		if method == http.MethodPut {
			s.objects[path] = strings.Replace(s.objects[path], "Mine", "Meanwhile", 1)
		}
	}
	move := map[string]any{"event": mine["event"], "title": "Mine", "attendees": mine["attendees"], "start": "2026-11-26T10:00"}
	if _, f := call(t, m["event_move"], move); f == nil || f.Reason != tools.Invalid || !strings.Contains(s.objects[path], "Meanwhile") {
		t.Errorf("overwritten: %v", f)
	}
	// And now it is not the one that was read.
	if _, f := call(t, m["event_move"], move); f == nil || f.Reason != tools.Invalid {
		t.Errorf("an old reading: %v", f)
	}
	if f := check(t, m["event_move"], move); f.Holds || !strings.Contains(f.Text, "20:00") {
		t.Errorf("%+v", f)
	}
}

// What happens to an answer is told, and that it may have been written where nobody knows.
func TestAnswersThatAreNone(t *testing.T) {
	read := map[string]any{"from": "2026-11-24", "to": "2026-11-24"}
	write := map[string]any{"title": "a", "start": "2026-11-24", "end": "2026-11-24"}
	for _, c := range []struct {
		status int
		body   string
		read   tools.Reason
		write  tools.Reason
	}{
		{0, "", tools.Unavailable, tools.Unsure},
		{401, "", tools.Forbidden, tools.Forbidden},
		{404, "", tools.Missing, tools.Missing},
		{412, "", tools.Invalid, tools.Invalid},
		{500, "no", tools.Unavailable, tools.Unsure},
		{503, "no", tools.Unavailable, tools.Unavailable},
		{207, "<html>", tools.Garbled, ""},
		{207, strings.Repeat("x", 11<<20), tools.Garbled, ""},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if c.status == 0 {
				panic(http.ErrAbortHandler)
			}
			w.WriteHeader(c.status)
			_, _ = w.Write([]byte(c.body))
		}))
		m := book(t, work(server))
		if _, f := call(t, m["agenda"], read); f == nil || f.Reason != c.read {
			t.Errorf("%d: reading: %v", c.status, f)
		}
		if _, f := call(t, m["event_create"], write); c.write != "" && (f == nil || f.Reason != c.write) {
			t.Errorf("%d: writing: %v", c.status, f)
		}
		server.Close()
	}
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	m := book(t, work(closed))
	if _, f := call(t, m["event_create"], write); f == nil || f.Reason != tools.Unavailable {
		t.Errorf("nobody is there: %v", f)
	}
}

// A call that is given up ends, and what was on its way to be written may have been.
func TestACallThatIsGivenUp(t *testing.T) {
	for tool, c := range map[string]struct {
		args   string
		reason tools.Reason
	}{
		"agenda":       {`{"from":"2026-11-24","to":"2026-11-24"}`, tools.Unavailable},
		"event_create": {`{"title":"a","start":"2026-11-24","end":"2026-11-24"}`, tools.Unsure},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // only then it is seen that the other side went away
			cancel()
			<-r.Context().Done()
		}))
		_, err := book(t, work(server))[tool].Run(ctx, json.RawMessage(c.args))
		if f := (*tools.Failure)(nil); !errors.As(err, &f) || f.Reason != c.reason {
			t.Errorf("%s: %v", tool, err)
		}
		server.Close()
	}
}

// A calendar that cannot be read is named, and the others are read.
func TestOneOfTwoCannotBeRead(t *testing.T) {
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	m := book(t, work(closed), feed(t, vevent("a", "SUMMARY:There", "DTSTART:20261124T090000Z")))
	r := agenda(t, m, "2026-11-24", "2026-11-24")
	if !strings.Contains(r.Text, "There") || !strings.Contains(r.Text, "The calendar work could not be read") {
		t.Error(r.Text)
	}
	raw, _ := json.Marshal(map[string]any{"event": named(t, r, "There")[:12] + "-20270101T000000Z-000000", "title": "x"})
	if f, err := m["event_cancel"].Check(t.Context(), raw, tools.Result{}); err == nil {
		t.Errorf("%+v of a calendar that could not be read", f)
	}
}

func TestAPasswordGoesNowhereElse(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("asked elsewhere") }))
	defer other.Close()
	here := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, http.StatusFound) }))
	defer here.Close()
	m := book(t, calendar.Calendar{Name: "feed", URL: here.URL, User: "sam", Password: password, ReadOnly: true})
	if _, f := call(t, m["agenda"], map[string]any{"from": "2026-11-24", "to": "2026-11-24"}); f == nil {
		t.Error("followed")
	}
}

// A rule that never comes true is one that nothing is on by.
func TestARuleThatNeverComes(t *testing.T) {
	r := agenda(t, book(t, feed(t, vevent("a", "SUMMARY:Never", "DTSTART:20200101T090000", "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"))), "2026-11-24", "2026-11-24")
	if !strings.HasPrefix(r.Text, "Nothing is on") {
		t.Error(r.Text)
	}
}
