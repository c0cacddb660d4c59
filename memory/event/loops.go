package event

import "time"

// LoopOpened is something still open in the principal's life.
type LoopOpened struct {
	Text     string    `json:"text"`
	Quote    string    `json:"quote,omitempty"`
	Due      time.Time `json:"due,omitzero"`
	DueText  string    `json:"due_text,omitempty"` // as said: "by Friday"
	On       time.Time `json:"on"`
	Audience Audience  `json:"audience,omitempty"`
	Place    Place     `json:"place,omitzero"` // where it was said, if that was shared
}

// LoopClosed says that a loop is done, or was dropped.
type LoopClosed struct {
	Loop    Seq    `json:"loop"`
	Outcome string `json:"outcome"` // "done" or "dropped"
}

// LoopReopened takes a LoopClosed back. It carries the loop anew, under its old number.
type LoopReopened struct {
	Loop Seq `json:"loop"`
	LoopOpened
}

// ReminderSet is a promise to say something at a time.
type ReminderSet struct {
	Text     string    `json:"text"`
	At       time.Time `json:"at"`               // the first time
	Zone     string    `json:"zone"`             // IANA name of the zone it was made in
	Floating bool      `json:"floating"`         // follows the present zone instead of Zone
	Rule     string    `json:"rule,omitempty"`   // RRULE of a recurring one
	Phrase   string    `json:"phrase,omitempty"` // the time as said
	Place    Place     `json:"place"`
	On       time.Time `json:"on"`
	Audience Audience  `json:"audience,omitempty"`
}

// ReminderFired says that a reminder was delivered to the outbox for one of its times.
type ReminderFired struct {
	Reminder Seq       `json:"reminder"`
	Slot     time.Time `json:"slot"`
	Next     time.Time `json:"next,omitzero"` // of a recurring one
}

// ReminderMoved gives a reminder another time.
type ReminderMoved struct {
	Reminder Seq       `json:"reminder"`
	To       time.Time `json:"to"`
	Once     bool      `json:"once,omitempty"` // only this one of a recurring reminder: snoozed or skipped
}

// OfReminder gives the reminder that an event gives another time, ends or brings back; false where it does none of that.
func OfReminder(p Payload) (Seq, bool) {
	switch p := p.(type) {
	case ReminderMoved:
		return p.Reminder, true
	case ReminderCancelled:
		return p.Reminder, true
	case ReminderRestored:
		return p.Reminder, true
	}
	return 0, false
}

// ReminderCancelled ends a reminder that was not needed any more.
type ReminderCancelled struct {
	Reminder Seq    `json:"reminder"`
	Outcome  string `json:"outcome"` // "done" or "cancelled", or ReminderSaid
}

// ReminderSaid is the outcome of a reminder that is not put off any more: it was said, and waits for an answer again.
const ReminderSaid = "said"

// ReminderRestored takes a ReminderCancelled back. It carries the reminder anew, under
// its old number.
type ReminderRestored struct {
	Reminder Seq       `json:"reminder"`
	Next     time.Time `json:"next"`
	ReminderSet
}

// DecisionProposed is a decision that was overheard; it counts for nothing until recorded.
type DecisionProposed struct {
	Text     string    `json:"text"`
	Reason   string    `json:"reason,omitempty"`
	Quote    string    `json:"quote,omitempty"`
	Review   time.Time `json:"review,omitzero"` // when to look again, where that was said
	On       time.Time `json:"on"`
	Audience Audience  `json:"audience,omitempty"`
	Place    Place     `json:"place,omitzero"` // where it was said, if that was shared
}

// DecisionDeclined says that a proposal was not a decision.
type DecisionDeclined struct {
	Proposal Seq `json:"proposal"`
}

// DecisionReopened takes back that a proposal was recorded or declined: it waits for the principal's
// word again. It carries the proposal anew, under its old number.
type DecisionReopened struct {
	Proposal Seq `json:"proposal"`
	DecisionProposed
}

// DecisionRecorded is a decision the principal confirmed.
type DecisionRecorded struct {
	Proposal Seq       `json:"proposal,omitempty"`
	Text     string    `json:"text"`
	Reason   string    `json:"reason,omitempty"`
	Review   time.Time `json:"review,omitzero"`
	On       time.Time `json:"on"`
	Audience Audience  `json:"audience,omitempty"`
	Place    Place     `json:"place,omitzero"` // where it was said, if that was shared
}

// What can come of looking at a decision again.
const (
	Hold     = "hold"
	Amend    = "amend"
	Reverse  = "reverse"
	Withdraw = "withdraw" // recorded by mistake
)

// DecisionRevised is what came of looking at a decision again.
type DecisionRevised struct {
	Decision Seq       `json:"decision"`
	How      string    `json:"how"`
	Text     string    `json:"text,omitempty"` // the amended decision
	Review   time.Time `json:"review,omitzero"`
	On       time.Time `json:"on"`
}

// DecisionRestored takes a DecisionRevised back, and every one of the same decision after it, as if
// none had been: what was taken back is no word of the principal's for the decision or against it.
type DecisionRestored struct {
	Decision Seq `json:"decision"`
	Revision Seq `json:"revision"`
}

// DecisionAdvised is what models made of the evidence for and against a decision that the
// principal looked at again. It changes nothing: only a DecisionRevised does, and only he asks for
// one. It rests on the decision and on the evidence it goes by.
type DecisionAdvised struct {
	Decision Seq       `json:"decision"`
	How      string    `json:"how"`            // Hold, Amend or Reverse
	Text     string    `json:"text,omitempty"` // what the decision would say, where it is to be amended
	Why      string    `json:"why,omitempty"`
	Review   time.Time `json:"review,omitzero"` // when to look again
	By       string    `json:"by"`              // the model that weighed
	Sides    []Placed  `json:"sides,omitempty"` // where it puts each piece of evidence

	Argued   string `json:"argued,omitempty"`    // the best case against it, by somebody else, as a debate to be challenged
	ArguedBy string `json:"argued_by,omitempty"` // the model that was asked for it; none where empty
	Kept     string `json:"kept,omitempty"`      // what of that was taken over, and why

	On time.Time `json:"on"`
}

// Placed is a piece of evidence and the side it speaks for.
type Placed struct {
	Evidence Seq    `json:"evidence"`
	Side     string `json:"side,omitempty"` // SideFor, SideAgainst or neither
}

// The sides of a decision.
const (
	SideFor     = "for"
	SideAgainst = "against"
)

func (LoopOpened) Kind() Kind        { return "loop.opened" }
func (LoopClosed) Kind() Kind        { return "loop.closed" }
func (LoopReopened) Kind() Kind      { return "loop.reopened" }
func (ReminderSet) Kind() Kind       { return "reminder.set" }
func (ReminderFired) Kind() Kind     { return "reminder.fired" }
func (ReminderMoved) Kind() Kind     { return "reminder.moved" }
func (ReminderCancelled) Kind() Kind { return "reminder.cancelled" }
func (ReminderRestored) Kind() Kind  { return "reminder.restored" }
func (DecisionProposed) Kind() Kind  { return "decision.proposed" }
func (DecisionReopened) Kind() Kind  { return "decision.reopened" }
func (DecisionRestored) Kind() Kind  { return "decision.restored" }
func (DecisionDeclined) Kind() Kind  { return "decision.declined" }
func (DecisionRecorded) Kind() Kind  { return "decision.recorded" }
func (DecisionRevised) Kind() Kind   { return "decision.revised" }
func (DecisionAdvised) Kind() Kind   { return "decision.advised" }

func (p LoopOpened) When() time.Time       { return p.On }
func (p ReminderSet) When() time.Time      { return p.On }
func (p DecisionProposed) When() time.Time { return p.On }
func (p DecisionRecorded) When() time.Time { return p.On }
func (p DecisionRevised) When() time.Time  { return p.On }
func (p DecisionAdvised) When() time.Time  { return p.On }
