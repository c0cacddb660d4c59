package phrase

import "fmt"

// million is a US dollar in the unit of the ledger: a model call costs fractions of a cent.
const million = 1_000_000

// Dollars words an amount in millionths of a US dollar, to the cent: "US$19.40". What is
// more than nothing never reads as nothing: "under US$0.01".
func Dollars(millionths int64) string {
	if millionths > 0 && millionths < million/200 {
		return "under US$0.01"
	}
	cents := (millionths + million/200) / (million / 100)
	return fmt.Sprintf("US$%s.%02d", Thousands(int(cents/100)), cents%100)
}

// Cost words what one answer cost, in millionths of a US dollar: below a dollar to the
// tenth of a cent, "US$0.026".
func Cost(millionths int64) string {
	switch {
	case millionths <= 0 || millionths >= million:
		return Dollars(millionths)
	case millionths < million/2000:
		return "under US$0.001"
	}
	tenths := (millionths + million/2000) / (million / 1000)
	return fmt.Sprintf("US$%d.%03d", tenths/1000, tenths%1000)
}
