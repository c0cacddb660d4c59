package when

import (
	"regexp"
	"strings"
	"time"
)

// askedAgain is how somebody says that a thing is to be looked at again at a time that follows:
// "…, look again on 1 February 2027", "… and review it in March".
var askedAgain = regexp.MustCompile(`(?i)(?:^|[\s,;.–—-])+(?:and |then |but |to |we(?:'ll)? |i(?:'ll)? |let's |please )*` +
	`(?:(?:look|looking)(?: (?:at|into) (?:it|this|that))? again(?: at (?:it|this|that))?|(?:review|revisit|reconsider|reassess|re-assess|recheck)(?: (?:it|this|that))?(?: again)?|` +
	`(?:ask|check)(?: me)?(?: (?:it|this|that))? again|(?:to be )?(?:reviewed|revisited)(?: again)?)[\s:]+`)

// Review takes out of a text the words that say when what it tells is to be looked at again. rest is
// the text without them, and at the moment, in the zone of now; of a day without a time, at hour. Where
// none says that of a time to come, or the date has two readings, the text is as it was and at zero.
func Review(text string, now time.Time, hour int) (rest string, at time.Time) {
	for _, span := range askedAgain.FindAllStringIndex(text, -1) {
		head, tail := text[:span[0]], text[span[1]:]
		m, found := Find(tail, now)
		if !found || m.Start > 0 {
			s, ahead := Ahead(tail, now)
			if !ahead || s.Start > 0 || s.Ambiguous || !s.From.After(now) {
				continue
			}
			m = Match{Start: s.Start, End: s.End, At: s.From, HasDay: true}
		}
		if !m.HasDay || m.Recur != nil || m.Several || m.Ambiguous() {
			continue
		}
		if !m.HasTime {
			m = m.Clock(hour, 0, now)
		}
		if m.At.After(now) {
			return strings.TrimSpace(strings.TrimRight(head, " ,;.–—-") + " " + strings.TrimLeft(tail[m.End:], " ,;.")), m.At
		}
	}
	return text, time.Time{}
}
