package extract

// rearranged keeps that something is not when it was to be, however little is said of it: "Priya cancelled", "Flight
// delayed", "lunch is on Wednesday instead".
func (r *reader) rearranged(c *clause, s subject) {
	t := c.toks
	if len(t) < 2 || len(t) > longestRearranged || s.me || s.pronoun != "" || s.minor || childish(s.noun) || secret(s.noun) || delicate(t) || r.unfit(c, s) || unrearranged[t[0].low] {
		return
	}
	for i := 1; i < len(t); i++ {
		if w := t[i].low; calledOff[w] || w == "moved" && i+1 < len(t) && byHow[t[i+1].low] || w == "instead" && !findWhen(t[1:]).empty() {
			r.add(c, Item{Kind: Statement, Subject: s.name})
			return
		}
	}
}

// longestRearranged is of how many words such a clause is at most: what says more is read as any other.
const longestRearranged = 9

var (
	calledOff    = words("cancelled canceled postponed rescheduled delayed")
	byHow        = words("up by back forward")
	unrearranged = words("i we he she it they you that this who what which nobody nothing everybody everyone everything somebody someone not")
)
