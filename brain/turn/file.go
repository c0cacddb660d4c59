package turn

import "citadel/memory/attachments"

// File is a file that stands in a message, and what became of it.
type File struct {
	attachments.File

	// Unheard is why what is said in it was not written down, in words that follow "because";
	// empty where it was, where nobody was asked, and where there is nothing to hear.
	Unheard string
}
