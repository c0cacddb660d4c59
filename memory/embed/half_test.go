package embed_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"citadel/memory/embed"
	"citadel/memory/embed/hashing"
)

func TestHalfPrecision(t *testing.T) {
	vectors, err := hashing.New().Embed(t.Context(), []string{"the lighthouse keeper retired", "seven crates of oranges", "no"})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range vectors {
		again, err := embed.DecodeHalf(embed.EncodeHalf(v))
		if err != nil || len(again) != len(v) {
			t.Fatalf("%d numbers, %v", len(again), err)
		}
		if got := embed.Cosine(v, again); math.Abs(got-1) > 1e-3 {
			t.Errorf("%g alike after halving", got)
		}
	}
}

// What can be written exactly is, and everything else is the nearest that can.
func TestHalfRounds(t *testing.T) {
	one := func(x float32) float64 { // beside a 1, so that the length is known
		v, err := embed.DecodeHalf(embed.EncodeHalf([]float32{1, x}))
		if err != nil {
			t.Fatal(err)
		}
		return float64(v[1]) / float64(v[0])
	}
	for _, x := range []float32{0, 1, -1, 0.5, 0.25, 1.5, 0x1p-14, 0x1p-24, 3 * 0x1p-24, 1023 * 0x1p-24, 1 - 0x1p-11, -0.3330078125} {
		if got := one(x); math.Abs(got-float64(x)) > 1e-7*math.Abs(float64(x)) {
			t.Errorf("%g becomes %g", x, got)
		}
	}
	for x, want := range map[float32]float64{1 + 0x1p-11: 1, 1 + 3*0x1p-11: 1 + 0x1p-9, 0x1p-26: 0, 0x1p-25: 0, 1 - 0x1p-13: 1} {
		if got := one(x); math.Abs(got-want) > 1e-7 {
			t.Errorf("%b becomes %b, want %b", x, got, want)
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		x := rapid.Float32Range(-1.4, 1.4).Draw(rt, "x")
		if got := one(x); math.Abs(got-float64(x)) > max(math.Abs(float64(x))*0x1p-11, 0x1p-25)*1.0001 {
			rt.Fatalf("%g becomes %g", x, got)
		}
	})
}

func FuzzDecodeHalf(f *testing.F) {
	f.Add([]byte{0, 0x3c})
	f.Add([]byte{0, 0x7c, 1, 2})
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		v, err := embed.DecodeHalf(b)
		if err == nil && math.Abs(embed.Cosine(v, v)-1) > 1e-3 {
			t.Errorf("%v is taken for a vector", v)
		}
	})
}

// What is not about as long as a vector is no vector that was recorded.
func TestADamagedRecord(t *testing.T) {
	for _, v := range [][]float32{{3, 0}, {0.1, 0.1}, {0, 0}, {}} {
		if got, err := embed.DecodeHalf(embed.EncodeHalf(v)); err == nil {
			t.Errorf("%v is read as %v", v, got)
		}
	}
}
