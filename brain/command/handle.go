package command

import (
	"fmt"
	"strconv"
	"strings"
)

// handleLetters are the kinds of thing a handle can name (MESSAGES 23):
// message or memory, decision, open loop, reminder, promise, edge, alert, watch
// and approval.
const handleLetters = "mdlrceawK"

// Handle is a short, stable, public name of one thing: m412, d31, K7.
// Its zero value names nothing.
type Handle struct {
	Letter byte   // one of m d l r c e a w K
	N      uint64 // 1 or more
}

// ParseHandle reads a handle typed in either case. It refuses leading zeros,
// so that one thing has one spelling.
func ParseHandle(s string) (Handle, error) {
	h, ok := handle(s)
	if !ok {
		return Handle{}, fmt.Errorf("parse handle %.40q: want one of the letters %s and a number", s, handleLetters)
	}
	return h, nil
}

// handle is ParseHandle without the cost of an error: most words are not one.
func handle(s string) (Handle, bool) {
	if len(s) < 2 || s[1] < '1' || s[1] > '9' {
		return Handle{}, false
	}
	i := strings.IndexByte(handleLetters, s[0])
	if i < 0 {
		i = strings.IndexByte(handleLetters, s[0]^0x20) // the other case
	}
	if i < 0 {
		return Handle{}, false
	}
	n, err := strconv.ParseUint(s[1:], 10, 64)
	if err != nil {
		return Handle{}, false
	}
	return Handle{Letter: handleLetters[i], N: n}, true
}

// String is the one spelling of the handle; that of the zero value is empty.
func (h Handle) String() string {
	if h == (Handle{}) {
		return ""
	}
	return string(rune(h.Letter)) + strconv.FormatUint(h.N, 10)
}
