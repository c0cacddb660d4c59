package extract

import "testing"

// What the principal only hands back of the agent's own words states nothing; what he tells beside it does.
func TestEchoesOfTheAgent(t *testing.T) {
	for _, text := range []string{
		"As you said, Ana lives in Porto.", "According to you, Ana lives in Porto.", "Like you told me, Ana lives in Porto.",
		"Ana lives in Porto, as you said.", "As you already mentioned, Ana lives in Porto.", "Going by what you said, Ana lives in Porto.",
		"Thanks, Tom lives in Porto then.", "Ok so Tom lives in Porto then.", "From what you told me, Tom works at Acme.",
	} {
		if got := Read(Utterance{Text: text}); len(got) > 0 {
			t.Errorf("%q: %+v", text, got)
		}
	}
	for _, text := range []string{
		"As you know, Ana lives in Porto.", "According to Tom, Ana lives in Porto.", "So Ana lives in Porto.", "Ana lives in Porto, like Tom.",
		"Thanks. Tom lives in Porto.", "Ana lived in Porto then.", "From what I heard, Ana lives in Porto.", "As I told you, Ana lives in Porto.",
	} {
		if got := Read(Utterance{Text: text}); len(got) == 0 {
			t.Errorf("%q states nothing", text)
		}
	}
}
