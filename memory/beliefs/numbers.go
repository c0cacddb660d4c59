package beliefs

import (
	"math/bits"

	"citadel/memory/event"
)

// numbers is a set of event numbers, an eighth of a byte each.
type numbers []uint64

func (b *numbers) add(s event.Seq) {
	for word := int(s / 64); word >= len(*b); {
		*b = append(*b, 0)
	}
	(*b)[s/64] |= 1 << (s % 64)
}

func (b numbers) remove(s event.Seq) {
	if b.has(s) {
		b[s/64] &^= 1 << (s % 64)
	}
}

func (b numbers) has(s event.Seq) bool {
	return s/64 < event.Seq(len(b)) && b[s/64]&(1<<(s%64)) != 0
}

func (b numbers) count() (n int) {
	for _, word := range b {
		n += bits.OnesCount64(word)
	}
	return n
}

// each gives the numbers in ascending order.
func (b numbers) each(yield func(event.Seq) bool) {
	for i, word := range b {
		for ; word != 0; word &= word - 1 {
			if !yield(event.Seq(i*64 + bits.TrailingZeros64(word))) {
				return
			}
		}
	}
}
