package dedupe

// sure is how long a word must be before a slip of the finger is told from another word.
const sure = 7

// twins are words that differ as if one were a slip of the other.
var twins = set(`casual causal marital martial united untied parental prenatal desserts deserts personal personnel
	immoral immortal eminent imminent planned planed dinning dining hoping hopping stripped striped conscience conscious
	formally formerly principal principle`)

// mistyped says that two words are one with two neighbouring letters exchanged, a letter
// doubled or not, or, in long words, one letter in the middle left out. Names and figures are
// never mistyped: one letter makes another of them.
func mistyped(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < sure-1 || len(b) < sure || a[0] != b[0] || a[len(a)-1] != b[len(b)-1] || twins[a] && twins[b] {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch len(b) - len(a) {
	case 0:
		return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
	case 1:
		if a[i:] != b[i+1:] {
			return false
		}
		doubled := i > 0 && b[i] == b[i-1] || i+1 < len(b) && b[i] == b[i+1]
		return doubled || len(b) >= 10 && i > 2 && i < len(b)-3
	}
	return false
}
