package procedure

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/store"
)

var (
	// awaiting asks for all that the principal waits for: "what am I waiting for?", "who are we still waiting on?".
	// A question that names something besides is one of memory.
	awaiting = regexp.MustCompile(`^(?:(?:so|and|ok|okay) )?(?:what|who|whom|what else|who else|what all)(?: things| stuff)? (?:am i|are we|do i have to|do i|do we)(?: still| currently)? ` +
		`(?:waiting|wait|awaiting)(?: for| on| to hear back| to hear)?(?: from)?(?: still| now| right now| today| at the moment| currently| for)?$`)
	// waits is how somebody says that he waits for something.
	waits = regexp.MustCompile(`(?i)^(?:(?:and|also|so|we|i|am|are|i'm|we're|we've|i've|been|have|just|now|currently|only|still) )*(?:(?:waiting|awaiting|wait)\b(?: still)?(?: for| on| to)?|` +
		`(?:haven't|have not|hasn't|not) (?:yet )?(?:heard(?: back)?|received|got|gotten)(?: back)?(?: anything| a word| an answer)?(?: from)?\b)`)
	// owing is how it is told that somebody has not done yet what is waited for: "Delmar hasn't paid yet".
	owing = regexp.MustCompile(`(?i)^(?:(?:and|also|but) )?(?:\pL[\pL\pN'-]* ){1,4}(?:still )?(?:hasn't|haven't|has not|have not|didn't) (?:yet |still )?(?:paid|answered|replied|responded|signed|sent|delivered|confirmed|approved|called|come back|got back|gotten back|arrived|shipped|returned|written back)\b`)
)

// waitFor looks through the memories for what the principal said that he waits for.
var waitFor = []string{"still waiting on", "waiting to hear", "awaiting", "haven't heard back from", "hasn't paid answered replied signed sent delivered yet"}

// waiting answers what the principal waits for, with what he said of it, the newest first. What came since, by
// what he told, is left out.
func waiting(ctx context.Context, v *visit) (*turn.Reply, error) {
	if !awaiting.MatchString(strings.TrimSpace(plainWords(v.Text))) {
		return nil, nil
	}
	found, err := recall.Recall(ctx, v.Turn, recall.Query{Text: "waiting for", Also: waitFor, Limit: gathered, Skip: noEvidence, Ready: v.desk.Ready})
	if err != nil {
		return nil, err
	}
	reply := says("waiting")
	reply.Among = found.Among
	var open []recall.Item
	for _, i := range found.Items {
		if i.Kind != store.Said || i.Speaker != "" || i.Superseded || awaitedThing(i.Text) == "" {
			continue
		}
		came, err := v.came(ctx, i)
		if err != nil {
			return nil, err
		}
		if !came {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		reply.Text.Say("I know of nothing that you wait for. `loops` lists what is open.")
		return reply, nil
	}
	recall.NewestFirst(open)
	seqs := make([]event.Seq, len(open))
	for k, i := range open {
		seqs[k] = i.Seq
	}
	reply.Text.Claim(seqs, "Waiting for %s, by what you told me.", phrase.Count(len(open), "thing"))
	shown := open[:min(len(open), most)]
	for _, i := range shown {
		v.quote(reply.Text.Item(), i, waitingClause(i.Text), listWords)
	}
	if len(open) > len(shown) {
		reply.Text.Break().Say("`find waiting` shows the rest.")
	}
	reply.Found = found.Used(seqs[:len(shown)]...)
	return reply, nil
}

// waitingClause is the sentence of a text in which somebody says that he waits.
func waitingClause(text string) string {
	for _, s := range sentences(text) {
		plain := strings.ReplaceAll(s, "’", "'")
		if first, _, _ := strings.Cut(strings.ToLower(plain), " "); !strings.HasSuffix(s, "?") && (waits.MatchString(plain) || owing.MatchString(plain) && first != "i" && first != "we") {
			return s
		}
	}
	return ""
}

// awaitedThing is what a text says that somebody waits for; "" where it says so of nothing.
func awaitedThing(text string) string {
	said := strings.ReplaceAll(waitingClause(text), "’", "'")
	return strings.Trim(said[len(waits.FindString(said)):], " .!,")
}

// came says whether the principal told since that what he waited for is there, or that he waits no more: words
// of an end in a statement that names the thing or the one it is to come from.
func (v *visit) came(ctx context.Context, wait recall.Item) (bool, error) {
	thing, named := meaning(awaitedThing(wait.Text)), meaning(strings.Join(names("- "+wait.Text), " "))
	found, err := recall.Recall(ctx, v.Turn, recall.Query{Text: wait.Text, Also: extract.EndsBy(extract.Item{Quote: wait.Text}), Limit: rivalsOf, Skip: noEvidence})
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(found.Items, func(i recall.Item) bool {
		if i.Kind != store.Said || i.Speaker != "" || !newer(i, wait) || unsettled(i.Text) || undone(i.Text) || waitingClause(i.Text) != "" && !oneOf(i.Text, " longer anymore ") {
			return false
		}
		have, n, noun := meaning(i.Text), 0, false
		for term := range thing {
			if have[term] {
				n++
				noun = noun || !named[term]
			}
		}
		_, ends := extract.Ends(wait.Text, i.Text)
		return (ends || oneOf(i.Text, " got here arrived heard answered replied came longer anymore ")) && (2*n > len(thing) || n >= leastShared || noun && 2*n >= len(thing)) // Delmar may have paid and still send no quote
	}), nil
}

// undone says whether a text denies what it tells of, or tells it only in part: "the quote hasn't arrived".
func undone(text string) bool {
	return oneOf(text, " not never hasn't haven't didn't doesn't isn't wasn't no none half part partly almost nearly nothing ") && !oneOf(text, " longer ")
}
