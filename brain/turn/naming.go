package turn

import (
	"slices"
	"strings"

	"citadel/brain/phrase"
	"citadel/memory/event"
)

// purposes says what each role is for, as it stands behind "gpt-6-luna". A role that is
// missing here is worded by its name.
var purposes = []struct{ role, is, instead string }{
	{"primary", "for answers", "where X does not answer"},
	{"background", "for small tasks", "for small tasks where X does not answer"},
	{"reflection", "for looking back", "for looking back where X does not answer"},
	{"adversary", "to argue the other side", "to argue the other side where X does not answer"},
	{"embedder", "to find memories by their meaning", "to find memories where X does not answer"},
	{"image", "for pictures", "for pictures where X does not answer"},
	{"transcription", "to hear recordings", "to hear recordings where X does not answer"},
	{"", "if you choose it", "if you choose it"},
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
	rest := slices.DeleteFunc(among(models, usual.Provider+" "+usual.Host), usual.same)
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
		t.Break().Claim(rests, "%s", models[0].At()).Say(", where nothing leaves it: ").Claim(rests, "%s", does).Say(".")
		return
	}
	also := ""
	if !t.Empty() {
		also = " as well"
	}
	t.Break().Say("Words are sent to ").Claim(rests, "%s", models[0].At()).Say("%s: ", also).Claim(rests, "%s", does).Say(".")
}

// does lists models with what they are for: "gpt-6.1-terra where claude-sonnet-5-5 does not
// answer and to argue the other side; text-embedding-3-small to find memories by their
// meaning". A model that is only there to be chosen is left out beside others.
func (h Host) does(models []Model) string {
	var order []string
	does := map[string][]string{}
	busy := slices.ContainsFunc(models, func(m Model) bool { return m.Role != "" })
	for _, m := range models {
		if m.Role == "" && busy {
			continue
		}
		if _, seen := does[m.Name]; !seen {
			order = append(order, m.Name)
		}
		if p := h.purpose(m); !slices.Contains(does[m.Name], p) {
			does[m.Name] = append(does[m.Name], p)
		}
	}
	for i, name := range order {
		order[i] = name + " " + strings.Join(does[name], " and ")
	}
	return strings.Join(order, "; ")
}

// purpose words what a model does in its role.
func (h Host) purpose(m Model) string {
	for _, p := range purposes {
		if p.role != m.Role {
			continue
		}
		if in := h.In(m.Role); len(in) > 0 && !in[0].same(m) {
			return strings.Replace(p.instead, "X", in[0].Name, 1)
		}
		return p.is
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
