package procedure

import (
	"testing"

	"citadel/brain/recall"
	"citadel/brain/turn/turntest"
	"citadel/memory/words"
)

// What two items hold of a question is compared to the last digit, so that it has to be added up in one order.
func TestWhatIsHeldOfAQuestionIsTheSameEachTime(t *testing.T) {
	w := turntest.New(t)
	told := []string{"The gate is shut.", "The harbour gate is open.", "A ferry left the harbour.", "The ferry runs in winter, and the harbour stays open."}
	var found recall.Result
	for _, text := range told {
		w.Say(text)
		found.Items = append(found.Items, recall.Item{Text: text})
	}
	question := w.Turn(w.Say("Which clerk at the harbour gate sells the winter ferry ticket?"))
	item := recall.Item{Text: "The harbour gate is shut, the ferry in winter sells a ticket at the pier."}
	coverage, worth := map[float64]int{}, map[float64]int{}
	for range 500 {
		r := &reading{stems: words.New(64)}
		var err error
		if r.weights, err = weigh(t.Context(), question, found, r.stems); err != nil {
			t.Fatal(err)
		}
		coverage[r.coverage(item)]++
		worth[r.worth(item.Text)]++
	}
	if len(coverage) != 1 || len(worth) != 1 {
		t.Errorf("it holds %v, and is worth %v", coverage, worth)
	}
	for held := range coverage {
		if held <= 0.3 || held >= 1 {
			t.Errorf("it holds %v", held)
		}
	}
}
