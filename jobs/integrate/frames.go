package integrate

import "citadel/brain/dedupe"

// frames numbers the frames of statements and remembers which of them meet. People use few verbs
// and few attributes, so nearly every pair was met before.
type frames struct {
	numbers map[dedupe.Frame]uint32
	all     []dedupe.Frame
	met     map[[2]uint32]bool
}

// mostMet bounds how many pairs are remembered; they take about a megabyte.
const mostMet = 1 << 16

func newFrames() frames {
	return frames{numbers: map[dedupe.Frame]uint32{}, met: map[[2]uint32]bool{}}
}

func (f *frames) number(frame dedupe.Frame) uint32 {
	n, ok := f.numbers[frame]
	if !ok {
		n = uint32(len(f.all)) //nolint:gosec // there are no more of them than memories
		f.numbers[frame], f.all = n, append(f.all, frame)
	}
	return n
}

func (f *frames) meet(a, b uint32) bool {
	pair := [2]uint32{min(a, b), max(a, b)}
	meets, ok := f.met[pair]
	if !ok {
		if len(f.met) >= mostMet {
			clear(f.met)
		}
		meets = f.all[a].Meets(f.all[b])
		f.met[pair] = meets
	}
	return meets
}

func (f *frames) rivals(a, b uint32) bool { return f.all[a].Rivals(f.all[b]) }
