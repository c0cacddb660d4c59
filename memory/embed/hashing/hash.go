package hashing

// FNV-1a, 64 bits.
const (
	start uint64 = 14695981039346656037
	prime uint64 = 1099511628211
)

// What is hashed and is no word begins with a byte that no word holds.
var (
	denials = hash(start, "\x02denial")
	piece   = hash(start, "\x03piece")
)

// hash goes on from h with the bytes of s.
func hash(h uint64, s string) uint64 {
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * prime
	}
	return h
}

// mix spreads every bit of h over all others, which FNV does not: the finalizer of
// MurmurHash3.
func mix(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
