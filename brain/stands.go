package brain

import (
	"context"
	"slices"
	"strings"

	"citadel/brain/change"
	"citadel/brain/phrase"
	"citadel/memory/event"
)

// stands says what was done by earlier words of a mended message, and holds although its words now do nothing of the sort:
// who mends a request takes it for changed. Where the reply asks something or names it, that is said already.
func (w *undertaking) stands(ctx context.Context, p *part) error {
	r := p.reply
	if r.By == byCrisis || r.Forget != nil || r.Quiet || len(r.Buttons) > 0 || strings.HasSuffix(r.Text.String(), "?") {
		return nil
	}
	seqs, err := change.Standing(ctx, p.turn, r)
	if err != nil || len(seqs) == 0 {
		return err
	}
	all, err := w.deedsOf(ctx, seqs, nil)
	if err != nil {
		return err
	}
	said := r.Text.String()
	all = slices.DeleteFunc(all, func(d deed) bool {
		of, is := d.reminder()
		return is && strings.Contains(said, "`"+phrase.Handle('r', of)+"`")
	})
	if len(all) == 0 {
		return nil
	}
	if r.Idle() {
		r.By = "procedure:stands"
	}
	if !r.Text.Empty() {
		r.Text.Break()
	}
	r.Text.Say("The edit does not take back what came of it before: ")
	w.tellDeeds(&r.Text, all)
	r.Text.Say(".")
	var ways []string
	for _, d := range all[:min(len(all), mostDeeds)] {
		if way := d.way(); !slices.Contains(ways, way) {
			ways = append(ways, way)
			r.Text.Say(" %s", way)
		}
	}
	return nil
}

// way says how a deed is taken back.
func (d deed) way() string {
	of, _ := d.reminder()
	handle := phrase.Handle('r', of)
	switch p := d.Payload.(type) {
	case event.ReminderSet:
		return "`cancel " + handle + "` calls it off."
	case event.ReminderMoved, event.ReminderRestored:
		return "`snooze " + handle + " 1 h` and `cancel " + handle + "` change that."
	case event.ReminderCancelled:
		return "To have it again, ask for it anew."
	case event.PersonGrouped:
		return "`group " + p.Name + " none` ends that."
	case event.Learned:
		return "`forget " + phrase.Handle('m', d.seq) + "` does."
	case event.PredictionMade:
		return "`forget " + phrase.Handle('m', p.Message) + "` does."
	case event.WatchSet:
		return "`unwatch " + phrase.Handle('w', d.seq) + "` ends that."
	case event.RuleAdded:
		return "`rules` lists it with what ends it."
	case event.DecisionRecorded:
		return "`reverse " + phrase.Handle('d', d.seq) + "` does."
	case event.Configured:
		switch p.Name {
		case event.SettingAway:
			return "`back` ends it."
		case event.SettingPaused:
			return "`resume` ends it."
		}
		return "Typed anew with another value it changes."
	}
	return ""
}
