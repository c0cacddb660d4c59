package formula

import "math"

// Hundredths is a figure in hundredths, halves rounded up, as figures are shown (MESSAGES 7) and as
// far as weights are told apart. The little that is added makes a half of what binary fractions
// cannot hold exactly.
func Hundredths(x float64) int { return int(math.Floor(float64(x*100) + 0.5 + 1e-9)) }
