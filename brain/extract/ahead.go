package extract

// ahead says whether a clause tells what is to be, not what is: "from January my boss is Ida". Of what
// has a date by its nature, an end or a birthday, it tells nothing else.
func ahead(t []token, attribute string) bool {
	if attribute == "" || dueAttribute(attribute) {
		return false
	}
	for i, w := range t {
		switch w.low {
		case "will", "'ll", "won't":
			return true
		case "from", "starting", "beginning", "of":
			if w.low == "of" && (i == 0 || t[i-1].low != "as") || i+1 >= len(t) {
				continue
			}
			to := i+2 < len(t) && t[i+2].low == "to" // from Monday to Friday
			if next := t[i+1].low; !to && (months[next] || days[next] || next == "next" || next == "tomorrow") {
				return true
			}
		}
	}
	return false
}

// Supposed says whether a statement only considers what may be: "maybe my boss is Kim". Who thinks so,
// or was told so, says more.
func (it Item) Supposed() bool { return supposing[it.Hedge] }

var supposing = words("maybe Maybe perhaps Perhaps possibly Possibly might may")

// Firmly is a statement without the words that make it unsure: "my boss is Kim" of "maybe my boss is Kim". Where
// none are found, it is the statement.
func Firmly(said string) string {
	list := sentences(said[:min(len(said), Limit)])
	if len(list) == 0 {
		return said
	}
	r := &reader{text: said}
	c := clause{toks: list[0].tokens, end: list[0].end}
	r.lead(&c)
	end := len(c.toks)
	if trailingHedge(r, &c); len(c.toks) < end {
		c.end = c.toks[len(c.toks)-1].end
	}
	if c.hedge == "" || len(c.toks) == 0 {
		return said
	}
	return said[c.toks[0].start:c.end]
}
