package procedure

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"

	"citadel/brain/extract"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/store"
)

var (
	// developed asks how something went over time: "how has my weight changed?", "how did the rent develop since May?".
	developed = regexp.MustCompile(`(?i)^(?:so |and |ok |okay )?how(?: has| have| did| is| are| was| were|'s|s) (.{2,60}?) (?:been )?(?:changed|change|changing|developed|develop|developing|evolved|evolve|evolving|` +
		`moved|progressed|progress|progressing|trended|trending|gone|going|go)\b(?: (?:over time|over the (?:last |past )?(?:days|weeks|months|years?)|so far|lately|recently|since|up|down|in|this|during|over|from)\b.*)?$`)
	// tracked asks for the same by name: "the history of my weight", "show me my weight over time".
	tracked = regexp.MustCompile(`(?i)^(?:please )?(?:(?:show|give|tell|list)(?: me)? |what(?:'s|s| is| was) )?(?:the )?(?:(?:history|course|trend|development|figures|values|readings) (?:of|for) (.{2,60}?)|(.{2,60}?) (?:over time|over the (?:last |past )?(?:weeks|months|years?)))$`)
)

// series answers how a figure changed, with every figure the principal told of it, in the order he told them. It
// draws no line through them: what lies between was not told.
func series(ctx context.Context, v *visit) (*turn.Reply, error) {
	about := courseOf(v.Text)
	if about == "" {
		return nil, nil
	}
	want := meaning(about)
	if len(want) == 0 {
		return nil, nil
	}
	found, err := recall.Recall(ctx, v.Turn, recall.Query{Text: about, Also: measures(about), Limit: gathered, Skip: noEvidence, Ready: v.desk.Ready, History: true})
	if err != nil {
		return nil, err
	}
	var told []recall.Item
	for _, i := range found.Items {
		if i.Kind == store.Said && i.Speaker == "" && len(i.Wrong) == 0 && figures(i.Text, i.On) > 0 && tellsOf(i.Text, about) && !unsettled(i.Text) && !ofSomebodyElse(i, about) {
			told = append(told, i)
		}
	}
	if len(told) == 0 {
		return nil, nil
	}
	slices.SortStableFunc(told, func(a, b recall.Item) int {
		if c := a.On.Compare(b.On); c != 0 {
			return c
		}
		return int(int64(a.Seq) - int64(b.Seq)) //nolint:gosec // places in one ledger
	})
	seqs := make([]event.Seq, len(told))
	for k, i := range told {
		seqs[k] = i.Seq
	}
	reply := says("series")
	reply.Among = found.Among
	if len(told) == 1 {
		reply.Text.Say("I know of one figure only, and so of no change: ")
		v.quote(&reply.Text, told[0], told[0].Text, ownWords)
		reply.Text.Say(".")
		reply.Found = found.Used(seqs...)
		return reply, nil
	}
	first, last := told[0], told[len(told)-1]
	from, to := figureOf(first, about), figureOf(last, about)
	switch {
	case from == "" || to == "":
		reply.Text.Claim(seqs, "You told me %d figures, oldest first.", len(told))
	case from == to:
		reply.Text.Claim(seqs, "%s at first and at last; you told me %d figures, oldest first.", from, len(told))
	default:
		reply.Text.Claim(seqs, "From %s to %s; you told me %d figures, oldest first.", from, to, len(told))
	}
	shown := told[max(0, len(told)-mostFigures):]
	if left := len(told) - len(shown); left > 0 {
		reply.Text.Say(" The last %d:", len(shown))
	}
	for _, i := range shown {
		v.quote(reply.Text.Item(), i, i.Text, listWords)
	}
	reply.Found = found.Used(seqs[len(told)-len(shown):]...)
	return reply, nil
}

// mostFigures is how many figures of a series are shown, the newest.
const mostFigures = 8

// courseOf is what a message asks the course of; "" where it asks for none.
func courseOf(text string) string {
	said := strings.Trim(strings.TrimSpace(strings.ReplaceAll(text, "’", "'")), "?!. ")
	if m := developed.FindStringSubmatch(said); m != nil {
		return m[1]
	}
	if m := tracked.FindStringSubmatch(said); m != nil {
		return m[1] + m[2]
	}
	return ""
}

// measured are the verbs by which a figure of that name is told as well.
var measured = map[string]string{
	"weight": "weigh weighs weighed", "price": "costs cost charges charge", "cost": "costs cost", "costs": "costs cost", "fee": "charge charges", "rate": "charge charges rate",
	"pay": "pays paid", "pays": "pay paid", "owes": "owe owed", "salary": "earn earns paid", "sales": "sold sell", "revenue": "turnover took", "turnover": "revenue took",
}

// measures are further ways in which the figures of a thing are told.
func measures(about string) (all []string) {
	for w := range strings.FieldsSeq(plainWords(about)) {
		if other := measured[w]; other != "" {
			all = append(all, other)
		}
	}
	return all
}

// tellsOf says whether a text is about all that is asked for, where a figure may be told by its verb.
func tellsOf(text, about string) bool {
	have := meaning(text)
	held := func(term string) bool { return have[term] }
	for w := range strings.FieldsSeq(plainWords(about)) {
		for term := range meaning(w) {
			if !have[term] && !slices.ContainsFunc(slices.Collect(maps.Keys(meaning(measured[w]))), held) {
				return false
			}
		}
	}
	return true
}

// ofSomebodyElse says whether a text tells the figure of one whom the question does not name: Mia's weight, where
// mine is asked for.
func ofSomebodyElse(i recall.Item, about string) bool {
	others := false
	for _, f := range extract.Read(extract.Utterance{Text: i.Text, At: i.On}) {
		if f.Subject == extract.Me || !somebody(f.Subject) || share(f.Subject, about) > 0 {
			return false
		}
		others = true
	}
	return others
}

// units are words behind a figure that belong to it.
const units = " kg kilos g lb lbs stone cm m km mm l litres % percent euros euro dollars dollar pounds pound francs hours minutes days people "

// figureOf is the one figure that a text tells of a thing, as it was written; "" where there are several.
func figureOf(i recall.Item, about string) string {
	for _, f := range extract.Read(extract.Utterance{Text: i.Text, At: i.On}) {
		if f.Attribute != "" && tellsOf(f.Subject+" "+f.Attribute, about) && figures(f.Value, i.On) == 1 {
			return f.Value
		}
	}
	all := figuresOf(i.Text, i.On)
	if len(all) != 1 {
		return ""
	}
	fields := strings.Fields(i.Text)
	for k, w := range fields {
		if n, ok := number(w); !ok || n != all[0].n {
			continue
		}
		value := strings.Trim(w, ".,;:!?()\"")
		if k+1 < len(fields) {
			if unit := strings.Trim(fields[k+1], ".,;:!?()\""); isOneOf(units, strings.ToLower(unit)) {
				value += " " + unit
			}
		}
		return value
	}
	return ""
}
