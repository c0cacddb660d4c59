package dedupe

import "strings"

// figure splits "1,450.00km" into 1450 and km. A letter before the digits makes it no number.
func figure(w string) (num, rest string) {
	if w == "" || !isDigit(w[0]) {
		return "", ""
	}
	j := 0
	for j < len(w) && (isDigit(w[j]) || (w[j] == ',' || w[j] == '.') && j+1 < len(w) && isDigit(w[j+1])) {
		j++
	}
	num, ok := ungrouped(w[:j])
	if !ok {
		return "", ""
	}
	return num, w[j:]
}

// ungrouped writes digits with their separators one way: a full stop before the decimals, and
// nothing between thousands. It is false for what is no number: a version, an address, a list.
func ungrouped(digits string) (string, bool) {
	stops, commas := strings.Count(digits, "."), strings.Count(digits, ",")
	point, group := ".", ","
	switch {
	case commas == 0 && stops < 2:
		return digits, true
	case stops == 0 && commas == 1 && !grouped(digits, ","), commas == 1 && strings.LastIndexByte(digits, ',') > strings.LastIndexByte(digits, '.') && stops > 0:
		point, group = ",", "." // 1,80 and 1.450,00
	case commas == 0:
		return "", false
	}
	whole, decimals, parted := strings.Cut(digits, point)
	if strings.Contains(whole, group) && !grouped(whole, group) || strings.ContainsAny(decimals, ".,") {
		return "", false
	}
	whole = strings.ReplaceAll(whole, group, "")
	if parted {
		return whole + "." + decimals, true
	}
	return whole, true
}

// grouped says whether a separator stands between thousands: 1,450 and 1,20,000, not 0,450.
func grouped(digits, separator string) bool {
	parts := strings.Split(digits, separator)
	for i, p := range parts {
		last := i == len(parts)-1
		if last && len(p) != 3 || !last && i > 0 && len(p) != 3 && len(p) != 2 || i == 0 && (len(p) > 3 || p == "" || p[0] == '0') {
			return false
		}
	}
	return len(parts) > 1
}

// thousandth says that two numbers differ in nothing but a full stop that may set thousands
// apart: 1.450 and 1450. Which of the two is meant nobody knows.
func thousandth(a, b string) bool {
	if strings.Contains(b, ".") {
		a, b = b, a
	}
	num, unit, _ := strings.Cut(a, " ")
	other, same, _ := strings.Cut(b, " ")
	return unit == same && num != other && grouped(num, ".") && strings.ReplaceAll(num, ".", "") == other
}
