package critique

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Hosts gives the names of the hosts that occur in texts, in addresses of the web and of
// mail and by themselves, lower case, each once. It is how Known.Hosts is made of a
// conversation.
func Hosts(texts ...string) []string {
	var hosts []string
	seen := map[string]bool{}
	for _, t := range texts {
		for word := range strings.FieldsSeq(t) { // no name has a space in it
			if !mayName(word) {
				continue
			}
			for _, h := range hostName.FindAllString(word, -1) {
				if h = hostKey(h); !seen[h] {
					seen[h] = true
					hosts = append(hosts, h)
				}
			}
		}
	}
	return hosts
}

// mayName says whether a word may hold the name of a host, which nearly none does: a whole conversation is read in
// each turn.
func mayName(word string) bool {
	at := strings.IndexByte(word, '.')
	return at >= 0 && at < len(word)-1 || len(word) >= len("localhost") && strings.Contains(strings.ToLower(word), "localho")
}

var hostName = regexp.MustCompile(`(?i)\b(?:localhost|[0-9]{1,3}(?:\.[0-9]{1,3}){3}|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9])\b`)

// hostKey is a host name as it is compared.
func hostKey(h string) string {
	return strings.TrimPrefix(strings.TrimSuffix(strings.ToLower(h), "."), "www.")
}

var (
	webAddress = regexp.MustCompile(`^(?i:https?)://([A-Za-z0-9.-]+)(?::[0-9]{1,5})?(?:[/?#][^\s\\<>"` + "`" + `\[\]]*)?$`)
	mailTo     = regexp.MustCompile(`^(?i:mailto):[A-Za-z0-9._%+-]+@([A-Za-z0-9.-]+)$`)
	mail       = regexp.MustCompile(`^(?i:mailto):\S`)
	// scheme begins an address in the middle of a text.
	scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]{0,31}://`)
	// bare is an address without one that chat platforms make a link of all the same.
	web       = regexp.MustCompile(`^(?i)www\.[a-z0-9-]`)
	bare      = regexp.MustCompile(`^(?i)(?:www\.[a-z0-9-]|(?:[a-z0-9-]+\.)+[a-z]{2,24}(?::[0-9]+)?(?:/|\?[^\s]))`)
	autolink  = regexp.MustCompile(`^<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@` + "`" + `]+@[^\s<>@]+)>`)
	hostStart = regexp.MustCompile(`^(?i:www\.)?([A-Za-z0-9.-]+)`)
)

// leads says whether the address of a link leads to a host of the conversation. What does
// not plainly lead to one does not.
func (l *lore) leads(address string) bool {
	if at := webAddress.FindStringSubmatch(address); at != nil {
		return l.hosts[hostKey(at[1])] && balanced(address)
	}
	if at := mailTo.FindStringSubmatch(address); at != nil {
		return l.hosts[hostKey(at[1])]
	}
	return false
}

// known says the same of an address in the middle of a text, which may lack its scheme.
func (l *lore) known(address string) bool {
	if bare.MatchString(address) && !strings.ContainsAny(address, "\\@") && !strings.Contains(address, "://") {
		return l.hosts[hostKey(hostStart.FindStringSubmatch(address)[1])]
	}
	if strings.HasPrefix(address, "//") {
		address = "https:" + address
	}
	return l.leads(address)
}

// maxAuthority is how long what stands between "//" and the path may be, in bytes, and be
// read; what is longer is no host that anybody spoke of.
const maxAuthority = 300

// dotted is what may be a host in any script.
var dotted = regexp.MustCompile(`\.\pL`)

// relative says whether a text begins with an address without its scheme, "//host/path", given
// what was written before it. "a//b" is none, nor is "// words". Behind a colon it may have a
// scheme, which is seen when all of it is written.
func relative(before []byte, s string) bool {
	if !strings.HasPrefix(s, "//") {
		return false
	}
	if last, n := utf8.DecodeLastRune(before); n > 0 && (last == ':' || wordAt(string(last)) > 0) {
		return false
	}
	host := s[2:min(len(s), 2+maxAuthority)]
	if end := strings.IndexAny(host, " \t/?#\\<>\"`[]{}|()"); end >= 0 {
		host = host[:end]
	} else if len(host) == maxAuthority {
		return true
	}
	return hostName.MatchString(host) || dotted.MatchString(host)
}

// balanced says whether an address can stand between the brackets of a link.
func balanced(address string) bool {
	open := 0
	for i := range len(address) {
		switch address[i] {
		case '(':
			open++
		case ')':
			if open--; open < 0 {
				return false
			}
		}
	}
	return open == 0
}

// maxShown is how much of an address is shown, in bytes.
const maxShown = 500

// inCode shows an address as code: it can be read and copied, and no platform makes a link
// of it or fetches what is behind it.
func inCode(address string) string {
	address = strings.Trim(strings.ReplaceAll(address, "`", ""), " \t")
	if address == "" {
		return ""
	}
	if len(address) > maxShown {
		address = strings.ToValidUTF8(address[:maxShown], "") + "..."
	}
	return "`" + address + "`"
}

// addressLength is how long the address is that begins a text: up to white space or what
// cannot stand in one, without the punctuation that ends a sentence.
func addressLength(s string) int {
	n, round := 0, 0
	for n < len(s) && s[n] > ' ' && strings.IndexByte("<>\"`[]{}|", s[n]) < 0 {
		if s[n] == '(' {
			round++
		} else if s[n] == ')' {
			if round == 0 {
				break
			}
			round--
		}
		n++
	}
	for n > 0 && strings.IndexByte(".,;:!?'*_", s[n-1]) >= 0 {
		n--
	}
	return n
}

// maxAddress bounds the address of a link with its title, in bytes. What is longer is no
// link, so that the time for a line full of half links stays linear.
const maxAddress = 4096

// destination reads what follows the "](" of a link: "(address "title")". It gives the
// address, and how long all of it is, the closing bracket included.
func destination(s string) (address string, length int, ok bool) {
	s = s[:min(len(s), maxAddress)]
	i := spaces(s, 1)
	if i < len(s) && s[i] == '<' {
		end := strings.IndexAny(s[i+1:], "<>")
		if end < 0 || s[i+1+end] != '>' {
			return "", 0, false
		}
		address = s[i+1 : i+1+end]
		i += end + 2
	} else {
		start, round := i, 0
		for ; i < len(s) && s[i] > ' '; i++ {
			if s[i] == '\\' && i+1 < len(s) && s[i+1] > ' ' {
				i++
			} else if s[i] == '(' {
				if s[i-1] == ']' {
					return "", 0, false // a link in a link: taken apart by whoever asks
				}
				round++
			} else if s[i] == ')' {
				if round == 0 {
					break
				}
				round--
			}
		}
		address = s[start:min(i, len(s))]
	}
	after := spaces(s, i)
	if after > i && after < len(s) && strings.IndexByte("\"'(", s[after]) >= 0 {
		quote := s[after]
		if quote == '(' {
			quote = ')'
		}
		end := strings.IndexByte(s[after+1:], quote)
		if end < 0 {
			return "", 0, false
		}
		after = spaces(s, after+1+end+1)
	}
	if after >= len(s) || s[after] != ')' {
		return "", 0, false
	}
	return address, after + 1, true
}

// spaces is where the white space at i ends.
func spaces(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	return i
}
