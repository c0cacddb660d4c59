// Package feel reads what the principal says of his own feelings, and asks him, once, whether
// that may be kept (TRUST, Reading moods).
//
// Only plain statements in English about himself are read ("I'm furious about the audit", "my father
// died"), by rules, from his own words, where nobody else reads. What he quotes, forwards or says of others
// is left alone, and so is every command and every turn that is to leave no memory.
package feel

import (
	"regexp"
	"strings"
	"time"

	"citadel/brain/classify"
	"citadel/brain/extract"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// Strong is the intensity from which a feeling matters enough to ask whether it may be kept:
// from there on a memory is an emotional one (SPEC §13.2).
const Strong = 0.5

// Read gives the feelings of a message, said at a moment, in the order of its words.
func Read(text string, on time.Time) []event.Felt {
	if !classify.English(text) {
		return nil
	}
	var felt []event.Felt
	grave := grief.MatchString(text)
	for _, it := range extract.Read(extract.Utterance{Text: text, At: on}) {
		if it.Kind != extract.Emotion || it.Source != "" {
			continue
		}
		felt = append(felt, event.Felt{
			Feeling: it.Attribute, Valence: it.Valence, Intensity: it.Intensity, Cause: it.Value, Grave: grave && it.Valence < 0, On: on,
		})
	}
	if lost := loss(text); lost != "" {
		felt = append(felt, event.Felt{Feeling: "grief", Valence: -0.9, Intensity: 0.9, Cause: lost, Grave: true, On: on})
	}
	return felt
}

// loss gives whom the principal says, in plain words of his own, to have lost now; empty for nobody. A
// death of long ago, asked about, supposed or quoted is none.
func loss(text string) string {
	for _, sentence := range sentences.FindAllString(quoted.ReplaceAllString(text, ""), -1) {
		m := bereft.FindStringSubmatch(sentence)
		if m != nil && !strings.HasSuffix(sentence, "?") && !longAgo.MatchString(sentence) {
			return strings.ToLower(m[1] + m[2])
		}
	}
	return ""
}

const kin = `(?:(?:grand|step|god)?(?:mother|father|mum|mom|dad|son|daughter|ma|pa)|mother-in-law|father-in-law|wife|husband|partner|` +
	`fiancée?|brother|sister|twin|aunt|uncle|cousin|niece|nephew|best friend|friend|baby|child|dog|cat)`

var (
	sentences = regexp.MustCompile(`[^.!?\n]+[.!?]?`)
	quoted    = regexp.MustCompile(`(?m)^\s*>.*$|"[^"]*"|“[^”]*”`)
	bereft    = regexp.MustCompile(`(?i)(?:^\s*|[,;:—-]\s*|\b(?:and|but|because|that|since|today|yesterday|night|morning)\s+)` +
		`(?:((?:my|our) (?:dear |old |little )?` + kin + `)(?: \p{L}+)?(?:,? (?:has|just|suddenly|is|was))* (?:died|passed away|dying|killed)\b|` +
		`(?:i|we)(?:'ve|’ve| have)?(?: just)? (?:lost|buried) ((?:my|our) (?:dear |old |little )?` + kin + `)(?:[\s.,;!]|$))`)
	longAgo = regexp.MustCompile(`(?i)\b(?:years? ago|decades?|long ago|when i was|when we were|before i|in (?:19|20)\d\d|if|film|book|novel|dream(?:t|ed)?|game)\b`)
)

// grief are words of a death or its like. Too many are better than too few: what is grave is
// only ever left alone.
var grief = regexp.MustCompile(`(?i)\b(?:died|dies|dying|death|dead|funeral|passed away|buried|burial|cremat\w*|hospice|mourn\w*|griev\w*|grief|widow\w*|` +
	`miscarr\w*|stillb\w*|suicid\w*|killed|lost (?:my|our|the) (?:\w+ )?(?:mum|mom|mother|dad|father|wife|husband|son|daughter|brother|sister|baby|child|friend|partner|grand\w+)|` +
	`terminal|cancer|divorc\w*)\b`)

// Minor says whether somebody says that he is not an adult (TRUST, Children).
func Minor(text string) bool { return minor.MatchString(strings.ReplaceAll(text, "’", "'")) }

var minor = regexp.MustCompile(`(?i)(?:^|[.!?,;\n-]\s*|\b(?:because|and|but|since|hi|hey|hello|well|so|as)\s+)` +
	`i(?:'m| am) (?:only |just |still |actually |like )*` +
	`(?:(?:[6-9]|1[0-7]|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)(?: years? old| yo\b| y/o| and a half)?` +
	`(?:\s*$|\s*[.!?,;]\s*(?:$|[^\s\d])|\s+(?:and (?:i|my|in|at)|but|so|in (?:year|grade))\b)` +
	`|(?:not (?:an adult|18|eighteen|of age)(?: yet)?|under 18|under age|underage|a minor|not yet (?:18|eighteen|an adult))(?:\s*$|\s*[.!?,;]|\s+(?:yet|and|but|so)\b))`)

// Note has a reply record what a turn tells of the principal's feelings, and ask him the first
// time that it would matter. It changes nothing where nothing is to be read.
func Note(t *turn.Turn, r *turn.Reply) {
	if r.Quiet || r.Forget != nil || r.Redo != nil || t.Command != nil {
		return
	}
	var reads, may, known bool
	t.Read(func(v memory.View) {
		reads, may, known = v.Mood.Reads(t.Audience), v.Mood.May(t.Now), v.Mood.Minor
	})
	asks := may && t.Asked().Private() && len(r.Buttons) == 0 && (r.Subject == "" || r.Subject == SubjectLow)
	strong, grave := false, false
	for _, m := range t.Messages {
		if m.Forwarded != "" {
			continue
		}
		if !known && Minor(m.Text) {
			known, reads, asks = true, false, false
			tellMinor(m, r)
		}
		if !reads && !asks {
			continue
		}
		for _, f := range Read(m.Text, m.On) {
			if reads {
				r.Writes = append(r.Writes, turn.Write{Payload: f, From: []event.Seq{source(m)}})
			}
			strong, grave = strong || f.Intensity >= Strong, grave || f.Grave
		}
	}
	if asks && strong && !grave {
		ask(r)
	}
}

// SubjectLow marks the one line that answers a bad moment without a model.
const SubjectLow = "feelings"

// source is what holds a message's words.
func source(m turn.Message) event.Seq {
	if m.Edited != 0 {
		return m.Edited
	}
	return m.Seq
}

func tellMinor(m turn.Message, r *turn.Reply) {
	r.Writes = append(r.Writes, turn.Write{Payload: event.Asked{What: event.AskSetting, Name: event.SettingMinor, Text: "yes", On: m.On}, From: []event.Seq{source(m)}})
	r.Text.Break().Say("You wrote that you are not an adult: I don't read moods, and that stays so.")
}

// ask puts the question at the end of a reply.
func ask(r *turn.Reply) {
	r.Text.Break().Say("You told me how you feel. I could keep such words in mind for my tone: only yours, only where nobody else reads, for 30 days, listed by `mood`. " +
		"It never changes what I tell you. May I?")
	r.Subject = event.SubjectMood
	r.Buttons = []event.Button{{Label: "Yes", Says: "mood on"}, {Label: "No", Says: "mood off"}}
}
