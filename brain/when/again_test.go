package when_test

import (
	"testing"
	"time"

	"citadel/brain/when"
)

func TestReview(t *testing.T) {
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	for text, want := range map[string][2]string{
		"raise prices by 10%, look again on 1 February 2027":           {"raise prices by 10%", "2027-02-01"},
		"raise prices by 10% and review it on 1 February 2027":         {"raise prices by 10%", "2027-02-01"},
		"raise prices by 8%; look at it again in March":                {"raise prices by 8%", "2027-03-01"},
		"project work only. Revisit in six months":                     {"project work only", "2027-05-20"},
		"hold the rate, look again next Friday because Tom asked":      {"hold the rate because Tom asked", "2026-11-27"},
		"stay with Acme, to be reviewed on 29 Jan 2027.":               {"stay with Acme", "2027-01-29"},
		"look again on 1 February 2020":                                {"look again on 1 February 2020", ""},
		"review the contract on 1 February 2027":                       {"review the contract on 1 February 2027", ""},
		"close the Perth office on 1 February 2027":                    {"close the Perth office on 1 February 2027", ""},
		"look again on 3/12":                                           {"look again on 3/12", ""},
		"look again once they have paid, and not before 1 Febuary":     {"look again once they have paid, and not before 1 Febuary", ""},
		"I decided to look for new offices again on 1 February 2027":   {"I decided to look for new offices again on 1 February 2027", ""},
		"keep the office and check again at the end of June 2027 then": {"keep the office then", "2027-06-30"},
	} {
		rest, on := when.Review(text, now, 9)
		at := ""
		if !on.IsZero() {
			at = on.Format(time.DateOnly)
		}
		if rest != want[0] || at != want[1] || at != "" && on.Hour() != 9 {
			t.Errorf("%q: %q, %s", text, rest, on)
		}
	}
}
