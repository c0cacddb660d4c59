package host_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"time"

	"citadel/connectors"
)

// far is a platform as the people on it see it: what they do is done at once, and what
// stands there is what the agent brought there. The server behind it outlives every
// process that connects to it.
type far interface {
	// home is the direct conversation of the principal with the agent, and person who he is.
	home() connectors.Place
	person() connectors.Person
	// channel is a place that he shares with the agent and with somebody else.
	channel() connectors.Place

	say(at connectors.Place, text string) connectors.MessageID
	address(at connectors.Place, text string) connectors.MessageID // by the agent's name
	edit(at connectors.Place, id connectors.MessageID, text string)
	// unsay takes a message back; false where the platform tells nobody.
	unsay(at connectors.Place, id connectors.MessageID) bool
	react(at connectors.Place, id connectors.MessageID, emoji string, on bool)
	// press presses the button, or puts the emoji that stands for it; false if there is none.
	press(at connectors.Place, id connectors.MessageID, label, emoji string) bool

	other(at connectors.Place, text string) connectors.MessageID // by somebody else
	stranger(text string)                                        // to the agent alone

	// odd is something by the principal that no client can read.
	odd(text string)
	// babble is the same in a place, with words of somebody else's that it repeats.
	babble(at connectors.Place, own, theirs string)

	// shown is what the agent has in a room, its threads included, oldest first.
	shown(at connectors.Place) []shown
	// drafted is the answer that is being written in a room, as far as it has come.
	drafted(at connectors.Place) string
	// coded says of each post with recited lines whether all of them are shown as code.
	coded(at connectors.Place) []bool

	threads() bool // what is said in a thread is answered there
	keeps() bool   // posts can be looked up by their key
	holds() bool   // a press waits until somebody hears of it
	sent() int     // how often the agent tried to post

	// disturb has things go wrong from now on, by dice; calm ends that.
	disturb(dice *rand.Rand)
	calm()
	// wire fills in where a process finds the server.
	wire(*wiring)
	close()
}

// shown is a post as people see it.
type shown struct {
	id      connectors.MessageID
	thread  string
	replyTo connectors.MessageID
	text    string
	buttons []string // their labels
	key     string   // where the platform keeps it
	edited  bool
	again   bool // it says that it may be there twice
}

// wiring is where the servers are, as a process is told.
type wiring struct {
	Slack, Telegram, Mattermost string
	MattermostToken             string
	Silence                     time.Duration // after which a connection counts as dead; 0 is the platform's own
}

// tokens are words that occur once: by them it is seen what answers what. The end of an account's id may read as one.
var (
	tokens = regexp.MustCompile(`\bzq\d+[a-z]\b`)
	idEnds = regexp.MustCompile(`\bid ends in \w+`)
)

func tokensOf(text string) []string {
	found := tokens.FindAllString(idEnds.ReplaceAllString(text, ""), -1)
	slices.Sort(found)
	return slices.Compact(found)
}

const againMark = "(again)"

func unmarked(text string) (string, bool) {
	rest, again := strings.CutPrefix(text, againMark)
	return strings.TrimSpace(rest), again
}

// fenced says of posts in Markdown whether recited lines stand within fences.
func fenced(posts []string) (all []bool) {
	for _, text := range posts {
		inside, well := false, true
		for line := range strings.Lines(text) {
			switch {
			case strings.HasPrefix(line, "```"):
				inside = !inside
			case strings.Contains(line, reciting):
				well = well && inside
			}
		}
		all = append(all, well && !inside)
	}
	return all
}
