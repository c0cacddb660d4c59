package graph

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
)

// Name is how a thing is written in the graph: "Crude oil (WTI)" is crude_oil_wti. Letters are small,
// and whatever is neither letter nor digit parts words. It may be empty.
func Name(thing string) string {
	var b strings.Builder
	apart := false
	for _, c := range thing {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			apart = b.Len() > 0
			continue
		case apart:
			b.WriteByte('_')
		}
		apart = false
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

// Words is how a thing is read: crude_oil_wti is "crude oil WTI".
func Words(name string) string {
	words := strings.Split(name, "_")
	for i, w := range words {
		if capital := spoken().capitals[w]; capital != "" {
			words[i] = capital
		}
	}
	return strings.Join(words, " ")
}

// spokenName is a thing in all the words that may be used for it. They are put together once: each turn
// looks for every thing in what was said.
func spokenName(name string) string {
	return strings.Join(append([]string{Words(name)}, spoken().others[name]...), ", ")
}

// measures are what a thing may be called without: pulp is pulp_price.
var measures = []string{"price", "cost", "spot"}

// Resolve gives the name of a thing as the graph has it: under this name, in another number or
// spelling, under another name, or as its price or cost. What it has under none of them gets the name
// that is usual, which may be new. Whoever draws an edge resolves both ends first.
func (f *Fold) Resolve(thing string) string {
	name := Name(thing)
	if f.has(name) {
		return name
	}
	k := spoken().key(name)
	if n, ok := f.keys[k]; ok {
		return f.names[n]
	}
	if usual, ok := spoken().names[k]; ok {
		return usual
	}
	for _, m := range measures {
		if n, ok := f.keys[k+"_"+m]; ok {
			return f.names[n]
		}
	}
	return name
}

// key is the same for all numbers and spellings of a name.
func (v *vocabulary) key(name string) string {
	words := strings.Split(name, "_")
	for i, w := range words {
		w = singular(w)
		if usual := v.spellings[w]; usual != "" {
			w = usual
		}
		words[i] = w
	}
	return strings.Join(words, "_")
}

// singular takes the ending of a plural off. It need not be a word, only the same for both.
func singular(w string) string {
	for _, end := range []struct{ plural, single string }{{"ies", "y"}, {"sses", "ss"}, {"xes", "x"}, {"ches", "ch"}, {"shes", "sh"}} {
		if stem, ok := strings.CutSuffix(w, end.plural); ok && len(stem) > 1 {
			return stem + end.single
		}
	}
	if len(w) > 3 && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is") {
		return strings.TrimSuffix(w, "s")
	}
	return w
}

//go:embed names.txt
var namesFile string

// vocabulary is names.txt, read.
type vocabulary struct {
	names     map[string]string   // key of another name → name
	others    map[string][]string // name → its other names, as they are said
	spellings map[string]string   // word → the same word as it is usual here
	capitals  map[string]string   // word → as it is read
}

// spoken reads the file once. Its form is told at its head.
var spoken = sync.OnceValue(func() *vocabulary {
	v := &vocabulary{map[string]string{}, map[string][]string{}, map[string]string{}, map[string]string{}}
	for line := range strings.Lines(namesFile) {
		line, _, _ = strings.Cut(line, "#")
		head, rest, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			continue
		}
		for item := range strings.SplitSeq(rest, ",") {
			item = strings.TrimSpace(item)
			switch head {
			case "capitals":
				v.capitals[strings.ToLower(item)] = item
			case "spelling":
				from, to, _ := strings.Cut(item, " ")
				v.spellings[from] = to
			default:
				v.others[head] = append(v.others[head], item)
			}
		}
	}
	for name, others := range v.others { // once all spellings are known
		for _, o := range others {
			v.names[v.key(Name(o))] = name
		}
	}
	return v
})
