package simulate

import "testing"

// Two parts that are both a way to put in order what is found are both left out, whichever is named first.
func TestBothAreLeftOut(t *testing.T) {
	for _, c := range []struct {
		off  []string
		want string
	}{
		{nil, "default"}, {[]string{"decay"}, "ageless"}, {[]string{"warmth"}, "cold"}, {[]string{"warmth", "warmth"}, "cold"},
		{[]string{"decay", "warmth"}, "flat"}, {[]string{"warmth", "decay"}, "flat"}, {[]string{"decay", "warmth", "decay"}, "flat"},
	} {
		w, err := newWorld(t.TempDir(), Options{Days: 1, Off: c.off})
		if err != nil {
			t.Fatal(err)
		}
		if got := w.settings.Recall.Profile; got != c.want {
			t.Errorf("without %q what is found is put in order as %q, want %q", c.off, got, c.want)
		}
	}
}
