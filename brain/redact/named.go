package redact

import (
	"regexp"
	"strings"
)

// This file finds secrets by the word before them: "my password is …",
// "DB_PASSWORD=…", "token: …".

// family is what sort of word names a secret.
type family uint8

const (
	noFamily family = iota
	passwordWord
	passWord // "pass", "pw": only before ":" or "="
	phraseWord
	pinWord
	codeWord
	keyWord   // "api key": what follows is a key
	tokenWord // "token", "secret": what follows may be one
	bearerWord
	loginWord // "login", "credentials": what follows is a user and may be his password
)

// maxName, maxGap and maxValue bound how far is read for one name, so that
// the time for a text is linear in its length.
const (
	maxName  = 40
	maxGap   = 64
	maxValue = 256
)

// named looks for a word at s.at that names a secret, and notes the secret.
func (s *scanner) named() {
	rest := s.text[s.at:]
	n := 0
	for n < len(rest) && n <= maxName && (alnum(rest[n]) || rest[n] == '_' || rest[n] == '-') {
		n++
	}
	if n > maxName {
		return
	}
	name := rest[:n]
	f := familyOf(name)
	// "api key", "access token", "mot de passe": two words, one name.
	next, more := strings.CutPrefix(rest[n:], " ")
	k := 0
	for more && k < len(next) && k < 20 && letter(next[k]) {
		k++
	}
	switch second := strings.ToLower(next[:k]); {
	case f == passWord && (second == "phrase" || second == "word"):
		f = passwordWord
		if second == "phrase" {
			f = phraseWord
		}
		n += 1 + k
	case f == noFamily:
		if !more {
			return
		}
		switch strings.ToLower(name) + " " + strings.ToLower(next[:k]) {
		case "api key", "secret key", "access key", "private key", "signing key", "encryption key", "license key", "licence key", "account key",
			"recovery key", "recovery code", "recovery codes", "backup code", "backup codes":
			f = keyWord
		case "wifi key", "wlan key", "wpa key", "network key", "hotspot key":
			f = passwordWord
		case "access token", "api token", "auth token", "bot token", "refresh token", "client secret", "api secret", "session token":
			f = tokenWord
		case "seed phrase", "recovery phrase", "pass phrase", "mnemonic phrase", "backup phrase":
			f = phraseWord
		case "security code":
			f = codeWord
		default:
			return
		}
		n += 1 + k
	}
	if n < len(rest) && wordByte(rest[n]) && !strings.HasPrefix(rest[n:], "’s ") {
		return
	}
	s.value(f, s.at+n, rest[:n])
}

// familyOf tells the family of a single word or of an identifier that ends in
// one: "DB_PASSWORD", "apiKey", "client-secret".
func familyOf(name string) family {
	camel := ""
	for i := len(name) - 1; i > 0; i-- {
		if name[i] >= 'A' && name[i] <= 'Z' && name[i-1] >= 'a' && name[i-1] <= 'z' {
			camel = strings.ToLower(name[i:])
			break
		}
	}
	lower := strings.ToLower(strings.ReplaceAll(name, "-", "_"))
	last := lower[strings.LastIndexByte(lower, '_')+1:]
	qualified := last != lower || camel != ""
	for _, word := range [...]string{lower, last, camel} {
		switch word {
		case "password", "passwort", "passwd", "pwd", "passcode", "kennwort", "contrasena", "wachtwoord", "lozenord":
			return passwordWord
		case "pass", "pw":
			return passWord
		case "passphrase", "mnemonic":
			return phraseWord
		case "pin":
			if !qualified {
				return pinWord
			}
		case "cvv", "cvc", "cvv2", "cvc2":
			return codeWord
		case "apikey", "accesskey", "secretkey", "privatekey":
			return keyWord
		case "key":
			before := strings.TrimSuffix(strings.TrimSuffix(lower, "key"), "_")
			for _, q := range [...]string{"api", "secret", "access", "private", "signing", "encryption", "auth", "master", "account"} {
				if strings.HasSuffix(before, q) {
					return keyWord
				}
			}
		case "token", "secret":
			return tokenWord
		case "bearer":
			return bearerWord
		case "login", "logins", "credentials", "creds":
			if !qualified {
				return loginWord
			}
		}
	}
	return noFamily
}

// separator is what stands between a name and its value.
type separator uint8

const (
	nothing separator = iota // only space
	verb                     // "is"
	to                       // "changed the password to", "the password used to be"
	denied                   // "isn't … any more": what it was before
	sign                     // ":" or "="
)

// value reads what follows a name that ends at byte at, and notes it if it
// looks like a secret of that family.
func (s *scanner) value(f family, at int, name string) {
	if s.handed(f, at) {
		return
	}
	sep, i := s.separate(f, at)
	if i >= len(s.text) {
		return
	}
	if f == bearerWord {
		v := s.text[i : i+run(s.text[i:], tokenByte)]
		if sep != verb && len(v) >= 16 && mixed(v) {
			s.expect(Found{Token, i, i + len(strings.TrimRight(v, "."))})
		}
		return
	}
	start, end, quoted := s.word(i)
	if end <= start {
		return
	}
	v := s.text[start:end]
	if placeholder(v) {
		return
	}
	if f == loginWord {
		switch {
		case sep == verb || sep == sign:
			s.behindUser(end, "/", "and ", ", ", ": ", "| ", "with ")
		case sep == nothing: // "login sam / Trees99!!": only the stroke tells a user from the next word
			s.behindUser(end, "/ ")
		}
		if user, secret, ok := strings.Cut(v, ":"); ok && user != "" && len(secret) >= 6 && mixed(secret) && strongShape(secret) && !strings.ContainsAny(secret, "/:") {
			s.expect(Found{Password, end - len(secret), end}) // "sam:Trees99!!"
		}
		return
	}
	if (f == passwordWord || f == phraseWord) && !quoted && strings.Contains(s.text[at:i], ":") && !strings.Contains(s.text[at:i], "=") {
		if end, ok := s.words(i); ok {
			s.expect(Found{Password, i, end})
			return
		}
	}
	switch f {
	case pinWord, codeWord:
		low, high, kind := 4, 8, PIN
		if f == codeWord {
			low, high, kind = 3, 4, Code
		}
		if n := run(v, digit); n == len(v) && n >= low && n <= high && (f == codeWord || sep != nothing && (sep != to || s.owned(at-len(name)))) {
			s.expect(Found{kind, start, end})
			s.renewed(end, sep == denied, func(v string, _ int, _ bool) bool { return run(v, digit) == len(v) && len(v) >= low && len(v) <= high }, kind)
		}
	case phraseWord:
		switch sep {
		case sign, verb:
			if start, end, ok := s.phrase(i, start, end, quoted); ok {
				s.expect(Found{Password, start, end})
			} else if end, ok := s.words(i); ok && strings.Count(s.text[i:end], " ") >= 2 { // the first may be a word of prose: "correct horse battery staple"
				s.expect(Found{Password, i, end})
			}
		case nothing: // "passphrase correct horse battery staple"
			if end, ok := s.words(i); ok && strings.Count(s.text[i:end], " ") >= 3 {
				s.expect(Found{Password, i, end})
			}
		}
	case keyWord, tokenWord:
		// Keys are read in their own alphabet: what comes after is not theirs.
		if !quoted {
			end = start + run(s.text[start:], tokenByte)
			end -= len(s.text[start:end]) - len(strings.TrimRight(s.text[start:end], "."))
			v = s.text[start:end]
		}
		if random(v, f == keyWord, sep) {
			kind := APIKey
			if f == tokenWord {
				kind = Token
			}
			s.expect(Found{kind, start, end})
		}
	case passwordWord, passWord:
		// A pass is also what one shows at a gate, whose number has no small letters.
		if f == passWord && sep != sign && !(strings.EqualFold(name, "pw") && len(v) >= 6 && mixed(v)) && !(sep == verb && len(v) >= 6 && mixed(v) && v != strings.ToUpper(v)) {
			return
		}
		if s.password(v, sep, end, quoted) {
			s.expect(Found{Password, start, end})
			s.renewed(end, sep == denied, func(v string, end int, quoted bool) bool { return s.password(v, to, end, quoted) }, Password)
		}
	}
}

// handed notes the secret that the clean text before its name ends in: "hunter2 is my password", "I use hunter2 as the
// password for the bank". Only what no word of prose looks like is one, and only where the name ends its clause or
// tells what it is for: "v2.3 is the password page" names none.
func (s *scanner) handed(f family, at int) bool {
	if f != passwordWord && f != phraseWord && f != pinWord && f != loginWord {
		return false
	}
	after := s.text[at:]
	if !endsClause(after) && !strings.HasPrefix(after, " for ") && !strings.HasPrefix(after, " now") && !strings.HasPrefix(after, " on ") && !strings.HasPrefix(after, " to ") {
		return false
	}
	before := s.before(maxGap + maxName)
	m := handing.FindStringSubmatchIndex(before)
	if m == nil {
		return false
	}
	v := strings.Trim(before[m[2]:m[3]], `"'“”‘’`)
	start := s.at - len(before) + m[2] + strings.Index(before[m[2]:m[3]], v)
	if start < s.kept || placeholder(v) {
		return false
	}
	if f == pinWord {
		if n := run(v, digit); n != len(v) || n < 4 || n > 8 || !s.owned(s.at) {
			return false
		}
		s.earlier(Found{PIN, start, start + len(v)})
		return true
	}
	if len(v) < 6 || !mixed(v) || !strongShape(v) || technicalTerm(v) || strings.Contains(v, "://") || measure(v, "") {
		return false
	}
	s.earlier(Found{Password, start, start + len(v)})
	return true
}

// handing is what stands between a secret and its name behind it.
var handing = regexp.MustCompile(`(?i)(?:^|[\s(])([^\s()\[\]]{4,64}) (?:is|was|as|is now|is still|everywhere as|again as) (?:(?:my|our|the|his|her|their|a) )?(?:(?:new|old|current|main|other|master|root|bank|wifi|wi-fi|router|email|mail|card|phone|sim|door|[\pL]+['’]s) ){0,2}$`)

// earlier replaces what was passed already and is still to be written out, by what its name behind it tells.
func (s *scanner) earlier(f Found) {
	s.out.WriteString(s.text[s.kept:f.Start])
	s.out.WriteString(f.label(s.text))
	s.found = append(s.found, f)
	s.kept = f.End
}

// behindUser notes the password behind the name of its user, which ends at byte at, and one of the
// signs: "ana / Trees99!!". Only what no word of prose and no address looks like is one.
func (s *scanner) behindUser(at int, signs ...string) {
	limit := min(len(s.text), at+maxGap)
	at = skipSpace(s.text, at, limit)
	for _, between := range signs {
		if !strings.HasPrefix(s.text[at:limit], between) {
			continue
		}
		start, end, quoted := s.word(skipSpace(s.text, at+len(between), limit))
		if end <= start {
			return
		}
		v := s.text[start:end]
		if !placeholder(v) && len(v) >= 6 && mixed(v) && !strings.ContainsAny(v, "@:") && s.password(v, verb, end, quoted) {
			s.expect(Found{Password, start, end})
		}
		return
	}
}

// renewed notes the password that took the place of one that ends at byte at: ", now it's red77cow",
// "to red77cow", "any more, it's red77cow", or that came before it: ", the old one was red77cow". other
// says that another is to be expected without such a word; like says what looks like one, of a kind.
func (s *scanner) renewed(at int, other bool, like func(v string, end int, quoted bool) bool, kind Kind) {
	limit := min(len(s.text), at+maxGap)
	for i := at; i < limit; {
		if strings.IndexByte(" ,;.", s.text[i]) >= 0 {
			i++
			continue
		}
		n := i
		for n < limit && s.text[n] > ' ' && strings.IndexByte(",;.", s.text[n]) < 0 {
			n++
		}
		switch w := strings.ToLower(strings.ReplaceAll(s.text[i:n], "’", "'")); w {
		case "now", "anymore", "more", "longer", "to", "one":
			other = true
		case "changed", "switched", "set", "reset", "made": // "but I changed it to red77cow"
			other = true
		case "and", "but", "it", "it's", "its", "is", "was", "any", "the", "old", "new", "previous", "i", "we", "i've", "we've", "have", "has", "been":
		default:
			if start, end, quoted := s.word(i); other && end > start && !placeholder(s.text[start:end]) && like(s.text[start:end], end, quoted) {
				s.expect(Found{kind, start, end})
			}
			return
		}
		i = n
	}
}

// owned says whether the word that begins at byte at is a thing that somebody has: "my pin", "the pin", not "I pin to 2024".
func (s *scanner) owned(at int) bool {
	before := strings.TrimRight(s.text[max(0, at-maxName):at], " ")
	before = strings.ToLower(before[strings.LastIndexAny(before, " \n\t")+1:])
	switch before {
	case "my", "our", "the", "his", "her", "their", "your", "new", "old", "card", "phone", "sim", "bank", "door", "alarm", "debit", "credit":
		return true
	}
	return strings.HasSuffix(before, "'s") || strings.HasSuffix(before, "’s")
}

// separate skips from the end of a name to its value. For a password some
// words may stand between: "the password for the wifi is".
func (s *scanner) separate(f family, at int) (separator, int) {
	limit := min(len(s.text), at+maxGap)
	i := at
	if i < limit && (s.text[i] == '"' || s.text[i] == '\'' || s.text[i] == '`') {
		i++ // the name was quoted: "password": "…"
	}
	for _, is := range [...]string{"'s ", "’s "} { // "the password's hunter2", and "the password's strength"
		if strings.HasPrefix(s.text[at:limit], is) {
			return to, skipSpace(s.text, at+len(is), limit)
		}
	}
	i = skipSpace(s.text, i, limit)
	if n, ok := s.sign(i, limit); ok {
		return sign, n
	}
	sep, n := verbAt(s.text, i, limit)
	if sep != nothing && sep != to {
		return sep, n
	}
	if f == passwordWord || f == pinWord || f == phraseWord || f == loginWord {
		if sep, j := s.afterGap(i, limit); sep != nothing {
			return sep, j
		}
	}
	if sep == to {
		return to, n
	}
	return nothing, i
}

// sign skips ":", "=", ":=" or "=>" and the space after it. A line may end in
// between.
func (s *scanner) sign(i, limit int) (int, bool) {
	n := i
	for n < limit && n < i+2 && (s.text[n] == ':' || s.text[n] == '=' || n > i && s.text[n] == '>') {
		n++
	}
	if n == i || n == i+1 && n < limit && s.text[i] == ':' && s.text[n] == '/' {
		return 0, false
	}
	return skipSpace(s.text, n, limit), true
}

// afterGap skips "for the office wifi is" and its like.
func (s *scanner) afterGap(i, limit int) (separator, int) {
	first := true
	for words := 0; words < 7 && i < limit; words++ {
		n := i
		for n < limit && s.text[n] > ' ' && strings.IndexByte(".,;!?:=[]", s.text[n]) < 0 {
			n++
		}
		w := strings.ToLower(s.text[i:n])
		if first {
			switch w {
			case "for", "to", "of", "on", "at", "in", "from":
			default:
				return nothing, 0
			}
			first = false
		}
		if n < limit && (s.text[n] == ':' || s.text[n] == '=') {
			if j, ok := s.sign(n, limit); ok {
				return verb, j
			}
			return nothing, 0
		}
		i = skipSpace(s.text, n, limit)
		if i == n {
			return nothing, 0
		}
		if sep, j := verbAt(s.text, i, limit); sep == verb || sep == denied {
			return sep, j
		}
	}
	return nothing, 0
}

// verbAt recognises "is", "was", "to", "isn't" at i and skips it.
func verbAt(text string, i, limit int) (separator, int) {
	for _, w := range [...]string{"isn't ", "isn’t ", "isnt ", "wasn't ", "wasn’t ", "is not ", "was not ", "is no longer "} {
		if i+len(w) <= limit && strings.EqualFold(text[i:i+len(w)], w) {
			return denied, skipSpace(text, i+len(w), limit)
		}
	}
	for _, w := range [...]string{"has been ", "had been "} { // "has been hunter2 since May"
		if i+len(w) <= limit && strings.EqualFold(text[i:i+len(w)], w) {
			return to, skipSpace(text, i+len(w), limit)
		}
	}
	for _, w := range [...]string{"has changed ", "was changed ", "got changed ", "changed ", "went "} { // what it was, and what it is
		if rest := text[i:limit]; len(rest) > len(w) && strings.EqualFold(rest[:len(w)], w) && (strings.HasPrefix(rest[len(w):], "from ") || strings.HasPrefix(rest[len(w):], "to ")) {
			i += len(w)
			break
		}
	}
	n := i
	for n < limit && letter(text[n]) {
		n++
	}
	sep := nothing
	switch strings.ToLower(text[i:n]) {
	case "is", "was", "are", "ist", "lautet", "es", "est", "remains", "be", "being":
		sep = verb
	case "to", "from", "as", "stays":
		sep = to
	case "used":
		const formerly = "used to be"
		if i+len(formerly) > limit || !strings.EqualFold(text[i:i+len(formerly)], formerly) {
			return nothing, i
		}
		sep, n = to, i+len(formerly)
	default:
		return nothing, i
	}
	n = skipSpace(text, n, limit)
	// "is now", "is still", "is:"
	for _, w := range [...]string{"now ", "still ", "currently ", "just ", "simply ", "always ", "again "} {
		if n+len(w) <= limit && strings.EqualFold(text[n:n+len(w)], w) {
			n = skipSpace(text, n+len(w), limit)
			break
		}
	}
	if n < limit && text[n] == ':' {
		n = skipSpace(text, n+1, limit)
	}
	return sep, n
}

func skipSpace(text string, i, limit int) int {
	for i < limit && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	return i
}

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

// credentials notes the password in an address at "://": user:password@host.
func (s *scanner) credentials() {
	rest := s.text[s.at:]
	if !strings.HasPrefix(rest, "://") {
		return
	}
	limit := min(len(rest), 3+maxValue)
	colon, i := 0, 3
	for i < limit && rest[i] > ' ' && strings.IndexByte("/?#\"'<>", rest[i]) < 0 {
		if rest[i] == ':' && colon == 0 {
			colon = i
		}
		if rest[i] == '@' && colon > 0 {
			if v := rest[colon+1 : i]; v != "" && !placeholder(v) && strings.IndexByte(v, '[') < 0 &&
				!strings.EqualFold(v, "password") && !strings.EqualFold(v, "pass") {
				s.expect(Found{Password, s.at + colon + 1, s.at + i})
			}
			return
		}
		i++
	}
}
