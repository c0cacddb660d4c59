package eval

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"citadel/brain/recall"
)

// Report is what was measured. A measure that a set has no question for is nil.
type Report struct {
	Profile string `json:"profile"`
	Sets    []Set  `json:"sets"`
}

// Set is the result over the conversations of one collection.
type Set struct {
	Set           string `json:"set"`
	Conversations int    `json:"conversations"`
	Questions     int    `json:"questions"` // of the headline

	R5   float64 `json:"r5"`
	R10  float64 `json:"r10"`
	R20  float64 `json:"r20"`
	MRR  float64 `json:"mrr"` // a first hit behind twenty places counts as none
	NDCG float64 `json:"ndcg10"`

	ByCategory map[string]Category `json:"by_category"` // every category that has evidence

	NewestAboveStale *float64 `json:"newest_above_stale"` // share of blocks that tell how it is before how it was
	WithDynamics     float64  `json:"r10_with_dynamics"`
	WordsOnly        float64  `json:"r10_bm25_only"` // the same recipe without vectors
	SpeakerAUC       *float64 `json:"speaker_auc"`   // Agreement of answerable against adversarial questions

	P50 float64 `json:"p50_ms"`
	P95 float64 `json:"p95_ms"`
}

// Category is the part of a set with questions of one kind.
type Category struct {
	N   int     `json:"n"`
	R10 float64 `json:"r10"`
}

// tally gathers what the questions of a set brought.
type tally struct {
	set           string
	conversations int

	r5, r10, r20, mrr, ndcg []float64
	words, moved            []float64 // recall@10 without vectors, and with dynamics
	took                    []float64 // milliseconds
	category                map[string][]float64
	newest                  []float64
	answerable, adversarial []float64 // agreement
}

func newTally(set string) *tally { return &tally{set: set, category: map[string][]float64{}} }

func (t *tally) add(a answered) {
	q := a.question
	t.took = append(t.took, a.took.Seconds()*1000)
	if len(q.Stale) > 0 && len(q.Current) > 0 {
		told := 0.0
		if newestFirst(a.block, q.Current, q.Stale) {
			told = 1
		}
		t.newest = append(t.newest, told)
	}
	if q.Category == Adversarial {
		t.adversarial = append(t.adversarial, a.agreement)
	}
	if len(q.Evidence) == 0 {
		return
	}
	r10 := share(a.ranked, q.Evidence, recall.DefaultLimit)
	t.category[q.Category] = append(t.category[q.Category], r10)
	if !q.counts() {
		return
	}
	t.answerable = append(t.answerable, a.agreement)
	t.r5 = append(t.r5, share(a.ranked, q.Evidence, 5))
	t.r10 = append(t.r10, r10)
	t.r20 = append(t.r20, share(a.deep, q.Evidence, deep))
	t.mrr = append(t.mrr, reciprocal(a.deep, q.Evidence))
	t.ndcg = append(t.ndcg, gain(a.ranked, q.Evidence, 10))
	t.words = append(t.words, share(a.words, q.Evidence, recall.DefaultLimit))
}

func (t *tally) sum() Set {
	s := Set{
		Set: t.set, Conversations: t.conversations, Questions: len(t.r10),
		R5: mean(t.r5), R10: mean(t.r10), R20: mean(t.r20), MRR: mean(t.mrr), NDCG: mean(t.ndcg),
		ByCategory: map[string]Category{}, WithDynamics: mean(t.moved), WordsOnly: mean(t.words),
		P50: percentile(t.took, 50), P95: percentile(t.took, 95),
	}
	for name, of := range t.category {
		s.ByCategory[name] = Category{N: len(of), R10: mean(of)}
	}
	if len(t.newest) > 0 {
		of := mean(t.newest)
		s.NewestAboveStale = &of
	}
	if len(t.answerable) > 0 && len(t.adversarial) > 0 {
		of := separation(t.answerable, t.adversarial)
		s.SpeakerAUC = &of
	}
	return s
}

// WriteJSON prints the report as one object.
func (r Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// Write prints the report as tables for people.
func (r Report) Write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "Profile %s\n\n", r.Profile)
	fmt.Fprintln(t, "set\tconversations\tquestions\tR@5\tR@10\tR@20\tMRR\tnDCG@10\tR@10 dynamics\tR@10 words only\tnewest above stale\tspeaker AUC\tp50 ms\tp95 ms")
	for _, s := range r.Sets {
		fmt.Fprintf(t, "%s\t%d\t%d\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\t%s\t%s\t%.2f\t%.2f\n", s.Set, s.Conversations, s.Questions,
			s.R5, s.R10, s.R20, s.MRR, s.NDCG, s.WithDynamics, s.WordsOnly, figure(s.NewestAboveStale), figure(s.SpeakerAUC), s.P50, s.P95)
	}
	fmt.Fprintln(t, "\nset\tcategory\tquestions\tR@10")
	for _, s := range r.Sets {
		for _, name := range slices.Sorted(maps.Keys(s.ByCategory)) {
			fmt.Fprintf(t, "%s\t%s\t%d\t%.3f\n", s.Set, name, s.ByCategory[name].N, s.ByCategory[name].R10)
		}
	}
	return t.Flush()
}

func figure(f *float64) string {
	if f == nil {
		return "-"
	}
	return fmt.Sprintf("%.3f", *f)
}
