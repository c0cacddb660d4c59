package procedure

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/recall"
	"citadel/memory"
	"citadel/memory/decisions"
	"citadel/memory/store"
)

// Which decision is meant by words that are not its own: "the accountant decision", where it was decided to drop
// Bremer, and Bremer was called the accountant.

// ofDecisions asks how a decision stands, or for another look at it, in words that are no command.
var ofDecisions = []*regexp.Regexp{
	regexp.MustCompile(`^(?:is|does|do|are) (?P<which>(?:the|my|our) .{2,60}? decision|(?:the|my|our) decision (?:about|on|to|for) .{2,60}?) (?:still )?(?:on|valid|current|standing|stand|stands|hold|holds|good|right|apply|applies|in force|up to date)$`),
	regexp.MustCompile(`^what (?:speaks|is there|do i have|do you have|evidence is there) (?:for|against|for and against|for or against) (?P<which>(?:the|my|our) .{2,60}? decision)$`),
	regexp.MustCompile(`^what(?:'s| is| has)? (?:changed|new|happened|come up) (?:since|about|with|on) (?P<which>(?:the|my|our) .{2,60}? decision)$`),
	regexp.MustCompile(`^(?:what about|how about|show me|tell me about|explain|look at|look again at|reconsider|rethink|should (?:i|we) (?:revisit|reconsider|rethink|look at)|let's (?:revisit|reconsider|rethink|look at)) (?P<which>(?:the|my|our) .{2,60}? decision)(?: again)?$`),
}

// revisits is the command to look at a decision again, where a message asks for that in other words and there is
// something to look at.
func (v *visit) revisits() *command.Command {
	if v.Turn.Last().Spoken != nil || v.Turn.Last().Forwarded != "" {
		return nil
	}
	words := lead(plainWords(v.Text))
	for _, asked := range ofDecisions {
		m := asked.FindStringSubmatch(words)
		if m == nil {
			continue
		}
		which := asTyped(v.Text, m[asked.SubexpIndex("which")])
		if _, ok := command.Parse("revisit " + which); !ok || len(v.decisionsMadeFor(v.Sight())) == 0 {
			return nil
		}
		return &command.Command{Name: "revisit", Words: which, Args: which}
	}
	return nil
}

// points has a command that names a decision by words which it does not share name it by its handle, where what
// was said leaves one.
func (v *visit) points(ctx context.Context) error {
	c := v.Command
	if c == nil || c.Name != "revisit" || c.Words == "" || len(c.Handles) > 0 {
		return nil
	}
	all := v.decisionsMadeFor(v.Sight())
	topic := topicOf(c.Words)
	if topic == "" || slices.ContainsFunc(all, func(d decisions.Decision) bool { return shares(topic, d) }) {
		return nil
	}
	by, _, _, err := v.byName(ctx, topic, all)
	if err != nil || len(by) != 1 {
		return err
	}
	named, ok := command.Parse("revisit " + phrase.Handle('d', by[0].Number()))
	if ok {
		v.Command = &named
	}
	return nil
}

// topicOf is what a decision is about, out of "the accountant decision".
func topicOf(which string) string {
	var kept []string
	for w := range strings.FieldsSeq(which) {
		switch strings.ToLower(w) {
		case "the", "my", "our", "decision", "decisions", "about", "on", "for", "to":
		default:
			kept = append(kept, w)
		}
	}
	return strings.Join(kept, " ")
}

// shares says whether a decision has a word of a topic.
func shares(topic string, d decisions.Decision) bool {
	return share(topic, d.Text+" "+d.Standing()+" "+d.Reason) > 0
}

// byName gives the decisions about somebody, or something with a name, of whom it was said in the words of a topic,
// with what was said.
func (v *visit) byName(ctx context.Context, topic string, all []decisions.Decision) (by []decisions.Decision, said recall.Item, found recall.Result, err error) {
	if len(all) == 0 {
		return nil, said, found, nil
	}
	found, err = recall.Recall(ctx, v.Turn, recall.Query{Text: topic, Limit: gathered, Skip: noEvidence, Ready: v.desk.Ready})
	if err != nil {
		return nil, said, found, err
	}
	items := slices.Clone(found.Items)
	recall.NewestFirst(items)
	for _, i := range items {
		if i.Superseded || i.Kind != store.Said || i.Speaker != "" || share(topic, i.Text) < 1 {
			continue
		}
		for _, d := range all {
			on := meaning(d.Text + " " + d.Standing())
			if slices.ContainsFunc(names("- "+i.Text), func(name string) bool { return holdsAll(on, meaning(name)) }) &&
				!slices.ContainsFunc(by, func(o decisions.Decision) bool { return o.Seq == d.Seq }) {
				by, said = append(by, d), i
			}
		}
	}
	return by, said, found, nil
}

// holdsAll says whether a set has all of another that is not empty.
func holdsAll(set, of map[string]bool) bool {
	for term := range of {
		if !set[term] {
			return false
		}
	}
	return len(of) > 0
}

// dropsDecision tells to give up a decision that it names: "drop the ski decision".
var dropsDecision = regexp.MustCompile(`(?i)^(?:please |let's |i want to |i'd like to |we want to |we'd like to )?(?:drop|cancel|reverse|undo|scrap|revoke|withdraw|delete|forget about|go back on) (?P<which>(?:the|my|our|that) .{2,60}? decision|(?:the|my|our|that) decision (?:about|on|to|for) .{2,60}?)[.!]*$`)

// withdrawn gives the decisions and the proposals that a message tells to give up by their words.
func (v *visit) withdrawn(text string) (made []decisions.Decision, proposed []decisions.Proposal) {
	m := dropsDecision.FindStringSubmatch(text)
	if m == nil {
		return nil, nil
	}
	topic := topicOf(m[dropsDecision.SubexpIndex("which")])
	made = slices.DeleteFunc(v.decisionsMadeFor(v.Sight()), func(d decisions.Decision) bool { return d.Reversed() || !shares(topic, d) })
	proposed = slices.DeleteFunc(v.proposed(), func(p decisions.Proposal) bool { return share(topic, p.Text+" "+p.Reason) == 0 })
	return made, proposed
}

// proposed are the decisions that wait for a word of his and may be told here.
func (v *visit) proposed() (waiting []decisions.Proposal) {
	v.Read(func(view memory.View) {
		for _, p := range view.Decisions.Proposals {
			if v.Sight().Shows(p.Audience, p.Place) {
				waiting = append(waiting, p)
			}
		}
	})
	return waiting
}
