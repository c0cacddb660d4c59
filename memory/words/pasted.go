package words

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Pasted parts a message into what its author wrote and what he put into it of others, as far as that
// shows: lines quoted by ">", blocks of code, a mail with its head or with who wrote it above it, talk
// that was copied with names, and what he asks about or is a letter, with nothing to mark it. Own is all of it, byte for byte, where some is false. It reads to err
// on one side: behind the head of a mail everything is of others.
func Pasted(text string) (own string, some bool) {
	lines := slices.Collect(strings.Lines(text))
	theirs := Theirs(lines)
	if !slices.Contains(theirs, true) {
		return text, false
	}
	var b strings.Builder
	for i, line := range lines {
		if !theirs[i] {
			b.WriteString(line)
		}
	}
	return b.String(), true
}

// Theirs says of each line of a message whether it is of others; see Pasted.
func Theirs(lines []string) []bool {
	all := make([]bool, len(lines))
	if len(lines) == 1 && !strings.ContainsAny(lines[0][:1], ">`~-[0123456789") {
		return all // as most messages
	}
	from, to := unmarked(lines)
	talk := copied(lines)
	fenced, rest := false, false
	for i, line := range lines {
		bare := strings.TrimSpace(line)
		fence := strings.HasPrefix(bare, "```") || strings.HasPrefix(bare, "~~~")
		rest = rest || divides(bare) || mailed(lines[i:])
		who, _ := speaker(bare)
		all[i] = i >= from && i < to || rest || fenced || fence || strings.HasPrefix(bare, ">") || talk && who != ""
		fenced = fenced != fence
		rest = rest || announces(bare) && !quotedNext(lines[i+1:])
	}
	return all
}

// dividers are what programs for mail put above a mail that is passed on, and what messengers put before
// a line that is copied.
var dividers = regexp.MustCompile(`(?i)^-{2,} ?(original|forwarded|ursprüngliche|weitergeleitete)\b.*-{2,}$|^begin forwarded message:|^\[?\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? \d{1,2}:\d{2}(:\d{2})?( ?[ap]m)?(\]| -) [^:]{1,40}: |^\p{Lu}[^:\[\]]{1,40} \[\d{1,2}:\d{2}( ?[ap]m)?\]$`)

func divides(line string) bool { return len(line) <= longestHead && dividers.MatchString(line) }

// longestHead is how many bytes a line has at most that is taken for one above words of others. Ours.
const longestHead = 300

// heads are how lines at the head of a mail begin: those that name its sender, those that only a mail has,
// and the others.
var heads = [3][]string{
	{"from", "von", "de", "da"},
	{"subject", "betreff", "objet", "asunto", "oggetto", "sent", "gesendet", "reply-to"},
	{"to", "an", "cc", "date", "datum"},
}

// mostHeads is how many lines the head of a mail has that is looked at. Ours.
const mostHeads = 12

// mailed says whether lines begin with the head of a mail: its sender, and what only a mail has, which the
// address of who sent it is, too. A journey has a from and a to, and a date.
func mailed(lines []string) bool {
	sender, mail := false, false
	n := 0
	for _, line := range lines[:min(len(lines), mostHeads)] {
		name, rest, found := strings.Cut(strings.TrimLeft(line, "* "), ":")
		name = strings.ToLower(strings.Trim(name, "* "))
		kind := slices.IndexFunc(heads[:], func(names []string) bool { return slices.Contains(names, name) })
		if !found || kind < 0 || strings.Trim(rest, "* \r\n") == "" {
			break
		}
		n++
		sender = sender || kind == 0
		mail = mail || kind == 1 || kind == 0 && strings.Contains(rest, "@")
	}
	return n > 1 && sender && mail
}

var (
	wrote = strings.Fields("wrote writes said says texted emailed mailed messaged posted replied answered schrieb schreibt escribió scrisse écrit")
	// whoWrites are before such a word where no other is meant, and what may stand between.
	whoWrites = strings.Fields("i we you that which who to and or")
	between   = strings.Fields("have has had just also a ha he've i've we've")
	// from is how what somebody sent is announced without such a word.
	from = regexp.MustCompile(`(?i)\b((?:e-?)?mail|message|letter|text|note|post|comment|review|reply|answer|posting)\b[^:]{0,30}\bfrom\b[^:]{1,40}:$`)
)

// announces says whether a line ends by saying who wrote what follows: "Priya wrote:".
func announces(line string) bool {
	if len(line) > longestHead || !strings.HasSuffix(line, ":") {
		return false
	}
	if from.MatchString(line) {
		return true
	}
	all := strings.FieldsFunc(strings.ToLower(line), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",.;:!?\"“”()", r) })
	for i := max(0, len(all)-6); i < len(all); i++ {
		if !slices.Contains(wrote, all[i]) {
			continue
		}
		who := i - 1
		for who >= 0 && slices.Contains(between, all[who]) {
			who--
		}
		return who >= 0 && !slices.Contains(whoWrites, all[who])
	}
	return false
}

// quotedNext says whether what follows is marked as a quotation by itself.
func quotedNext(lines []string) bool {
	for _, line := range lines {
		if bare := strings.TrimSpace(line); bare != "" {
			return strings.HasPrefix(bare, ">") || strings.HasPrefix(bare, "```")
		}
	}
	return false
}

// copied says whether lines are talk that was copied: somebody speaks twice in it, as nothing does in a
// list, or a bracket says when. "10:30 Dentist: bring the card" is of a plan.
func copied(lines []string) bool {
	spoke := map[string]bool{}
	for _, line := range lines {
		name, when := speaker(strings.TrimSpace(line))
		if name != "" && (when || spoke[name]) {
			return true
		}
		spoke[name] = true
	}
	return false
}

// speaker is who says a line, if it begins with that, and whether a bracket says when.
func speaker(line string) (name string, when bool) {
	bare := timed.ReplaceAllString(line, "")
	name, _ = Speaker(bare)
	return name, bare != line && line[0] == '['
}

var timed = regexp.MustCompile(`^\[?\d{1,2}:\d{2}(:\d{2})?( ?[AaPp][Mm])?\]? `)
