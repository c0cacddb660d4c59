// Package watch is what the principal wants to be told of when it changes outside: how he says so, by which look it is
// found out, and what of two looks differs. It asks no model, and whatever a look brought is words of others.
package watch

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"time"

	"citadel/brain/when"
	"citadel/memory/event"
	"citadel/memory/watches"
)

// How often is looked where he says nothing, and the bounds of what he may say; in minutes. Ours: a page of others is
// no place to be at every minute, and a mailbox is his own.
const (
	everyPage = 6 * 60
	everyMail = 15
	everyNews = 60
	seldomest = 7 * 24 * 60
)

func oftenest(what string) int {
	if what == event.WatchMail {
		return everyMail
	}
	return 30
}

// maxTarget bounds what is watched for, in bytes.
const maxTarget = 500

var (
	often = regexp.MustCompile(`(?i)[\s,]*\b(?:(?:look|check|checking)\s+)?(hourly|daily|weekly|(?:once )?(?:every|an|a|each)\s+(?:(\d{1,4})\s+)?(minute|min|hour|day|week)s?)[\s.]*$`)
	lead  = regexp.MustCompile(`(?i)^[\s,;:]*(?:(?:and|please)\s+)*(?:(?:tell|alert|ping|inform)\s+me|let\s+me\s+know)?\s*(?:(when(?:ever)?|if|whether|as\s+soon\s+as|for|about|once|until)\b)?\s*(.*)$`)
	moves = regexp.MustCompile(`(?i)^(.*?)\s+(?:has\s+|have\s+|is\s+|are\s+|was\s+)?(?:changes?|changed|moves?|moved|drops?|dropped|falls?|fell|rises?|rose|goes?\s+(?:up|down)|comes?\s+down|updates?|updated|different)\b.*$`)
	says  = regexp.MustCompile(`(?i)^(?:(?:it|this|that|there|the\s+page)\s+(?:is|are|says?|shows?|has|mentions?|lists?)|it's|there's)\s+(?:back\s+)?(.+)$`)
	idle  = regexp.MustCompile(`(?i)^(?:(?:it|this|that|the\s+page|the\s+site|anything|something|any|a|the)\s*)*(?:changes?|changed|new|updates?|updated|moves?)?$`)
	price = regexp.MustCompile(`(?i)\b(?:prices?|costs?|fares?|fees?|amounts?)\b`)
	mail  = regexp.MustCompile(`(?is)^(?:an?|any|the|new|some)?\s*(?:new\s+)?(?:mails?|e-?mails?|messages?|repl(?:y|ies)|answers?|responses?|word|letters?)\s+(from|about|on|with|of)\s+(.+)$`)
	news  = regexp.MustCompile(`(?is)^(?:an?|any|the)?\s*(?:new\s+)?(?:news|stor(?:y|ies)|headlines?|articles?)\s+(?:about|on|of|from|with)\s+(.+)$`)
	until = regexp.MustCompile(`(?is)^(.+?)[\s,]+(?:by|before|until|till)\s+(.+?)\.?$`)
)

// In says where he wants it to be looked for, where his words alone do not.
type In string

// The places.
const (
	Anywhere In = ""
	Page     In = "page" // the words begin with an address
	Mail     In = "mail"
	News     In = "news"
)

// Read makes a watch of words such as "https://acme.example/desk and tell me when the price changes" or "a reply from
// Kim by Friday". ok is false where they name nothing that can be looked at. It lasts for 90 days, or until the time
// that he names; then he is told also that nothing came.
func Read(in In, words string, now time.Time) (w event.WatchSet, ok bool) {
	words = strings.TrimSpace(words)
	w = event.WatchSet{On: now, Until: now.Add(watches.Lasts)}
	words, w.Every = interval(words)
	switch {
	case in == Page:
		w.What = event.WatchPage
		first, rest, _ := strings.Cut(words, " ")
		if w.Target = strings.TrimRight(first, ".,;!?"); !strings.Contains(w.Target, "://") {
			w.Target = "https://" + w.Target
		}
		w.Words = counts(rest)
	case in == News:
		w.What, w.Words = event.WatchNews, words
	case news.MatchString(words):
		w.What, w.Words = event.WatchNews, news.FindStringSubmatch(words)[1]
	case mail.MatchString(words):
		m := mail.FindStringSubmatch(words)
		w.What = event.WatchMail
		if w.Target = m[2]; !strings.EqualFold(m[1], "from") {
			w.Target, w.Words = "", m[2]
		}
	case in == Mail:
		w.What, w.Words = event.WatchMail, words
	default:
		return w, false
	}
	if w.What == event.WatchMail {
		deadline(&w, now)
	}
	w.Target, w.Words = tidy(w.Target), tidy(w.Words)
	if len(w.Target)+len(w.Words) > maxTarget || w.Target+w.Words == "" {
		return w, false
	}
	if w.Every == 0 {
		w.Every = map[string]int{event.WatchPage: everyPage, event.WatchMail: everyMail, event.WatchNews: everyNews}[w.What]
	}
	w.Every = min(max(w.Every, oftenest(w.What)), seldomest)
	return w, true
}

// interval takes how often he wants it to be looked at off the end of words; 0 where he does not say.
func interval(words string) (rest string, minutes int) {
	at := often.FindStringSubmatchIndex(words)
	if at == nil {
		return words, 0
	}
	said, n := strings.ToLower(words[at[2]:at[3]]), 1
	if at[4] >= 0 {
		n, _ = strconv.Atoi(words[at[4]:at[5]]) // digits
	}
	unit := said
	if at[6] >= 0 {
		unit = strings.ToLower(words[at[6]:at[7]])
	}
	of := map[string]int{"minute": 1, "min": 1, "hour": 60, "hourly": 60, "day": 24 * 60, "daily": 24 * 60, "week": 7 * 24 * 60, "weekly": 7 * 24 * 60}[unit]
	return strings.TrimSpace(words[:at[0]]), max(n, 1) * of
}

// counts is what alone counts of a page, by the words after its address: "and tell me when the price changes".
func counts(rest string) string {
	m := lead.FindStringSubmatch(strings.TrimRight(strings.TrimSpace(rest), ".!"))
	if m == nil {
		return ""
	}
	of := strings.TrimSpace(m[2])
	if x := moves.FindStringSubmatch(of); x != nil {
		of = x[1]
	} else if x := says.FindStringSubmatch(of); x != nil {
		of = x[1]
	}
	of = strings.TrimSpace(strings.Trim(of, `"“”'.,`))
	switch {
	case idle.MatchString(of):
		return ""
	case price.MatchString(of):
		return event.WatchPrices
	}
	return strings.TrimPrefix(strings.TrimPrefix(of, "the "), "The ")
}

// deadline takes a time by which something is to come off a watch for mail.
func deadline(w *event.WatchSet, now time.Time) {
	of := &w.Target
	if *of == "" {
		of = &w.Words
	}
	m := until.FindStringSubmatch(*of)
	if m == nil {
		return
	}
	at, ok := when.Duration("until "+m[2], now)
	if !ok || at.Ambiguous() {
		return
	}
	if at.AllDay() {
		at = at.Clock(18, 0, now) // the end of a working day
	}
	if at.At.After(now) && at.At.Before(w.Until) {
		*of, w.Until, w.Due = m[1], at.At, true
	}
}

func tidy(s string) string {
	return strings.TrimRight(strings.Trim(strings.Join(strings.Fields(s), " "), `"“”`), ".,;!")
}

// Look is the call by which a watch is looked at.
func Look(w event.WatchSet) (tool string, args json.RawMessage) {
	fields := map[string]string{}
	switch w.What {
	case event.WatchPage:
		tool, fields["url"] = "web_page", w.Target
	case event.WatchMail:
		tool, fields["since"] = "mail_search", w.On.Format(time.DateOnly)
		for name, value := range map[string]string{"from": w.Target, "words": w.Words} {
			if value != "" {
				fields[name] = value
			}
		}
	case event.WatchNews:
		tool, fields["words"], fields["since"] = "news", w.Words, w.On.UTC().Format(time.DateOnly)
	}
	args, _ = json.Marshal(fields) // texts have no error
	return tool, args
}

// Same says whether two watches look at the same.
func Same(a, b event.WatchSet) bool {
	return a.What == b.What && strings.EqualFold(a.Target, b.Target) && strings.EqualFold(a.Words, b.Words)
}
