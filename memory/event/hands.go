package event

import "time"

// ToolCalled claims a call of a tool: once it is written, the call is being made or was, and
// nothing makes it again. What came of it is the ToolReturned that names it as its first cause; a
// call without one died with its process, and nobody knows whether it happened. It rests on whose
// words it carries, those of strangers that were in view included.
type ToolCalled struct {
	Tool   string `json:"tool"`
	Class  string `json:"class"` // reads, mind or world
	Args   string `json:"args"`  // the JSON that it runs with
	Digest string `json:"digest"`

	// Approval is the card that allowed it; zero where none was needed.
	Approval Seq    `json:"approval,omitempty"`
	Job      string `json:"job,omitempty"` // that wanted it, where no turn did

	// Reaches are whom it reaches, as addresses of the system it is about.
	Reaches []string `json:"reaches,omitempty"`
}

// ToolReturned says what a call came to. Its first cause is the ToolCalled. Where it brought words
// of others, it is theirs: its trust is ByTool.
type ToolReturned struct {
	Text    string       `json:"text,omitempty"`
	Of      int          `json:"of,omitempty"` // bytes there were, where Text is not all of it
	Sources []ToolSource `json:"sources,omitempty"`
	Ref     string       `json:"ref,omitempty"`    // what it made or changed, as its system names it
	Failed  string       `json:"failed,omitempty"` // why it did not do it; "lost" where its process died, "late" where its time was up
	Took    int64        `json:"took"`             // milliseconds
}

// ToolSource is where words of others come from.
type ToolSource struct {
	What string    `json:"what"` // "a mail from priya.nair@acme.example"
	Link string    `json:"link,omitempty"`
	On   time.Time `json:"on,omitzero"`
}

// ToolVerified is what looking afterwards showed. Its first cause is the ToolCalled.
type ToolVerified struct {
	Outcome string `json:"outcome"`
	Text    string `json:"text,omitempty"` // what was seen
}

// Outcomes of looking afterwards.
const (
	VerifiedHolds   = "holds"   // it is as it was meant to be
	VerifiedDiffers = "differs" // it is not
	VerifiedUnknown = "unknown" // it could not be seen
	VerifiedNot     = "not"     // that tool has no way to look
)

// ApprovalAsked asks the principal for his word on one call. It is shown as a card, in a post of the same
// turn. It allows exactly these arguments, once, until it lapses.
type ApprovalAsked struct {
	Tool   string    `json:"tool"`
	Args   string    `json:"args"`
	Digest string    `json:"digest"`
	Lapses time.Time `json:"lapses"`

	// As is the digest of what the tool said of itself then: the card is good for no other. Empty in old cards.
	As string `json:"as,omitempty"`
	// Why are the reasons it is asked for, beside that its class always is.
	Why []string `json:"why,omitempty"`
	// Sources are where the strangers' words come from that may have wanted it.
	Sources []ToolSource `json:"sources,omitempty"`
	// Again is an earlier call that was the same.
	Again Seq `json:"again,omitempty"`
	// Held says that no card was shown yet: it was prepared. It is shown at Until, once there is something new of what Upon
	// names (a watch) or that is closed (a loop), or, where both are zero, when the principal asks.
	Held  bool      `json:"held,omitempty"`
	Until time.Time `json:"until,omitzero"`
	Upon  Seq       `json:"upon,omitempty"`
}

// ApprovalGiven is the principal's yes to one card.
type ApprovalGiven struct {
	Approval Seq `json:"approval"`
}

// ApprovalDropped ends a card without the call: by his no, or because another took its place.
type ApprovalDropped struct {
	Approval Seq    `json:"approval"`
	Reason   string `json:"reason"` // "refused", "edited" or "repeated"
}

// ApprovalHeld puts a card aside, as the principal said: it is good until it lapses, and shown again at a
// moment, where there is one.
type ApprovalHeld struct {
	Approval Seq       `json:"approval"`
	Until    time.Time `json:"until,omitzero"`
	Upon     Seq       `json:"upon,omitempty"` // as of ApprovalAsked
	Back     bool      `json:"back,omitempty"` // it is not put aside any more
	Lapses   time.Time `json:"lapses"`
	Place    Place     `json:"place"` // where it is to be shown
	Audience Audience  `json:"audience,omitempty"`
}

// PolicySet is what the principal wants of a tool: "ask", "allow" or "deny". Empty is the usual.
type PolicySet struct {
	Tool   string `json:"tool"`
	Policy string `json:"policy,omitempty"`

	// As is the digest of what the tool said of itself then: where it says something else, it is allowed no more.
	// Empty in old ones, which hold for whatever has the name.
	As string `json:"as,omitempty"`
}

// Policies.
const (
	PolicyAsk   = "ask"
	PolicyAllow = "allow"
	PolicyDeny  = "deny"
)

func (ToolCalled) Kind() Kind      { return "tool.called" }
func (ToolReturned) Kind() Kind    { return "tool.returned" }
func (ToolVerified) Kind() Kind    { return "tool.verified" }
func (ApprovalAsked) Kind() Kind   { return "approval.asked" }
func (ApprovalGiven) Kind() Kind   { return "approval.given" }
func (ApprovalDropped) Kind() Kind { return "approval.dropped" }
func (ApprovalHeld) Kind() Kind    { return "approval.held" }
func (PolicySet) Kind() Kind       { return "policy.set" }
