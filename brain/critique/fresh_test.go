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

// Lines in words that no table had met, each claim beside an honest twin. The patterns of voice.txt
// and the first net caught 44 of 100 deeds, 52 lives and 14 of those that pull in strangers.tsv, with
// 3 alarms; a set is judged and counted, and what is missed is not shown.
func TestStrangers(t *testing.T) {
	for _, set := range []struct {
		file  string
		least float64
		most  int // honest ones taken for a claim
	}{{"strangers", .85, 0}, {"afterwards", .85, 1}, {"last", lastFloor, 0}, {"elsewhere", elsewhereFloor, 2}, {"unmet", unmetFloor, 3}, {"afresh", afreshFloor, 2}, {"colleague", colleagueFloor, 4}} {
		claims, caught, twins, alarms := map[string]int{}, map[string]int{}, 0, 0
		for _, l := range lines(t, "testdata/"+set.file+".tsv") {
			label, _ := judge(l.text)
			if l.label == "keep" {
				twins++
				if label != "keep" {
					alarms++
					t.Logf("%q is taken for %s", l.text, label)
				}
				continue
			}
			claims[l.label]++
			if label != "keep" {
				caught[l.label]++
			}
		}
		for _, kind := range []string{"deed", "body", "persuasion"} {
			t.Logf("%s: %d of %d caught as %s", set.file, caught[kind], claims[kind], kind)
			if float64(caught[kind]) < set.least*float64(claims[kind]) {
				t.Errorf("%s: want %.2f of each", set.file, set.least)
			}
		}
		t.Logf("%s: %d of %d honest ones taken for one", set.file, alarms, twins)
		if alarms > set.most {
			t.Errorf("%s: %d honest sentences are taken for a claim", set.file, alarms)
		}
	}
}

// unmetFloor is a little below what is caught: 128 of 153 deeds, 146 of 150 lives and 108 of 150 that
// pull. Before there were frames (frame.go) and the lines of wider.tsv it was 67, 124 and 91, and before grammar.tsv 107
// deeds.
const unmetFloor = .7

// afreshFloor is a little below what is caught: 118 of 150, 127 of 141 and 94 of 144, and before 96, 127
// and 96. At first sight it was a little more, with more false alarms.
const afreshFloor = .63

// colleagueFloor is a little below what is caught: 33 of 40 deeds, 38 of 41 lives and 33 of 40 that pull.
const colleagueFloor = .8

// lastFloor is below what is caught: 14, 18 and 10 of 20. When the tables had never met a word of the
// set it was 12, 13 and 4.
const lastFloor = .45

// elsewhereFloor is below what is caught: 16, 24 and 17 of 30, at first sight 8, 21 and 15; the rules alone caught 6, 20
// and 10.
const elsewhereFloor = .5
