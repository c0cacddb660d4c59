package slack

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"citadel/connectors"
)

// stamp is Slack's timestamp, which names a message within its conversation and says
// when it was: microseconds since 1970. On the wire it is "1700000001.000100".
type stamp int64

// parseStamp reads one; false if it is none.
func parseStamp(s string) (stamp, bool) {
	whole, part, ok := strings.Cut(s, ".")
	if !ok || len(part) != 6 || len(whole) == 0 || len(whole) > 12 || strings.Trim(whole+part, "0123456789") != "" || whole != "0" && whole[0] == '0' {
		return 0, false
	}
	n, err := strconv.ParseInt(whole+part, 10, 64)
	return stamp(n), err == nil
}

// String is the wire's form.
func (t stamp) String() string { return fmt.Sprintf("%d.%06d", int64(t)/1e6, int64(t)%1e6) }

// end is the last moment of its second.
func (t stamp) end() stamp { return t - t%1e6 + 1e6 - 1 }

func (t stamp) time() time.Time { return time.UnixMicro(int64(t)) }

func stampOf(t time.Time) stamp { return max(0, stamp(t.UnixMicro())) }

// moment reads a time that is not the name of a message and may have fewer digits, such as
// a press's "1700000007.1".
func moment(s string) (time.Time, bool) {
	whole, part, _ := strings.Cut(s, ".")
	if len(part) > 6 {
		part = part[:6]
	}
	t, ok := parseStamp(whole + "." + part + strings.Repeat("0", 6-len(part)))
	return t.time(), ok
}

// bare is the timestamp in the id of a message: what was forwarded with one has an id of
// its own, with a mark behind.
func bare(id connectors.MessageID) string {
	ts, _, _ := strings.Cut(string(id), forwardedMark)
	return ts
}

// forwardedMark stands in the id of what was passed on with a message.
const forwardedMark = "+"
