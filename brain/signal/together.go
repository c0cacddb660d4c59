package signal

// together gives a signal of lines that belong together, unless there are none.
func together(s Signal) []Signal {
	if len(s.Lines) == 0 {
		return nil
	}
	return []Signal{s}
}
