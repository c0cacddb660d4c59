package debate

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Things that reach somebody are known by their shape, whatever is in them.
var (
	address = regexp.MustCompile(`(?i)[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*`)
	page    = regexp.MustCompile(`(?i)(?:https?://|www\.)\S+|\b[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:com|net|org|info|biz|io|ai|dev|app|co|eu|example|test|[a-z]{2})\b(?:/\S*)?`)
	handle  = regexp.MustCompile(`(^|[\s(])@[\p{L}\p{N}._-]+`)
	digits  = regexp.MustCompile(`\+?\(?\d[\d ()./-]{5,}\d`)
)

// leastDigits is from how many digits on a run of them can be dialled.
const leastDigits = 7

// unreachable takes out of a text how anybody is reached.
func unreachable(text string) string {
	text = address.ReplaceAllString(text, "an address")
	text = page.ReplaceAllString(text, "a page")
	text = handle.ReplaceAllString(text, "${1}somebody")
	return digits.ReplaceAllStringFunc(text, func(run string) string {
		n := 0
		for _, r := range run {
			if unicode.IsDigit(r) {
				n++
			}
		}
		if n < leastDigits || day.MatchString(run) {
			return run
		}
		return "a number"
	})
}

// day is a date in figures, which has as many digits as a number of a telephone.
var day = regexp.MustCompile(`^(?:\d{4}-\d\d?-\d\d?|\d\d?[./-]\d\d?[./-]\d{4})$`)

// unfamiliar says whether a word that begins a sentence can be a name: it has a capital, and nothing
// says that it is a word like any other. What stands in small letters somewhere in the case, or in the
// packet, is one; so is a word of the language's own.
func (m *mask) unfamiliar(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	low := strings.ToLower(word)
	return unicode.IsUpper(first) && !common(word) && !m.small[low] && !beginsSentences[low] && !formed(low)
}

// formed says whether the ending of a word is that of no name.
func formed(low string) bool {
	for _, ending := range []string{"ing", "ings", "ment", "ments", "tion", "tions", "ness", "ly", "ance", "ence", "able", "ible", "ity", "ities"} {
		if strings.HasSuffix(low, ending) && len(low) > len(ending)+3 {
			return true
		}
	}
	return false
}

// beginsSentences are words with which people and models begin a sentence.
var beginsSentences = func() map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(`end keep drop stop start hire fire raise lower close open sell buy move stay leave renew cancel sign accept reject
		let make take give get put pay paid cut go hold amend reverse revisit review look ask tell say said says should could would will may might
		can must does did do is are was were has have had yes no not nobody somebody someone everyone everybody nothing everything something
		one two three four five six seven eight nine ten both either neither each every any all some many most few several other another such
		work project projects client clients customer customers supplier suppliers price prices cost costs money income revenue profit loss cash time
		days weeks months years day week month year today now then later since before after until while when where why who what which how if unless
		because although though but and or so yet also only even still already again never always often perhaps maybe please thanks there here this
		that these those its their his her our your my last next first second third new old same more less fewer better worse best worst late early
		retainer contract contracts invoice invoices payment payments bill bills office team staff people agency company firm business market
		evidence reason reasons position question decision recommendation against for with without within under over about from into by on in at of to
		half part full whole total once twice until despite during between among instead rather than given according due per via like unlike
		freed party parties name names an as switch use using used try tried need needs want wants plan plans expect expected risk risks freight`) {
		set[w] = true
	}
	return set
}()
