package formula

import "math"

// halving returns 0.5^x, the same bits on every processor, within one unit in
// the last place or two of the true value. It is 1 for x <= 0 and for NaN.
func halving(x float64) float64 {
	if !(x > 0) {
		return 1
	}
	if x > 1100 {
		return 0
	}
	whole := math.Floor(x)
	return math.Ldexp(exponential(float64(-math.Ln2*(x-whole))), -int(whole))
}

// exponential is the Taylor series of e^x, for -1 < x <= 0.
func exponential(x float64) float64 {
	sum := 1.0
	for n := 20.0; n >= 1; n-- {
		sum = 1 + float64(float64(x/n)*sum)
	}
	return sum
}

// logarithm returns ln x for x >= 1, the same bits on every processor. It is 0
// for anything smaller and for NaN.
func logarithm(x float64) float64 {
	if !(x > 1) {
		return 0
	}
	mantissa, exponent := math.Frexp(x)
	if mantissa < math.Sqrt2/2 {
		mantissa *= 2
		exponent--
	}
	// ln m = 2 artanh((m-1)/(m+1)), a series in odd powers
	ratio := (mantissa - 1) / (mantissa + 1)
	square := float64(ratio * ratio)
	sum := 0.0
	for n := 23.0; n >= 1; n -= 2 {
		sum = float64(sum*square) + 1/n
	}
	return float64(2*ratio*sum) + float64(float64(exponent)*math.Ln2)
}

func clamp(x, low, high float64) float64 {
	return max(low, min(high, x))
}
