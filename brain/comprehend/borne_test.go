package comprehend_test

import (
	"testing"

	"citadel/brain/comprehend"
	"citadel/brain/extract"
)

// What is made of somebody's words has to be in them: not in what the agent said, not in a question or a supposition,
// and not the other way round. Each sentence that is refused stands beside one that is kept.
func TestQuoteBearsItOut(t *testing.T) {
	for _, c := range []struct {
		before, agent string // said before, by the person and by the agent
		said, quote   string
		text, value   string
		want          comprehend.Fault // empty: it is kept
	}{
		// Words of the agent are nobody's statement.
		{said: "Thanks, that was quick.", quote: "that was quick", agent: "Marta pays 900 a month for the studio.", text: "Marta pays 900 a month.", want: comprehend.Figure},
		{said: "Good to know.", quote: "Good to know", agent: "The studio is in Utrecht.", text: "The studio is in Utrecht.", want: comprehend.Stranger},
		{said: "Marta pays 900 a month for the studio.", quote: "Marta pays 900 a month", text: "Marta pays 900 a month."},
		{before: "Where does Marta rent her studio, Utrecht?", agent: "Yes, in Utrecht.", said: "Perfect, cheers.", quote: "Perfect, cheers", text: "Marta rents a studio in Utrecht.", want: comprehend.Unborne},
		{before: "Marta has a studio.", said: "It's in Utrecht.", quote: "It's in Utrecht", text: "Marta has her studio in Utrecht."},
		{before: "Marta called.", said: "Marta was in a hurry.", quote: "Marta was in a hurry", text: "Marta owns a bakery.", want: comprehend.Unborne},
		{before: "Marta called.", said: "She runs her own bakery.", quote: "She runs her own bakery", text: "Marta owns a bakery."},

		// A sentence says the same as its quote, not the opposite.
		{said: "I do not trust Henderson with the deposit.", quote: "I do not trust Henderson", text: "You trust Henderson.", want: comprehend.Contrary},
		{said: "I do not trust Henderson with the deposit.", quote: "trust Henderson with the deposit", text: "You trust Henderson with the deposit.", want: comprehend.Contrary},
		{said: "I do not trust Henderson with the deposit.", quote: "I do not trust Henderson", text: "You don't trust Henderson."},
		{said: "I do not trust Henderson with the deposit.", quote: "I do not trust Henderson", text: "You distrust Henderson."},
		{said: "I trust Henderson.", quote: "I trust Henderson", text: "You no longer trust Henderson.", want: comprehend.Contrary},
		{said: "We never ship on credit.", quote: "We never ship on credit", text: "You ship on credit.", want: comprehend.Contrary},
		{said: "We never ship on credit.", quote: "We never ship on credit", text: "You ship nothing on credit."},
		{said: "Nobody from Brightwater paid.", quote: "Nobody from Brightwater paid", text: "Brightwater paid.", want: comprehend.Contrary},
		{said: "Brightwater paid in full.", quote: "Brightwater paid in full", text: "Brightwater hasn't paid in full.", want: comprehend.Contrary},
		{said: "I don't think Olga signed the lease.", quote: "Olga signed the lease", text: "Olga signed the lease.", want: comprehend.Contrary},
		{said: "I can't believe Olga signed the lease.", quote: "Olga signed the lease", text: "Olga signed the lease."},
		{said: "I quit smoking.", quote: "I quit smoking", text: "You no longer smoke."},
		{said: "I no longer work at Bosch.", quote: "I no longer work at Bosch", text: "You left Bosch."},
		{said: "The bid was rejected by the council.", quote: "The bid was rejected by the council", text: "The council accepted the bid.", want: comprehend.Contrary},
		{said: "The bid was accepted by the council.", quote: "The bid was accepted by the council", text: "The council accepted the bid."},

		// Only the clause that says it counts.
		{said: "I don't like Mondays, but I love the gym.", quote: "I don't like Mondays, but I love the gym", text: "You love the gym."},
		{said: "I don't like Mondays, but I love the gym.", quote: "I don't like Mondays, but I love the gym", text: "You like Mondays.", want: comprehend.Contrary},
		{said: "Olga does not live in Tomar but in Viseu.", quote: "Olga does not live in Tomar but in Viseu", text: "Olga lives in Viseu."},
		{said: "Not only did Olga sign, she paid the deposit.", quote: "she paid the deposit", text: "Olga paid the deposit."},
		{said: "No, Olga paid the deposit.", quote: "Olga paid the deposit", text: "Olga paid the deposit."},

		// What is asked or supposed is not stated.
		{said: "Does Olga run the shop in Ghent?", quote: "Olga run the shop in Ghent", text: "Olga runs the shop in Ghent.", want: comprehend.Unsaid},
		{said: "Olga runs the shop in Ghent, did I mention that?", quote: "Olga runs the shop in Ghent", text: "Olga runs the shop in Ghent."},
		{said: "If Olga sells the shop, I'll buy the van.", quote: "Olga sells the shop", text: "Olga sells the shop.", want: comprehend.Unsaid},
		{said: "If Olga sells the shop, I'll buy the van.", quote: "If Olga sells the shop, I'll buy the van", text: "You will buy the van if Olga sells the shop."},
		{said: "I wish Olga ran the shop.", quote: "Olga ran the shop", text: "Olga ran the shop.", want: comprehend.Unsaid},
		{said: "I wonder whether Olga sold the van.", quote: "Olga sold the van", text: "Olga sold the van.", want: comprehend.Unsaid},
		{said: "I know that Olga sold the van.", quote: "Olga sold the van", text: "Olga sold the van."},
		{said: `Olga wrote: "I will leave the firm in May".`, quote: "I will leave the firm in May", text: "You will leave the firm in May.", want: comprehend.NotOwn},
		{said: `I finished "War and Peace" in May.`, quote: `I finished "War and Peace" in May`, text: "You finished War and Peace in May."},
		{said: "> I will leave the firm in May\nWhat do you say to that?", quote: "I will leave the firm in May", text: "You will leave the firm in May.", want: comprehend.NotOwn},
	} {
		var talk []comprehend.Message
		if c.before != "" {
			talk = append(talk, comprehend.Message{Text: c.before, At: noon})
		}
		if c.agent != "" {
			talk = append(talk, comprehend.Message{Text: c.agent, At: noon, Agent: true})
		}
		talk = append(talk, comprehend.Message{Text: c.said, At: noon})
		items, faults, err := comprehend.Read(answer(item(map[string]any{"message": len(talk), "quote": c.quote, "text": c.text, "subject": "", "attribute": "", "value": c.value})), talk)
		if err != nil {
			t.Fatal(err)
		}
		var got comprehend.Fault
		if len(faults) > 0 {
			got = faults[0]
		}
		if got != c.want || len(items)+len(faults) != 1 {
			t.Errorf("%q of %q: %q, want %q", c.text, c.said, got, c.want)
		}
	}
}

// Where somebody says yes to what the agent asked, its words may be his: but that he meant all of them is a conclusion.
// Doubt and hearsay in his words are kept where a model left them out.
func TestWhatIsKeptOfIt(t *testing.T) {
	asked := comprehend.Message{At: noon, Agent: true, Text: "Does Marta still pay 900 a month to Vesteda?"}
	for _, c := range []struct {
		said, quote, text string
		kind              extract.Kind
		source, hedge     string
	}{
		{"Yes, she does.", "Yes, she does", "Marta pays 900 a month to Vesteda.", comprehend.Belief, "", ""},
		{"Exactly", "Exactly", "Marta pays 900 a month to Vesteda.", comprehend.Belief, "", ""},
		{"Yes, Marta pays 900 to Vesteda.", "Marta pays 900 to Vesteda", "Marta pays 900 to Vesteda.", extract.Fact, "", ""},
		{"No, she doesn't.", "No, she doesn't", "Marta pays 900 a month to Vesteda.", "", "", ""},
		{"Thanks!", "Thanks", "Marta pays 900 a month to Vesteda.", "", "", ""},
		{"Tom said that Marta pays 800.", "Marta pays 800", "Marta pays 800.", extract.Fact, "Tom", ""},
		{"I think Marta works at Philips.", "Marta works at Philips", "Marta works at Philips.", extract.Fact, "", "I think"},
		{"Marta works at Philips.", "Marta works at Philips", "Marta works at Philips.", extract.Fact, "", ""},
	} {
		items, _, err := comprehend.Read(answer(item(map[string]any{"message": 2, "quote": c.quote, "text": c.text, "subject": "Marta", "attribute": "", "value": ""})),
			[]comprehend.Message{asked, {At: noon, Text: c.said}})
		if err != nil {
			t.Fatal(err)
		}
		var got extract.Item
		for _, it := range items {
			got = it.Item
		}
		if got.Kind != c.kind || got.Source != c.source || got.Hedge != c.hedge {
			t.Errorf("%q: %q by %q, %q; want %q by %q, %q", c.said, got.Kind, got.Source, got.Hedge, c.kind, c.source, c.hedge)
		}
	}
}

// A sentence that denies its value does so whatever a model says of it.
func TestDenied(t *testing.T) {
	for text, want := range map[string]bool{
		"Olga doesn't work at Bosch.":            true,
		"Olga works at Bosch.":                   false,
		"Olga no longer works at Bosch.":         true,
		"Olga didn't stay home, she is at Bosch": false,
	} {
		items, faults, err := comprehend.Read(answer(item(map[string]any{"quote": text, "text": text, "subject": "Olga", "attribute": "employer", "value": "Bosch"})),
			[]comprehend.Message{{At: noon, Text: text}})
		if err != nil || len(items) != 1 || items[0].Negated != want {
			t.Errorf("%q: %+v %v %v", text, items, faults, err)
		}
	}
}
