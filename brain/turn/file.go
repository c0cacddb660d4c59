package turn

import "citadel/memory/event"

// File is a file that stands in a message, and what became of it.
type File struct {
	event.File                // as the platform told of it
	Index      int            // which of all that ever came with the message
	Seq        event.Seq      // the event that says what became of it; zero while it is being fetched
	Kept       event.Attached // that event

	// Unheard is why what is said in it was not written down, in words that follow "because";
	// empty where it was, where nobody was asked, and where there is nothing to hear.
	Unheard string
}

// Loading says whether it is still being fetched.
func (f File) Loading() bool { return f.Seq == 0 }

// Voice says whether it is a recording that the principal spoke, and can be heard.
func (f File) Voice() bool { return f.File.Voice && f.Kept.Kept() && f.Kept.Sort == event.SortSound }
