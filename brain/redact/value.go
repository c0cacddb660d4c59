package redact

import "strings"

// This file tells a secret from the next word of a sentence: how far what
// stands behind a name reaches, and whether it looks like what nobody writes
// in prose.

// word finds the value that begins at i: what is between quotes, or up to the
// next space. end <= start: there is none, or it is too long to be one.
func (s *scanner) word(i int) (start, end int, quoted bool) {
	limit := min(len(s.text), i+maxValue)
	for _, q := range [...][2]string{{`"`, `"`}, {"'", "'"}, {"`", "`"}, {"“", "”"}, {"„", "“"}, {"‘", "’"}, {"«", "»"}} {
		if !strings.HasPrefix(s.text[i:], q[0]) {
			continue
		}
		start = i + len(q[0])
		if start >= limit {
			return 0, 0, false
		}
		n := strings.Index(s.text[start:limit], q[1])
		if n <= 0 || strings.ContainsAny(s.text[start:start+n], "\n[]") {
			return 0, 0, false
		}
		return start, start + n, true
	}
	end = i
	for end < limit && s.text[end] > ' ' && strings.IndexByte("\"'`<>[]", s.text[end]) < 0 {
		if s.text[end] == '&' && s.inQuery() {
			break
		}
		end++
	}
	if end == limit && end < len(s.text) {
		return 0, 0, false
	}
	return i, i + len(strings.TrimRight(s.text[i:end], ".,;:?)}")), false
}

// inQuery reports whether the name at s.at stands in a web address.
func (s *scanner) inQuery() bool {
	return s.at > 0 && (s.text[s.at-1] == '?' || s.text[s.at-1] == '&')
}

// Bounds of a password of several words: "correct horse battery staple".
const (
	maxWords      = 8
	maxWordLength = 14
)

// words finds a password of several words behind a colon: the rest of the line, where it is
// a few short words that make no sentence.
func (s *scanner) words(i int) (end int, ok bool) {
	limit := min(len(s.text), i+maxValue)
	for end = i; end < limit && s.text[end] != '\n' && s.text[end] != '\r'; end++ {
	}
	if end == limit && end < len(s.text) {
		return 0, false
	}
	line := strings.TrimRight(s.text[i:end], " \t.,;!")
	words := strings.Fields(line)
	if len(words) < 2 || len(words) > maxWords || strings.ContainsAny(line, "?:=,;()[]{}<>\"'`/") || strings.Contains(line, ". ") {
		return 0, false
	}
	letters, plain := false, 0
	for _, w := range words {
		low := strings.ToLower(w)
		if len(w) > maxWordLength || w != low && !strongShape(w) && onlyLetters(w) || strings.Contains(sentence, " "+low+" ") {
			return 0, false
		}
		letters = letters || strings.ContainsAny(low, "abcdefghijklmnopqrstuvwxyz")
		if plainWord(w) {
			plain++
		}
	}
	return i + len(line), letters && 2*plain <= len(words) && !measure(words[0], line[len(words[0]):])
}

// sentence is the words that stand in sentences and not in a password of several words.
const sentence = " a an the i you he she it we they me him us them my your his her its our their this that these those who what when where why how which " +
	"is are was were be been being am isn't do does did don't has have had can could will would shall should must may might need needs want wants " +
	"to of in on at by for from with without about as if or and but nor so because not no yes than into under over after before since until while " +
	"please ask see use try get let put check look send sent give keep tell type enter click contain contains contained " +
	"same email mail user username login account url host port card pin token admin - -- — – & + "

// phrase widens a passphrase to the words it has: to the closing quote, or to
// the end of the line or sentence if what follows is at least three words.
func (s *scanner) phrase(i, start, end int, quoted bool) (int, int, bool) {
	if quoted {
		return start, end, true
	}
	limit := min(len(s.text), i+maxValue)
	stop := i
	for stop < limit && strings.IndexByte("\n.,;!?[]\"", s.text[stop]) < 0 {
		stop++
	}
	if stop == limit && stop < len(s.text) {
		return 0, 0, false
	}
	line := strings.TrimRight(s.text[i:stop], " \t\r")
	words := strings.Fields(line)
	if len(words) >= 3 && !plainWord(words[0]) {
		return i, i + len(line), true
	}
	v := s.text[start:end]
	return start, end, strongShape(v)
}

// password decides whether v, which ends at byte end, is a password and not
// the next word of a sentence.
func (s *scanner) password(v string, sep separator, end int, quoted bool) bool {
	if strings.ContainsAny(v, "()") && !quoted {
		return false // a call: os.Getenv("…")
	}
	if quoted {
		return sep == sign || sep == verb && !plainWord(v) || sep != nothing && strongShape(v)
	}
	if len(v) < 4 || technicalTerm(v) {
		return false
	}
	switch sep {
	case sign:
		return !plainWord(v) || strongShape(v)
	case verb:
		if strongShape(v) {
			return !measure(v, s.text[end:])
		}
		return onlyLetters(v) && !plainWord(v) && !adjective(v) && endsClause(s.text[end:])
	case to, denied:
		return strongShape(v) && !measure(v, s.text[end:])
	}
	return len(v) >= 6 && mixed(v) && strongShape(v)
}

// strongShape reports whether no word of prose looks like v: it has a digit, a
// sign other than hyphen and apostrophe, or a capital inside.
func strongShape(v string) bool {
	for i := range len(v) {
		switch c := v[i]; {
		case digit(c), c < 0x80 && c > ' ' && !letter(c) && c != '-' && c != '\'' && c != '/' && c != '*' && c != '.' && c != ',':
			return true
		case i > 0 && c >= 'A' && c <= 'Z' && v[i-1] >= 'a' && v[i-1] <= 'z':
			return true
		}
	}
	return false
}

// measure reports whether v begins a measure or a date: "12 characters".
func measure(v, after string) bool {
	n := run(v, digit)
	if n == 0 || n > 2 && n < len(v) && v[n] != '-' {
		return false
	}
	unit := strings.ToLower(strings.TrimLeft(v[n:]+after[:min(len(after), 16)], " -"))
	for _, u := range [...]string{"char", "letter", "digit", "symbol", "year", "month", "day", "week", "hour", "minute", "time", "bit", "word", "step", "th", "nd", "rd", "st "} {
		if strings.HasPrefix(unit, u) {
			return true
		}
	}
	return false
}

// endsClause reports whether nothing of the same clause follows.
func endsClause(after string) bool {
	if after == "" {
		return true
	}
	switch after[0] {
	case '.', ',', ';', '\n', '\r', ')', '!':
		return true
	}
	return strings.HasPrefix(after, " and ") || strings.HasPrefix(after, " but ") || strings.HasPrefix(after, " - ")
}

func onlyLetters(v string) bool {
	for i := range len(v) {
		if !letter(v[i]) && v[i] < 0x80 {
			return false
		}
	}
	return true
}

// adjective reports whether v ends as words do that describe a password.
func adjective(v string) bool {
	v = strings.ToLower(v)
	for _, end := range [...]string{"able", "ible", "ful", "less", "ous", "ing", "ed", "ly", "ive", "ic", "ish", "ised", "where", "one", "body", "thing"} {
		if strings.HasSuffix(v, end) && v != "swordfish" {
			return true
		}
	}
	return false
}

// ordinary is the words that follow "password is" and "password:" in prose.
const ordinary = " wrong weak strong bad good same old new safe long short fine secure unique simple easy hard common here there " +
	"below above gone lost public private empty blank case not too very the this that what when where who why how yours mine his hers " +
	"ours your their its only also well all none null nil true false undefined required optional string text must should will would can " +
	"could does did has have had been being from with without into under over after before because since until while again already " +
	"never always often ever soon later today tomorrow tonight monday tuesday wednesday thursday friday saturday sunday enough okay " +
	"great perfect correct incorrect invalid valid right different similar unknown important urgent fresh stale default temporary " +
	"permanent shared hashed plain visible secret manager reset policy change prompt field hint rules problem question answer issue " +
	"thing login account email user username name none needed missing expired changed stored sent given written attached known " +
	"forgotten revoked rotated somewhere nowhere anywhere everywhere something nothing anything please thanks sorry " +
	"like more less most least just still almost really quite rather such which whose whom they them then than these those " +
	"and but for nor yet out off see ask use try get let set put make take find look check keep give tell type enter click open " +
	"rubbish terrible awful pathetic rot crap ancient obvious gibberish nonsense useless ridiculous complicated random " +
	"vital toast history bust broken dead down alive okay ready complete over done due late early next last first second " +
	"n/a none redacted removed hidden masked omitted tbd todo "

// plainWord reports whether v is a word of prose rather than a password.
func plainWord(v string) bool {
	return strings.Contains(ordinary, " "+strings.ToLower(strings.Trim(v, "*_~"))+" ")
}

// technicalTerm reports whether v is a term that stands near "password".
func technicalTerm(v string) bool {
	switch strings.ToLower(v) {
	case "sha1", "sha256", "sha512", "md5", "argon2", "argon2id", "bcrypt", "pbkdf2", "base64", "oauth2", "utf8", "ntlmv2", "1password", "x509":
		return true
	}
	return false
}

// placeholder reports whether v stands for a value and is none: "****",
// "${PASSWORD}", "<password>", "[password removed]".
func placeholder(v string) bool {
	switch v[0] {
	case '[', '<', '{', '%':
		return true
	case '$':
		return len(v) > 1 && (v[1] == '{' || v[1] == '(' || strings.ToUpper(v) == v && onlyLetters(strings.ReplaceAll(v[1:], "_", "")))
	}
	if strings.Trim(v, "*•.xX#-_…") == "" {
		return true
	}
	lower := strings.ToLower(v)
	return strings.HasPrefix(lower, "process.env") || strings.HasPrefix(lower, "os.") || strings.HasPrefix(lower, "env.") ||
		strings.HasPrefix(lower, "your_") || strings.HasPrefix(lower, "your-") || strings.HasPrefix(lower, "secrets.") ||
		strings.HasPrefix(lower, "vault:") || strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://")
}

// random reports whether v looks drawn by a machine. certain: the name before
// it says that a key follows; then identifiers count as well.
func random(v string, certain bool, sep separator) bool {
	if strings.Contains(v, "..") || strings.HasSuffix(v, "-") {
		return false
	}
	if sep == to || sep == nothing && !certain {
		return false
	}
	if certain {
		return len(v) >= 12 && mixed(v) && entropy(v) >= 2.8
	}
	return len(v) >= 16 && mixed(v) && entropy(v) >= 3 && !uuid(v) && (sep == sign || !hash(v))
}

// tokenByte reports whether c occurs in tokens, base64 included.
func tokenByte(c byte) bool { return keyByte(c) || c == '+' || c == '/' || c == '=' || c == '~' }
