package redact

import "strings"

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
