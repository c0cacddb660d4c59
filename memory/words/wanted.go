package words

// Wanted are terms that texts are looked through for, by how they begin: to tell a word that can be none of them takes a
// tenth of finding out its term.
type Wanted [26]uint32 // by the first letter, a bit for each second one

// Want adds a term. One that is not of letters alone is always found out.
func (w *Wanted) Want(term string) {
	if len(term) > 1 && letters(term[:2]) {
		w[term[0]-'a'] |= 1 << (term[1] - 'a')
	}
}

func letters(word string) bool {
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
	}
	return true
}

// may says whether the term of a folded word may be wanted. Stems keep the first two letters of a word, but where the second
// is a y: dying is to die.
func (w *Wanted) may(word string) bool {
	if len(word) < 2 || word[1] == 'y' || !letters(word) {
		return true
	}
	stem := base(word)
	return w[stem[0]-'a']&(1<<(stem[1]-'a')) != 0
}

// AppendWanted is AppendTerms that leaves a term empty which is none of those wanted.
func (a *Analyzer) AppendWanted(dst []string, text string, wanted *Wanted) []string {
	for pos := 0; ; {
		start, end := a.next(text, pos)
		if start == end {
			break
		}
		pos = end
		a.buf = appendFolded(a.buf[:0], text[start:end])
		switch word := string(a.buf); {
		case wanted.may(word):
			found := a.analyse(text[start:end])
			if found.more == nil && found.one != "" {
				dst = append(dst, found.one)
			}
			dst = append(dst, found.more...)
		case !Stop(word):
			dst = append(dst, "")
		}
	}
	if a.slow != nil {
		a.slow.SetText("") // let go of the caller's text
	}
	return dst
}
