package redact

import (
	"math"
	"strings"
)

// prefix is the beginning of one vendor's keys, and how many more characters
// such a key has at least.
type prefix struct {
	text string
	tail int
	kind Kind
}

// prefixes is in order of precedence: a longer beginning before a shorter one.
var prefixes = [...]prefix{
	{"sk-ant-", 20, APIKey}, {"sk-proj-", 20, APIKey}, {"sk-or-", 20, APIKey}, {"sk-", 20, APIKey},
	{"sk_live_", 16, APIKey}, {"sk_test_", 16, APIKey}, {"rk_live_", 16, APIKey}, {"rk_test_", 16, APIKey},
	{"whsec_", 20, APIKey},
	{"AKIA", 16, APIKey}, {"ASIA", 16, APIKey},
	{"ghp_", 30, APIKey}, {"gho_", 30, APIKey}, {"ghu_", 30, APIKey}, {"ghs_", 30, APIKey}, {"ghr_", 30, APIKey},
	{"github_pat_", 22, APIKey}, {"glpat-", 20, APIKey}, {"gldt-", 20, APIKey},
	{"xoxb-", 20, APIKey}, {"xoxp-", 20, APIKey}, {"xoxa-", 20, APIKey}, {"xoxr-", 20, APIKey}, {"xoxs-", 20, APIKey},
	{"xapp-", 20, APIKey},
	{"AIza", 35, APIKey}, {"ya29.", 20, Token}, {"GOCSPX-", 20, APIKey},
	{"hf_", 30, APIKey}, {"npm_", 30, APIKey}, {"pypi-", 40, APIKey}, {"dckr_pat_", 20, APIKey},
	{"SG.", 40, APIKey}, {"dop_v1_", 40, APIKey}, {"shpat_", 30, APIKey}, {"shpss_", 30, APIKey},
	{"gsk_", 30, APIKey}, {"xai-", 30, APIKey}, {"r8_", 30, APIKey}, {"nvapi-", 30, APIKey}, {"pplx-", 30, APIKey},
	{"lin_api_", 30, APIKey}, {"figd_", 30, APIKey}, {"PMAK-", 30, APIKey}, {"ATATT3", 40, APIKey},
	{"sntrys_", 30, APIKey}, {"tskey-", 20, APIKey}, {"AGE-SECRET-KEY-1", 40, PrivateKey},
	{"EAACEdEose0cBA", 20, Token}, {"sq0atp-", 20, APIKey}, {"sq0csp-", 20, APIKey}, {"key-", 32, APIKey},
}

// maxKey bounds what is read as one key; the longest tokens stay below it.
const maxKey = 4096

// vendorKey looks for a key at s.at that says by its shape whose it is.
func (s *scanner) vendorKey() (Found, bool) {
	rest := s.text[s.at:]
	// Inside a run of key characters no key begins; so each run is read once.
	if s.at > s.kept && keyByte(s.text[s.at-1]) {
		return Found{}, false
	}
	for _, p := range prefixes {
		if rest[0] != p.text[0] || !strings.HasPrefix(rest, p.text) {
			continue
		}
		n := run(rest[len(p.text):], keyByte)
		tail := rest[len(p.text) : len(p.text)+n]
		tail = strings.TrimRight(tail, ".-")
		if len(tail) >= p.tail && mixed(tail) {
			return Found{p.kind, s.at, s.at + len(p.text) + len(tail)}, true
		}
	}
	if strings.HasPrefix(rest, "eyJ") {
		n := run(rest, keyByte)
		part := strings.TrimRight(rest[:n], ".-")
		if dots := strings.Count(part, "."); dots == 2 || dots == 4 {
			if first := strings.IndexByte(part, '.'); first >= 10 && len(part) >= 40 {
				return Found{Token, s.at, s.at + len(part)}, true
			}
		}
	}
	// A chat bot's token: its number, a colon, 35 characters.
	if digit(rest[0]) {
		n := run(rest[:min(len(rest), 12)], digit)
		if n >= 8 && n <= 10 && n < len(rest) && rest[n] == ':' {
			tail := rest[n+1 : n+1+run(rest[n+1:], keyByte)]
			if len(tail) == 35 && mixed(tail) && !strings.Contains(tail, ".") {
				return Found{Token, s.at, s.at + n + 1 + 35}, true
			}
		}
	}
	if hook := "hooks.slack.com/services/"; strings.HasPrefix(rest, hook) {
		n := run(rest[len(hook):], func(c byte) bool { return alnum(c) || c == '/' })
		if n >= 30 {
			return Found{APIKey, s.at, s.at + len(hook) + n}, true
		}
	}
	return Found{}, false
}

// privateKey looks for an armoured key at s.at. A block that is not closed
// ends where its alphabet does.
func (s *scanner) privateKey() (Found, bool) {
	rest := s.text[s.at:]
	head := rest[:min(len(rest), 80)]
	n := strings.Index(head, "PRIVATE KEY")
	if n < 0 {
		return Found{}, false
	}
	dashes := strings.Index(head[n:], "-----")
	if dashes < 0 || strings.ContainsAny(head[:n+dashes], "\n[]") {
		return Found{}, false
	}
	body := n + dashes + 5
	i := body
	// A block inside a block is none: stopping there keeps the time linear.
	for i < len(rest) && !strings.HasPrefix(rest[i:], "-----BEGIN") && (alnum(rest[i]) || strings.IndexByte("+/=\r\n\\ \t:,-.()", rest[i]) >= 0) {
		if rest[i] == '-' && strings.HasPrefix(rest[i:], "-----END") {
			line := rest[i:min(len(rest), i+80)]
			if n := strings.Index(line[8:], "-----"); n >= 0 {
				return Found{PrivateKey, s.at, s.at + i + 8 + n + 5}, true
			}
		}
		i++
	}
	// Prose after an unclosed block is not key: keep what has spaces.
	i = body
	for i < len(rest) && (alnum(rest[i]) || strings.IndexByte("+/=\r\n\\", rest[i]) >= 0) {
		i++
	}
	for i > body && (rest[i-1] == '\n' || rest[i-1] == '\r') {
		i--
	}
	return Found{PrivateKey, s.at, s.at + i}, true
}

// keyByte reports whether c occurs in keys and tokens.
func keyByte(c byte) bool { return alnum(c) || c == '_' || c == '-' || c == '.' }

// run is how many bytes at the beginning of s satisfy ok, at most maxKey.
func run(s string, ok func(byte) bool) int {
	n := 0
	for n < len(s) && n < maxKey && ok(s[n]) {
		n++
	}
	return n
}

// mixed reports whether s has both letters and digits, or both cases: no word
// of prose has.
func mixed(s string) bool {
	var lower, upper, number bool
	for i := range len(s) {
		switch c := s[i]; {
		case digit(c):
			number = true
		case c >= 'a' && c <= 'z':
			lower = true
		case c >= 'A' && c <= 'Z':
			upper = true
		}
	}
	return number && (lower || upper) || lower && upper && len(s) >= 24
}

// entropy is the information in s by its own letters, in bits a byte. Random
// hexadecimal text is near 4, words are below 3.5, repetition is near 0.
func entropy(s string) float64 {
	var count [256]int
	for i := range len(s) {
		count[s[i]]++
	}
	bits := 0.0
	for _, n := range count {
		if n > 0 {
			p := float64(n) / float64(len(s))
			bits -= p * math.Log2(p)
		}
	}
	return bits
}

// uuid reports whether s is a UUID: an identifier, not a secret.
func uuid(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if dash != (s[i] == '-') || !dash && !hex(s[i]) {
			return false
		}
	}
	return true
}

func hex(c byte) bool { return digit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

// hash reports whether s is a digest in hexadecimal, as of a commit or a file.
func hash(s string) bool {
	for i := range len(s) {
		if !hex(s[i]) {
			return false
		}
	}
	return true
}
