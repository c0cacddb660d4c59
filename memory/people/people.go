// Package people is whom the principal deals with: the names he uses, what he said of them and of
// himself, and into which group he put them (SPEC §9).
//
// A file holds the principal's own words and nothing else: statements of his, words of others
// that he passed on himself, his notes and his groups. What was read along, imported or concluded
// never enters, and nothing here says how anybody feels (TRUST, Other people's words). Of a minor
// there is no file.
//
// # How names become persons
//
// Each name has an entry, under which stands what was said with that name. Which entries are one
// person is computed, not stored: a first or last name that came up after the one full name that
// has it belongs there; one that came up when several had it is none of theirs and nobody else's, until
// the principal says whose or that they are one; and what the principal changed (groups, aliases, merges, notes) is kept as
// the list of his changes. Taking a change back removes it from the list, so that nothing of it is
// left: a wrong merge undone is exactly what was there before.
package people

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// mostHeld is how many statements are held under one name, the newest; older ones are memories
// like any other, and recalled as such.
const mostHeld = 60

// mostText is how much of a statement is held, in bytes.
const mostText = 300

// Fold is the state. Read it by its methods.
type Fold struct {
	entries []entry     // in the order in which the names came up
	changes []change    // of the principal, that stand, oldest first
	minors  []string    // keys of names under which no file is kept, sorted
	offered []offer     // groups that were proposed, oldest first
	watched []Sighted   // since watching was switched on, oldest first
	own     []Statement // of the principal about himself, oldest first

	who identity // computed from all of the above
}

// entry is one name.
type entry struct {
	Name   string      `json:"name"`            // as it was said first
	Of     string      `json:"of,omitempty"`    // key of the one full name that this is short for, when it came up
	Among  []string    `json:"among,omitempty"` // keys of the full names that this could be short for, when it came up; two or more, sorted
	Person bool        `json:"person,omitempty"`
	Said   []Statement `json:"said,omitempty"` // oldest first
}

// Statement is something the principal said of a person.
type Statement struct {
	Seq       event.Seq `json:"seq"`     // the memory
	Message   event.Seq `json:"message"` // where he said it
	On        time.Time `json:"on"`
	Subject   string    `json:"subject,omitempty"`
	Attribute string    `json:"attribute,omitempty"`
	Value     string    `json:"value,omitempty"`
	Text      string    `json:"text"`             // in his words
	Passed    bool      `json:"passed,omitempty"` // somebody else's words that he passed on; Text names whose
	Over      bool      `json:"over,omitempty"`   // superseded

	// Amends are the messages that it corrects in part (event.Learned). Part says that something else in
	// the same sentence was corrected so; it is worked out whenever a file is read.
	Amends []event.Seq `json:"amends,omitempty"`
	Part   bool        `json:"-"`
}

// change is something the principal changed.
type change struct {
	Seq  event.Seq  `json:"seq"`
	At   time.Time  `json:"at"`
	Kind event.Kind `json:"kind"`
	Name string     `json:"name,omitempty"` // the person; of a merge the one who stays
	Text string     `json:"text,omitempty"` // group, alias, the other of a merge, note or phrase
	Sort string     `json:"sort,omitempty"`
	Ref  event.Seq  `json:"ref,omitempty"`
}

// offer is a group that was proposed.
type offer struct {
	Seq event.Seq `json:"seq"`
	Key string    `json:"key"`
}

// Sighted is what was seen in the principal's words and told to him.
type Sighted struct {
	Seq  event.Seq `json:"seq"`
	Sort string    `json:"sort"`
	Name string    `json:"name,omitempty"`
}

// New gives the state in which nobody is known.
func New() *Fold {
	f := &Fold{}
	f.identify()
	return f
}

// Clone gives a state of its own that says the same.
func (f *Fold) Clone() *Fold {
	c := &Fold{
		entries: slices.Clone(f.entries), changes: slices.Clone(f.changes), minors: slices.Clone(f.minors),
		offered: slices.Clone(f.offered), watched: slices.Clone(f.watched), own: slices.Clone(f.own),
	}
	for i := range c.entries {
		c.entries[i].Said = slices.Clone(c.entries[i].Said) // Among is never written again
	}
	c.identify()
	return c
}

// Name implements memory.Fold.
func (f *Fold) Name() string { return "people" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 3 }

// Apply implements memory.Fold. What was forgotten leaves no trace: a replay passes it over.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.Learned:
		f.learned(r, p)
	case event.Superseded:
		f.over(p.Memory, true)
	case event.Restored:
		f.over(p.Memory, false)
	case event.MinorNamed:
		f.spare(p.Name)
	case event.GroupProposed:
		f.offered = append(f.offered, offer{Seq: r.Seq, Key: key(p.Name)})
	case event.Watched:
		f.watched = append(f.watched, Sighted{Seq: r.Seq, Sort: p.Sort, Name: p.Name})
	case event.Configured:
		if p.Name == event.SettingWatch {
			f.watched = nil
		}
	case event.PersonGrouped:
		f.change(r, change{Name: p.Name, Text: p.Group})
	case event.PersonAliased:
		f.change(r, change{Name: p.Name, Text: p.Alias})
	case event.PersonMerged:
		f.change(r, change{Name: p.Into, Text: p.From})
	case event.PersonMoved:
		f.change(r, change{Name: p.To, Ref: p.Statement})
	case event.PersonNoted:
		f.change(r, change{Name: p.Name, Text: p.Text, Sort: p.Sort})
	case event.PhraseKept:
		f.change(r, change{Name: p.Name, Text: p.Phrase})
	case event.PersonRestored:
		f.changes = slices.DeleteFunc(f.changes, func(c change) bool { return c.Seq == p.Change })
		for _, name := range p.Persons {
			f.changes = append(f.changes, change{Seq: r.Seq, At: r.At, Kind: r.Kind, Name: name})
		}
		f.identify()
	}
}

// change notes what the principal changed. Only a change of names changes who is who.
func (f *Fold) change(r ledger.Record, c change) {
	c.Seq, c.At, c.Kind = r.Seq, r.At, r.Kind
	f.changes = append(f.changes, c)
	f.identify()
}

// learned takes over what was learned from the principal's own words.
func (f *Fold) learned(r ledger.Record, l event.Learned) {
	if l.Provenance != event.Stated && l.Provenance != event.Reported || len(r.From) == 0 {
		return
	}
	// It may rest on the message before too, which tells whom "they" means.
	s := Statement{
		Seq: r.Seq, Message: slices.Max(r.From), On: l.On, Subject: l.Subject, Attribute: l.Attribute, Value: l.Value,
		Text: l.Quote, Passed: l.Provenance == event.Reported,
		Amends: l.Amends,
	}
	if s.Text == "" || s.Passed {
		s.Text = l.Text
	}
	s.Text = strings.ToValidUTF8(s.Text[:min(len(s.Text), mostText)], "")
	if mine(l.Subject) {
		f.hear(s)
	}
	if owner := ownerOf(l.Subject); named(owner) && capital(owner) {
		f.hold(owner, false, s)
	}
	if name := l.Subject; named(name) {
		makes := makesPerson(l.Attribute)
		if makes || capital(name) {
			f.hold(name, makes, s)
		}
	}
	if relation(l.Attribute) && named(l.Value) {
		if mine(l.Subject) && grown[strings.ToLower(l.Attribute)] {
			f.grow(l.Value) // a son or niece is read only where the sentence shows an adult
		}
		f.hold(l.Value, true, s)
	}
}

// hold puts a statement under a name.
func (f *Fold) hold(name string, person bool, s Statement) {
	k := key(name)
	if _, minor := slices.BinarySearch(f.minors, k); minor {
		return
	}
	i, known := f.who.entry[k]
	if !known {
		i = len(f.entries)
		f.entries = append(f.entries, entry{Name: strings.Clone(name), Of: f.fullName(k), Among: f.fullNames(k), Person: person})
		f.claim(k, s.Message)
	}
	e := &f.entries[i]
	fresh := !known || person && !e.Person
	e.Person = e.Person || person
	if len(e.Said) == mostHeld {
		e.Said = slices.Delete(e.Said, 0, 1)
	}
	e.Said = append(e.Said, s)
	f.who.holds(s, i)
	switch {
	case !known && f.awaited(k):
		f.identify()
	case fresh:
		f.who.add(f, i)
	}
}

// awaited says whether a name came up that others were taken to be short for before: it was given up in
// between, and is somebody's again.
func (f *Fold) awaited(k string) bool {
	return slices.ContainsFunc(f.entries, func(e entry) bool { return e.Of == k || slices.Contains(e.Among, k) })
}

// claim has a full name take over what was said with a part of it after the message that gave the name:
// a memory of that can be younger than one of what was said since.
func (f *Fold) claim(full string, message event.Seq) {
	words := strings.Fields(full)
	if len(words) < 2 {
		return
	}
	for _, part := range [...]string{words[0], words[len(words)-1]} {
		i, ok := f.who.entry[part]
		if !ok || len(f.who.parts[part]) > 0 || f.entries[i].Of != "" || len(f.entries[i].Said) == 0 || f.entries[i].Said[0].Message <= message {
			continue
		}
		f.entries[i].Of = full
		defer f.identify()
	}
}

// over marks what rests on a message or memory as superseded, or not any more.
func (f *Fold) over(seq event.Seq, over bool) {
	for _, i := range f.who.said[seq] {
		for k := range f.entries[i].Said {
			if s := &f.entries[i].Said[k]; s.rests(seq) {
				s.Over = over
			}
		}
	}
	for i := range f.own {
		if s := &f.own[i]; s.rests(seq) {
			s.Over = over
		}
	}
}

// Deny marks as superseded what was said of somebody and denied since. It is for a state of its own
// (see Clone): no event stands behind it.
func (f *Fold) Deny(subject, attribute, value string) {
	end := func(all []Statement) {
		for i := range all {
			s := &all[i]
			s.Over = s.Over || s.says(subject, attribute, value) && !denied(s.Text)
		}
	}
	for i := range f.entries {
		end(f.entries[i].Said)
	}
	end(f.own)
}

// spare ends the file of a minor, and keeps none from here on.
func (f *Fold) spare(name string) {
	k := key(name)
	i, found := slices.BinarySearch(f.minors, k)
	if found || k == "" {
		return
	}
	f.minors = slices.Insert(f.minors, i, k)
	f.entries = slices.DeleteFunc(f.entries, func(e entry) bool { return key(e.Name) == k })
	f.identify()
}

// grow lets a file be kept again under a name.
func (f *Fold) grow(name string) {
	if i, found := slices.BinarySearch(f.minors, key(name)); found {
		f.minors = slices.Delete(f.minors, i, i+1)
		f.identify()
	}
}

// Minor says whether the principal spoke of a minor by this name.
func (f *Fold) Minor(name string) bool {
	_, found := slices.BinarySearch(f.minors, key(name))
	return found
}

// Seen says whether something was told to the principal already, since he asked to be watched.
func (f *Fold) Seen(sort, name string) bool {
	return slices.ContainsFunc(f.watched, func(s Sighted) bool { return s.Sort == sort && key(s.Name) == key(name) })
}

// ownerOf is who has what a statement is about: Acme Foods of "Acme Foods's packaging", or nobody.
func ownerOf(subject string) string {
	for _, mark := range [...]string{"'s ", "’s "} {
		if owner, _, ok := strings.Cut(subject, mark); ok {
			return owner
		}
	}
	return ""
}

// named says whether a subject or value is a name, and not the principal, a relation without a
// name, or a thing that somebody has.
func named(s string) bool {
	low := strings.ToLower(s)
	for _, no := range [...]string{"my ", "our ", "the ", "his ", "her ", "their ", "a ", "an "} {
		if strings.HasPrefix(low, no) {
			return false
		}
	}
	if mine(s) || s == "" || len(s) > MaxName || strings.Contains(s, "'s ") || strings.Contains(s, "’s ") {
		return false
	}
	first, _ := utf8.DecodeRuneInString(s)
	n := len(tokens(s))
	return unicode.IsLetter(first) && n > 0 && n <= mostWords
}

func mine(subject string) bool { return subject == "me" }

func capital(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(first)
}

// state is the form in which the fold is saved.
type state struct {
	Entries []entry     `json:"entries,omitempty"`
	Changes []change    `json:"changes,omitempty"`
	Minors  []string    `json:"minors,omitempty"`
	Offered []offer     `json:"offered,omitempty"`
	Watched []Sighted   `json:"watched,omitempty"`
	Own     []Statement `json:"own,omitempty"`
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) {
	return json.Marshal(state{f.entries, f.changes, f.minors, f.offered, f.watched, f.own})
}

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	var s state
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	*f = Fold{entries: s.Entries, changes: s.Changes, minors: s.Minors, offered: s.Offered, watched: s.Watched, own: s.Own}
	f.identify()
	return nil
}
