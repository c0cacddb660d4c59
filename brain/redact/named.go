package redact

import (
	"regexp"
	"strings"
)

// This file finds secrets by the word that names them: "my password is …",
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
	loginWord       // "login", "credentials": what follows is a user and may be his password
	entryWord       // "door code", "code for the alarm"
	combinationWord // "the combination is": of what is not said
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
	if f == entryWord || f == combinationWord {
		s.entry(f, sep, at, i)
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
		if n := run(v, digit); n == len(v) && n >= low && n <= high && (f == codeWord || s.tellsPIN(sep, at-len(name), end)) {
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
	if f != passwordWord && f != phraseWord && f != pinWord && f != loginWord && f != entryWord {
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
	if f == entryWord {
		if !wholeCode.MatchString(v) || !entryCode(v) {
			return false
		}
		s.earlier(Found{EntryCode, start, start + len(v)})
		return true
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

// tellsPIN says whether the digits that end at byte end are the PIN whose name begins at byte at, by what stands
// between. Where that is nothing, "PIN 4711" is one and "PIN 1024 of the connector" a contact.
func (s *scanner) tellsPIN(sep separator, at, end int) bool {
	switch sep {
	case nothing:
		return endsClause(s.text[end:]) && (s.owned(at) || strings.HasPrefix(s.text[at:], "PIN") || at == 0)
	case to:
		return s.owned(at)
	}
	return true
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
