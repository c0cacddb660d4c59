package event

// What the principal says of persons, as far as it is more than a memory (see Learned). A person
// is named by a name, as it was said; which names are one person is for package people to say.
// All of it is written at his own word alone, citing the request: nobody else can put somebody
// into a group (TRUST, The iron filter).

// The groups that the principal puts persons into: how he wants to deal with them. A person
// without one is untiered.
const (
	Inner    = "inner"    // the inner circle
	Growth   = "growth"   // professional distance
	Boundary = "boundary" // kept at a distance
	Untiered = ""
)

// PersonGrouped puts a person into a group, or with Untiered into none. It holds for a year.
type PersonGrouped struct {
	Name  string `json:"name"`
	Group string `json:"group,omitempty"`
}

// PersonAliased gives a person one more name: a nickname, initials, a handle.
type PersonAliased struct {
	Name  string `json:"name"`
	Alias string `json:"alias"`
}

// PersonMerged says that two names are one person, who is called by the first.
type PersonMerged struct {
	Into string `json:"into"`
	From string `json:"from"`
}

// PersonMoved says that a statement is about somebody else than it was taken to be about.
type PersonMoved struct {
	Statement Seq    `json:"statement"` // the memory
	To        string `json:"to"`
}

// The sorts of a note.
const (
	Remark   = "remark"
	Leverage = "leverage" // what the principal could use
	Payment  = "payment"  // how reliably somebody pays
	Revenue  = "revenue"  // what somebody brings in
)

// PersonNoted is a note of the principal about a person, word for word.
type PersonNoted struct {
	Name string `json:"name"`
	Sort string `json:"sort"`
	Text string `json:"text"`
}

// PhraseKept lets a phrase stand that the directive of a person forbids: the principal was asked
// once and keeps to his wording.
type PhraseKept struct {
	Name   string `json:"name"`
	Phrase string `json:"phrase"`
}

// PersonRestored takes one of the changes above back, as if it had not been made. Persons are those whom the principal
// took apart so: each is somebody, whatever little was said with that name.
type PersonRestored struct {
	Change  Seq      `json:"change"`
	Persons []string `json:"persons,omitempty"`
}

// GroupProposed says that a group was proposed for a person, with the statements it rests on.
// Nobody is proposed for a second time.
type GroupProposed struct {
	Name     string `json:"name"`
	Group    string `json:"group"`
	Evidence []Seq  `json:"evidence"`
}

// MinorNamed says that the principal spoke of a minor by this name. No file is kept under it
// (TRUST, Children).
type MinorNamed struct {
	Name string `json:"name"`
}

// Watched says what was seen in the principal's own words while he had asked to be watched, and
// was told to him.
type Watched struct {
	Sort  string `json:"sort"` // see package filter
	Name  string `json:"name,omitempty"`
	Quote string `json:"quote"`
}

func (PersonGrouped) Kind() Kind  { return "person.grouped" }
func (PersonAliased) Kind() Kind  { return "person.aliased" }
func (PersonMerged) Kind() Kind   { return "person.merged" }
func (PersonMoved) Kind() Kind    { return "person.moved" }
func (PersonNoted) Kind() Kind    { return "person.noted" }
func (PhraseKept) Kind() Kind     { return "phrase.kept" }
func (PersonRestored) Kind() Kind { return "person.restored" }
func (GroupProposed) Kind() Kind  { return "group.proposed" }
func (MinorNamed) Kind() Kind     { return "minor.named" }
func (Watched) Kind() Kind        { return "watched" }
