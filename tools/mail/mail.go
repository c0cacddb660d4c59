// Package mail searches, reads, drafts and sends the principal's mail, over IMAP and SMTP.
//
// Reading leaves no trace: a folder is opened to look only, so nothing becomes read by it. Whatever
// a mail holds is somebody else's words and comes with its source; attachments are named and never
// opened.
//
// A mail that is sent can't be recalled, so sending is arranged to be found again: its Message-ID
// follows from the call's arguments, a copy goes into the Sent folder, and what stands there is
// compared with what was to be sent. The very same mail is not sent a second time. What is not known
// is not called failed: a server that took the text and then fell silent may have delivered it.
//
// Every use opens a connection of its own and closes it again, with one time limit for all of it.
package mail

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"strings"
	"time"

	"citadel/tools"
)

// Limits, of our own.
const (
	maxSession = 24 << 20 // bytes that a server may say in one connection
	maxMessage = 8 << 20  // bytes of a mail that are fetched
	maxText    = 1 << 20  // bytes of its text
	maxParts   = 200      // of a mail
	maxFound   = 20       // mails a search tells of
	maxWritten = 64 << 10 // bytes of a text that is drafted or sent
	maxReached = 50       // recipients
	answerTime = 45 * time.Second
)

// Security is how a connection is kept from being read.
type Security uint8

// The ways.
const (
	TLS      Security = iota // from its first byte, as on ports 993 and 465
	StartTLS                 // after a greeting, and not otherwise
	Plain                    // not at all: on this machine only
)

// Server is one.
type Server struct {
	Address  string // host and port
	Security Security
	TLS      *tls.Config // nil for the usual one
}

// Settings are what the tools work with. Without SMTP nothing can be sent.
type Settings struct {
	IMAP, SMTP     Server
	User, Password string
	From           string // the principal's address, with his name or without
	Drafts, Sent   string // folders; "Drafts" and "Sent" where empty
	Now            func() time.Time
}

// Box is the principal's mailbox. Its tools may be used at once.
type Box struct {
	Settings
	from *mail.Address
}

// New checks the settings. The error holds no password.
func New(s Settings) (*Box, error) {
	from, err := mail.ParseAddress(s.From)
	if err != nil || s.Now == nil {
		return nil, fmt.Errorf("mail: %q is no address, or there is no clock", s.From)
	}
	if err := s.IMAP.check(); err != nil {
		return nil, err
	}
	if s.SMTP.Address != "" {
		if err := s.SMTP.check(); err != nil {
			return nil, err
		}
	}
	if s.Drafts == "" {
		s.Drafts = "Drafts"
	}
	if s.Sent == "" {
		s.Sent = "Sent"
	}
	return &Box{Settings: s, from: from}, nil
}

func (s Server) check() error {
	host, _, err := net.SplitHostPort(s.Address)
	switch {
	case err != nil:
		return fmt.Errorf("mail: %q is no host with a port", s.Address)
	case s.Security == Plain && !loopback(host):
		return errors.New("mail: a connection that anybody can read is for this machine only")
	}
	return nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// config is what TLS is spoken with.
func (s Server) config() *tls.Config {
	c := &tls.Config{}
	if s.TLS != nil {
		c = s.TLS.Clone()
	}
	if c.ServerName == "" {
		c.ServerName, _, _ = net.SplitHostPort(s.Address) // checked by New
	}
	c.MinVersion = max(c.MinVersion, tls.VersionTLS12)
	return c
}

// Tools are what can be done with the mailbox.
func (m *Box) Tools() []tools.Tool {
	all := []tools.Tool{m.searchTool(), m.readTool(), m.draftTool()}
	if m.SMTP.Address != "" {
		all = append(all, m.sendTool())
	}
	return all
}

func invalid(format string, a ...any) error {
	return &tools.Failure{Reason: tools.Invalid, Text: fmt.Sprintf(format, a...)}
}

// scrubbed is an error without the password, whatever a server repeats.
func (m *Box) scrubbed(err error) error {
	if err == nil || m.Password == "" || !strings.Contains(err.Error(), m.Password) {
		return err
	}
	return errors.New(strings.ReplaceAll(err.Error(), m.Password, "•••"))
}
