package mattermost_test

import (
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/connectortest"
	"citadel/connectors/mattermost"
	"citadel/connectors/mattermost/mattermostserver"
)

// server is a fake with one person on it.
func server(t testing.TB) (*mattermostserver.Server, *mattermostserver.Person) {
	s := &mattermostserver.Server{}
	s.Start()
	t.Cleanup(s.Close)
	return s, s.AddPerson("sam")
}

// connector is a connector of that server.
func connector(s *mattermostserver.Server) *mattermost.Mattermost {
	return &mattermost.Mattermost{URL: s.URL(), Token: s.Token(), Now: time.Now}
}

func home(s *mattermostserver.Server, p *mattermostserver.Person) connectors.Place {
	return connectors.Place{Platform: "mattermost", Account: s.Account(), Room: p.DM()}
}

func TestSuite(t *testing.T) {
	connectortest.Run(t, func(t *testing.T) connectortest.Bench {
		s := &mattermostserver.Server{MaxPostSize: 32_000}
		s.Start()
		sam := s.AddPerson("sam")
		check := func(err error) {
			if err != nil {
				t.Error(err)
			}
		}
		name := func(emoji string) string {
			n, ok := mattermost.NameOf(emoji)
			if !ok {
				t.Errorf("no name for %s", emoji)
			}
			return n
		}
		var last string
		known := map[string]string{}
		enclosed := func(content string) string {
			if known[content] == "" {
				known[content] = sam.Upload(sam.DM(), "a.txt", []byte(content))
			}
			return known[content]
		}
		return connectortest.Bench{
			Connector: connector(s),
			Place:     home(s, sam),
			Say:       func(text string) { last = sam.Say(text) },
			Edit:      func(text string) { sam.Edit(last, text) },
			Delete:    func() { sam.Delete(last) },
			React:     func(id connectors.MessageID, _, emoji string) { check(sam.React(string(id), name(emoji))) },
			Unreact:   func(id connectors.MessageID, _, emoji string) { check(sam.Unreact(string(id), name(emoji))) },
			Enclose:   func(text, file string) { last = sam.SayIn(sam.DM(), "", text, enclosed(file)) },
			Exchange:  func(text, file string) { sam.Exchange(last, text, enclosed(file)) },
			Restart:   func() connectors.Connector { return connector(s) },
			Drafted: func() string {
				for _, p := range s.Shown(sam.DM()) {
					if p.Draft != "" {
						return p.Text
					}
				}
				return ""
			},
			Shown: func() []string {
				var texts []string
				for _, p := range s.Shown(sam.DM()) {
					if p.Draft == "" {
						texts = append(texts, p.Text)
					}
				}
				return texts
			},
			CursorOnly: true,
			Close:      s.Close,
		}
	})
}
