package procedure

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/principal"
)

// Subjects that are not to be brought up, and that may be again. Who says so gives an order for good, in whatever
// words: it is kept as a standing rule, and ends when he says that the subject may be talked about.

// broaching is how a subject is brought up, with what stands between the verb and the subject.
const broaching = `(?:bring(?:ing)? up|mention(?:ing)?|talk(?:ing)? (?:to (?:me|us) |with (?:me|us) )?about|speak(?:ing)? (?:to (?:me|us) |with (?:me|us) )?(?:of|about)|` +
	`discuss(?:ing)?|ask(?:ing)? (?:me |us )?about|remind(?:ing)? (?:me|us) of|hear(?:ing)? (?:anything |a word |any more |more )?(?:about|of)|` +
	`go(?:ing)? on about|get(?:ting)? into|touch(?:ing)? on|(?:start|begin|come)(?:ing)? (?:up )?(?:with|on|about)|rais(?:e|ing) the (?:subject|topic|matter|question) of)`

// beforehand is what stands before an order.
const beforehand = `^(?:(?:please|citadel|hey|ok|okay|so|and|also|look|listen|really|just|from now on|in future|in the future) )*`

var unwanting = [...]*regexp.Regexp{
	regexp.MustCompile(beforehand + `(?:do not|don't|dont|never|let's not|lets not|let us not|(?:can|could) (?:we|you) (?:please )?(?:not|stop|avoid)|(?:i'd|i would|we'd) (?:rather|prefer) (?:(?:you|we) )?(?:not|didn't|did not)(?: to)?|` +
		`(?:i|we) (?:don't|do not|dont) (?:want|wish|need)(?: you)? to|(?:i|we) (?:don't|do not) want (?:anyone|anybody)? ?to|(?:i'd|i would) (?:like|prefer|want) you (?:not to|to (?:never|stop|not|avoid))|i want you (?:not to|to (?:never|stop|not|avoid))|i'd appreciate it if you (?:didn't|wouldn't|don't)|` +
		`you (?:should|must|shall|may|can|need) ?not|you (?:shouldn't|mustn't|needn't|can't)|stop|quit|cease|avoid|refrain from|no more|enough of) (?:please |ever |even |again |to |keep |keep on )*` + broaching + ` (?P<what>.+)$`),
	regexp.MustCompile(beforehand + `(?:(?:no more|not another|not one more) (?:talk|talking|words?|questions?|mention)|(?:no|enough|that's enough) (?:talk|talking|mention)) (?:about|of|on) (?P<what>.+)$`),
	regexp.MustCompile(beforehand + `(?:let's )?(?:drop|avoid|skip|leave|stay off|stay away from|keep off|keep away from|steer clear of|stay clear of) (?:the )?(?:whole )?(?:subject|topic|matter|theme) (?:of )?(?P<what>.+?)(?: alone)?$`),
	regexp.MustCompile(beforehand + `(?:let's )?(?:leave|keep) (?P<what>.+) out of (?:this|it|here|our \w+|the (?:conversation|discussion|picture))$`),
	regexp.MustCompile(beforehand + `(?:keep|stay|be) (?:quiet|silent|mum) (?:about|on) (?P<what>.+)$`),
	regexp.MustCompile(beforehand + `(?:the (?:subject|topic) of )?(?P<what>.+) (?:is|are) (?:taboo|a taboo|not (?:a subject|a topic|to be (?:mentioned|discussed|brought up|talked about))(?: (?:here|for us|between us))?)$`),
	regexp.MustCompile(beforehand + `(?:the (?:subject|topic) of )?(?P<what>(?:my|our) .+) (?:is|are) off(?: |-)limits$`),
}

// unwanted gives the subject that a text asks not to bring up, as it was written small; "" where it asks for nothing
// of the kind, or only for now.
func unwanted(text string, now time.Time) string {
	if len(text) > maxReminder || len(sentences(text)) != 1 {
		return ""
	}
	parts := strings.Split(text, ",")
	for k := range parts { // "don't mention the boat, it sank"
		low := strings.TrimSpace(plainWords(strings.Join(parts[:k+1], ",")))
		for _, asks := range unwanting {
			if m := asks.FindStringSubmatch(low); m != nil {
				return subjectOf(m[asks.SubexpIndex("what")], now)
			}
		}
	}
	return ""
}

// broached says whether a text has the form of such a request, whatever its subject.
func broached(text string) bool {
	low := strings.TrimSpace(plainWords(text))
	return len(text) <= maxReminder && slices.ContainsFunc(unwanting[:], func(asks *regexp.Regexp) bool { return asks.MatchString(low) })
}

// subjectOf is a subject without what only stands around it; "" where it points at the thing at hand, or at a time
// that passes.
func subjectOf(what string, now time.Time) string {
	for more := true; more; {
		what, more = strings.CutSuffix(what, " please")
		for _, end := range []string{" again", " ever", " ever again", " anymore", " any more", " any longer", " thanks", " to me", " with me", " around me", " ok", " okay", " too", " either", " now", " once more"} {
			if cut, ok := strings.CutSuffix(what, end); ok && end != " now" {
				what, more = cut, true
			}
		}
	}
	first, _, _ := strings.Cut(what, " ")
	if isOneOf(" it this that these those them him her me us you anything something everything nothing what who whom how why when where whether if to ", first) || len(strings.Fields(what)) > 8 {
		return ""
	}
	if _, ok := when.Period(what, now); ok || oneOf(what, " now tonight today moment yet until till while ") {
		return ""
	}
	return what
}

var wanting = regexp.MustCompile(`^(?:(?:please|citadel|hey|ok|okay|so|and|also|well|actually|yes|alright|fine|now) )*` +
	`(?:(?P<may>you (?:may|can|could)(?: now)?|you(?:'re| are) (?:now )?(?:allowed|free|welcome) to|feel free to|go ahead and|it(?:'s| is) (?:now )?(?:ok|okay|fine|alright|all right) (?:now )?(?:for you to|to|if you)|` +
	`(?:i|we) don't mind (?:it )?(?:if you|you|when you)|i'd like you to|i want you to)|we (?:can|may|could)|let's|lets|i(?:'m| am) (?:ok|okay|fine|happy|ready) (?:with you |with |to |for you to )?|i (?:can|want to|'d like to) )(?: (?:now|again))* ?` +
	broaching + ` (?P<what>.+?)(?P<again>(?: (?:again|now|anymore|any more|once more|if you like|if you want|from now on))*)$`)

// wantedAgain ends the rules that forbid a subject which may be talked about again.
func wantedAgain(_ context.Context, v *visit) (*turn.Reply, error) {
	m := wanting.FindStringSubmatch(strings.TrimSpace(plainWords(v.Text)))
	if m == nil || m[wanting.SubexpIndex("may")] == "" && m[wanting.SubexpIndex("again")] == "" {
		return nil, nil
	}
	what := subjectOf(m[wanting.SubexpIndex("what")], v.Now)
	if what == "" {
		return nil, nil
	}
	var over []principal.Rule
	v.Read(func(view memory.View) {
		over = slices.DeleteFunc(slices.Clone(view.Principal.Rules), func(r principal.Rule) bool {
			of := unwanted(r.Text, v.Now)
			return of == "" || share(of, what) < 1 && share(what, of) < 1
		})
	})
	if len(over) == 0 {
		return nil, nil
	}
	reply := says("rule")
	reply.Text.Say("No longer a rule: ")
	for k, r := range over {
		reply.Writes = append(reply.Writes, turn.Write{Payload: event.Asked{What: event.AskRuleDrop, Ref: r.Seq}, From: append(slices.Clone(v.Heard()), r.Seq)})
		if k > 0 {
			reply.Text.Say(", ")
		}
		reply.Text.Claim([]event.Seq{r.Seq}, "%s", phrase.Quote(r.Text, ownWords*2))
	}
	reply.Text.Say(". `undo` within ").Claim(v.Heard(), "24 h").Say(".")
	return reply, nil
}
