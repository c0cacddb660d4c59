package formula

// The rolling window of turns (SPEC §4).
const (
	WindowHeld    = 30 // turns held
	WindowTrigger = 40 // turns at which the oldest leave
	WindowBatch   = 10 // turns that leave together
)

// WindowStep is what one more turn does to a window of held turns: how many the
// window then holds and how many left for memory integration.
func WindowStep(held int) (after, left int) {
	held++
	if held >= WindowTrigger {
		return held - WindowBatch, WindowBatch
	}
	return held, 0
}

// WindowAfter is how many turns the window holds, and how many batches have
// left, after so many turns.
func WindowAfter(turns int) (held, batches int) {
	if turns < WindowTrigger {
		return max(0, turns), 0
	}
	batches = (turns-WindowTrigger)/WindowBatch + 1
	return turns - batches*WindowBatch, batches
}
