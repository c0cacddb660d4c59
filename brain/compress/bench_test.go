package compress_test

import (
	"fmt"
	"testing"
	"time"

	"citadel/brain/compress"
	"citadel/memory/event"
)

// lines are ordinary messages.
var lines = []string{
	"Acme moved the price review to March, and Priya wants the mills in Victoria to quote again before it.",
	"I decided to raise the day rate to 1,400 because the mills raised theirs.",
	"I'll send Henderson the contract on Friday.",
	"What would you do about the board, keep both mills or drop one?",
	"Ana said the bakery in Porto opens in May; she is short of flour and of staff.",
}

func talk(n int) []compress.Said {
	said := make([]compress.Said, n)
	for i := range said {
		said[i] = compress.Said{Seq: event.Seq(i + 1), On: time.Unix(int64(i)*3600, 0), Text: fmt.Sprintf("%s Number %d.", lines[i%len(lines)], i), Answered: true}
	}
	return said
}

func BenchmarkOf(b *testing.B) {
	said := talk(30)
	for b.Loop() {
		compress.Of(said, 4)
	}
}
