package command

import "strings"

// opening gives for each word that a form of some rows begins with which rows those are, in their order. No form may
// begin with a blank.
func opening(rows []Row) map[string][]int {
	by := map[string][]int{}
	for i := range rows {
		for _, form := range rows[i].forms {
			for optional := true; optional; {
				var part string
				part, form, _ = strings.Cut(form, " ")
				part, optional = strings.CutSuffix(part, "?")
				if part[0] >= 'A' && part[0] <= 'Z' {
					panic("command: a form of " + rows[i].Name + " begins with a blank")
				}
				for word := range strings.SplitSeq(strings.TrimPrefix(strings.TrimSuffix(part, ","), "+"), "|") {
					if of := by[word]; len(of) == 0 || of[len(of)-1] != i {
						by[word] = append(of, i)
					}
				}
			}
		}
	}
	return by
}

// alternative reports whether the word is one of those in "a|b|c".
func alternative(choices, w string) bool {
	for choices != "" {
		var c string
		c, choices, _ = strings.Cut(choices, "|")
		if c == w {
			return true
		}
	}
	return false
}

// match fits the rest of a form to the words from i on and returns the command
// with what the blanks held. Blanks take as much as they can and give back.
func (m *message) match(form string, i int, c Command) (Command, bool) {
	if form == "" {
		return c, i == len(m.words) && !m.cut && !m.prose
	}
	part, form, _ := strings.Cut(form, " ")
	part, optional := strings.CutSuffix(part, "?")

	if part[0] >= 'A' && part[0] <= 'Z' {
		if c, ok := m.fill(part, form, i, c); ok {
			return c, true
		}
	} else if i < len(m.words) {
		choices, named := strings.CutPrefix(part, "+")
		choices, comma := strings.CutSuffix(choices, ",")
		w := m.words[i]
		joined := w.stop == 0 || w.stop == ',' || w.stop == ':' || i == len(m.words)-1
		if comma {
			joined = w.stop != 0 && w.stop != '?'
		}
		if joined && alternative(choices, w.text) {
			d := c
			if named {
				d.Options = append(d.Options[:len(d.Options):len(d.Options)], w.text)
				d.args(m, i)
			}
			if d, ok := m.match(form, i+1, d); ok {
				return d, true
			}
		}
	}
	if optional {
		return m.match(form, i, c)
	}
	return c, false
}

// fill tries a blank on the words from i on, the longest stretch first unless
// the blank is lazy.
func (m *message) fill(name, form string, i int, c Command) (Command, bool) {
	b := blanks(name)
	if b.fits == nil || i >= len(m.words) {
		return c, false
	}
	if b.tail {
		s := stretch{words: m.words[i:], raw: m.rest(i), asks: m.asks, lead: m.lead(i)}
		if form != "" || !b.fits(s) && !m.slash {
			return c, false
		}
		b.put(&c, s)
		c.args(m, i)
		return c, true
	}
	most := min(b.most, len(m.words)-i)
	for try := range most {
		n := most - try
		if b.lazy {
			n = try + 1
		}
		s := stretch{words: m.words[i : i+n], raw: m.raw(i, i+n-1), asks: m.asks, lead: m.lead(i)}
		if !b.fits(s) && !(m.slash && b.loose) {
			continue
		}
		d := c
		b.put(&d, s)
		d.args(m, i)
		if d, ok := m.match(form, i+n, d); ok {
			return d, true
		}
	}
	return c, false
}

// lead is the punctuation mark before word i, or 0.
func (m *message) lead(i int) byte {
	if i == 0 {
		return 0
	}
	return m.words[i-1].stop
}

// args notes where the command's own words ended.
func (c *Command) args(m *message, i int) {
	if c.Args == "" {
		c.Args = m.rest(i)
	}
}
