package slack_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/connectortest"
	"citadel/connectors/slack/slackserver"
)

func bench(change func(*slackserver.Server)) func(t *testing.T) connectortest.Bench {
	return func(t *testing.T) connectortest.Bench {
		// The suite closes the server itself, before it looks for what is left.
		s := &slackserver.Server{Now: now, Ping: ping, Retries: quick}
		queued := 0
		if change != nil {
			change(s)
			queued = 1000
		}
		s.Start()
		last := ""
		react := func(m connectors.MessageID, emoji string, on bool) {
			if on {
				s.React(slackserver.Sam, slackserver.Home, string(m), emoji)
			} else {
				s.Unreact(slackserver.Sam, slackserver.Home, string(m), emoji)
			}
		}
		return connectortest.Bench{
			Connector: connector(s),
			Place:     home,
			Say:       func(text string) { last = s.Say(text) },
			Edit:      func(text string) { s.Edit(slackserver.Home, last, text) },
			Delete:    func() { s.Delete(slackserver.Home, last) },
			React:     func(m connectors.MessageID, _, emoji string) { react(m, emoji, true) },
			Unreact:   func(m connectors.MessageID, _, emoji string) { react(m, emoji, false) },
			Restart:   func() connectors.Connector { return connector(s) },
			Shown: func() []string {
				posts := s.Shown(slackserver.Home)
				// A post that settled a draft stands where that began; it became one by the edit.
				slices.SortStableFunc(posts, func(a, b slackserver.Shown) int {
					return strings.Compare(max(a.TS, a.Edited), max(b.TS, b.Edited))
				})
				var texts []string
				for _, p := range posts {
					if p.Metadata["draft"] == nil {
						texts = append(texts, p.Text)
					}
				}
				return texts
			},
			Drafted: func() string {
				for _, p := range s.Shown(slackserver.Home) {
					if p.Metadata["draft"] != nil {
						return p.Text
					}
				}
				return ""
			},
			Owed: func() bool {
				until(t, "every connection ended, so that whatever was acknowledged is counted", func() bool { return s.Traffic().Conns == 0 })
				return s.Owes(last)
			},
			Queued: queued,
			Close:  s.Close,
		}
	}
}

func TestSuite(t *testing.T) { connectortest.Run(t, bench(nil)) }

// Old clients send no rich text.
func TestSuiteWithTextAlone(t *testing.T) {
	connectortest.Run(t, bench(func(s *slackserver.Server) { s.Plain = true }))
}

// Slack may deliver what happened later first.
func TestEditsFollowOutOfOrder(t *testing.T) {
	make := bench(func(s *slackserver.Server) {
		s.Faults = slackserver.Faults{Rand: rand.New(rand.NewPCG(3, 4)), Reorder: 0.4, Duplicate: 0.3}
	})
	b := make(t)
	defer b.Close()
	connectortest.EditsFollow(t, b)
}

// What goes wrong now and then is the server's and the connector's business, and nobody
// else's: the suite sees nothing of it.
func TestSuiteWithFaults(t *testing.T) {
	connectortest.Run(t, bench(func(s *slackserver.Server) {
		s.Faults = slackserver.Faults{
			Rand: rand.New(rand.NewPCG(1, 2)), Duplicate: 0.3, Unknown: 0.3, Malformed: 0.3, Drop: 0.02,
			Slow: 0.1, Pause: time.Millisecond,
		}
	}))
}
