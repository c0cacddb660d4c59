package embedded

// What an index holds of each document grows for years. Append would keep up to a fourth of it idle; here it is next to
// nothing, for a few copies more.

// longer is a slice with n zeros more, and with no room for others.
func longer[T any](s []T, n int) []T {
	if cap(s)-len(s) >= n {
		return s[:len(s)+n] // it was reserved, and never written to
	}
	out := make([]T, len(s)+n)
	copy(out, s)
	return out
}

// roomy is a slice with room for one more at least.
func roomy[T any](s []T) []T {
	if len(s) < cap(s) {
		return s
	}
	out := make([]T, len(s), len(s)+len(s)/32+64)
	copy(out, s)
	return out
}
