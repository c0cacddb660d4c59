package phrase

// Seldom says that there are fewer messages of a kind from now on, by what is weighed of them: "dream".
func Seldom(of string) string {
	name := WeighedShort(of)
	return "You dismissed most " + Weighed(of) + ", so from now on there is one a week at most. `weights reset " + name + "` undoes that."
}
