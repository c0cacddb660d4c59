package slack_test

import (
	"testing"

	"citadel/connectors"
	"citadel/connectors/slack"

	"pgregory.net/rapid"
)

// Whatever happens to a position, the cursor that is written of it can be read, and says the same.
func TestOwnCursorIsRead(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := slack.NewPosition()
		room := rapid.Map(rapid.IntRange(0, 90), func(n int) string { return "C" + string(rune('!'+100+n)) })
		step := rapid.Int64Range(0, 3000)
		for range rapid.IntRange(0, 200).Draw(rt, "steps") {
			switch rapid.IntRange(0, 6).Draw(rt, "what") {
			case 5:
				p.Looks()
			case 6:
				p.Looked()
			case 0:
				p.Owe(room.Draw(rt, "owed"))
			case 1:
				p.Paid(room.Draw(rt, "paid"))
			case 2:
				p.Reach(step.Draw(rt, "base"))
			default:
				p.Add(room.Draw(rt, "room"), step.Draw(rt, "ts"))
			}
		}
		written := p.Cursor()
		if again, err := slack.Reparse(written); err != nil || again != written {
			rt.Fatalf("%q was written, and read as %q (%v)", written, again, err)
		}
	})
}

// More conversations that cannot be read than are kept, and one whose newest message is where
// the position is, leave a cursor that can be read.
func TestCursorOfOwed(t *testing.T) {
	p := slack.NewPosition()
	p.Reach(1000)
	p.Owe("C0")
	p.Add("C0", 1500)
	p.Reach(1500)
	for i := range 70 {
		written := p.Cursor()
		if again, err := slack.Reparse(written); err != nil || again != written {
			t.Fatalf("with %d more: %q was written, and read as %q (%v)", i, written, again, err)
		}
		p.Owe("D" + string(rune('A'+i)))
	}
}

// A cell that cannot be read costs what it says, and nothing else.
func TestBadCellOfACursor(t *testing.T) {
	for _, bad := range []string{"?", "?D1", "?D1:-1", "!x", "!D1:-1:U1", "D1", ":1", "D1:zzzzzzzzzzzzzzzzz", "@", "@-1", "@x!", "D1:-zzz", "", "D1:"} {
		got, err := slack.Reparse(connectors.Cursor("1;rs;" + bad + ";D2:1.2"))
		if err != nil || got != "1;rs;D2:1.2" {
			t.Errorf("with %q: %q (%v)", bad, got, err)
		}
	}
}
