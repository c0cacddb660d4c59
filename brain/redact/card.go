package redact

import "strings"

// card looks for a payment card number at s.at: 13 to 19 digits, together or
// in the groups they are printed in, with a known issuer's first digits for
// that length and a right check digit.
func (s *scanner) card() (Found, bool) {
	var digits [19]byte
	var ends [6]int // where in text each group ends
	var sizes [6]int
	n, groups := 0, 0
	var separator byte
	i := s.at
	for i < len(s.text) && groups < len(sizes) {
		start := i
		for i < len(s.text) && digit(s.text[i]) {
			if n == len(digits) {
				// Too long for a card; a following group may be one.
				if groups == 0 {
					return Found{}, false
				}
				n -= i - start
				goto collected
			}
			digits[n] = s.text[i]
			n++
			i++
		}
		if i == start {
			break
		}
		ends[groups], sizes[groups] = i, i-start
		groups++
		if i+1 >= len(s.text) || s.text[i] != ' ' && s.text[i] != '-' || !digit(s.text[i+1]) {
			break
		}
		if separator == 0 {
			separator = s.text[i]
		}
		if s.text[i] != separator {
			break
		}
		i++
	}
collected:
	for ; groups > 0; groups-- {
		if printed(sizes[:groups]) && issued(digits[:n], groups > 1) && luhn(digits[:n]) && s.cardContext(ends[groups-1], groups > 1) {
			return Found{Card, s.at, ends[groups-1]}, true
		}
		n -= sizes[groups-1]
	}
	return Found{}, false
}

// printed reports whether a number is grouped as on a card, or not at all.
func printed(sizes []int) bool {
	is := func(want ...int) bool {
		if len(sizes) != len(want) {
			return false
		}
		for i := range want {
			if sizes[i] != want[i] {
				return false
			}
		}
		return true
	}
	return len(sizes) == 1 || is(4, 4, 4, 4) || is(4, 6, 5) || is(4, 6, 4) || is(4, 4, 4, 4, 3)
}

// issued reports whether a number of this length can begin so. Debit networks
// with loose ranges count only when printed in groups.
func issued(d []byte, grouped bool) bool {
	if len(d) < 13 {
		return false
	}
	p := 0
	for _, c := range d[:4] {
		p = p*10 + int(c-'0')
	}
	two, n := p/100, len(d)
	switch {
	case p/1000 == 4:
		return n == 13 || n == 16 || n == 19
	case two >= 51 && two <= 55, p >= 2221 && p <= 2720:
		return n == 16
	case two == 34, two == 37:
		return n == 15
	case two == 36, two == 38, two == 39, p/10 >= 300 && p/10 <= 305:
		return n == 14
	case p == 6011, p/10 >= 644 && p/10 <= 659, p >= 3528 && p <= 3589, two == 62:
		return n >= 16
	case two == 50, two >= 56 && two <= 58, two == 63, two == 67:
		return n >= 16 && grouped
	}
	return false
}

// luhn checks the last digit (ISO/IEC 7812).
func luhn(d []byte) bool {
	sum := 0
	for i := range d {
		n := int(d[len(d)-1-i] - '0')
		if i%2 == 1 {
			if n *= 2; n > 9 {
				n -= 9
			}
		}
		sum += n
	}
	return sum%10 == 0
}

// cardContext rules out what is part of a longer number or named as another.
func (s *scanner) cardContext(end int, grouped bool) bool {
	if end < len(s.text) {
		switch c := s.text[end]; {
		case wordByte(c), c == '.' && end+1 < len(s.text) && digit(s.text[end+1]):
			return false
		case (c == '-' || c == ' ' && grouped) && followedByGroup(s.text[end+1:]):
			return false
		}
	}
	back := s.before(32)
	if back == "" {
		return true
	}
	switch back[len(back)-1] {
	case '+', '#', '/', '.', '=', '_':
		return strings.HasSuffix(back, "card=") || strings.HasSuffix(back, ". ")
	case '-':
		return false
	case ' ':
		// The rest of an IBAN or of a list of numbers.
		group := back[strings.LastIndexByte(back[:len(back)-1], ' ')+1 : len(back)-1]
		if grouped && len(group) >= 4 && digit(group[len(group)-1]) && digit(group[len(group)-2]) {
			return false
		}
	}
	if grouped {
		return true
	}
	back = strings.ToLower(back)
	if strings.Contains(back, "card") || strings.Contains(back, "visa") || strings.Contains(back, "amex") {
		return true
	}
	for _, other := range [...]string{"order", "track", "invoice", "ref", "imei", "serial", "parcel", "shipment", "ticket", "isbn", "ean", "booking", "phone", "account", "customer", "barcode", "timestamp", " id"} {
		if strings.Contains(back, other) {
			return false
		}
	}
	return true
}

// followedByGroup reports whether four digits or more come next.
func followedByGroup(s string) bool {
	return len(s) >= 4 && digit(s[0]) && digit(s[1]) && digit(s[2]) && digit(s[3])
}

// lastDigits is the last four digits of a card number.
func lastDigits(number string) string {
	var out []byte
	for i := len(number) - 1; i >= 0 && len(out) < 4; i-- {
		if digit(number[i]) {
			out = append(out, number[i])
		}
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return string(out)
}
