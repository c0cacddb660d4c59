package signal

import "citadel/memory/event"

// own adds what the agent thought of itself. It rests on an event, and cannot be cited: an answer
// cites what was said, and not what was thought of it.
func (s *Signal) own(seq event.Seq, text, note string) {
	s.Seqs = append(s.Seqs, seq)
	s.Lines = append(s.Lines, Line{Text: text, Note: note})
}

// together gives a signal of lines that belong together, unless there are none.
func together(s Signal) []Signal {
	if len(s.Lines) == 0 {
		return nil
	}
	return []Signal{s}
}
