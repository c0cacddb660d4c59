package critique_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"citadel/brain/critique"
)

func TestReview(t *testing.T) {
	b, err := os.ReadFile("testdata/review.tsv")
	if err != nil {
		t.Fatal(err)
	}
	brief := critique.Brief{Decides: true, Forbidden: []string{"circle back", "low-hanging fruit"}}
	for line := range strings.Lines(string(b)) {
		want, text, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if !ok {
			t.Fatalf("no label: %q", line)
		}
		var got []string
		for _, f := range critique.Review(text, brief) {
			got = append(got, string(f.Rule))
			if f.Rule.Advice() == "" || !strings.Contains(text, f.Text) {
				t.Errorf("%q: finding %+v", text, f)
			}
		}
		if want == "ok" && len(got) > 0 || want != "ok" && !slices.Contains(got, want) {
			t.Errorf("%q: %v, wanted %s", text, got, want)
		}
	}
}

// Where nothing is to be decided, doubt and a slow beginning are no faults, and nothing is
// forbidden that was not forbidden.
func TestReviewOfWhatDecidesNothing(t *testing.T) {
	for _, text := range []string{"It might perhaps rain.", "There are several mills in Victoria. Two deliver.", "Circle back in May."} {
		if got := critique.Review(text, critique.Brief{}); len(got) > 0 {
			t.Errorf("%q: %v", text, got)
		}
	}
	asked := critique.Brief{Said: []string{"is this the sunk cost fallacy?"}}
	if got := critique.Review("Yes, it is the sunk cost fallacy.", asked); len(got) > 0 {
		t.Errorf("what he called it himself: %v", got)
	}
}

// A claim of a deed rests on a receipt of this turn (SPEC §12): with one of its kind it stands,
// without, or with one of another kind only, it is found.
func TestReceipts(t *testing.T) {
	every := []critique.Receipt{{Did: critique.Sent}, {Did: critique.Planned}, {Did: critique.Kept}, {Did: critique.Altered}, {Did: critique.Paid}}
	claimed := func(text string, receipts []critique.Receipt) bool {
		return slices.ContainsFunc(critique.Review(text, critique.Brief{Receipts: receipts}), func(f critique.Finding) bool { return f.Rule == critique.Claimed })
	}
	caught, proved, misproved, claims, twins := 0, 0, 0, 0, 0
	for _, l := range lines(t, "testdata/done.tsv") {
		if l.label == "keep" {
			if twins++; claimed(l.text, nil) {
				t.Errorf("%q is taken for a claim", l.text)
			}
			continue
		}
		claims++
		if claimed(l.text, nil) {
			caught++
		}
		if !claimed(l.text, every) {
			proved++
		}
		for _, r := range every { // no one kind proves what is not of it
			others := slices.DeleteFunc(slices.Clone(every), func(o critique.Receipt) bool { return o.Did == r.Did })
			if !claimed(l.text, []critique.Receipt{r}) && !claimed(l.text, others) {
				misproved++
			}
		}
	}
	t.Logf("without a receipt %d of %d are found, with all kinds %d stand, %d proven by two kinds; %d twins", caught, claims, proved, misproved, twins)
	if float64(caught) < .95*float64(claims) || float64(proved) < .7*float64(claims) || misproved > 0 {
		t.Errorf("found %d, standing %d of %d, proven by two kinds %d", caught, proved, claims, misproved)
	}
	for _, c := range []struct {
		text string
		did  critique.Did
	}{
		{"I've sent the mail to Priya.", critique.Sent}, {"I set a reminder for Friday.", critique.Planned}, {"I saved it in your notes.", critique.Kept},
		{"I deleted the file.", critique.Altered}, {"I paid the invoice.", critique.Paid},
	} {
		for _, r := range every {
			if got := claimed(c.text, []critique.Receipt{r}); got != (r.Did != c.did) {
				t.Errorf("%q with a receipt of what was %s: claimed %v", c.text, r.Did, got)
			}
		}
	}
}
