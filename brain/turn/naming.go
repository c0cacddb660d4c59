package turn

import (
	"slices"
	"strings"

	"citadel/brain/phrase"
	"citadel/memory/event"
)

// purposes says what each role is for, in the order in which it is told. A role that is
// missing here is told by its name.
var purposes = []struct{ role, is string }{
	{"primary", "for answers"},
	{"background", "for small tasks"},
	{"reflection", "for looking back"},
	{"adversary", "to argue the other side"},
	{"embedder", "to find memories by their meaning"},
	{"image", "for pictures"},
	{"transcription", "to hear recordings"},
	{"", "if you choose it"},
}

// Naming says to whom the principal's words go, through the given models of the host, what
// for, and what it may cost: the sentence that has to reach him before the first word goes
// there (MESSAGES 12). It names every provider among them, fail-over and adversary included,
// and is empty without models. The claims rest on what states how the host is set up, its
// newest start; without any the text is for a place that shows no sources.
func (h Host) Naming(models []Model, rests []event.Seq) *phrase.Text {
	t := new(phrase.Text)
	providers, paid := []string{}, false
	for _, m := range models {
		paid = paid || !m.Loopback
		if at := m.Provider + " " + m.Host; !slices.Contains(providers, at) {
			providers = append(providers, at)
		}
	}
	usual, _ := h.Answers("")
	answers := slices.ContainsFunc(models, usual.same)
	if answers {
		h.nameUsual(t, usual, models, rests)
	}
	for _, at := range providers {
		if answers && at == usual.Provider+" "+usual.Host {
			continue
		}
		h.nameOther(t, among(models, at), rests)
	}
	h.nameUnpriced(t, models, rests)
	if paid {
		if strings.Contains(t.String(), "\n") {
			t.Break()
		} else {
			t.Say(" ")
		}
		t.Say("Ceiling: ").Claim(rests, "%s a day, %s a month", phrase.Dollars(Millionths(h.Ceilings.Day)), phrase.Dollars(Millionths(h.Ceilings.Month))).
			Say("; `spend` shows it.")
	}
	return t
}

func among(models []Model, at string) (of []Model) {
	for _, m := range models {
		if m.Provider+" "+m.Host == at {
			of = append(of, m)
		}
	}
	return of
}

// nameUsual names the model that answers, and what else its provider does.
func (h Host) nameUsual(t *phrase.Text, usual Model, models []Model, rests []event.Seq) {
	if usual.Loopback {
		t.Say("I use ").Claim(rests, "%s from %s", usual.Name, usual.Runs()).Say(". It runs on this computer: nothing leaves it.")
	} else {
		t.Say("I use ").Claim(rests, "%s from %s", usual.Name, usual.At()).Say(": what you write, and what I remember that bears on it, is sent there.")
	}
	// That they step in for one another there goes without saying.
	rest := slices.DeleteFunc(among(models, usual.Provider+" "+usual.Host), func(m Model) bool {
		return usual.same(m) || m.Role == "" || m.Role == usual.Role
	})
	if does := h.does(rest); does != "" {
		t.Say(" Also there: ").Claim(rests, "%s", does).Say(".")
	}
}

// nameOther names a provider whose models do something besides.
func (h Host) nameOther(t *phrase.Text, models []Model, rests []event.Seq) {
	does := h.does(models)
	if does == "" {
		return
	}
	if models[0].Loopback {
		t.Break().Claim(rests, "%s", models[0].At()).Say(" (nothing leaves it): ").Claim(rests, "%s", does).Say(".")
		return
	}
	also := ""
	if !t.Empty() {
		also = " as well"
	}
	t.Break().Say("Words are sent to ").Claim(rests, "%s", models[0].At()).Say("%s: ", also).Claim(rests, "%s", does).Say(".")
}

// does lists what models of one provider are for: "where Anthropic does not answer
// (gpt-6.1-terra, gpt-6-luna), to argue the other side (gpt-6.1-terra)". A model that is
// only there to be chosen is left out beside others.
func (h Host) does(models []Model) string {
	busy := slices.ContainsFunc(models, func(m Model) bool { return m.Role != "" })
	var order []string
	does := map[string][]string{}
	for _, m := range models {
		if m.Role == "" && busy {
			continue
		}
		p := h.purpose(m)
		if does[p] == nil {
			order = append(order, p)
		}
		if !slices.Contains(does[p], m.Name) {
			does[p] = append(does[p], m.Name)
		}
	}
	for i, p := range order {
		order[i] = p + " (" + strings.Join(does[p], ", ") + ")"
	}
	return strings.Join(order, ", ")
}

// purpose words what a model is for. Who steps in for another is told by whom he steps in
// for, where the work is to answer; all else he does instead is told as his work.
func (h Host) purpose(m Model) string {
	in := h.In(m.Role)
	switch m.Role {
	case "primary", "background", "reflection":
		switch {
		case len(in) == 0 || in[0].same(m):
		case in[0].Provider == m.Provider:
			return "where " + in[0].Name + " does not answer"
		default:
			return "where " + in[0].Runs() + " does not answer"
		}
	}
	for _, p := range purposes {
		if p.role == m.Role {
			return p.is
		}
	}
	return "for " + m.Role
}

// nameUnpriced says which models have no known price.
func (h Host) nameUnpriced(t *phrase.Text, models []Model, rests []event.Seq) {
	var names []string
	for _, m := range models {
		if m.Unpriced && !m.Loopback && !slices.Contains(names, m.Name) {
			names = append(names, m.Name)
		}
	}
	if len(names) > 0 {
		t.Break().Add(h.Unpriced(names, rests))
	}
}

// Unpriced says how models are counted whose price nobody knows.
func (h Host) Unpriced(names []string, rests []event.Seq) *phrase.Text {
	t := new(phrase.Text).Say("No price is known for ").Claim(rests, "%s", strings.Join(names, " and ")).Say(": counted as the dearest I know")
	if h.Dearest != "" {
		t.Say(", ").Claim(rests, "%s", h.Dearest)
	}
	return t.Say(".")
}
