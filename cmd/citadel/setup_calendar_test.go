package main

import (
	"strings"
	"testing"
)

// A calendar is set up step by step: what does not work is said and asked for again, what is found is
// told, and what is kept is used at the next start. The password is shown nowhere.
func TestSetupCalendar(t *testing.T) {
	d := outside(t)
	home := newHome(t)
	typed := strings.Join([]string{
		"dav.acme.example", d.web.URL + "/cal/home/", "sam", "wrong", "y",
		"", "", passwords, "",
	}, "\n")
	c := citadel(t, home, typed, "setup", "calendar")
	if c.code != 0 || strings.Contains(c.out+c.err, passwords) {
		t.Fatalf("%+v", c)
	}
	for _, want := range []string{
		"That is not the address of a calendar", "the name or the password may be wrong", "[as it is]", "answers: 3 events from today until Thu 26 Nov.",
		"Kept: CITADEL_CALENDAR_URL, CITADEL_CALENDAR_USER, CITADEL_CALENDAR_PASSWORD, in " + home + "/.env",
	} {
		if !strings.Contains(c.out, want) {
			t.Errorf("not said: %q\n%s", want, c.out)
		}
	}
	if c = citadel(t, home, "agenda next week\n"); !strings.Contains(c.out, "Quarterly BAS") {
		t.Errorf("used: %+v", c)
	}
	if c = citadel(t, newHome(t), "https://dav.acme.example/\n", "setup", "calendar"); c.code != 1 || !strings.Contains(c.out, "Stopped. Nothing was changed.") {
		t.Errorf("stopped: %+v", c)
	}
}
