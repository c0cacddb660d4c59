package telegram

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"citadel/connectors/markup"

	"github.com/go-telegram/bot/models"
)

// How a post says that it may have been shown before. Both are equally long.
const (
	again     = "(again) "
	againLine = "(again)\n" // before what takes whole lines
)

// joiner keeps "@name" from being a mention: nobody in a group is notified by the agent's
// words. It has no width.
const joiner = "\u2060"

// body is a text as Telegram takes it.
type body struct {
	text     string
	entities []models.MessageEntity
}

// render turns CommonMark into words and what is set off in them.
func render(text string, links map[string]string) (string, []markup.Range) {
	plain, ranges := markup.Styled(text, func(handle string) (string, bool) {
		url, ok := links[handle]
		return url, ok
	})
	if strings.TrimSpace(plain) == "" {
		return markup.Clean(text), nil // marks around nothing: better them than no message
	}
	return plain, ranges
}

// compose is what a post shows in a chat, which others may read where it is a group. twice
// says that it may have been shown before.
func compose(text string, links map[string]string, group, twice bool) body {
	plain, ranges := render(text, links)
	if group {
		plain, ranges = quiet(plain, ranges)
	}
	if twice {
		note := again
		if len(ranges) > 0 && ranges[0].Start == 0 && (ranges[0].Kind == markup.Pre || ranges[0].Kind == markup.Quote) {
			note = againLine
		}
		plain = note + plain
		for i := range ranges {
			ranges[i].Start += len(note)
			ranges[i].End += len(note)
		}
	}
	return body{plain, entities(plain, ranges)}
}

// mentioned are the bytes behind each @ that Telegram would take for a mention: not those
// in code, in an address of mail or of the web.
func mentioned(plain string, ranges []markup.Range) []int {
	var out []int
	for _, m := range mention.FindAllStringIndex(plain, -1) {
		word := plain[strings.LastIndexAny(plain[:m[0]], " \n\t")+1 : m[0]]
		before, _ := utf8.DecodeLastRuneInString(word)
		inWord := word != "" && (before == '_' || unicode.IsLetter(before) || unicode.IsDigit(before))
		if !inWord && !strings.Contains(word, "://") && !inCode(ranges, m[0]) {
			out = append(out, m[0]+1)
		}
	}
	return out
}

// mention is an @ and the shortest name.
var mention = regexp.MustCompile(`@[A-Za-z0-9_]{2}`)

// quiet puts a joiner into every mention.
func quiet(plain string, ranges []markup.Range) (string, []markup.Range) {
	places := mentioned(plain, ranges)
	var out strings.Builder
	from := 0
	for _, at := range places {
		out.WriteString(plain[from:at] + joiner)
		from = at
	}
	out.WriteString(plain[from:])
	added := func(i int) int { // bytes put before byte i
		n, _ := slices.BinarySearch(places, i)
		return n * len(joiner)
	}
	moved := make([]markup.Range, len(ranges))
	for i, r := range ranges {
		r.Start += added(r.Start)
		r.End += added(r.End)
		moved[i] = r
	}
	return out.String(), moved
}

func inCode(ranges []markup.Range, at int) bool {
	for _, r := range ranges {
		if (r.Kind == markup.Code || r.Kind == markup.Pre) && r.Start <= at && at < r.End {
			return true
		}
	}
	return false
}

// kinds are Telegram's words for what is set off.
var kinds = map[markup.Kind]models.MessageEntityType{
	markup.Bold: models.MessageEntityTypeBold, markup.Italic: models.MessageEntityTypeItalic, markup.Code: models.MessageEntityTypeCode,
	markup.Pre: models.MessageEntityTypePre, markup.Link: models.MessageEntityTypeTextLink, markup.Quote: models.MessageEntityTypeBlockquote,
}

// entities counts ranges in UTF-16 units. Links that Telegram does not take are words.
func entities(plain string, ranges []markup.Range) []models.MessageEntity {
	if len(ranges) == 0 {
		return nil
	}
	before := make([]int, len(plain)+1) // units before each byte that begins a character
	n := 0
	for i, r := range plain {
		before[i] = n
		n += utf16.RuneLen(r)
	}
	before[len(plain)] = n
	var out []models.MessageEntity
	for _, r := range ranges {
		if r.Kind == markup.Link && !strings.HasPrefix(r.URL, "https://") && !strings.HasPrefix(r.URL, "http://") && !strings.HasPrefix(r.URL, "tg://") {
			continue
		}
		out = append(out, models.MessageEntity{
			Type: kinds[r.Kind], Offset: before[r.Start], Length: before[r.End] - before[r.Start], URL: r.URL, Language: r.Language,
		})
	}
	return out
}

// measure counts a CommonMark text as Telegram does once it is rendered for a group.
func measure(text string) int {
	if strings.TrimSpace(text) == "" {
		return 0
	}
	plain, ranges := render(text, nil)
	return length(plain) + len(mentioned(plain, ranges))
}
