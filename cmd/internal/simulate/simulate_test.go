package simulate

import (
	"bytes"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// short is a life in which everything happens at least once.
const short = 47

func live(t *testing.T, o Options) Report {
	t.Helper()
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// All that must always hold does, in several short lives.
func TestAShortLife(t *testing.T) {
	for seed := uint64(1); seed <= 3; seed++ {
		r := live(t, Options{Days: short, Seed: seed})
		for _, b := range r.Breaches {
			t.Errorf("seed %d, day %d, %s: %s", seed, b.Day, b.Invariant, b.What)
		}
		if r.Said < short || r.Posts == 0 || r.Restarts == 0 || r.Forgot == 0 || r.Morning == 0 {
			t.Errorf("seed %d: too little happened: %+v", seed, r)
		}
		if e := r.Economy; e.Moves == 0 || e.Noticed == 0 || e.Alerts == 0 || len(r.Faults) == 0 || len(r.Blind) == 0 || len(r.Months) != 2 {
			t.Errorf("seed %d: of the economy %+v, of errors %+v, at the end %+v, %d months", seed, e, r.Faults, r.Blind, len(r.Months))
		}
	}
}

// Where no figures are read nobody is told of any move, and the charts say so.
func TestWithoutTheEconomy(t *testing.T) {
	r := live(t, Options{Days: 20, Seed: 1, Off: []string{"economy"}})
	if r.Economy != (Economy{}) {
		t.Errorf("%+v", r.Economy)
	}
	a := Ablation{Rows: []Row{{Alerts: 2, Recall: []Recall{{Of: "age 1", Asked: 4, First: 3}}}, {Off: "economy", Recall: []Recall{{Of: "age 1", Asked: 4, First: 1}}}}}
	var b bytes.Buffer
	if err := a.Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"  with all        " + strings.Repeat("█", 40) + " 2\n", "  without economy  0\n", "  without economy " + strings.Repeat("█", 10) + " 25 %\n"} {
		if !strings.Contains(b.String(), line) {
			t.Errorf("%q is not in\n%s", line, b.String())
		}
	}
}

// A life with a stand-in for a model is answered by it, breaks nothing either, and is the same each time.
func TestALifeWithAModel(t *testing.T) {
	var one, again bytes.Buffer
	for _, out := range []*bytes.Buffer{&one, &again} {
		r := live(t, Options{Days: short, Seed: 1, Model: true})
		for _, b := range r.Breaches {
			t.Errorf("day %d, %s: %s", b.Day, b.Invariant, b.What)
		}
		all := r.Recall[slices.IndexFunc(r.Recall, func(x Recall) bool { return x.Of == "all" })]
		if r.Model == nil || r.Model.Calls < r.Said/2 || r.Model.Signals == 0 || 10*all.First < 9*all.Asked {
			t.Errorf("a model took no part: %+v, %+v", r.Model, all)
		}
		if err := r.WriteJSON(out); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(one.Bytes(), again.Bytes()) {
		t.Errorf("the same seed gives two lives (-one +other):\n%s", cmp.Diff(strings.Split(one.String(), "\n"), strings.Split(again.String(), "\n")))
	}
}

// The same seed is the same life, to the byte; another seed is another one.
func TestTheSameSeed(t *testing.T) {
	var one, again, other bytes.Buffer
	for seed, out := range map[uint64][]*bytes.Buffer{1: {&one, &again}, 2: {&other}} {
		for _, b := range out {
			if err := live(t, Options{Days: short, Seed: seed}).WriteJSON(b); err != nil {
				t.Fatal(err)
			}
		}
	}
	if !bytes.Equal(one.Bytes(), again.Bytes()) {
		t.Errorf("the same seed gives two lives (-one +other):\n%s", cmp.Diff(strings.Split(one.String(), "\n"), strings.Split(again.String(), "\n")))
	}
	if bytes.Equal(one.Bytes(), other.Bytes()) {
		t.Error("two seeds give the same life")
	}
}

// Two years, scaled by CITADEL_SOAK.
func TestSoakLife(t *testing.T) {
	if testing.Short() {
		t.Skip("a long life")
	}
	percent := 1
	if s := os.Getenv("CITADEL_SOAK"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 || n > 100 {
			t.Fatalf("CITADEL_SOAK=%q: a number from 1 to 100 is needed", s)
		}
		percent = n
	}
	r := live(t, Options{Days: max(short, 730*percent/100), Seed: 4})
	for _, b := range r.Breaches {
		t.Errorf("day %d, %s: %s", b.Day, b.Invariant, b.What)
	}
}
