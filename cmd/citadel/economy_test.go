package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// savedTable is a folder with what FRED answers about crude oil, up to the day before today's, and more days.
func savedTable(t *testing.T, folder string, more ...string) string {
	t.Helper()
	rows := []string{"observation_date,DCOILWTICO"}
	for n := 900; n > 0; n-- {
		rows = append(rows, fmt.Sprintf("%s,%.2f", today.AddDate(0, 0, -n-1).Format(time.DateOnly), 79.61+0.5*float64(n%7-3)/3))
	}
	if err := os.WriteFile(filepath.Join(folder, "fred-DCOILWTICO.json"), []byte(strings.Join(append(rows, more...), "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

// The commands of the economy, on saved answers, from the first look on.
func TestEconomy(t *testing.T) {
	home, folder := newHome(t), savedTable(t, t.TempDir())
	if c := citadel(t, home, "", "economy", "pull", "--saved", folder); c.code != 1 || !strings.Contains(c.err, "There is no ledger") {
		t.Errorf("before the first run: %+v", c)
	}
	citadel(t, home, "hello\n", "chat")
	for _, step := range []struct {
		args  string
		says  []string
		empty bool
	}{
		{args: "economy status", says: nil, empty: true},
		{args: "economy pull --saved " + folder, says: []string{"1 of 1 indicator read, 1 for the first time: 458 new figures", "Nothing moved far enough"}},
		{args: "economy pull --saved " + folder, says: []string{"0 new figures", "Nothing moved far enough"}},
		{args: "economy backfill --from 2024-07-01 --saved " + folder, says: []string{"0 new figures, ", "older ones"}},
		{args: "economy backfill --from 2024-07-01 --saved " + folder, says: []string{"0 new figures, 0 revisions"}},
		{args: "economy pull --saved " + savedTable(t, t.TempDir(), "2026-11-19,86.38"), says: []string{
			"1 new figure, 0 revisions.", "  crude_oil_wti: 80.", " to 86.38 USD/bbl, ", " to 19 Nov 2026 (high), one unconfirmed reading",
		}},
		{args: "ledger rebuild --verify", says: []string{"is what the ledger says"}},
	} {
		c := citadel(t, home, "", strings.Fields(step.args)...)
		if c.code != 0 || c.err != "" || step.empty != (c.out == "") {
			t.Errorf("%s: %+v", step.args, c)
		}
		for _, says := range step.says {
			if !strings.Contains(c.out, says) {
				t.Errorf("%s: %q does not say %q", step.args, c.out, says)
			}
		}
	}
	c := citadelIn(t, []string{"CITADEL_ECONOMY_FOLDER=" + folder}, home, "", "economy", "status")
	if c.code != 0 || !strings.Contains(c.out, "86.38 USD/bbl, 19 Nov 2026, by FRED") {
		t.Errorf("status: %+v", c)
	}
	if c := citadel(t, home, "", "economy", "backfill", "--from", "yesterday", "--saved", folder); c.code != 1 || !strings.Contains(c.err, "is no day") {
		t.Errorf("no day: %+v", c)
	}
	if c := citadel(t, home, "", "economy", "pull", "--saved", t.TempDir()); c.code != 1 || !strings.Contains(c.err, "no saved answers") {
		t.Errorf("an empty folder: %+v", c)
	}
}

// What cannot be read is said, and that silence says nothing then.
func TestEconomyThatFails(t *testing.T) {
	home, folder := newHome(t), savedTable(t, t.TempDir())
	citadel(t, home, "hello\n", "chat")
	if err := os.WriteFile(filepath.Join(folder, "fred-DGS10.json"), []byte("<html>Just a moment</html>"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := citadel(t, home, "", "economy", "pull", "--saved", folder)
	if c.code != 0 || !strings.Contains(c.out, "not read: us_10y_yield from FRED. What came is a page, not figures.") || !strings.Contains(c.out, "Too few could be read") || strings.Contains(c.out, "Nothing moved") {
		t.Errorf("%+v", c)
	}
	c = citadelIn(t, []string{"CITADEL_ECONOMY_FOLDER=" + folder}, home, "", "economy", "status")
	if !strings.Contains(c.out, "not read since 20 Nov 2026: us_10y_yield from FRED") || !strings.Contains(c.out, "1 of 2: too few") {
		t.Errorf("%+v", c)
	}
	if c := citadelIn(t, []string{"CITADEL_ECONOMY_FOLDER=" + folder}, home, "", "doctor"); !strings.Contains(c.out, "us_10y_yield") {
		t.Errorf("doctor: %+v", c)
	}
	if c := citadelIn(t, []string{"CITADEL_ECONOMY_FOLDER=" + folder}, home, "status\n", "chat"); !strings.Contains(c.out, "us_10y_yield") {
		t.Errorf("status: %+v", c)
	}
}
