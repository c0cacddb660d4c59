package critique

import (
	"bytes"
	"regexp"
	"strings"
)

// Thoughts are taken out where a model marks them: between tags, also nested, split over
// lines and never closed; and in a paragraph that begins with "Thought:" before anything
// was said. A tag in code is a word about tags.

// thoughtTags are the tags around what is not for the reader, and their ends: of thoughts, and of
// calls that came as text.
const thoughtTags = `(?i)<\s*/?\s*(?:think|thinking|thought|thoughts|reasoning|reason|reflection|analysis|scratchpad|` +
	`monologue|inner_monologue|internal_monologue|chain_of_thought|cot|antml:thinking|antml:function_calls|` +
	`tool_call|tool_calls|function_call|function_calls|tool_response)(?:\s[^<>]*)?(?:/?>|$)` +
	`|\[/?THINK\]|◁/?think▷|<\|channel\|>\s*(?:analysis|commentary)\b[^<]*<\|message\|>|<\|(?:end|return|call)\|>|<\|channel\|>\s*final\s*<\|message\|>`

var (
	thoughtTag = regexp.MustCompile(thoughtTags)
	aThought   = regexp.MustCompile(`^(?:` + thoughtTags + `)`)
)

// closing is the beginning of the end of a thought.
var closing = regexp.MustCompile(`(?i)^(?:<\s*/|\[/|◁/|<\|(?:end|return|call)|<\|channel\|>\s*final)`)

// thoughts gives a line without the thoughts in it.
func (m *machine) thoughts(line string) string {
	if m.depth == 0 && !strings.ContainsAny(line, "<[◁") {
		return line
	}
	var kept []byte
	code := codeSpans(line)
	from, found := 0, false // what stands from there on was not looked at
	heard := 0              // bytes of kept that do not begin like a thought
	for {
		at := thoughtTag.FindStringIndex(line[from:])
		if at == nil {
			break
		}
		start, end := from+at[0], from+at[1]
		if m.depth == 0 {
			if s := code.around(start); s != nil {
				kept = append(kept, line[from:s.end]...)
				from = s.end
				continue
			}
			kept = append(kept, line[from:start]...)
		}
		found = true
		tag := line[start:end]
		switch {
		case closing.MatchString(tag):
			m.closeThought(&kept, &heard)
		case strings.HasSuffix(tag, "/>"): // it holds nothing
		default:
			if m.depth == 0 {
				m.take(Thought, line[start:])
			}
			m.depth++
		}
		from = end
		if m.depth == 0 {
			// A space, so that what stands before and behind forms no new word.
			if kept = bytes.TrimRight(kept, " \t"); len(kept) > 0 {
				kept = append(kept, ' ')
			}
			from = len(line) - len(strings.TrimLeft(line[end:], " \t"))
		}
	}
	if m.depth == 0 {
		kept = append(kept, line[from:]...)
	}
	if found {
		kept = bytes.TrimRight(kept, " \t")
	}
	return string(kept)
}

// closeThought ends a thought. Where none was opened, the model's template opened it, and
// all that was written is a thought, if it began like one: see muse. Heard is how much of
// the line was asked about before: it is not asked again unless more tells more.
func (m *machine) closeThought(kept *[]byte, heard *int) {
	if m.depth > 0 {
		m.depth--
		return
	}
	thought := m.muse == musing
	if n := min(len(*kept), maxTelling); m.muse == unknown && n > *heard {
		thought, *heard = soundsLikeThought(string((*kept)[:n])), n
	}
	if thought {
		m.take(Thought, m.out.String()+string(*kept))
		m.again()
		*kept = nil
		m.muse = speaking
	}
}

// muse says whether the answer begins the way in which models think aloud. Some begin a
// thought without saying so, because their template has said it, and then end it. Such a
// beginning is held back in a stream, and goes if a thought is ended that nobody began.
type muse uint8

const (
	unknown muse = iota
	musing
	speaking
)

// settleMuse decides by the first line with words.
func (m *machine) settleMuse(line string) {
	if m.muse == unknown {
		m.muse = speaking
		if soundsLikeThought(line) {
			m.muse = musing
		}
	}
}

var thinkingAloud = regexp.MustCompile(`(?i)^\W*(?:(?:okay|ok|alright|all right|hmm+|well|so|right)\b[\s,.!:]*)*(?:hmm|` +
	`(?:so )?(?:the|this) (?:user|human|person|principal|question|message) (?:is |was |has |just |wants|asks|asked|said|says|seems|mentions|needs)|` +
	`(?:we|i) (?:need|have|should|must|want) to (?:figure|find out|think|answer|respond|reply|determine|check what|see what|understand|produce|output)|` +
	`let(?:'|’)?s? (?:me )?(?:think|see|analy|break|start by|figure|consider|parse|recall)|` +
	`first,? (?:i|let|we) (?:need|should|have|me)|i(?:'|’)m (?:asked|being asked|supposed) to|thinking process|my thought process)`)

// holdsThought says whether a line has a thought's tag outside of code.
func holdsThought(line string) bool {
	if !strings.ContainsAny(line, "<[◁") {
		return false
	}
	code := codeSpans(line)
	for _, at := range thoughtTag.FindAllStringIndex(line, -1) {
		if code.around(at[0]) == nil {
			return true
		}
	}
	return false
}

// fillers are the words before it that tell nothing.
var fillers = regexp.MustCompile(`(?i)^\W*(?:(?:okay|ok|alright|all right|hmm+|well|so|right)\b[\s,.!:]*)*`)

// maxTelling is how much of the beginning of a line tells whether it is a thought, in bytes.
// It is asked again at each tag that ends one.
const maxTelling = 300

func telling(line string) string { return line[:min(len(line), maxTelling)] }

func soundsLikeThought(line string) bool { return thinkingAloud.MatchString(telling(line)) }

var (
	mutterStart = regexp.MustCompile(`(?i)^[\s*_]*(?:thought|thinking|thought process|chain of thought|internal thoughts?|inner thoughts?|` +
		`internal monologue|inner monologue|scratchpad|action|action input|observation)[*_]*\s*:`)
	answerStart = regexp.MustCompile(`(?i)^[\s*_]*(?:final answer|answer|final response|response|final reply|reply)[*_]*\s*:[*_]*[ \t]*`)
)

func mutterLabel(words string) bool { return mutterStart.MatchString(words) }

// answerLabel is what follows the label of an answer after thoughts.
func answerLabel(line string) (rest string, ok bool) {
	at := answerStart.FindStringIndex(line)
	if at == nil {
		return "", false
	}
	return line[at[1]:], true
}
