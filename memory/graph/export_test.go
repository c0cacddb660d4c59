package graph

// Others gives all other names of things, by thing.
func Others() map[string][]string { return spoken().others }

// Key is the same for all numbers and spellings of a name.
func Key(name string) string { return spoken().key(name) }
