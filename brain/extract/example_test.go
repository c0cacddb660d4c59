package extract_test

import (
	"fmt"

	"citadel/brain/extract"
)

func ExampleRead() {
	for _, it := range extract.Read(extract.Utterance{Text: "My sister Ana moved to Porto in March to open a bakery."}) {
		fmt.Printf("%s: %s, %s, %s (%s)\n", it.Kind, it.Subject, it.Attribute, it.Value, it.Class)
		fmt.Println(it.Text)
	}
	// Output:
	// fact: me, sister, Ana (permanent)
	// You said: "My sister Ana moved to Porto in March to open a bakery."
	// fact: Ana, residence, Porto (permanent)
	// You said: "My sister Ana moved to Porto in March to open a bakery."
}

func ExampleAnswer() {
	items := extract.Read(extract.Utterance{Text: "My sister Ana moved to Porto in March to open a bakery."})
	best, sure := extract.Answer(extract.Ask("Where does my sister live?"), items)
	fmt.Println(items[best].Value, sure)
	best, sure = extract.Answer(extract.Ask("When is Ana's birthday?"), items)
	fmt.Println(items[best].Quote, sure)
	// Output:
	// Porto true
	// My sister Ana moved to Porto in March to open a bakery. false
}
