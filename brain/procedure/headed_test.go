package procedure

import "testing"

// A value that is spelled keeps its letters; what is words begins a line like any other.
func TestHeaded(t *testing.T) {
	for _, c := range [][3]string{
		{"email", "nia@ovo.example", "nia@ovo.example"}, {"contact", "nia@ovo.example", "nia@ovo.example"}, {"code", "xq-lark", "xq-lark"}, {"locker code", "iPad-x7", "iPad-x7"},
		{"username", "svenk", "svenk"}, {"github handle", "lena", "lena"}, {"website", "ovo.example/nia", "ovo.example/nia"}, {"home", "ovo.example/nia", "ovo.example/nia"},
		{"phone", "iPhone", "iPhone"}, {"printer", "hp4200", "hp4200"}, {"folder", "drafts", "drafts"}, {"wifi", "ovo_guest now", "ovo_guest now"},
		{"role", "a nurse", "A nurse"}, {"dinner", "tomato soup, mostly", "Tomato soup, mostly"}, {"colour", "red.", "Red."}, {"residence", "Lille", "Lille"},
		{"trait", "left-handed", "Left-handed"}, {"allergic to", "élan", "Élan"}, {"rent", "900 euros", "900 euros"}, {"", "", ""},
	} {
		if got := headed(c[0], c[1]); got != c[2] {
			t.Errorf("%s %q: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}
