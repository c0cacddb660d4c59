package turn

import (
	"slices"
	"strings"
)

// Model is a language model as the host has it set up. One that has several roles stands in
// several entries.
type Model struct {
	Role     string // as package model names it: "primary"; empty for one that has none and can be chosen
	Name     string // as its provider knows it: "claude-sonnet-5-5"
	Provider string // "anthropic"
	Title    string // as people call the provider: "Anthropic"
	Host     string // where words are sent: "api.anthropic.com"
	Loopback bool   // it runs on this computer: nothing leaves it, and nothing costs anything
	Unpriced bool   // nobody knows its price, and that of Host.Dearest counts
	Sees     bool   // it can look at pictures
}

// Runs is who runs the model, as people call it.
func (m Model) Runs() string {
	for _, name := range []string{m.Title, m.Host} {
		if name != "" {
			return name
		}
	}
	return m.Provider
}

// At is who runs the model, with the host where the name does not tell it: "Anthropic",
// "Acme (llm.acme.example)", "Ollama, on this computer".
func (m Model) At() string {
	who := m.Runs()
	switch {
	case m.Loopback:
		return who + ", on this computer"
	case m.Host == "" || m.Host == who || strings.Contains(m.Host, strings.ToLower(m.Provider)) && m.Provider != "":
		return who
	}
	return who + " (" + m.Host + ")"
}

// same says whether two entries are about the same model.
func (m Model) same(o Model) bool {
	return m.Name == o.Name && m.Provider == o.Provider && m.Host == o.Host
}

// answering are the roles whose models can answer the principal.
var answering = []string{"primary", "background", "reflection", "adversary", ""}

// In gives the models of a role, in order of fail-over.
func (h Host) In(role string) []Model {
	var in []Model
	for _, m := range h.Models {
		if m.Role == role {
			in = append(in, m)
		}
	}
	return in
}

// Of gives the models of a provider, in the order of the host.
func (h Host) Of(provider string) []Model {
	var of []Model
	for _, m := range h.Models {
		if m.Provider == provider {
			of = append(of, m)
		}
	}
	return of
}

// Choosable gives the models that can be made the one that answers, each once: those of
// the primary role first.
func (h Host) Choosable() []Model {
	var all []Model
	for _, role := range answering {
		for _, m := range h.In(role) {
			if !slices.ContainsFunc(all, func(o Model) bool { return o.Name == m.Name }) {
				all = append(all, m)
			}
		}
	}
	return all
}

// Named gives the models that can be chosen and are meant by what somebody typed: the one
// of that name, with or without its provider ("openai/gpt-6-luna"), or else all in whose
// name the words stand as a part of their own, "opus" in "claude-opus-5-5".
func (h Host) Named(typed string) []Model {
	typed = strings.ToLower(strings.TrimSpace(typed))
	if typed == "" {
		return nil
	}
	var found []Model
	for _, m := range h.Choosable() {
		name := strings.ToLower(m.Name)
		if name == typed || strings.ToLower(m.Provider)+"/"+name == typed {
			return []Model{m}
		}
		if partOf(name, typed) {
			found = append(found, m)
		}
	}
	return found
}

// partOf says whether words stand in a name between its ends and its separators.
func partOf(name, words string) bool {
	for at := 0; ; {
		i := strings.Index(name[at:], words)
		if i < 0 {
			return false
		}
		i += at
		end := i + len(words)
		if (i == 0 || separates(name[i-1])) && (end == len(name) || separates(name[end])) {
			return true
		}
		at = i + 1
	}
}

func separates(c byte) bool { return strings.IndexByte("-_./:@ ", c) >= 0 }

// Answers is the model that is asked first: the chosen one if it is set up, else the first
// of the primary role. It reports false where no model answers.
func (h Host) Answers(chosen string) (Model, bool) {
	if chosen != "" {
		for _, m := range h.Choosable() {
			if m.Name == chosen {
				return m, true
			}
		}
	}
	if usual := h.In("primary"); len(usual) > 0 {
		return usual[0], true
	}
	return Model{}, false
}

// Reasons says whether a model is set up that can answer the principal.
func (h Host) Reasons() bool {
	_, ok := h.Answers("")
	return ok
}

// Sees says whether a model is set up that answers and can look at pictures.
func (h Host) Sees() bool {
	return slices.ContainsFunc(h.Models, func(m Model) bool { return m.Sees && (m.Role == "primary" || m.Role == "background") })
}

// Hears says whether a model is set up that writes down what is said in recordings.
func (h Host) Hears() bool { return len(h.In("transcription")) > 0 }

// Heeds says what becomes of standing rules, told as "it" or "them".
func (h Host) Heeds(it string) string {
	if !h.Reasons() {
		return "Without a language model I can't apply " + it + ": my answers are quotes and fixed words."
	}
	return "The model has " + it + " before it in every answer; my quotes and fixed words don't follow " + it + "."
}

// SetUp says how a model is had (MESSAGES 8).
const SetUp = "For reasoning, set `ANTHROPIC_API_KEY` or `OPENAI_BASE_URL` on the host; `citadel doctor` checks it."
