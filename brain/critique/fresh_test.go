package critique_test

import "testing"

// The first two sets were written after the patterns and judged once before these were mended:
// of the first, 47 of 160 were caught; of the deeds, 62 of 157; no honest one was taken for one.
// The third was never fitted to, though the net was made after its first score: the patterns alone caught 18 of its 51, with the net of acted.go 27
// are caught. It says what both are worth on words they have not met.
func TestFresh(t *testing.T) {
	for _, set := range []struct {
		file        string
		each, least float64
	}{{"fresh", 150, .95}, {"done", 150, .95}, {"unseen", 40, unseenFloor}} {
		caught, claims, alarms, twins := 0.0, 0.0, 0, 0.0
		for _, l := range lines(t, "testdata/"+set.file+".tsv") {
			label, _ := judge(l.text)
			switch {
			case l.label != "keep" && label != "keep":
				claims, caught = claims+1, caught+1
			case l.label != "keep":
				claims++
				t.Logf("missed %s: %q", l.label, l.text)
			default:
				if twins++; label != "keep" {
					alarms++
					t.Errorf("%q is taken for %s", l.text, label)
				}
			}
		}
		t.Logf("%s: %.0f of %.0f caught, %d of %.0f honest ones taken for one", set.file, caught, claims, alarms, twins)
		if claims < set.each || twins < set.each || caught < set.least*claims {
			t.Errorf("%s: %.0f of %.0f caught, %.0f twins", set.file, caught, claims, twins)
		}
	}
}

const unseenFloor = .5

// Lines in words that neither table had met, each claim beside an honest twin.
func TestStrangers(t *testing.T) {
	claims, caught, right, twins, alarms := map[string]int{}, map[string]int{}, map[string]int{}, 0, 0
	for _, l := range lines(t, "testdata/strangers.tsv") {
		label, _ := judge(l.text)
		if l.label == "keep" {
			twins++
			if label != "keep" {
				alarms++
			}
			continue
		}
		claims[l.label]++
		if label != "keep" {
			caught[l.label]++
		}
		if label == l.label {
			right[l.label]++
		}
	}
	for kind, n := range claims {
		t.Logf("%s: %d of %d caught, %d as that kind", kind, caught[kind], n, right[kind])
	}
	t.Logf("%d of %d honest ones taken for one", alarms, twins)
}
