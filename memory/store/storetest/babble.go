package storetest

import (
	"math/rand/v2"
	"strings"

	"citadel/memory/store"
)

// Babble makes up long talk: utterances of about forty words drawn by Zipf's law, two
// speakers in turn, the second one the agent, twenty turns to a sitting. The same seed gives
// the same talk.
type Babble struct {
	random *rand.Rand
	zipf   *rand.Zipf
	names  []string
	seq    uint64
}

// NewBabble begins one, with a vocabulary of so many words.
func NewBabble(seed uint64, vocabulary int) *Babble {
	random := rand.New(rand.NewPCG(seed, 2))
	b := &Babble{random: random, zipf: rand.NewZipf(random, 1.07, 20, uint64(vocabulary-1))}
	syllables := strings.Fields("ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu")
	for i := range vocabulary {
		b.names = append(b.names, syllables[i%20]+syllables[i/20%20]+syllables[i/400%20]+syllables[i/8000%20])
	}
	return b
}

// Words gives so many words, a question for instance.
func (b *Babble) Words(n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = b.names[b.zipf.Uint64()]
	}
	return strings.Join(words, " ")
}

// Items gives the next utterances.
func (b *Babble) Items(n int) []store.Item {
	items := make([]store.Item, n)
	for i := range items {
		b.seq++
		item := Said(b.seq, b.Words(10+b.random.IntN(40)))
		item.On = Start.AddDate(0, 0, int(b.seq/20))
		item.Session = b.seq/20 + 1
		if b.seq%2 == 0 {
			item.Kind = store.Answer
		}
		items[i] = item
	}
	return items
}
