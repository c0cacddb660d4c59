package event

import "time"

// Heard is a message that reached the mind. Its key is the platform's own id.
type Heard struct {
	Place     Place     `json:"place"`
	Person    Person    `json:"person"`
	Message   string    `json:"message"` // the platform's id of the message
	On        time.Time `json:"on"`      // the platform's clock
	Text      string    `json:"text"`    // CommonMark, secrets already removed
	Audience  Audience  `json:"audience,omitempty"`
	ReplyTo   Seq       `json:"reply_to,omitempty"`  // the post or message it answers
	Forwarded string    `json:"forwarded,omitempty"` // whose words it passes on
	Files     []File    `json:"files,omitempty"`
	Removed   []string  `json:"removed,omitempty"` // kinds of secret taken out of the text
	Alone     bool      `json:"alone,omitempty"`   // a command: never answered together with others
	Edited    bool      `json:"edited,omitempty"`  // these were not the first words that stood there
	Stands    time.Time `json:"stands,omitzero"`   // since when they do, where it is edited and that is known
	Cursor    string    `json:"cursor,omitempty"`  // where the connector resumes after it

	// Overheard: said in a place that is read along, to somebody else. It begins no turn.
	Overheard bool `json:"overheard,omitempty"`
	// Handed: somebody else's words or files, which the principal passed on to the agent. They are data:
	// their turn does no more than to say what became of what came with them.
	Handed bool `json:"handed,omitempty"`
	// Title is what people call a shared place; kept of what is said to the agent there.
	Title string `json:"title,omitempty"`
}

// Person is an account on a platform. Accounts are compared by Platform, Account and ID only.
type Person struct {
	Platform string `json:"platform"`
	Account  string `json:"account,omitempty"`
	ID       string `json:"id"`
	Name     string `json:"name,omitempty"`
}

// File is something attached to a message.
type File struct {
	Name string `json:"name"`
	MIME string `json:"mime,omitempty"`
	Size int64  `json:"size,omitempty"`
	Path string `json:"path,omitempty"`

	ID      string `json:"id,omitempty"`     // what the platform holds it under
	Unique  string `json:"unique,omitempty"` // by what the platform knows it again, where it names it anew each time
	Voice   bool   `json:"voice,omitempty"`
	Seconds int    `json:"seconds,omitempty"`
}

// Edited replaces the text of a message that was heard before, and adds files to it.
type Edited struct {
	Message   Seq       `json:"message"` // the Heard it changes
	Text      string    `json:"text"`
	On        time.Time `json:"on"`              // when the words were written
	Stands    time.Time `json:"stands,omitzero"` // when they were seen to stand so, where that is later
	Removed   []string  `json:"removed,omitempty"`
	Connector string    `json:"connector,omitempty"`
	Cursor    string    `json:"cursor,omitempty"`

	Overheard bool `json:"overheard,omitempty"` // the message was: nothing is answered or learned
	Alone     bool `json:"alone,omitempty"`     // a command now: never answered together with others

	// Again is where the message was said, where it is answered anew though it is not the latest: what it set up stands
	// still, and is to be what it asks for now. Else zero.
	Again Place `json:"again,omitzero"`

	// Stood: these words stood there before; what came with the edit is files alone.
	Stood bool `json:"stood,omitempty"`

	// Files are those that came with the edit and were not there before. Among the files of the
	// message they count on from First.
	Files []File `json:"files,omitempty"`
	First int    `json:"first,omitempty"`
}

// Unsaid says that the author deleted a message on the platform, or took a file out of one: Message is then the Attached,
// In the message, and Index which of its files. Forgetting follows it.
type Unsaid struct {
	Message   Seq       `json:"message"`
	In        Seq       `json:"in,omitempty"`
	Index     int       `json:"index,omitempty"`
	On        time.Time `json:"on"`
	Connector string    `json:"connector,omitempty"`
	Cursor    string    `json:"cursor,omitempty"`
}

// Reacted is a reaction set on a message or post. A long post stands on its platform as several
// messages: what is on the post is what is on any of them, and the same emoji of one account on
// two of them is one reaction.
type Reacted struct {
	About     Seq       `json:"about"`
	Message   string    `json:"message,omitempty"` // the platform's id of that message; empty in old events, and where it was named by its number
	Person    Person    `json:"person,omitzero"`   // who put it, without a name; zero in old events
	Emoji     string    `json:"emoji"`
	Sense     string    `json:"sense,omitempty"` // Acknowledge, Dismiss or nothing
	On        time.Time `json:"on"`
	Cited     []Seq     `json:"cited,omitempty"`   // what the post rested on, looked up when this was recorded
	Credits   []string  `json:"credits,omitempty"` // what it is feedback on, looked up likewise: kinds, sections, topics
	Connector string    `json:"connector,omitempty"`
	Cursor    string    `json:"cursor,omitempty"`
}

// Unreacted takes back the reaction of the same emoji on the same message.
type Unreacted struct {
	About     Seq       `json:"about"`
	Message   string    `json:"message,omitempty"` // as in Reacted
	Person    Person    `json:"person,omitzero"`   // whose it was
	Emoji     string    `json:"emoji"`
	On        time.Time `json:"on"`
	Connector string    `json:"connector,omitempty"`
	Cursor    string    `json:"cursor,omitempty"`
}

// Unplaced is what stands of the principal's reactions on a message that is not known yet: an
// answer that is still being written, or one whose receipt has not come. The receipt places
// them, and writes that none are left here.
type Unplaced struct {
	Place     Place     `json:"place"`
	Message   string    `json:"message"`
	Person    Person    `json:"person"` // who put them, without a name
	Emojis    []string  `json:"emojis,omitempty"`
	On        time.Time `json:"on"`
	Connector string    `json:"connector,omitempty"`
	Cursor    string    `json:"cursor,omitempty"`
}

// Passed moves a connector's cursor past something that left no other event: a stranger's message, one that could not
// be understood, or that a message was seen at a moment to stand as it is known.
type Passed struct {
	Connector string `json:"connector"`
	Reason    string `json:"reason"`
	Sender    string `json:"sender,omitempty"` // a keyed hash of the sender and the day, never the sender
	Told      bool   `json:"told,omitempty"`   // the sender is told, once, whom the agent works for
	Cursor    string `json:"cursor,omitempty"`

	Message Seq       `json:"message,omitempty"` // that stood so, and
	On      time.Time `json:"on,omitzero"`       // when
}

// TurnBegan opens a turn over the messages it answers. Every other event of the
// turn names it as its first cause.
type TurnBegan struct {
	Messages []Seq `json:"messages"`
	UpTo     Seq   `json:"up_to,omitempty"` // the newest event it took into account
	Apart    []Seq `json:"apart,omitempty"` // of the messages, those of which only a recording is answered that came late: all else was answered before
}

// Deferred sets a message aside: it is answered beside the conversation, and the answer comes
// as a reply to it. Its first cause is the turn in which that was asked for. What is spent on
// the answer names this event where a call of a turn names its beginning.
type Deferred struct {
	Message Seq `json:"message"`
}

// CameLate says that a recording was there only after its message was answered without it: the message waits again, for
// an answer to what is said in it and not to the words beside it.
type CameLate struct {
	Message Seq   `json:"message"`
	Files   []Seq `json:"files"` // the recordings: each an Attached that no answer knew
	Place   Place `json:"place"`
	Handed  bool  `json:"handed,omitempty"` // the principal passed it on
}

// Recalled is the receipt of a search: which memories came to the turn and why.
type Recalled struct {
	Items []Found `json:"items"`
	Near  []Seq   `json:"near,omitempty"` // neighbours of the used ones, which grow warm with them
	Among int     `json:"among"`          // how many were candidates
	Late  bool    `json:"late,omitempty"` // the index had not caught up
}

// Found is one recalled memory with its score.
type Found struct {
	Memory Seq     `json:"memory"`
	Score  float64 `json:"score"`
	Used   bool    `json:"used,omitempty"`
}

// Ways a turn can end.
const (
	Answered  = "answered"
	Silent    = "silent"
	Stopped   = "stopped"   // by the principal's word
	Abandoned = "abandoned" // too old, or it failed each time it was tried
)

// ByStop is what answered a turn that was broken off, by the principal's word: nothing more is said of what it was to answer.
const ByStop = "command:stop"

// TurnEnded closes a turn.
type TurnEnded struct {
	Outcome  string `json:"outcome"`
	By       string `json:"by"` // command:NAME, procedure:NAME, model:NAME, crisis or shrug
	Category string `json:"category,omitempty"`
	Tier     string `json:"tier,omitempty"`
	Quiet    bool   `json:"quiet,omitempty"` // kept out of memory, mood and dreams (crisis)
	Void     bool   `json:"void,omitempty"`  // it failed, was stopped or given up before it did anything, and before it asked a model
}

// Held says that unasked messages wait until a moment, and why.
type Held struct {
	Until  time.Time `json:"until"`
	Reason string    `json:"reason"`
}

// PostQueued is the intent to say something. The post is known by its number ever after.
type PostQueued struct {
	Place    Place     `json:"place"`
	Text     string    `json:"text"` // CommonMark
	Cites    []Cite    `json:"cites,omitempty"`
	ReplyTo  Seq       `json:"reply_to,omitempty"`
	Buttons  []Button  `json:"buttons,omitempty"`
	Answer   *Answer   `json:"answer,omitempty"` // nil for a post nobody asked for
	Subject  string    `json:"subject,omitempty"`
	About    Seq       `json:"about,omitempty"` // the decision, loop or reminder it is about
	Audience Audience  `json:"audience,omitempty"`
	After    time.Time `json:"after,omitzero"` // not before

	// Once: where nobody can tell whether it arrived, it is not sent again.
	Once     bool   `json:"once,omitempty"`
	Pictures []File `json:"pictures,omitempty"`
	// Charts are drawn when the post is sent: no file holds what they show.
	Charts []Chart `json:"charts,omitempty"`
	Art    *Art    `json:"art,omitempty"`   // drawn when the post is sent, too
	Rarer  bool    `json:"rarer,omitempty"` // it says that there are fewer of its kind from now on
	Aloud  bool    `json:"aloud,omitempty"` // it may ring although nobody asked for it: he wants that of its kind
}

// Chart is a picture of figures: bars, each cut into parts that are the same along all of
// them, or the ways from some things to others. The text of its post has the same figures.
type Chart struct {
	Title string   `json:"title"`
	Alt   string   `json:"alt"`             // what it shows, in one sentence
	Parts []string `json:"parts,omitempty"` // what the parts of a bar are, the strongest first
	Rows  []Row    `json:"rows,omitempty"`

	// Around, where it is given, makes each bar one figure that is drawn from a middle to its side:
	// a row then has one bar with one count, and the bar's label is the figure in words.
	Around *Around `json:"around,omitempty"`

	// Ways, where they are given, are drawn instead of bars.
	Ways *Ways `json:"ways,omitempty"`
}

// Ways are things and what leads from one to another, as a move is handed on.
type Ways struct {
	Things []Waypoint `json:"things"`
	Links  []Way      `json:"links"`
}

// Waypoint is one thing. One that only links that were not followed lead to stands aside.
type Waypoint struct {
	Label string `json:"label"`
	Note  string `json:"note,omitempty"`  // what is said of it: "+8.5%"
	Up    bool   `json:"up,omitempty"`    // a way says that it rises
	Down  bool   `json:"down,omitempty"`  // a way says that it falls
	Whose bool   `json:"whose,omitempty"` // a client, where a way ends
}

// Way is one link, between two things by their index.
type Way struct {
	From  int    `json:"from"`
	To    int    `json:"to"`
	Label string `json:"label,omitempty"` // its confidence
	Turns bool   `json:"turns,omitempty"` // it hands a rise on as a fall
	Aside bool   `json:"aside,omitempty"` // it was not followed
}

// Around is what a figure lies between, and the middle that says nothing.
type Around struct {
	Low    int `json:"low"`
	Middle int `json:"middle"`
	High   int `json:"high"`
}

// Row is some bars about one thing.
type Row struct {
	Label string `json:"label"`
	Bars  []Bar  `json:"bars"`
}

// Bar is how many there are of each part.
type Bar struct {
	Label  string `json:"label"`
	Counts []int  `json:"counts"` // as many as the chart has parts
}

// Subjects of posts on which something depends.
const (
	SubjectReminder   = "reminder" // asked for, so neither counted nor held
	SubjectPutOff     = "put off"  // says until when a reminder is put off, and takes another time
	SubjectDone       = "done"     // says that the reminder it is about is done
	SubjectUnsaid     = "unsaid"   // asks whether a deleted message is to be forgotten
	SubjectOutage     = "outage"
	SubjectFiles      = "files"      // what became of files after their message was answered
	SubjectWelcome    = "welcome"    // a step of the first conversation
	SubjectAccount    = "account"    // about accounts, channels and connections
	SubjectConflict   = "conflict"   // asks, in an answer, which of two statements holds
	SubjectDispute    = "dispute"    // asks the same unasked
	SubjectSpending   = "spending"   // what language models cost
	SubjectFault      = "fault"      // asks what was off with a post that was dismissed
	SubjectApproval   = "approval"   // asks for the principal's word on the call it is about
	SubjectReview     = "review"     // asks whether the decision it is about still holds
	SubjectAlert      = "alert/cost" // what a move of the economy does to clients; what moved follows: "alert/cost/crude_oil_wti"
	SubjectUntrue     = "correction" // takes back the alert that it is about
	SubjectBriefing   = "briefing"   // the morning's: what was found in the night stands under it
	SubjectProposal   = "proposal"   // what was inferred waits for the principal's verdict
	SubjectIdentity   = "identity"   // a change to how the agent works is proposed
	SubjectDream      = "dream"      // the picture and the fragment of a night
	SubjectJournal    = "journal"    // entries of the agent's journal
	SubjectWatch      = "watch"      // what changed of what the principal has watched
	SubjectIntention  = "intention"  // what the agent meant to bring up at a moment
	SubjectFollowUp   = "followup"   // asks, once, what became of the loop or promise it is about
	SubjectPrediction = "prediction" // asks whether what the principal said would come has come
	SubjectAudit      = "audit"      // tells that a note of his says something else than he told
	SubjectOutreach   = "outreach"   // tells of something that was found outside
	SubjectIntel      = "intel"      // sums up a week of clients and topics
	SubjectRule       = "rule"       // offers a rule; what it is about follows: "rule/figure"
)

// Asked says whether the principal asked for the post: it answers him, or he set it himself.
func (p PostQueued) Asked() bool { return p.Answer != nil || p.Subject == SubjectReminder }

// Inward says whether the post shows what the agent made up of its days by itself, a dream or its journal: it is in no
// search, and nothing is learned beside it.
func (p PostQueued) Inward() bool { return p.Subject == SubjectDream || p.Subject == SubjectJournal }

// Answer says what a post answers.
type Answer struct {
	Message  Seq    `json:"message"`
	By       string `json:"by"`
	Category string `json:"category,omitempty"`
	Tier     string `json:"tier,omitempty"`
}

// Button is something to press under a post. Pressing is the same as saying Says.
type Button struct {
	Label string `json:"label"`
	Says  string `json:"says"`
	Emoji string `json:"emoji,omitempty"` // putting it on the post is pressing
	// Once: said again it would do the same again, since it names nothing that could tell that it is done. Pressed
	// again, it says nothing, unless nothing at all came of the press before.
	Once bool `json:"once,omitempty"`
}

// PostAttempted says that a post may be on its way from now on, and how it is cut: a version
// that cuts otherwise goes on where the parts that arrived end.
type PostAttempted struct {
	Post Seq   `json:"post"`
	Try  int   `json:"try"`
	Ends []int `json:"ends,omitempty"` // at which byte of the text each part ends; none: as at the attempt before
}

// PostUnsent says that an attempt failed for sure: what of the post has no receipt stands nowhere, now
// or later. An attempt that may have arrived says nothing.
type PostUnsent struct {
	Post Seq `json:"post"`
}

// PostMoved sends a post that did not leave yet to another place, because the principal is not
// reached any more where it was meant for, that place takes nothing from the agent, or it goes on as
// another.
type PostMoved struct {
	Post  Seq   `json:"post"`
	Place Place `json:"place"`
	Goes  bool  `json:"goes,omitempty"`  // the place itself goes on there, with what stands in it
	Maybe bool  `json:"maybe,omitempty"` // of that, some may stand there though nobody knows: an attempt ended in doubt
}

// PostPart is the receipt of one part of a post that was too long for one message.
type PostPart struct {
	Post    Seq    `json:"post"`
	Part    int    `json:"part"` // from 0
	Message string `json:"message"`
}

// PostSent is the receipt of a post.
type PostSent struct {
	Post    Seq    `json:"post"`
	Message string `json:"message,omitempty"` // the platform's id
	Found   bool   `json:"found,omitempty"`   // it had arrived before; the platform was asked
	Again   bool   `json:"again,omitempty"`   // it may have arrived twice
}

// PostForgotten is why a post fails that was forgotten before it left.
const PostForgotten = "forgotten"

// PostBarred says that a place does not take a post for a reason that a person may put right: it
// is tried again for a while. It is written once for each post and place.
type PostBarred struct {
	Post   Seq    `json:"post"`
	Reason string `json:"reason"`
}

// PostFailed says that a post will not be tried again, and why.
type PostFailed struct {
	Post   Seq    `json:"post"`
	Reason string `json:"reason"`
}

func (Heard) Kind() Kind         { return "heard" }
func (Edited) Kind() Kind        { return "edited" }
func (Unsaid) Kind() Kind        { return "unsaid" }
func (Reacted) Kind() Kind       { return "reacted" }
func (Unreacted) Kind() Kind     { return "unreacted" }
func (Unplaced) Kind() Kind      { return "unplaced" }
func (Passed) Kind() Kind        { return "passed" }
func (TurnBegan) Kind() Kind     { return "turn.began" }
func (Deferred) Kind() Kind      { return "deferred" }
func (CameLate) Kind() Kind      { return "came.late" }
func (Recalled) Kind() Kind      { return "recalled" }
func (TurnEnded) Kind() Kind     { return "turn.ended" }
func (Held) Kind() Kind          { return "held" }
func (PostQueued) Kind() Kind    { return "post.queued" }
func (PostAttempted) Kind() Kind { return "post.attempted" }
func (PostUnsent) Kind() Kind    { return "post.unsent" }
func (PostMoved) Kind() Kind     { return "post.moved" }
func (PostPart) Kind() Kind      { return "post.part" }
func (PostSent) Kind() Kind      { return "post.sent" }
func (PostBarred) Kind() Kind    { return "post.barred" }
func (PostFailed) Kind() Kind    { return "post.failed" }

func (p Heard) When() time.Time     { return p.On }
func (p Edited) When() time.Time    { return p.On }
func (p Unsaid) When() time.Time    { return p.On }
func (p Reacted) When() time.Time   { return p.On }
func (p Unreacted) When() time.Time { return p.On }
func (p Unplaced) When() time.Time  { return p.On }
