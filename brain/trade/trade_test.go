package trade_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"citadel/brain/trade"
	"citadel/memory/event"
)

func told(text string) string {
	t, ok := trade.Read(text)
	if !ok {
		return ""
	}
	var parts []string
	for _, a := range t.Affairs {
		part := a.Source() + " " + a.Relation + " " + a.Target()
		if a.Share != nil {
			part += fmt.Sprintf(" (%.0f%%)", a.Share.From*100)
		}
		parts = append(parts, part)
	}
	return fmt.Sprintf("%s: %s", t.Affairs[0].Client, strings.Join(parts, "; "))
}

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"my client Kessler buys aluminium":                                    "Kessler: aluminium exposed_to Kessler costs",
		"Bergmann is a client of mine and depends on gas.":                    "Bergmann: Bergmann depends_on gas",
		"Acme buys corrugated board from two mills in Victoria":               "Acme: corrugated board exposed_to Acme costs",
		"Our client Acme Foods imports wheat, sugar and diesel every month":   "Acme Foods: wheat exposed_to Acme Foods costs; sugar exposed_to Acme Foods costs; diesel exposed_to Acme Foods costs",
		"My client Tolliver buys a lot of copper and relies on natural gas":   "Tolliver: copper exposed_to Tolliver costs; Tolliver depends_on natural gas",
		"Haldane, a client of mine, is heavily exposed to the price of steel": "Haldane: steel exposed_to Haldane costs",
		"Norrick ships through the Suez Canal":                                "Norrick: Norrick shipped_via Suez Canal",
		"Norrick ships its goods via Hormuz":                                  "Norrick: Norrick shipped_via Hormuz",
		"my client Redgum Mining sells iron ore":                              "Redgum Mining: iron ore drives Redgum Mining revenue",
		"my client Kessler uses electricity":                                  "Kessler: electricity exposed_to Kessler costs",

		// an owner speaks of his clients in words of his own
		"Acme Foods is a client of ours. They buy corrugated board and sugar.":                 "Acme Foods: corrugated board exposed_to Acme Foods costs; sugar exposed_to Acme Foods costs",
		"Our client Henderson runs forty trucks, so diesel is their biggest cost.":             "Henderson: diesel exposed_to Henderson costs",
		"Kessler Glas melts sand with natural gas around the clock.":                           "Kessler Glas: natural gas exposed_to Kessler Glas costs",
		"We do the books for Bluewater Bakery, which gets through two tonnes of flour a week.": "Bluewater Bakery: flour exposed_to Bluewater Bakery costs",
		"Nordlicht GmbH imports everything from Shenzhen in US dollars.":                       "Nordlicht GmbH: US dollars exposed_to Nordlicht GmbH costs",
		"One of our customers, Tasman Textiles, spins merino wool.":                            "Tasman Textiles: merino wool exposed_to Tasman Textiles costs",
		"Riverside Brewing's biggest input is aluminium cans.":                                 "Riverside Brewing: aluminium cans exposed_to Riverside Brewing costs",
		"Henderson's margins depend on the diesel price.":                                      "Henderson: diesel exposed_to Henderson costs",
		"Pacific Homes borrows heavily, so interest rates matter a lot to them.":               "Pacific Homes: interest rates exposed_to Pacific Homes costs",
		"Ocean Catch sends its tuna to Japan through the Suez Canal.":                          "Ocean Catch: Ocean Catch shipped_via Suez Canal",
		"Greenleaf grows lettuce and spends a fortune on fertiliser.":                          "Greenleaf: lettuce drives Greenleaf revenue; fertiliser exposed_to Greenleaf costs",
		"The dairy, Hillside Creamery, is at the mercy of electricity prices.":                 "Hillside Creamery: electricity exposed_to Hillside Creamery costs",
		"Milano Coffee roasts arabica beans from Colombia.":                                    "Milano Coffee: arabica beans exposed_to Milano Coffee costs",
		"Packaging is about a third of Acme's costs.":                                          "Acme: Packaging exposed_to Acme costs (33%)",
		"My client Volt Auto can't build anything without semiconductors.":                     "Volt Auto: Volt Auto depends_on semiconductors",
		"Our biggest customer is Harbour Steel, they live off iron ore and coking coal.":       "Harbour Steel: Harbour Steel depends_on iron ore; Harbour Steel depends_on coking coal",
		"Fuel is a big deal for Swift Couriers.":                                               "Swift Couriers: Fuel exposed_to Swift Couriers costs",
		"We supply Tolliver & Sons. Copper makes up 40% of their costs.":                       "Tolliver & Sons: Copper exposed_to Tolliver & Sons costs (40%)",
		"St. Kilda Bakery Co. buys wheat; it also runs on gas.":                                "St. Kilda Bakery Co.: wheat exposed_to St. Kilda Bakery Co. costs; gas exposed_to St. Kilda Bakery Co. costs",

		// one sentence, several verbs
		"Acme buys board from Visy and ships via Melbourne":                                                     "Acme: board exposed_to Acme costs; Acme depends_on Visy; Acme shipped_via Melbourne",
		"Acme buys board from Visy, ships via Melbourne and heats with gas":                                     "Acme: board exposed_to Acme costs; Acme depends_on Visy; Acme shipped_via Melbourne; gas exposed_to Acme costs",
		"Acme buys board from Visy but ships through the Port of Melbourne":                                     "Acme: board exposed_to Acme costs; Acme depends_on Visy; Acme shipped_via Melbourne",
		"Acme buys corrugated board from two mills in Victoria and ships it via the Port of Melbourne to Japan": "Acme: corrugated board exposed_to Acme costs; Acme shipped_via Melbourne",
		"My client Acme depends on gas, buys resin from Qenos and exports to Japan via the Suez Canal":          "Acme: Acme depends_on gas; resin exposed_to Acme costs; Acme depends_on Qenos; Acme shipped_via Suez Canal",
		"Acme buys hops from Yakima Chief in dollars":                                                           "Acme: hops exposed_to Acme costs; Acme depends_on Yakima Chief",
		"Acme buys hops from Yakima Chief in euros":                                                             "Acme: hops exposed_to Acme costs; Acme depends_on Yakima Chief; euros exposed_to Acme costs",
		"Acme imports steel from China and pays in US dollars":                                                  "Acme: steel exposed_to Acme costs; US dollars exposed_to Acme costs",
		"Acme gets its board from Visy and ships its boxes through Fremantle":                                   "Acme: board exposed_to Acme costs; Acme depends_on Visy; Acme shipped_via Fremantle",
		"Acme's main costs are diesel and flour":                                                                "Acme: diesel exposed_to Acme costs; flour exposed_to Acme costs",
		"Acme buys tyres, packs and boxes":                                                                      "Acme: tyres exposed_to Acme costs; packs exposed_to Acme costs; boxes exposed_to Acme costs",
		"Acme buys board from Visy, sells to Coles and ships via Melbourne":                                     "Acme: board exposed_to Acme costs; Acme depends_on Visy; Acme shipped_via Melbourne",
		"Acme sells to Coles": "", // which is nothing that is traded
		"Acme buys board from Visy while Bolt ships via Melbourne": "",
		"Diesel and flour are a third of Acme's costs":             "", // how much of each nobody said

		"": "",
		"Acme's contract with the mill is up for renewal on 1 December.": "",
		"Acme buys board. Remind me to call them on Friday.":             "",
		"Acme buys board. Could you check what it costs?":                "",
		"They buy board.": "",
		"My client Acme buys board, and their costs are up": "",
		"Acme buys board. Kessler buys gas.":                "", // of two at once nothing is read
		"This is important for Acme":                        "",
		"Tuesday is important for Acme":                     "Acme: Tuesday exposed_to Acme costs", // who knows no such thing leaves it
		"Their biggest cost is rent":                        "",
		"Kessler buys aluminium?":                           "",
		"I think Kessler buys aluminium":                    "",
		"Kessler does not buy aluminium":                    "",
		"if Kessler buys aluminium we are lucky":            "",
		"Kessler might buy aluminium":                       "",
		"he buys aluminium":                                 "",
		"We depend on gas":                                  "your business: your business depends_on gas", // whether he has one others know
		"my client Kessler called":                          "",
		"my client Kessler depends on me":                   "",
		"Tom said Kessler buys aluminium":                   "",
		"my client Kessler needs a contract by Friday":      "Kessler: contract exposed_to Kessler costs", // who knows no such thing leaves it
		"Kessler is a client of mine":                       "",
		"My client Kessler buys 30 houses":                  "",
	} {
		if got := told(text); got != want {
			t.Errorf("%q:\n got %q\nwant %q", text, got, want)
		}
	}
}

func TestDenied(t *testing.T) {
	for text, want := range map[string]string{
		"no, copper does not matter to Kessler":        "Kessler/copper",
		"copper doesn't affect Kessler any more":       "Kessler/copper",
		"Kessler no longer buys aluminium":             "Kessler/aluminium",
		"No, Bergmann is not exposed to natural gas":   "Bergmann/natural gas",
		"Bergmann doesn't depend on gas any more.":     "Bergmann/gas",
		"it does not matter to me":                     "/",
		"we don't buy wool from New Zealand any more":  "your business/wool",
		"wool doesn't matter to us":                    "your business/wool",
		"we are no longer exposed to copper":           "your business/copper",
		"no, Huntsman doesn't supply us":               "your business/Huntsman",
		"Visy no longer supplies Acme":                 "Acme/Visy",
		"remove the link between coffee and Acme":      "Acme/coffee",
		"delete the link between Acme and coffee":      "Acme/coffee",
		"remove the link between cotton and us":        "your business/cotton",
		"our wool doesn't matter to Acme":              "/",
		"remove the link from my profile to the blog":  "/",
		"copper matters to Kessler":                    "/",
		"Actually Kessler doesn't buy copper any more": "Kessler/copper",
		"Actually, Kessler doesn't buy copper anymore": "Kessler/copper",
		"Kessler has stopped buying copper":            "Kessler/copper",
		"Kessler stopped using copper":                 "Kessler/copper",
		"Kessler isn't buying copper any more":         "Kessler/copper",
		"Kessler isn't buying copper today":            "/",
		"we've stopped buying wool":                    "your business/wool",
		"Kessler's stopped buying copper":              "Kessler/copper",
		"Volt isn't a client any more":                 "Volt/",
		"Volt is no longer a client of ours":           "Volt/",
		"We lost Volt Auto as a client":                "Volt Auto/",
		"I no longer work for Volt":                    "Volt/",
		"We lost Volt":                                 "/",
		"Ana isn't a friend any more":                  "/",
		"does copper not matter to Kessler?":           "/",
	} {
		d, _ := trade.Denied(text)
		if got := d.Client + "/" + d.Thing; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestInstead(t *testing.T) {
	for text, want := range map[string]string{
		"No, Bergmann depends on electricity, not gas":       "Bergmann/gas: Bergmann depends_on electricity",
		"Bergmann depends on electricity, not on gas":        "Bergmann/gas: Bergmann depends_on electricity",
		"my client Kessler buys zinc instead of copper.":     "Kessler/copper: zinc exposed_to Kessler costs",
		"Kessler buys zinc rather than copper":               "Kessler/copper: zinc exposed_to Kessler costs",
		"Actually Kessler buys zinc and not copper any more": "Kessler/copper: zinc exposed_to Kessler costs",
		"Kessler does not buy zinc":                          "",
		"Kessler buys zinc":                                  "",
		"Kessler buys zinc, not because it is cheap":         "",
		"Kessler buys zinc, not if I can help it":            "",
		"does Kessler buy zinc, not copper?":                 "",
		"Ana lives in Porto, not Braga":                      "",
	} {
		got := ""
		if said, d, ok := trade.Instead(text); ok {
			a := said.Affairs[0]
			got = d.Client + "/" + d.Thing + ": " + a.Source() + " " + a.Relation + " " + a.Target()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestAsk(t *testing.T) {
	for text, want := range map[string]trade.Question{
		"what happens if copper rises 10 %?":                       {Thing: "copper", Move: "rises by 10%"},
		"What happens to us if natural gas doubles?":               {Thing: "natural gas", Move: "doubles"},
		"what if the price of oil drops by 5 percent":              {Thing: "oil", Falls: true, Move: "drops by 5%"},
		"what would happen to Kessler if aluminium goes up?":       {Thing: "aluminium", Move: "goes up", To: "Kessler"},
		"what happens to my clients when Hormuz closes?":           {Thing: "Hormuz", Falls: true, Move: "closes"},
		"who is exposed to gas?":                                   {Thing: "gas", Listed: true},
		"Which of my clients depend on copper?":                    {Thing: "copper", Listed: true},
		"is Kessler exposed to copper?":                            {Thing: "copper", To: "Kessler", Listed: true},
		"does crude oil affect Kessler?":                           {Thing: "crude oil", To: "Kessler", Listed: true},
		"how does crude oil reach packaging costs?":                {Thing: "crude oil", To: "packaging", Listed: true},
		"what if interest rates go up?":                            {Thing: "interest rates", Move: "go up"},
		"if the Australian dollar drops, who suffers?":             {Thing: "Australian dollar", Falls: true, Move: "drops"},
		"suppose copper rises 10%, what then?":                     {Thing: "copper", Move: "rises by 10%"},
		"say oil doubles, which clients are hit?":                  {Thing: "oil", Move: "doubles"},
		"what does a rise in copper prices mean for my clients?":   {Thing: "copper", Move: "rises"},
		"how would a drop in the Australian dollar affect us?":     {Thing: "Australian dollar", Falls: true, Move: "falls"},
		"What would a copper price drop do to Kessler?":            {Thing: "copper", Falls: true, Move: "falls", To: "Kessler"},
		"who is hit if diesel rises 10%?":                          {Thing: "diesel", Move: "rises by 10%"},
		"who gets hurt when the Aussie dollar drops?":              {Thing: "Aussie dollar", Falls: true, Move: "drops"},
		"how bad is it for Acme if pulp jumps?":                    {Thing: "pulp", Move: "jumps", To: "Acme"},
		"what does a weaker dollar mean for Henderson?":            {Thing: "dollar", Falls: true, Move: "falls", To: "Henderson"},
		"how would higher gas prices affect us?":                   {Thing: "gas", Move: "rises"},
		"what if the dollar weakens?":                              {Thing: "dollar", Falls: true, Move: "weakens"},
		"how exposed is Kessler to copper?":                        {Thing: "copper", To: "Kessler", Listed: true},
		"what would hit Acme Foods?":                               {To: "Acme Foods"},
		"what does Kessler depend on?":                             {To: "Kessler"},
		"What is Kessler exposed to?":                              {To: "Kessler"},
		"what happens to Acme's margin if gas doubles?":            {Thing: "gas", Move: "doubles", To: "Acme"},
		"show me Acme's risks":                                     {To: "Acme"},
		"What are the biggest risks for Acme Foods?":               {To: "Acme Foods"},
		"what are my clients exposed to?":                          {All: true},
		"what do our customers depend on":                          {All: true},
		"who are my clients?":                                      {},
		"which of my clients would be hit by a rise in wheat?":     {Thing: "wheat", Move: "rises"},
		"who is hit by higher oil prices?":                         {Thing: "oil", Move: "rises"},
		"which clients suffer from a stronger dollar?":             {Thing: "dollar", Move: "rises"},
		"who benefits from cheaper gas?":                           {Thing: "gas", Falls: true, Move: "falls"},
		"who gets hurt by a 10% drop in copper":                    {Thing: "copper", Falls: true, Move: "falls by 10%"},
		"what if oil hits $120?":                                   {Thing: "oil", Move: "hits $120", Level: 120},
		"what happens to Acme if wheat goes to 800?":               {Thing: "wheat", Move: "goes to 800", Level: 800, To: "Acme"},
		"what if oil falls to 60 dollars a barrel?":                {Thing: "oil", Falls: true, Move: "falls to 60 dollars a barrel", Level: 60},
		"what if the Suez Canal is blocked?":                       {Thing: "Suez Canal", Falls: true, Move: "is blocked"},
		"what depends on coffee?":                                  {Thing: "coffee", Onward: true},
		"what does crude oil affect?":                              {Thing: "crude oil", Onward: true},
		"what gets more expensive when oil rises?":                 {Thing: "oil", Onward: true},
		"what does coffee depend on?":                              {To: "coffee"},
		"what drives the coffee price?":                            {To: "coffee"},
		"what moves copper?":                                       {To: "copper"},
		"what makes freight more expensive?":                       {To: "freight"},
		"what does the oil price do to plastics?":                  {Thing: "oil", To: "plastics", Listed: true},
		"why does oil make packaging more expensive?":              {Thing: "oil", To: "packaging", Listed: true},
		"why is packaging more expensive when oil rises?":          {Thing: "oil", To: "packaging", Listed: true},
		"how does gas get into paper prices?":                      {Thing: "gas", To: "paper", Listed: true},
		"what happens to Henderson if diesel falls by a quarter?":  {Thing: "diesel", Falls: true, Move: "falls by a quarter", To: "Henderson"},
		"what if copper rises by about half?":                      {Thing: "copper", Move: "rises by half"},
		"what happens if the cash rate rises by 25 bp?":            {Thing: "cash rate", Move: "rises by 25 basis points"},
		"what happens if the RBA raises rates by 25 basis points?": {Thing: "RBA", Move: "raises rates by 25 basis points"},
		"what happens to Acme if the Fed cuts rates?":              {Thing: "Fed", Falls: true, Move: "cuts rates", To: "Acme"},
		"what if the Reserve Bank lifts the cash rate to 4.35%?":   {Thing: "Reserve Bank", Move: "lifts the cash rate to 4.35%"},
		"why is Acme exposed to natural gas?":                      {Thing: "natural gas", To: "Acme", Listed: true},
		"how is Acme affected by oil?":                             {Thing: "oil", To: "Acme", Listed: true},
		"who are my friends?":                                      {},
		"who suffers from migraine":                                {},
		"what happens if I get to 5 km?":                           {},
		"what does the drop mean for Ana":                          {},
		"say hello":                                                {},
		"if it rains, what then?":                                  {},
		"what happens if Tom and I go up the hill by the sea":      {},
		"what happens at three?":                                   {},
		"who is Tom?":                                              {},
	} {
		got, ok := trade.Ask(text)
		if got != want && (ok || want != (trade.Question{})) {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

// Whatever is read is short and names words that were said.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"my client Kessler buys aluminium", "no, copper does not matter to Kessler", "what happens if copper rises 10 %?", "when oil rises 10%, our freight costs go up 3% within two to three weeks"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		if told, ok := trade.Read(s); ok {
			for _, a := range told.Affairs {
				if a.Thing == "" || !strings.Contains(s, a.Thing) || a.Client != event.OwnBusiness && !strings.Contains(s, a.Client) {
					t.Errorf("%+v of %q", a, s)
				}
			}
		}
		if d, ok := trade.Denied(s); ok && (d.Client != event.OwnBusiness && !strings.Contains(s, d.Client) || !strings.Contains(s, d.Thing)) {
			t.Errorf("%+v of %q", d, s)
		}
		if b, ok := trade.Bears(s); ok {
			for _, said := range []string{b.Source, b.Target, b.Client} {
				if !strings.Contains(s, said) && said != event.OwnBusiness {
					t.Errorf("%+v of %q", b, s)
				}
			}
			if b.Source == "" || b.Target == "" || b.Lag != nil && !(0 <= b.Lag.From && b.Lag.From <= b.Lag.To) || b.PassThrough != nil && !(0 < b.PassThrough.From && b.PassThrough.From <= b.PassThrough.To) {
				t.Errorf("%+v of %q", b, s)
			}
		}
		if q, ok := trade.Ask(s); ok && !strings.Contains(s, q.Thing) {
			t.Errorf("%+v of %q", q, s)
		}
	})
}

func TestReadTerms(t *testing.T) {
	for text, want := range map[string]string{
		"Acme's contract passes fuel costs through after 60 days":   "Acme|fuel|8.6-8.6|",
		"Acme feels it after six weeks":                             "Acme||6-6|",
		"Acme Foods pays the new price after two months.":           "Acme Foods||9-9|",
		"a rise in diesel reaches Acme within four weeks":           "Acme|diesel|0-4|",
		"it takes six to eight weeks until Acme feels it":           "Acme||6-8|",
		"it takes about 3 months for steel prices to reach Kessler": "Kessler|steel|13-13|",
		"it takes 6 weeks to reach Acme":                            "Acme||6-6|",
		"about a third of it reaches Acme after six weeks":          "Acme||6-6|0.33-0.33",
		"half of the rise is passed on to Acme":                     "Acme|||0.50-0.50",
		"Acme's prices are reviewed every quarter":                  "Acme||0-13|",
		"Kessler's contract is adjusted monthly":                    "Kessler||0-4|",
		"we feel it after two weeks":                                "your business||2-2|",
		"Acme's price review is on 1 December":                      "",
		"Acme pays us after 60 days":                                "", // what they owe is no term of theirs
		"Ana's contract ends after two years":                       "",
		"Acme might feel it after six weeks":                        "",
		"does Acme feel it after six weeks?":                        "",
		"I get to London after two hours":                           "",
		"Acme's contract passes fuel costs through":                 "",
	} {
		got := ""
		if s, ok := trade.ReadTerms(text); ok {
			got = s.Client + "|" + s.Thing + "|" + bounds(s.Lag, 0) + "|" + bounds(s.PassThrough, 2)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"six weeks": "6-6|", "about 6 weeks": "6-6|", "after two to three months, half of it": "9-13|0.50-0.50", "within a quarter": "0-13|",
		"I'm away for six weeks": "", "ok": "", "six weeks ago": "", "a third of it": "|0.33-0.33",
	} {
		got := ""
		if s, ok := trade.Delay(text); ok {
			got = bounds(s.Lag, 0) + "|" + bounds(s.PassThrough, 2)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// bounds writes a range as "6-8", with so many digits behind the point, and one where it is no whole number.
func bounds(b *event.Bounds, digits int) string {
	if b == nil {
		return ""
	}
	write := func(x float64) string {
		if digits == 0 {
			return strconv.FormatFloat(x, 'f', -1, 64)
		}
		return strconv.FormatFloat(x, 'f', digits, 64)
	}
	return write(b.From) + "-" + write(b.To)
}
