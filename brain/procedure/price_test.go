package procedure_test

import (
	"testing"
	"time"

	"citadel/brain/procedure"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// A figure is asked for in everyday words, and told with its date and publisher; what he told himself stays his.
func TestPrices(t *testing.T) {
	w := trading(t)
	day := func(s string) event.Day {
		d, err := time.Parse(time.DateOnly, s)
		if err != nil {
			t.Fatal(err)
		}
		return event.DayOf(d)
	}
	w.Write(event.FiguresRead{Indicator: "copper_price", Feed: "fred", Unit: "USD/t", Every: "D", Due: 7, On: w.Now, Whole: true, Figures: event.FiguresOf([]event.Figure{
		{On: day("2026-10-01"), Value: 9000}, {On: day("2026-10-19"), Value: 9100}, {On: day("2026-11-19"), Value: 9650},
	})})
	desk := procedure.Desk{Figures: []string{"copper_price", "natural_gas_spot"}}
	for line, want := range map[string]string{
		"what's the copper price?": "price-read", "how is copper doing?": "price-read", "Where is copper trading?": "price-read", "did copper go up this week?": "price-read",
		"how much is a ton of copper?": "price-read", "copper price": "price-read",
		"what is the price of gas right now?": "price-unread",
		"how is gas doing?":                   "", // a word that asks for much else: nothing is known of it
		"how is Ana doing?":                   "", "how much is the rent?": "", "what is copper?": "", "what's the price of a haircut?": "",
		"what if copper falls to 8000?": "price-falls", "what if copper hits 8000 dollars?": "price-falls-to", "what if copper hits 10,000?": "price-rises-to",
	} {
		one := w.Turn(w.Say(line))
		r, err := desk.Answer(t.Context(), one)
		if err != nil {
			t.Fatal(err)
		}
		if want == "" {
			if r != nil && (r.By == "procedure:price" || r.By == "procedure:whatif") {
				t.Errorf("%q: %s", line, r.Text.String())
			}
			continue
		}
		if r == nil {
			t.Errorf("%q is answered by nobody", line)
			continue
		}
		turntest.Golden(t, w.Mind, want, r)
	}
}
