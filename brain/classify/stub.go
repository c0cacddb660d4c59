package classify

type Category string

const Meta Category = "meta"

type Tier uint8

func (t Tier) String() string { return [...]string{"reflex", "routine", "standard", "deep"}[t] }

const Reflex Tier = 0

func ParseTier(s string) Tier { return 0 }

type Recent struct {
	Category Category
	Tier     Tier
}
type Class struct {
	Category Category
	Tier     Tier
}

func Classify(text string, recent []Recent) Class { return Class{"smalltalk", 1} }
func Question(text string) bool                  { return len(text) > 0 && text[len(text)-1] == '?' }
