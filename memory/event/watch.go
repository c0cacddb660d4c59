package event

import "time"

// WatchSet is something outside that the agent looks at again and again, because the principal wants to be told
// when it changes.
type WatchSet struct {
	What   string `json:"what"`             // WatchPage, WatchMail or WatchNews
	Target string `json:"target,omitempty"` // the address of a page, or the sender of mail
	Words  string `json:"words,omitempty"`  // of a page, what alone counts: words, or WatchPrices; else what has to stand in it

	Every int       `json:"every"` // minutes from one look to the next
	Until time.Time `json:"until"` // after which it is not looked at any more
	// Due says that he also wants to be told if nothing came until then.
	Due bool `json:"due,omitempty"`

	On   time.Time `json:"on"`
	Seen Seq       `json:"seen,omitempty"` // the ToolReturned of the first look
}

// What can be watched.
const (
	WatchPage = "page"
	WatchMail = "mail"
	WatchNews = "news"
)

// WatchPrices is of a page what looks like an amount of money.
const WatchPrices = "prices"

// WatchSeen says what a watch shows since, where it is something else than before: the receipt of the look.
type WatchSeen struct {
	Watch Seq `json:"watch"`
	Seen  Seq `json:"seen"`
}

// WatchFailed says that what is watched could not be looked at, and why; with no reason, that it can be again. It is
// written once for all the looks that fail.
type WatchFailed struct {
	Watch Seq    `json:"watch"`
	Why   string `json:"why,omitempty"`
}

// WatchTold says that the principal was told of a watch, and of what: WatchNew, WatchAway or WatchOver.
type WatchTold struct {
	Watch Seq    `json:"watch"`
	Of    string `json:"of"`
	Seen  Seq    `json:"seen,omitempty"`  // the receipt that he knows since
	Rests bool   `json:"rests,omitempty"` // it is looked at no more until he says so
}

// What is told of a watch.
const (
	WatchNew  = "new"  // it changed
	WatchAway = "away" // it cannot be looked at
	WatchOver = "over" // its time is up
)

// WatchEnded ends a watch.
type WatchEnded struct {
	Watch Seq `json:"watch"`
}

// WatchResumed takes a WatchEnded back, or goes on with a watch that rests. It carries the watch anew, under its old
// number.
type WatchResumed struct {
	Watch Seq `json:"watch"`
	WatchSet
}

func (WatchSet) Kind() Kind     { return "watch.set" }
func (WatchSeen) Kind() Kind    { return "watch.seen" }
func (WatchFailed) Kind() Kind  { return "watch.failed" }
func (WatchTold) Kind() Kind    { return "watch.told" }
func (WatchEnded) Kind() Kind   { return "watch.ended" }
func (WatchResumed) Kind() Kind { return "watch.resumed" }

func (p WatchSet) When() time.Time { return p.On }
