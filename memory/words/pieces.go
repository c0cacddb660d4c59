package words

import "strings"

// Pieces cuts a text into pieces of at most size words each, to be indexed one by
// one. Put together again they are the text. A cut falls between two words of the
// second half of a piece, at the end of a paragraph if there is one, else at the
// end of a line or sentence, else where the piece is full. A text that fits is
// one piece; an empty one is none. A size below 1 is 1.
func Pieces(text string, size int) []string {
	size = max(1, size)
	var a Analyzer
	var pieces []string
	from, count := 0, 0 // of the piece at hand
	best, rank := 0, 0  // where to cut it and how good a place that is
	sinceBest := 0      // words after best
	last := 0           // end of the word before
	for pos := 0; ; {
		start, end := a.next(text, pos)
		if start == end {
			break
		}
		if count > 0 {
			if r := border(text[last:start]); r >= rank && 2*count >= size {
				best, rank, sinceBest = start, r, 0
			}
		}
		if count == size {
			pieces = append(pieces, text[from:best])
			from, count, rank = best, sinceBest, 0
		}
		count++
		sinceBest++
		last, pos = end, end
	}
	if from < len(text) {
		pieces = append(pieces, text[from:])
	}
	return pieces
}

// border ranks what lies between two words as a place to cut.
func border(gap string) int {
	switch {
	case strings.Contains(gap, "\n\n"):
		return 3
	case strings.ContainsAny(gap, ".!?\n。！？"):
		return 2
	}
	return 1
}
