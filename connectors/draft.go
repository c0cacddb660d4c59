package connectors

import "context"

// Draft is an answer while it is being written: what stands of it so far.
type Draft struct {
	Place Place
	// Turn is the number of the turn whose answer it is, never 0. The first Post in
	// this place with the same Answers.Turn settles the draft. A line that says what is
	// being done for an answer has a number before that of its turn: it is shown until
	// the answer is, and the answer is a message of its own.
	Turn uint64
	// Answers names what it answers: To and Turn, the rest is not known yet. Where
	// Limits.Threads, the draft is shown as a reply to To. Nil in a withdrawal.
	Answers *Answer
	// Text is the whole text so far, CommonMark that may break off anywhere. A
	// blank text withdraws the draft, and whatever is there of earlier turns. Longer
	// than Limits.Max is refused with TooLong.
	Text string
}

// Drafter is a Connector that shows an answer while it is being written. It is
// asked to where Limits.Drafts is true.
type Drafter interface {
	// Draft shows the text as provisional, in place of what was shown of this turn
	// before. At most one draft is shown in a place: one of another turn withdraws
	// it.
	//
	// The Send that settles the draft leaves exactly the post's text in its place:
	// what was shown already is not shown twice. Where that text is not what the
	// draft had begun to say (the answer began again, or something was taken out
	// of it), the person can see that it was changed, by the platform's own mark
	// or by one of the connector's.
	//
	// A withdrawn draft leaves nothing behind or, where the platform takes nothing
	// back, a mark that it does not hold. Withdrawing what is not shown does
	// nothing. A draft of an earlier process is settled and withdrawn like any
	// other where the platform can find it; what is left of an earlier turn goes
	// with the Send that settles a later one, too.
	//
	// A call that was given up may have its effect later, in this process or, if it
	// was killed, in the next: by Limits.DraftLate. A withdrawal of its turn after
	// that finds it.
	//
	// For one place the caller makes one call at a time, no text at the same time as
	// the Send that settles the draft, none of that turn after it, and waits
	// Limits.DraftEvery between two texts. Draft tries once and may block as long
	// as a network call takes; it ends soon after ctx does.
	//
	// Every error is an *Error. None is serious: the next Draft holds the whole
	// text again, and Send settles whatever came of the last.
	Draft(ctx context.Context, d Draft) error
}
