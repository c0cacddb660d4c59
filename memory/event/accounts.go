package event

import "time"

// AccountLinked says that an account on a platform is the principal's. It is written when
// a code from the host came from it, or by the host itself; never by request.
type AccountLinked struct {
	Person   Person   `json:"person"`         // without a name
	Place    Place    `json:"place,omitzero"` // the direct conversation with it, where known
	Audience Audience `json:"audience"`       // who else can read that: Private or Work
	Told     bool     `json:"told,omitempty"` // the host said so; else it is a guess, and he is asked
	How      string   `json:"how"`            // "code", "setup" or "config"
	Code     string   `json:"code,omitempty"` // hex SHA-256 of the code that was used

	// Since is from when on its words are the principal's, by the platform's clock. Zero where
	// the host names the account: then they always were.
	Since time.Time `json:"since,omitzero"`
}

// AccountUnlinked takes an account away for good.
type AccountUnlinked struct {
	Link Seq `json:"link"` // the AccountLinked
}

// AccountLocked keeps an account from being heard until it is unlocked.
type AccountLocked struct {
	Link Seq `json:"link"`
}

// AccountUnlocked lets it be heard again.
type AccountUnlocked struct {
	Link  Seq       `json:"link"`
	Since time.Time `json:"since,omitzero"` // when the principal said so, as in Asked.On
}

// AudienceSet says who else can read the direct conversation of an account. What was said
// in it before keeps the audience it had.
type AudienceSet struct {
	Link     Seq      `json:"link"`
	Audience Audience `json:"audience"`
}

// ChannelOpened allows a shared place to be read along, other people's words included.
type ChannelOpened struct {
	Place Place  `json:"place"` // without a thread
	Title string `json:"title,omitempty"`

	Since time.Time `json:"since,omitzero"` // when the principal said so, as in Asked.On
}

// ChannelClosed ends that.
type ChannelClosed struct {
	Place Place `json:"place"`
}

// PlaceMoved says that a shared place goes on as another, with everybody in it: whatever was
// allowed there is allowed here.
type PlaceMoved struct {
	Connector string `json:"connector"`
	From      Place  `json:"from"` // without a thread
	To        Place  `json:"to"`
	Cursor    string `json:"cursor,omitempty"`
}

// Veiled is the key under which accounts of strangers are hashed: without it nobody can try
// which account a hash stands for. It is written once, when the first is needed.
type Veiled struct {
	Key string `json:"key"` // hex, 32 bytes of chance
}

// Skipped says that somebody does not want to be kept. Sender is a keyed hash of the account;
// it never ends.
type Skipped struct {
	Connector string `json:"connector"`
	Sender    string `json:"sender"`
	Cursor    string `json:"cursor,omitempty"`
}

// PairingFailed is a wrong code. Sender is a keyed hash of the account and the day; in ledgers of before
// there was Told, of the account alone.
type PairingFailed struct {
	Connector string `json:"connector"`
	Sender    string `json:"sender"`
	Told      bool   `json:"told,omitempty"` // the sender is told
	Cursor    string `json:"cursor,omitempty"`
}

// PairingReopened says that the host allows codes again.
type PairingReopened struct{}

// Unparsed keeps a payload that no connector could read, cut at 64 KiB.
type Unparsed struct {
	Connector string    `json:"connector"`
	Raw       string    `json:"raw"`
	On        time.Time `json:"on"`
	Cursor    string    `json:"cursor,omitempty"`
}

// Missed says that a platform may have dropped what was sent to the agent between two
// moments. Since is zero where it is not known.
type Missed struct {
	Connector string    `json:"connector"`
	Since     time.Time `json:"since,omitzero"`
	Until     time.Time `json:"until"`
	Cursor    string    `json:"cursor,omitempty"`
}

// ConnectorSilent says that a platform gave no sign of life since a moment.
type ConnectorSilent struct {
	Connector string    `json:"connector"`
	Since     time.Time `json:"since"`
}

// ConnectorBack ends that.
type ConnectorBack struct {
	Connector string `json:"connector"`
}

func (AccountLinked) Kind() Kind   { return "account.linked" }
func (AccountUnlinked) Kind() Kind { return "account.unlinked" }
func (AccountLocked) Kind() Kind   { return "account.locked" }
func (AccountUnlocked) Kind() Kind { return "account.unlocked" }
func (AudienceSet) Kind() Kind     { return "audience.set" }
func (PlaceMoved) Kind() Kind      { return "place.moved" }
func (ChannelOpened) Kind() Kind   { return "channel.opened" }
func (ChannelClosed) Kind() Kind   { return "channel.closed" }
func (Veiled) Kind() Kind          { return "veiled" }
func (Skipped) Kind() Kind         { return "skipped" }
func (PairingFailed) Kind() Kind   { return "pairing.failed" }
func (PairingReopened) Kind() Kind { return "pairing.reopened" }
func (Unparsed) Kind() Kind        { return "unparsed" }
func (Missed) Kind() Kind          { return "missed" }
func (ConnectorSilent) Kind() Kind { return "connector.silent" }
func (ConnectorBack) Kind() Kind   { return "connector.back" }

func (p Unparsed) When() time.Time { return p.On }
