package config_test

import (
	"strings"
	"testing"

	"citadel/config"
)

// One calendar can be set up by variables alone; what is missing is named by its exact name.
func TestUsualBook(t *testing.T) {
	for name, c := range map[string]struct{ file, env, problem string }{
		"with a login":      {env: "CITADEL_CALENDAR_URL=https://dav.example/sam/\nCITADEL_CALENDAR_USER=sam\nCITADEL_CALENDAR_PASSWORD=hunter2\n"},
		"no password":       {env: "CITADEL_CALENDAR_URL=https://dav.example/sam/\nCITADEL_CALENDAR_USER=sam\n", problem: "needs CITADEL_CALENDAR_PASSWORD, which is not set"},
		"no address":        {env: "CITADEL_CALENDAR_USER=sam\n", problem: "is set without CITADEL_CALENDAR_URL"},
		"in the open":       {env: "CITADEL_CALENDAR_URL=http://dav.example/sam/\n", problem: "does not begin with https"},
		"there in the file": {file: "calendars: {calendar: {url: \"https://dav.example/\"}}\n", env: "CITADEL_CALENDAR_URL=https://dav.example/sam/\n", problem: "has a calendar called calendar as well"},
		"published":         {env: "CITADEL_CALENDAR_URL=webcal://dav.example/basic.ics\n"},
		"published to none": {env: "CITADEL_CALENDAR_URL=https://dav.example/basic.ics\nCITADEL_CALENDAR_USER=''\n"},
	} {
		got, err := config.Load(home(t, c.file, c.env), nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := got.Tools.Err(); (err == nil) != (c.problem == "") || err != nil && !strings.Contains(err.Error(), c.problem) {
			t.Errorf("%s: %v", name, err)
		}
		if c.problem != "" {
			continue
		}
		b := got.Tools.Calendar.UsualBook()
		if len(got.Tools.Calendar.Books) != 1 || !strings.HasPrefix(b.URL.Reveal(), "https://dav.example/") || b.ReadOnly != (b.User == "") || (b.User != "") != b.Password.Set() {
			t.Errorf("%s: %+v", name, got.Tools.Calendar)
		}
	}
}
