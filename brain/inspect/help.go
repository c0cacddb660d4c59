package inspect

import (
	"context"
	"strings"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
)

// headings says with which command a group of "help all" begins. The groups run in the
// order of the table.
var headings = []struct{ first, title string }{
	{"remember", "What I remember"},
	{"reminders", "What is still to do"},
	{"review", "What I inferred"},
	{"decisions", "What you decided"},
	{"alias", "Whom you deal with"},
	{"why", "How I come to what I say"},
	{"rules", "How I work with you"},
	{"agenda", "What I look at and do outside"},
	{"queue", "And besides"},
}

// onHost are the commands that are typed on the host, in a terminal: in a conversation they do nothing.
var onHost = []struct{ usage, help string }{
	{"citadel setup slack|telegram|mattermost", "connect a chat platform, step by step, and link your account there"},
	{"citadel setup mail|calendar", "have your mail or your calendar read"},
	{"citadel link", "a code that links another account of yours on a chat platform"},
	{"citadel doctor", "what does not work, and what to do about it"},
}

// help shows the eight commands that a newcomer needs; "help all" shows every one that
// exists and names those that do not yet.
func help(ctx context.Context, l *look) (*turn.Reply, error) {
	rests, err := l.running(ctx) // what a command does is stated by the version that runs
	if err != nil {
		return nil, err
	}
	text := new(phrase.Text)
	if l.cmd.Has("all") {
		return l.says(helpAll(text, rests, !l.sight.Private())), nil
	}
	if l.cmd.Words != "" {
		return l.says(helpOn(text, rests, l.cmd.Words, !l.sight.Private())), nil
	}
	text.Say("**Write to me as to a colleague. These words do something at once:**")
	for _, row := range command.Rows() {
		if row.Short && row.Since != "" {
			text.Item().Say("`%s`: ", row.Usage).Claim(rests, "%s", row.Help)
		}
	}
	text.Break().Say("Nothing else needs a command: `remind me on Friday at 9 to call Ana`, `where does Ana live?` `help all` lists the rest.")
	return l.says(text), nil
}

func helpAll(text *phrase.Text, rests []event.Seq, away bool) *phrase.Text {
	text.Say("**All commands.** They count when they are the whole message; `please` and a slash do no harm.")
	var absent []string
	for _, row := range command.Rows() {
		if row.Away && !away {
			continue
		}
		if row.Since == "" {
			absent = append(absent, "`"+row.Name+"`")
			continue
		}
		for _, h := range headings {
			if h.first == row.Name {
				text.Break().Say("**%s**", h.title).Break()
			}
		}
		text.Item().Say("`%s`: ", row.Usage).Claim(rests, "%s", row.Help)
	}
	text.Break().Say("**On the host, in a terminal**").Break()
	for _, c := range onHost {
		text.Item().Say("`%s`: ", c.usage).Claim(rests, "%s", c.help)
	}
	if len(absent) > 0 {
		text.Break().Say("I know these words too, and cannot do them yet: %s.", strings.Join(absent, ", "))
	}
	return text
}

// helpOn shows the commands that have to do with some words: those of that name, or with one of the words
// in what they are for; those of the host last.
func helpOn(text *phrase.Text, rests []event.Seq, words string, away bool) *phrase.Text {
	terms := strings.Fields(strings.ToLower(words))
	for i, t := range terms {
		terms[i] = strings.TrimSuffix(t, "s") // "reminders" and "remind" are one matter
	}
	text.Say("**Commands about %s:**", quote(words))
	n := 0
	for _, row := range command.Rows() {
		if row.Since == "" || row.Away && !away || !containsAll(row.Usage+" "+row.Help, terms) {
			continue
		}
		n++
		text.Item().Say("`%s`: ", row.Usage).Claim(rests, "%s", row.Help)
	}
	for _, c := range onHost {
		if containsAll(c.usage+" "+c.help, terms) {
			n++
			text.Item().Say("`%s`, on the host in a terminal: ", c.usage).Claim(rests, "%s", c.help)
		}
	}
	if n == 0 {
		return new(phrase.Text).Say("No command is about %s. `help all` lists them; anything else is said in plain words.", quote(words))
	}
	return text
}
