package event

import "strings"

// Attached says what became of one file of a message: it is kept, sealed, in the folder of
// files, or it is not, and why. Only this event opens the file: once it is forgotten nobody
// can read it any more.
type Attached struct {
	Message Seq    `json:"message"`
	Index   int    `json:"index"`            // which of the message's files, from 0
	Name    string `json:"name,omitempty"`   // as the person sees it
	MIME    string `json:"mime,omitempty"`   // by its content where that tells, else as the platform said
	Sort    string `json:"sort,omitempty"`   // see the constants
	Size    int64  `json:"size,omitempty"`   // bytes, as kept
	Short   bool   `json:"short,omitempty"`  // fewer bytes came than the platform named, twice: it may be cut off
	Digest  string `json:"digest,omitempty"` // hex SHA-256 of these bytes
	File    string `json:"file,omitempty"`   // under which name it is kept; empty where it is not
	Key     string `json:"key,omitempty"`    // hex; opens it

	Text    string   `json:"text,omitempty"`    // of a text: its beginning, so far as it is searched
	Chars   int      `json:"chars,omitempty"`   // of a text: characters of all of it
	Words   int      `json:"words,omitempty"`   // of a text: words of all of it
	Removed []string `json:"removed,omitempty"` // kinds of secret taken out of a text before it was kept
	Width   int      `json:"width,omitempty"`   // of a picture, in pixels; 0 where nobody can tell
	Height  int      `json:"height,omitempty"`

	Audience Audience `json:"audience,omitempty"` // of the place of the message
	Place    Place    `json:"place,omitzero"`
	Fault    string   `json:"fault,omitempty"` // why it is not kept: see the constants
}

// What a file is, by its content.
const (
	SortText    = "text"
	SortPicture = "picture"
	SortSound   = "sound"
	SortOther   = "other"
)

// Why a file is not kept.
const (
	FaultGone        = "gone"        // the platform no longer has it
	FaultForbidden   = "forbidden"   // the platform does not hand it out
	FaultTooLarge    = "too large"   // more bytes than are kept of a file
	FaultTooMany     = "too many"    // more files than are kept of a message
	FaultUnreachable = "unreachable" // it did not come, or not whole, however often it was asked for
	FaultLate        = "late"        // it was there too long ago
	FaultTakenOut    = "taken out"   // of the message, before it was fetched
)

// Kept says whether the file can be read.
func (p Attached) Kept() bool { return p.File != "" }

// Transcribed is what a machine heard in a recording that came with a message. Text is that
// of the whole message from then on. It is learned from only once the post that repeats it
// has been sent.
type Transcribed struct {
	Message  Seq      `json:"message"`
	File     Seq      `json:"file"` // the Attached it was heard in
	Text     string   `json:"text"`
	Spoken   string   `json:"spoken"`             // of Text, what was heard in the recording; empty where nothing was
	Doubtful []Range  `json:"doubtful,omitempty"` // words of Spoken that may have been others, in order
	Judged   bool     `json:"judged,omitempty"`   // the machine said how sure it was of each word
	Seconds  float64  `json:"seconds,omitempty"`
	By       string   `json:"by"` // a model's name, or a platform's
	Removed  []string `json:"removed,omitempty"`
}

// Range is a stretch of a text, in bytes.
type Range struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

func (Attached) Kind() Kind    { return "attached" }
func (Transcribed) Kind() Kind { return "transcribed" }

// Above gives the text of a message: the words beside a recording, and below them what was heard in it.
func Above(text, spoken string) string { return strings.TrimSpace(text + "\n" + spoken) }

// Beside gives the words beside a recording: the text of a message without what was heard in it, which stands below them.
func Beside(text, spoken string) string {
	if rest, below := strings.CutSuffix(text, spoken); below {
		return strings.TrimSpace(rest)
	}
	return text
}
