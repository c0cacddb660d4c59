package procedure

import (
	"context"
	"regexp"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/event"
)

// What is meant for the manners of unasked messages and is no command: a pause with an end, days away that are not
// named.
var (
	halfPaused = regexp.MustCompile(`^(?:please )?(?:pause|(?:pause|stop|hold|suspend) (?:everything|all|it all|(?:all |your |the )*jobs)) (?:(?:until|till) \S|for (?:\d+|an?|one|two|three|the) (?:min(?:ute)?s?|h(?:ou)?rs?|h|days?|weeks?|weekend|night|rest of the (?:day|week))$)`)
	allStopped = regexp.MustCompile(`^(?:please )?(?:stop|halt|hold|suspend) (?:everything|all of it|it all|(?:all )?(?:your|the) jobs|all jobs)(?: please)?$`)
	halfAway   = regexp.MustCompile(`^(?:i'm |i am |i'll be |i will be )?away (?:today|tomorrow|tonight|(?:this|next) (?:week|weekend|month))$`)
	absence    = regexp.MustCompile(`^(?:i'm |i am |i'll be |i will be )?(?:away|out of (?:the )?office|on (?:holiday|holidays|vacation|leave)|travell?ing) ((?:from|until|till|for|next|this|today|tomorrow|tonight|all|on) ?.*)$`)
	askPaused  = regexp.MustCompile(`^(?:are you|is (?:anything|something|everything)) (?:still )?paused$`)
	askAway    = regexp.MustCompile(`^am i (?:still )?(?:away|back)$`)
)

// manners answers such a message with how to type it: silence would leave it open whether anything is held now. It also
// says whether there is a pause or an absence.
func manners(_ context.Context, v *visit) (*turn.Reply, error) {
	if v.Last().Spoken != nil || v.Last().Forwarded != "" {
		return nil, nil
	}
	reply := says("manners")
	switch words := plainWords(v.Text); {
	case askPaused.MatchString(words):
		whetherPaused(v, reply)
	case askAway.MatchString(words):
		whetherAway(v, reply)
	case v.asks():
		return nil, nil
	case halfPaused.MatchString(words):
		reply.Text.Say("I changed nothing: a pause has no end of its own. `pause` holds everything unasked until `resume`; `quiet 2 hours` or `quiet until 16:00` only until then.")
	case allStopped.MatchString(words):
		reply.Text.Say("I stopped nothing yet: `pause` stops all jobs and everything unasked until `resume`, and `stop` ends what I am doing at the moment.")
	case absence.MatchString(words) && offerAway(v, reply, words):
	case halfAway.MatchString(words):
		reply.Text.Say("I hold nothing back for that yet. With the days I do: `away until Monday`, or `away from 4 Dec to 18 Dec`.")
	default:
		return nil, nil
	}
	return reply, nil
}

// offerAway offers to hold back what is unasked for the days of an absence, by the command that does; false where the
// days are not all that is said, or are held back already.
func offerAway(v *visit, reply *turn.Reply, words string) bool {
	days := absence.FindStringSubmatch(words)[1]
	span, ok := when.Ahead(days, v.Now)
	if !ok || span.Start != 0 || span.End != len(days) || span.To.IsZero() {
		return false
	}
	first, last := span.From, span.To.Add(-time.Second)
	if first.IsZero() {
		first = v.Now
	}
	var held bool
	v.Read(func(m memory.View) {
		from, to, ok := m.Principal.Away(v.Now.Location())
		held = ok && first.Before(to.AddDate(0, 0, 1)) && !last.Before(from)
	})
	if held {
		return false
	}
	does := "away from " + first.Format("2 Jan 2006") + " to " + last.Format("2 Jan 2006")
	reply.Text.Say("I hold nothing back for that yet. `").Claim(v.Heard(), "%s", does).Say("` does: no briefing and no alerts then, and one message when you are back.")
	reply.Buttons = []event.Button{{Label: "Hold it back", Says: does}}
	return true
}

// whetherPaused says whether everything unasked is, and which jobs are.
func whetherPaused(v *visit, reply *turn.Reply) {
	var all bool
	var jobs string
	v.Read(func(m memory.View) { all, jobs = m.Principal.Paused(), m.Principal.Settings[event.SettingJobs] })
	t := &reply.Text
	switch {
	case all:
		t.Say("Yes: everything unasked and every job, until `resume`.")
	case jobs != "":
		t.Say("Not as a whole. These jobs are: `").Claim(v.Heard(), "%s", jobs).Say("`. `jobs resume NAME` ends it.")
	default:
		t.Say("No, nothing is.")
	}
}

// whetherAway says whether he is away as far as is known here.
func whetherAway(v *visit, reply *turn.Reply) {
	v.Read(func(m memory.View) {
		from, to, ok := m.Principal.Away(v.Now.Location())
		t := &reply.Text
		if !ok || !v.Now.Before(to.AddDate(0, 0, 1)) {
			t.Say("You named no days away. `away from 4 Dec to 18 Dec` does.")
			return
		}
		t.Say("You said that you are away from ").Claim(v.Heard(), "%s to %s", phrase.Day(from, v.Now), phrase.Day(to, v.Now)).Say(". `back` ends it.")
	})
}
