package consent

import (
	"encoding/json"
	"math/bits"
	"net/url"
	"slices"
	"strings"
	"unicode"
)

// Reading can tell, too: whoever has a page asked for learns its address, and an address that a
// model wrote may hold what it was shown, as in evil.example/?note=… So once strangers' words are
// in view, an address is opened unasked only if nobody could have put anything into it: the
// principal wrote it, or it stands, letter for letter, in what a stranger wrote.
//
// The second leaves a way: a page that lists a thousand addresses of its own and wants those
// opened whose numbers spell a secret. What a choice among links of one site tells is counted, in
// bits, and a turn may tell less than a code of six digits has. A search brings links of many
// sites, of which each learns only that it was chosen, so that reading some of its results is
// never asked for. To search is none of this: who is asked is the server that the principal chose,
// and no stranger reads what he looks for.
const (
	MostTold     = 18 // bits that the links followed in one turn may tell; six digits are 20
	MostFollowed = 6  // of them, however little each tells
)

// outward says whether the addresses of a call may be opened unasked, and how many bits the choice
// of those that strangers wrote tells; 0 where all are the principal's own.
func outward(c Call) (told int, may bool) {
	texts, err := texts(c.Args)
	if err != nil {
		return 0, false
	}
	followed := c.Followed
	for _, text := range texts {
		if blank(text) || said(text, c.Words) || Own(quoted(text), c.Words) && !address(text) {
			continue
		}
		cost, stands := choice(text, c.Found)
		if !stands {
			return 0, false
		}
		told += cost
		followed++
	}
	return told, told == 0 || followed <= MostFollowed && c.Told+told <= MostTold
}

// quoted makes one text the argument of a call.
func quoted(text string) json.RawMessage {
	b, _ := json.Marshal(map[string]string{"text": text}) // a string has no error
	return b
}

// address says whether a text is an address that can be opened, or looks like one.
func address(text string) bool { return strings.Contains(text, "://") || strings.Contains(text, ".") }

// said says whether an address stands in the principal's words: as it is, or without its scheme. How
// a host is spelt is seen by who answers there, so it is as he spelt it, or in small letters.
func said(text string, words []string) bool {
	wanted, ok := shape(text)
	if !ok {
		return false
	}
	for _, w := range words {
		for field := range strings.FieldsSeq(w) {
			field = bare(field)
			for _, scheme := range []string{"", "https://", "http://"} {
				own, ok := shape(scheme + field)
				if !ok {
					continue
				}
				small := own
				small.host = strings.ToLower(own.host)
				if wanted == own || wanted == small {
					return true
				}
			}
		}
	}
	return false
}

// choice gives how many bits it tells that a link was chosen of those which strangers' texts hold,
// 1 at least; stands is false where it is none of them.
func choice(text string, found []string) (told int, stands bool) {
	wanted, ok := shape(text)
	if !ok {
		return 0, false
	}
	for _, f := range found {
		all := links(f)
		if !slices.Contains(all, wanted) {
			continue
		}
		alike := 0
		for _, l := range all {
			if l.site() == wanted.site() {
				alike++
			}
		}
		cost := 1 + bits.Len(uint(alike-1))
		if !stands || cost < told {
			told, stands = cost, true
		}
	}
	return told, stands
}

// link is an address as who answers there sees it: without what follows a #.
type link struct{ scheme, host, rest string }

// site is whose a link is, as far as its name tells: the last two labels of its host. It takes some
// sites for one, as all under com.au, which only counts too much.
func (l link) site() string {
	host, _, _ := strings.Cut(strings.ToLower(l.host), ":")
	labels := strings.Split(host, ".")
	return strings.Join(labels[max(0, len(labels)-2):], ".")
}

// Unechoed are the addresses in what a tool answered, one a line, without those that hold a word of
// what it was asked: an echo is no stranger's letter. Else a model could have any server say the address
// with a secret in it, and open that. Of arguments that cannot be read it gives none.
func Unechoed(text string, args json.RawMessage) string {
	asked, err := texts(args)
	if err != nil {
		return ""
	}
	var words []string
	for _, a := range asked {
		for _, w := range strings.FieldsFunc(strings.ToLower(a), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if len(w) >= leastEcho || strings.ContainsFunc(w, unicode.IsDigit) {
				words = append(words, w)
			}
		}
	}
	var b strings.Builder
	for _, l := range links(text) {
		low := strings.ToLower(l.host + l.rest)
		if !slices.ContainsFunc(words, func(w string) bool { return strings.Contains(low, w) }) {
			b.WriteString(l.scheme + "://" + l.host + l.rest + "\n")
		}
	}
	return b.String()
}

// leastEcho is how many letters a word has that could tell something by standing in an address. Ours.
const leastEcho = 3

// shape reads an address. Nothing of it is made alike: every letter could tell something.
func shape(text string) (l link, ok bool) {
	scheme, rest, found := strings.Cut(text, "://")
	if !found || scheme != "http" && scheme != "https" || strings.ContainsFunc(rest, unicode.IsSpace) {
		return l, false
	}
	if u, err := url.Parse(text); err != nil || u.Hostname() == "" || u.User != nil {
		return l, false
	}
	rest, _, _ = strings.Cut(rest, "#")
	end := strings.IndexAny(rest, "/?")
	if end < 0 {
		return link{scheme, rest, "/"}, true
	}
	return link{scheme, rest[:end], rest[end:]}, true
}

// links are the addresses in a text, each once, in their order.
func links(text string) (all []link) {
	for {
		at := strings.Index(text, "http")
		if at < 0 {
			return all
		}
		text = text[at:]
		end := ending(text)
		if l, ok := shape(strings.TrimRight(text[:end], ".,;:!?…*'")); ok && !slices.Contains(all, l) {
			all = append(all, l)
		}
		text = text[max(end, 1):]
	}
}

// ending is where an address at the beginning of a text ends. A bracket belongs to it where it was
// opened in it.
func ending(text string) int {
	open := 0
	for i, r := range text {
		switch {
		case unicode.IsSpace(r) || strings.ContainsRune("<>[]\"`|\\^{}", r):
			return i
		case r == '(':
			open++
		case r == ')' && open == 0:
			return i
		case r == ')':
			open--
		}
	}
	return len(text)
}
