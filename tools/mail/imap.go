package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"mime"
	"net"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-message/charset"

	"citadel/tools"
)

// measured is a connection of which only so much is read.
type measured struct {
	net.Conn
	left int
}

var errTooMuch = errors.New("the server says too much")

func (c *measured) Read(b []byte) (int, error) {
	if c.left <= 0 {
		return 0, errTooMuch
	}
	n, err := c.Conn.Read(b[:min(len(b), c.left)])
	c.left -= n
	return n, err
}

// session opens the mailbox for do. The error is a *Failure.
func (m *Box) session(ctx context.Context, do func(*imapclient.Client) error) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	conn, err := m.IMAP.dial(ctx)
	if err != nil {
		return m.unavailable(err)
	}
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	options := &imapclient.Options{TLSConfig: m.IMAP.config(), WordDecoder: &mime.WordDecoder{CharsetReader: charset.Reader}}
	var c *imapclient.Client
	if m.IMAP.Security == StartTLS {
		if c, err = imapclient.NewStartTLS(&measured{conn, maxSession}, options); err != nil {
			return m.unavailable(err)
		}
	} else {
		c = imapclient.New(&measured{conn, maxSession}, options)
	}
	defer func() { _ = c.Close() }()
	if err := c.Login(m.User, m.Password).Wait(); err != nil {
		if refusal := (*imap.Error)(nil); errors.As(err, &refusal) {
			return &tools.Failure{Reason: tools.Forbidden, Text: "The mail server does not take the name or the password.", Err: m.scrubbed(err)}
		}
		return m.unavailable(err)
	}
	if err := do(c); err != nil {
		return m.failed(err)
	}
	return nil
}

// dial opens a connection; over TLS where that is spoken from the first byte.
func (s Server) dial(ctx context.Context) (net.Conn, error) {
	conn, err := (&net.Dialer{Timeout: 15 * time.Second}).DialContext(ctx, "tcp", s.Address)
	if err != nil || s.Security != TLS {
		return conn, err
	}
	secured := tls.Client(conn, s.config())
	if err := secured.HandshakeContext(ctx); err != nil {
		_ = conn.Close()
		return nil, err
	}
	return secured, nil
}

func (m *Box) unavailable(err error) error {
	return &tools.Failure{Reason: tools.Unavailable, Text: "The mail server gives no answer. Later it may.", Err: m.scrubbed(err)}
}

// failed words what went wrong with a mailbox that was open.
func (m *Box) failed(err error) error {
	var f *tools.Failure
	var refusal *imap.Error
	switch {
	case errors.As(err, &f):
		return f
	case errors.As(err, &refusal):
		return &tools.Failure{Reason: tools.Missing, Text: "The mail server refuses it: the folder or the mail may not be there.", Err: m.scrubbed(err)}
	case errors.Is(err, errTooMuch):
		return &tools.Failure{Reason: tools.Garbled, Text: "The mail server sent more than is read.", Err: m.scrubbed(err)}
	}
	return m.unavailable(err)
}

// appendTo puts a mail into a folder.
func appendTo(c *imapclient.Client, folder string, data []byte, flag imap.Flag, at time.Time) error {
	cmd := c.Append(folder, int64(len(data)), &imap.AppendOptions{Flags: []imap.Flag{flag}, Time: at})
	_, err := cmd.Write(data)
	if err := errors.Join(err, cmd.Close()); err != nil {
		return err
	}
	_, err = cmd.Wait()
	return err
}

// stored gives the mail of a Message-ID in a folder, whole; nil where there is none.
func stored(c *imapclient.Client, folder, id string) ([]byte, error) {
	if _, err := c.Select(folder, &imap.SelectOptions{ReadOnly: true}).Wait(); err != nil {
		return nil, err
	}
	found, err := c.UIDSearch(&imap.SearchCriteria{Header: []imap.SearchCriteriaHeaderField{{Key: "Message-ID", Value: id}}}, nil).Wait()
	if err != nil || len(found.AllUIDs()) == 0 {
		return nil, err
	}
	uids := found.AllUIDs()
	one, err := fetch(c, uids[len(uids)-1])
	if err != nil {
		return nil, err
	}
	return one.body, nil
}

// letter is a mail as it was fetched.
type letter struct {
	envelope *imap.Envelope
	received time.Time
	size     int64 // of all of it
	body     []byte
}

// fetch reads a mail of the folder that is open, without marking it.
func fetch(c *imapclient.Client, uid imap.UID) (letter, error) {
	cmd := c.Fetch(imap.UIDSetNum(uid), &imap.FetchOptions{
		Envelope: true, InternalDate: true, RFC822Size: true, UID: true,
		BodySection: []*imap.FetchItemBodySection{{Peek: true, Partial: &imap.SectionPartial{Size: maxMessage}}},
	})
	var l letter
	for msg := cmd.Next(); msg != nil; msg = cmd.Next() {
		for item := msg.Next(); item != nil; item = msg.Next() {
			switch x := item.(type) {
			case imapclient.FetchItemDataEnvelope:
				l.envelope = x.Envelope
			case imapclient.FetchItemDataInternalDate:
				l.received = x.Time
			case imapclient.FetchItemDataRFC822Size:
				l.size = x.Size
			case imapclient.FetchItemDataBodySection:
				if x.Literal != nil {
					var err error
					if l.body, err = io.ReadAll(io.LimitReader(x.Literal, maxMessage)); err != nil {
						return letter{}, errors.Join(err, cmd.Close())
					}
				}
			}
		}
	}
	if err := cmd.Close(); err != nil {
		return letter{}, err
	}
	if l.body == nil {
		return letter{}, &tools.Failure{Reason: tools.Missing, Text: "The mail is not there any more."}
	}
	l.size = max(l.size, int64(len(l.body)))
	return l, nil
}
