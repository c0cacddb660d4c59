package words

// Stop reports whether a lower-case word is too common to find anything by.
// Negations are not among them: "no", "not", "never", "none", "nobody",
// "nothing", "nowhere", "neither", "nor" and "without" change what is said.
func Stop(word string) bool {
	switch word {
	case "a", "an", "the", "this", "that", "these", "those", "such",
		"i", "me", "my", "mine", "myself",
		"you", "your", "yours", "yourself", "yourselves",
		"he", "him", "his", "himself", "she", "her", "hers", "herself",
		"it", "its", "itself", "we", "us", "our", "ours", "ourselves",
		"they", "them", "their", "theirs", "themselves",
		"one", "ones", "someone", "something", "somebody", "anyone", "anything", "anybody",
		"who", "whom", "whose", "which", "what", "when", "where", "why", "how",
		"am", "is", "are", "was", "were", "be", "been", "being",
		"do", "does", "did", "done", "doing",
		"have", "has", "had", "having",
		"can", "could", "will", "would", "shall", "should", "may", "might", "must", "ought",
		"and", "or", "but", "if", "then", "else", "so", "because", "as", "than", "though",
		"although", "while", "whether", "unless", "until", "since",
		"of", "at", "by", "for", "with", "about", "against", "between", "into", "through",
		"during", "to", "from", "up", "down", "in", "out", "on", "off", "over", "under",
		"upon", "within", "toward", "towards", "among", "onto", "via", "per",
		"again", "once", "here", "there", "now", "just", "also", "too", "very", "really",
		"quite", "rather", "even", "still", "yet", "ever", "already", "maybe", "perhaps",
		"all", "any", "both", "each", "every", "few", "more", "most", "some", "other",
		"others", "another", "much", "many", "lot", "lots", "own", "same", "only", "several",
		"oh", "ah", "hey", "hi", "hello", "yeah", "yes", "yep", "ok", "okay", "wow", "well",
		"let", "like", "please", "thanks", "thank", "sure",
		"s", "t", "d", "m", "ll", "re", "ve", "etc":
		return true
	}
	return false
}
