package formula_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"citadel/memory/formula"
)

var (
	anyClass = rapid.SampledFrom([]formula.Class{
		formula.Standard, formula.Permanent, formula.Emotional,
		formula.Operational, formula.Location, formula.Ephemeral,
	})
	anySource = rapid.SampledFrom([]formula.Source{
		formula.Principal, formula.Observed, formula.Imported,
		formula.ThirdParty, formula.Inferred, formula.Model,
	})
	share = rapid.Float64Range(0, 1)
	days  = rapid.Float64Range(0, 4000)
)

func TestStrengthFadesToItsFloor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		class, consolidated := anyClass.Draw(t, "class"), rapid.Bool().Draw(t, "consolidated")
		young, more := days.Draw(t, "young"), days.Draw(t, "more")
		before, after := formula.Strength(class, consolidated, young), formula.Strength(class, consolidated, young+more)
		if after > before || after < class.Floor() || before > 1 {
			t.Fatalf("%v then %v, floor %v", before, after, class.Floor())
		}
		if s := formula.Strength(class, consolidated, -more); s != 1 {
			t.Fatalf("strength %v at a negative age", s)
		}
		if formula.Strength(class, true, young) < formula.Strength(class, false, young) {
			t.Fatal("consolidated is weaker than plain")
		}
		if r := formula.FloorReached(class, consolidated); formula.Strength(class, consolidated, r+0.01) > class.Floor() {
			t.Fatalf("not at its floor after %v days", r)
		}
	})
}

func TestFreshnessNeverOutvotesRelevance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		factor := formula.FreshnessFactor(formula.Strength(anyClass.Draw(t, "class"), false, days.Draw(t, "age")))
		if factor > 1 || factor < 0.8 {
			t.Fatalf("factor %v outside 0.8 to 1", factor)
		}
	})
}

func TestClassifyTakesTheFirstThatFits(t *testing.T) {
	all := formula.Traits{Factual: true, Importance: 1, Intensity: 0.5, Due: true, Whereabouts: true}
	for _, want := range []formula.Class{formula.Emotional, formula.Operational, formula.Location, formula.Permanent} {
		if got := formula.Classify(all); got != want {
			t.Errorf("Classify(%+v) = %q, want %q", all, got, want)
		}
		switch want {
		case formula.Emotional:
			all.Intensity = 0.49
		case formula.Operational:
			all.Due = false
		case formula.Location:
			all.Whereabouts = false
		}
	}
}

func TestTheThirdRecallConsolidatesOnce(t *testing.T) {
	promotions := 0
	for recalls := 1; recalls < 100; recalls++ {
		if formula.Consolidated(recalls) && !formula.Consolidated(recalls-1) {
			promotions++
			if recalls != 3 {
				t.Errorf("promoted by recall %d", recalls)
			}
		}
	}
	if promotions != 1 {
		t.Errorf("promoted %d times", promotions)
	}
}

func TestConfidenceKeepsItsBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := formula.NewBelief(anySource.Draw(t, "source"))
		for range rapid.IntRange(0, 20).Draw(t, "steps") {
			age := days.Draw(t, "age")
			before := b.Confidence(age)
			switch rapid.IntRange(0, 5).Draw(t, "step") {
			case 0:
				b = b.Rooted()
				atLeast(t, "a new root", before, b.Confidence(age))
			case 1:
				b = b.Confirm()
				atLeast(t, "a confirmation", before, b.Confidence(age))
			case 2:
				b = b.Correct()
				atLeast(t, "without a correction", b.Confidence(age), before)
			case 3:
				b = b.Consistent()
				atLeast(t, "a consistent newcomer", before, b.Confidence(age))
			case 4:
				right := rapid.Bool().Draw(t, "right")
				b = b.Predicted(share.Draw(t, "p"), right)
				if right {
					atLeast(t, "a right prediction", before, b.Confidence(age))
				} else {
					atLeast(t, "without a wrong prediction", b.Confidence(age), before)
				}
			case 5:
				other := formula.NewBelief(anySource.Draw(t, "other"))
				b = b.Merge(other, b.Count+rapid.IntRange(0, 1).Draw(t, "roots"))
				atLeast(t, "a merge", before, b.Confidence(age))
			}
			c := b.Confidence(age)
			if c < 0 || c > 1 || !b.Confirmed && c > formula.UnconfirmedTop {
				t.Fatalf("confidence %v of %+v", c, b)
			}
			if b.Confirmed && !b.Contradicted && c < formula.ConfirmedLeast {
				t.Fatalf("confirmed, never contradicted, yet %v", c)
			}
			if b.Confidence(age+1) > c {
				t.Fatal("confidence rose with time")
			}
			if b.Count < 1 {
				t.Fatalf("count %d", b.Count)
			}
		}
	})
}

func atLeast(t *rapid.T, what string, before, after float64) {
	t.Helper()
	if after < before-1e-12 {
		t.Fatalf("%s: %v fell to %v", what, before, after)
	}
}

func TestWhatThePrincipalSaysIsConfirmed(t *testing.T) {
	said := formula.NewBelief(formula.Principal)
	if c := said.Confidence(0); c != 0.90 {
		t.Errorf("confidence %v, want 0.90", c)
	}
	if c := said.Confidence(10_000); c != formula.ConfirmedLeast {
		t.Errorf("confidence %v after long, want %v", c, formula.ConfirmedLeast)
	}
	if c := said.Correct().Confidence(0); c > formula.UnconfirmedTop {
		t.Errorf("confidence %v after a correction", c)
	}
}

func TestEdgesStayWithinTheirBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.Float64Range(0, formula.EdgeTop).Draw(t, "confidence")
		for range rapid.IntRange(0, 30).Draw(t, "reinforcements") {
			stronger := formula.EdgeReinforce(c)
			if stronger < c || stronger > formula.EdgeTop {
				t.Fatalf("%v reinforced is %v", c, stronger)
			}
			c = stronger
		}
		age, more := days.Draw(t, "age"), days.Draw(t, "more")
		if formula.EdgeConfidence(c, age+more) > formula.EdgeConfidence(c, age) || formula.EdgeConfidence(c, age) < formula.EdgeFloor {
			t.Fatal("an edge rose with age or fell below its floor")
		}
		if formula.EdgePrunable(c, age) && age < formula.EdgePruneAfter {
			t.Fatalf("prunable after %v days", age)
		}
	})
}

func TestPathConfidenceIsTheGeometricMean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		edges := rapid.SliceOfN(rapid.Float64Range(0.01, 1), 1, 6).Draw(t, "edges")
		product := 1.0
		for _, c := range edges {
			product *= c
		}
		want := math.Pow(product, 1/float64(len(edges)))
		if got := formula.PathConfidence(edges...); math.Abs(got-want) > 1e-12 {
			t.Fatalf("%v, want %v", got, want)
		}
	})
	if formula.PathConfidence() != 0 || formula.PathConfidence(0.9, 0) != 0 {
		t.Error("an empty path or a dead edge has confidence")
	}
}

func TestWarmthIsCapped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var w formula.Warmth
		for range rapid.IntRange(0, 40).Draw(t, "turns") {
			before := w.Total()
			w = w.Cool()
			if w.Total() > before {
				t.Fatal("cooling warmed")
			}
			if rapid.Bool().Draw(t, "recalled") {
				w = w.Recalled()
			}
			if rapid.Bool().Draw(t, "mentioned") {
				w = w.Mentioned()
			}
			if w.Total() < 0 || w.Total() > formula.WarmthTop {
				t.Fatalf("warmth %v", w.Total())
			}
		}
	})
}

func TestTheWindowLosesNothing(t *testing.T) {
	held, left := 0, 0
	for turn := 1; turn <= 10_000; turn++ {
		var batch int
		held, batch = formula.WindowStep(held)
		left += batch
		if held >= formula.WindowTrigger || held+left != turn {
			t.Fatalf("turn %d: %d held, %d left", turn, held, left)
		}
		if h, batches := formula.WindowAfter(turn); h != held || batches*formula.WindowBatch != left {
			t.Fatalf("turn %d: WindowAfter says %d and %d", turn, h, batches)
		}
	}
}

func TestAttentionKeepsItsRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		yes, no := days.Draw(t, "acknowledged"), days.Draw(t, "dismissed")
		if m := formula.AttentionMultiplier(yes, no); m < 0.5 || m > 1.5 {
			t.Fatalf("multiplier %v", m)
		}
		used, offered := rapid.IntRange(0, 50).Draw(t, "used"), rapid.IntRange(0, 50).Draw(t, "offered")
		if f := formula.UseFactor(used, offered); f < 0.5 || f > 1.5 || offered < formula.OffersNeeded && f != 1 {
			t.Fatalf("use factor %v", f)
		}
	})
}

// The package's own powers and logarithms must be those of package math to the
// last bits that matter.
func TestExactness(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		age := days.Draw(t, "age")
		want := math.Exp2(-age / formula.BairdStandardHalfLife)
		if got := formula.BairdFreshness(formula.Standard, age); math.Abs(got-want) > 4e-16*want+1e-300 {
			t.Fatalf("0.5^(%v/30) = %v, want %v", age, got, want)
		}
		count := rapid.IntRange(1, 1_000_000).Draw(t, "count")
		wantLog := formula.EvidenceGain * math.Log(float64(count))
		if got := formula.Activation(0, count, 0, 0); math.Abs(got-wantLog) > 4e-16*wantLog {
			t.Fatalf("0.12 ln %d = %v, want %v", count, got, wantLog)
		}
	})
}

// What two beliefs rest on is counted once: two that rest on the same roots are no more sure for being merged.
func TestAMergeCountsRootsOnce(t *testing.T) {
	a, b := formula.NewBelief(formula.ThirdParty), formula.NewBelief(formula.ThirdParty)
	a.Count, b.Count = 3, 2
	for roots, want := range map[int]int{3: 3, 4: 4, 5: 5} {
		if got := a.Merge(b, roots).Count; got != want {
			t.Errorf("three and two roots, %d of them together: %d", roots, got)
		}
	}
}
