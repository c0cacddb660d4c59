package change

import (
	"context"
	"strings"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// usualModel is what takes the choice of a model back.
const usualModel = "usual"

// chooseModel makes a model that is set up the one that answers, from the next turn on. It
// takes its name, or a part of it that fits no other. "model" alone only reads.
func chooseModel(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	words := strings.ToLower(t.Command.Words)
	switch {
	case words == "":
		return nil, nil
	case len(t.Host.Models) == 0:
		return says(t, "No language model is set up, so there is none to choose. %s", turn.SetUp)
	case words == usualModel || words == "default":
		return usual(ctx, t)
	}
	switch found := t.Host.Named(words); len(found) {
	case 0:
		return noSuchModel(ctx, t)
	case 1:
		return choose(ctx, t, found[0])
	default:
		return whichModel(ctx, t, found)
	}
}

// usual goes back to the model that is configured.
func usual(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	rests, err := setUpBy(ctx, t)
	if err != nil {
		return nil, err
	}
	model, ok := t.Host.Answers("")
	if !ok {
		return says(t, "No model is set up to answer you. `model` lists those that are set up for something else.")
	}
	r := begin(t)
	if setting(t, event.SettingModel) == "" {
		r.Text.Say("The usual model answers you already: ").Claim(rests, "%s from %s", model.Name, model.At()).Say(".")
		return r, nil
	}
	r = set(t, event.SettingModel, "")
	r.Text.Say("The usual model answers again from the next turn on: ").Claim(rests, "%s from %s", model.Name, model.At()).Say(".")
	undoable(t, &r.Text)
	return r, nil
}

func choose(ctx context.Context, t *turn.Turn, model turn.Model) (*turn.Reply, error) {
	rests, err := setUpBy(ctx, t)
	if err != nil {
		return nil, err
	}
	if now, _ := t.Host.Answers(setting(t, event.SettingModel)); now.Name == model.Name {
		r := begin(t)
		r.Text.Claim(rests, "%s from %s", model.Name, model.At()).Say(" answers you already. `model` lists the others.")
		return r, nil
	}
	value := model.Name
	if configured, _ := t.Host.Answers(""); configured.Name == model.Name {
		value = "" // chosen or not, it is the usual one
	}
	r := set(t, event.SettingModel, value)
	r.Text.Claim(rests, "%s", model.Name).Say(" answers what needs thought, from the next turn on; small tasks stay where they are. ")
	if err := whereItRuns(ctx, t, &r.Text, model, rests); err != nil {
		return nil, err
	}
	if value != "" {
		r.Text.Say(" `model usual` takes it back.")
	} else {
		undoable(t, &r.Text)
	}
	return r, nil
}

// whereItRuns says who gets the words, and whether the principal was told of him before.
func whereItRuns(ctx context.Context, t *turn.Turn, x *phrase.Text, model turn.Model, rests []event.Seq) error {
	if model.Loopback {
		x.Say("It runs on this computer: nothing leaves it.")
		return nil
	}
	x.Say("It runs at ").Claim(rests, "%s", model.Runs())
	if model.Host != "" && model.Host != model.Runs() {
		x.Claim(rests, " (%s)", model.Host)
	}
	if !in(t, func(v memory.View) bool { return v.Providers.May(model.Provider, model.Host) }) {
		x.Say(", which I have not named to you before: nothing is sent there until I have.")
		return nil
	}
	recs, err := all(ctx, t, ledger.Query{Kinds: []event.Kind{event.ProviderNamed{}.Kind()}, Newest: true, Limit: mostNamings})
	if err != nil {
		return err
	}
	for _, rec := range recs {
		p, err := rec.Payload()
		if err != nil {
			return err
		}
		if n, ok := p.(event.ProviderNamed); ok && n.Provider == model.Provider {
			x.Say(", which I named to you on ").Claim([]event.Seq{rec.Seq}, "%s", t.Day(rec.At)).Say(".")
			return nil
		}
	}
	x.Say(", which I have named to you.")
	return nil
}

// mostNamings is how many of the newest namings are looked at: a provider is named again
// only where its host changes.
const mostNamings = 200

func noSuchModel(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	rests, err := setUpBy(ctx, t)
	if err != nil {
		return nil, err
	}
	r := begin(t)
	r.Text.Say("No model that could answer is called ").Claim(t.Heard(), "%s", quoted(t.Command.Words, phrase.MaxQuote)).Say(". There is: ")
	r.Text.Claim(rests, "%s", namesOf(t.Host.Choosable())).Say(".")
	return r, nil
}

func whichModel(ctx context.Context, t *turn.Turn, found []turn.Model) (*turn.Reply, error) {
	rests, err := setUpBy(ctx, t)
	if err != nil {
		return nil, err
	}
	r := begin(t)
	r.Text.Say("More than one model could be meant by ").Claim(t.Heard(), "%s", quoted(t.Command.Words, phrase.MaxQuote)).Say(": ")
	r.Text.Claim(rests, "%s", namesOf(found)).Say(". Which one?")
	for _, m := range found[:min(len(found), mostButtons)] {
		r.Buttons = append(r.Buttons, event.Button{Label: m.Name, Says: "model " + m.Name})
	}
	return r, nil
}

// mostButtons is how many a message may have (MESSAGES 3).
const mostButtons = 4

func namesOf(models []turn.Model) string {
	names := make([]string, len(models))
	for i, m := range models {
		names[i] = "`" + m.Name + "`"
	}
	return strings.Join(names, ", ")
}

// setUpBy names what states how the host is set up: its newest start.
func setUpBy(ctx context.Context, t *turn.Turn) ([]event.Seq, error) {
	recs, err := all(ctx, t, ledger.Query{Kinds: []event.Kind{event.Started{}.Kind()}, Newest: true, Limit: 1})
	if err != nil {
		return nil, err
	}
	if len(recs) == 0 {
		return t.Heard(), nil
	}
	return []event.Seq{recs[0].Seq}, nil
}
