package signal

// MostKept is the bound of what is kept, and VectorSize what a vector takes of it.
const (
	MostKept   = mostKept
	VectorSize = vectorSize
)

// Holds is how many texts are kept, and how much of them, in stems.
func (k *Kept) Holds() (texts, stems int) { return len(k.texts), k.size }
