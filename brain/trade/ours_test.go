package trade_test

import (
	"slices"
	"testing"

	"citadel/brain/trade"
	"citadel/memory/event"
)

func links(text string) (all []string) {
	told, ok := trade.Read(text)
	if !ok {
		return nil
	}
	for _, a := range told.Affairs {
		all = append(all, a.Source()+" "+a.Relation+" "+a.Target())
	}
	return all
}

// What the principal says of his own business is read like what he says of a client's.
func TestOwnBusiness(t *testing.T) {
	const costs = " exposed_to your business costs"
	for text, want := range map[string][]string{
		"we buy cans from Orora":                                             {"cans" + costs, "your business depends_on Orora"},
		"We get our flour from Allied Mills.":                                {"flour" + costs, "your business depends_on Allied Mills"},
		"our malt comes from Joe White":                                      {"malt" + costs, "your business depends_on Joe White"},
		"our malt mostly comes from Joe White in Tamworth":                   {"malt" + costs, "your business depends_on Joe White"},
		"our malt comes mostly from Joe White":                               {"malt" + costs, "your business depends_on Joe White"},
		"our barley is Joe White's":                                          {"barley" + costs, "your business depends_on Joe White"},
		"Joe White supplies our malt":                                        {"malt" + costs, "your business depends_on Joe White"},
		"Joe White supplies us with malt":                                    {"malt" + costs, "your business depends_on Joe White"},
		"Orora sells us cans":                                                {"cans" + costs, "your business depends_on Orora"},
		"our main malt supplier is Joe White":                                {"malt" + costs, "your business depends_on Joe White"},
		"Joe White is our malt supplier":                                     {"malt" + costs, "your business depends_on Joe White"},
		"our brewery buys malt from Joe White and runs on natural gas":       {"malt" + costs, "your business depends_on Joe White", "natural gas" + costs},
		"For our bakery we buy flour from Allied Mills":                      {"flour" + costs, "your business depends_on Allied Mills"},
		"our biggest cost is malt":                                           {"malt" + costs},
		"Diesel is about a third of our costs":                               {"Diesel" + costs},
		"our margins depend on the diesel price":                             {"diesel" + costs},
		"we depend on gas":                                                   {"your business depends_on gas"},
		"we're exposed to copper":                                            {"copper" + costs},
		"we use a lot of natural gas in our brewery":                         {"natural gas" + costs},
		"We buy aluminium cans for our drinks":                               {"aluminium cans" + costs}, // whether he has a business others know
		"we use a lot of gas in our flat":                                    nil,
		"we're going to Porto":                                               nil,
		"we are exposed to copper":                                           {"copper" + costs},
		"We import merino wool from New Zealand and ship through Melbourne.": {"merino wool" + costs, "your business shipped_via Melbourne"},
		"I run a small brewery in Melbourne. We buy malt from Joe White.":    {"malt" + costs, "your business depends_on Joe White"},
		"We buy malt from Joe White. Acme buys copper.":                      nil, // of two at once nothing is read
		"I buy coffee from Aldi":                                             nil,
		"we need milk":                                                       nil,
		"we buy flour tomorrow":                                              nil,
		"we buy dinner from Nandos":                                          nil,
		"we don't buy malt from Joe White":                                   nil,
		"do we buy malt from Joe White?":                                     nil,
		"my sister gets her malt from Joe White":                             nil,
		"our car is Tom's":                                                   nil,
	} {
		if got := links(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Who is meant by what names a supplier alone is for others to say.
func TestWhoseSupplyIsOpen(t *testing.T) {
	for text, want := range map[string]bool{"malt comes from Joe White": true, "The malt comes from Joe White.": true, "Coffee comes from Brazil": false, "Tom comes from Porto": false, "Luck comes from within": false} {
		told, ok := trade.Read(text)
		if ok != want || ok && told.Affairs[0].Client != "" {
			t.Errorf("%q: %+v", text, told)
		}
	}
}

// A country that something comes from is no supplier.
func TestPlacesSupplyNothing(t *testing.T) {
	for text, want := range map[string][]string{
		"Acme buys coffee from Brazil":                                          {"coffee exposed_to Acme costs"},
		"Acme's coffee comes from New South Wales":                              {"coffee exposed_to Acme costs"},
		"Acme sources timber from northern Finland":                             {"timber exposed_to Acme costs"},
		"Acme gets its hops from the United States":                             {"hops exposed_to Acme costs"},
		"My client Acme gets its malt from Joe White":                           {"malt exposed_to Acme costs", "Acme depends_on Joe White"},
		"Acme buys board from Visy, and ships via Melbourne":                    {"board exposed_to Acme costs", "Acme depends_on Visy", "Acme shipped_via Melbourne"},
		"Acme is a client of mine. They get malt from Joe White":                {"malt exposed_to Acme costs", "Acme depends_on Joe White"},
		"Acme's barley is Joe White's":                                          {"barley exposed_to Acme costs", "Acme depends_on Joe White"},
		"We do the books for Bluewater, which gets its flour from Allied Mills": {"flour exposed_to Bluewater costs", "Bluewater depends_on Allied Mills"},
	} {
		if got := links(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestRuns(t *testing.T) {
	for text, want := range map[string]bool{
		"I run a small brewery called Southbank Brewing in Melbourne": true, "We own two bakeries.": true, "I'm a textile importer": true, "we are a small family bakery": true,
		"I work for a brewery": false, "I used to run a brewery": false, "I run a marathon": false, "I want to own a farm": false,
	} {
		if got := trade.Runs(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestAskOfOwnBusiness(t *testing.T) {
	for text, want := range map[string]trade.Question{
		"what are we exposed to?":                               {To: event.OwnBusiness},
		"what do we depend on?":                                 {To: event.OwnBusiness},
		"what would hit us?":                                    {To: event.OwnBusiness},
		"what are our biggest risks?":                           {To: event.OwnBusiness},
		"are we exposed to oil?":                                {Thing: "oil", To: event.OwnBusiness, Listed: true},
		"how exposed are we to gas?":                            {Thing: "gas", To: event.OwnBusiness, Listed: true},
		"what happens to our brewery if gas doubles?":           {Thing: "gas", Move: "doubles", To: event.OwnBusiness},
		"what happens to our costs if gas doubles?":             {Thing: "gas", Move: "doubles", To: event.OwnBusiness},
		"what does a rise of wool do to my clients?":            {Thing: "wool", Move: "rises"},
		"what does a 10% rise in copper do to my clients?":      {Thing: "copper", Move: "rises by 10%"},
		"what would a drop of 5% in the copper price do to us?": {Thing: "copper", Falls: true, Move: "falls by 5%"},
	} {
		if got, ok := trade.Ask(text); got != want || !ok {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}
