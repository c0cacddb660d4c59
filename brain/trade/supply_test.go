package trade_test

import (
	"slices"
	"testing"

	"citadel/brain/trade"
)

// A supplier who is named is one that the client depends on, beside what is bought of him.
func TestSupplies(t *testing.T) {
	for text, want := range map[string][]string{
		"Acme's board comes from the Visy mill":                     {"board exposed_to Acme costs", "Acme depends_on Visy"},
		"Acme’s corrugated board comes mostly from Visy in Gibson":  {"corrugated board exposed_to Acme costs", "Acme depends_on Visy"},
		"Acme's corrugated board mostly comes from Visy in Gibson.": {"corrugated board exposed_to Acme costs", "Acme depends_on Visy"},
		"We buy from Visy for Acme":                                 {"Acme depends_on Visy"},
		"we buy corrugated board from Visy for Acme.":               {"corrugated board exposed_to Acme costs", "Acme depends_on Visy"},
		"For Acme we buy glass from Orora":                          {"glass exposed_to Acme costs", "Acme depends_on Orora"},
		"Acme gets its board from Visy":                             {"board exposed_to Acme costs", "Acme depends_on Visy"},
		"Acme Foods buys cartons and glass from Orora Group":        {"cartons exposed_to Acme Foods costs", "glass exposed_to Acme Foods costs", "Acme Foods depends_on Orora Group"},
		"Acme's main board supplier is Visy":                        {"board exposed_to Acme costs", "Acme depends_on Visy"},
		"Acme's supplier is Visy":                                   {"Acme depends_on Visy"},
		"Visy supplies Acme":                                        {"Acme depends_on Visy"},
		"Visy supplies Acme with corrugated board":                  {"corrugated board exposed_to Acme costs", "Acme depends_on Visy"},
		"Visy supplies corrugated board to Acme":                    {"corrugated board exposed_to Acme costs", "Acme depends_on Visy"},
		"Visy is Acme's board supplier":                             {"board exposed_to Acme costs", "Acme depends_on Visy"},
		"Visy is the main supplier of Acme":                         {"Acme depends_on Visy"},
		"Acme buys corrugated board from two mills in Victoria":     {"corrugated board exposed_to Acme costs"},
		"Maybe Visy supplies Acme":                                  nil,
		"Visy no longer supplies Acme":                              nil,
		"Who supplies Acme?":                                        nil,
		"Visy supplies Visy":                                        nil,
		"We buy from Visy for lunch":                                nil,
		"Ana's idea comes from Tom":                                 {"idea exposed_to Ana costs", "Ana depends_on Tom"}, // whether Ana is a client others know
	} {
		told, ok := trade.Read(text)
		var got []string
		for _, a := range told.Affairs {
			got = append(got, a.Source()+" "+a.Relation+" "+a.Target())
		}
		if ok != (want != nil) || !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
