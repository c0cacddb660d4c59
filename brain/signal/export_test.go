package signal

// MostKept is the bound of what is kept.
const MostKept = mostKept

// Holds is how many texts are kept, and stems of them.
func (k *Kept) Holds() (texts, stems int) {
	last := k.last.Load()
	return len(last.bags), last.stems
}
