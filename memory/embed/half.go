package embed

import (
	"encoding/binary"
	"errors"
	"math"
)

// EncodeHalf writes a vector in half precision, two bytes a number, little-endian: what is
// recorded of a remote embedder. The cosine of a vector with its like moves by less than a
// thousandth.
func EncodeHalf(v []float32) []byte {
	b := make([]byte, 0, 2*len(v))
	for _, x := range v {
		b = binary.LittleEndian.AppendUint16(b, half(x))
	}
	return b
}

var errHalf = errors.New("the recorded vector is damaged")

// DecodeHalf reads what EncodeHalf wrote, and brings it back to length 1.
func DecodeHalf(b []byte) ([]float32, error) {
	if len(b) == 0 || len(b)%2 != 0 {
		return nil, errHalf
	}
	v := make([]float32, len(b)/2)
	var squares float64
	for i := range v {
		v[i] = whole(binary.LittleEndian.Uint16(b[2*i:]))
		square := float64(v[i]) * float64(v[i])
		squares += square
	}
	length := math.Sqrt(squares)
	if !(length > 0.5 && length < 2) {
		return nil, errHalf
	}
	for i := range v {
		v[i] = float32(float64(v[i]) / length)
	}
	return v, nil
}

// half is the nearest number of half precision (IEEE 754 binary16), on a tie the even one.
func half(x float32) uint16 {
	bits := math.Float32bits(x)
	sign := uint16(bits >> 16 & 0x8000)
	magnitude := math.Abs(float64(x))
	switch {
	case math.IsNaN(magnitude):
		return sign | 0x7e00
	case magnitude >= 65520: // rounds beyond the greatest
		return sign | 0x7c00
	}
	fraction, exponent := math.Frexp(magnitude) // 0.5 to 1 times a power of two
	scale := max(exponent-1, -14) - 10          // what the last bit of the number is worth
	if magnitude == 0 || math.Ldexp(fraction, exponent-scale) < 0.5 {
		return sign
	}
	steps := uint16(math.RoundToEven(math.Ldexp(magnitude, -scale)))
	// A number below 1024 steps is subnormal; one that was rounded up to 2048 carries over into
	// the exponent by itself.
	if steps < 1024 {
		return sign | steps
	}
	return sign + uint16(scale+24)<<10 + steps //nolint:gosec // from -24 to 5
}

// whole is the value of a number of half precision.
func whole(h uint16) float32 {
	sign := float64(1)
	if h&0x8000 != 0 {
		sign = -1
	}
	exponent, steps := int(h>>10&0x1f), int(h&0x3ff)
	switch exponent {
	case 0:
		return float32(math.Ldexp(sign*float64(steps), -24))
	case 31:
		return float32(math.NaN()) // infinite or no number: neither stands in a vector
	}
	return float32(math.Ldexp(sign*float64(1024+steps), exponent-25))
}
