package mail

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-message/mail"
)

// Mail that waits for an answer is told by what it is, and by no model: it was written to the principal
// himself, by somebody and not by a machine, asks something, and neither is marked as answered nor has an
// answer in the folder of what was sent. It may miss some, and takes some for a question that is none.
const (
	lately      = 14       // days back that are looked at
	mostWeighed = 40       // mails, the newest of them
	beginning   = 32 << 10 // bytes of each
)

// waits narrows a search to what the server itself can tell.
func (m *Box) waits(c *imap.SearchCriteria) {
	if since := m.Now().AddDate(0, 0, -lately); c.Since.Before(since) {
		c.Since = since
	}
	c.NotFlag = append(c.NotFlag, imap.FlagAnswered, imap.FlagDraft)
	c.Header = append(c.Header, imap.SearchCriteriaHeaderField{Key: "To", Value: m.from.Address})
}

// waiting keeps of mails of the folder that is open those that wait for an answer, and has it open again.
func (m *Box) waiting(c *imapclient.Client, folder string, uids []imap.UID) ([]imap.UID, error) {
	if len(uids) == 0 {
		return nil, nil
	}
	uids = uids[max(0, len(uids)-mostWeighed):]
	all, err := c.Fetch(imap.UIDSetNum(uids...), &imap.FetchOptions{
		Envelope: true, UID: true, BodySection: []*imap.FetchItemBodySection{{Peek: true, Partial: &imap.SectionPartial{Size: beginning}}},
	}).Collect()
	if err != nil {
		return nil, err
	}
	asks := map[imap.UID]string{} // by mail, its Message-ID
	for _, x := range all {
		if x.Envelope != nil && len(x.BodySection) > 0 && m.personal(x.Envelope) && written(x.BodySection[0].Bytes) && asking(parse(x.BodySection[0].Bytes).text) {
			asks[x.UID] = x.Envelope.MessageID
		}
	}
	answered, err := m.answered(c, asks)
	if err != nil {
		return nil, err
	}
	if _, err := c.Select(folder, &imap.SelectOptions{ReadOnly: true}).Wait(); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(uids, func(uid imap.UID) bool {
		id, asks := asks[uid]
		return !asks || answered[id]
	}), nil
}

// answered says which of some mails have an answer among what was sent. Without such a folder none has.
func (m *Box) answered(c *imapclient.Client, asks map[imap.UID]string) (map[string]bool, error) {
	found := map[string]bool{}
	var refused *imap.Error
	if _, err := c.Select(m.Sent, &imap.SelectOptions{ReadOnly: true}).Wait(); errors.As(err, &refused) {
		return found, nil
	} else if err != nil {
		return nil, err
	}
	for _, id := range asks {
		if id == "" {
			continue
		}
		answers, err := c.UIDSearch(&imap.SearchCriteria{Header: []imap.SearchCriteriaHeaderField{{Key: "In-Reply-To", Value: id}}}, nil).Wait()
		if err != nil {
			return nil, err
		}
		found[id] = len(answers.AllUIDs()) > 0
	}
	return found, nil
}

// machines are names under which nobody reads what is answered.
var machines = regexp.MustCompile(`(?i)^(no[-_.]?reply|do[-_.]?not[-_.]?reply|notifications?|alerts?|mailer-daemon|postmaster|bounces?|newsletter)\b`)

// personal says whether somebody else wrote it, by the looks of the address.
func (m *Box) personal(e *imap.Envelope) bool {
	return len(e.From) > 0 && !strings.EqualFold(e.From[0].Addr(), m.from.Address) && !machines.MatchString(e.From[0].Mailbox)
}

// written says whether the head of a mail tells of no list and of no machine that sent it.
func written(data []byte) bool {
	r, err := mail.CreateReader(bytes.NewReader(data))
	if r == nil || err != nil {
		return false
	}
	for _, mark := range []string{"List-Id", "List-Unsubscribe"} {
		if r.Header.Get(mark) != "" {
			return false
		}
	}
	auto := strings.ToLower(strings.TrimSpace(r.Header.Get("Auto-Submitted")))
	precedence := strings.ToLower(strings.TrimSpace(r.Header.Get("Precedence")))
	return (auto == "" || auto == "no") && !slices.Contains([]string{"bulk", "list", "junk"}, precedence)
}

var (
	// quoting begins what is quoted below an answer.
	quoting = regexp.MustCompile(`(?im)^(on .{4,200} wrote:|am .{4,200} schrieb .{0,80}:|le .{4,200} a écrit ?:|-+ ?original message ?-+|from: .*)\s*$`)
	links   = regexp.MustCompile(`https?://\S+`)
	// wishes ask without a question mark.
	wishes = regexp.MustCompile(`(?i)\b(let me know|please (confirm|reply|send|tell|advise|answer|get back)|could you|can you|would you|get back to me|rsvp|awaiting your|look(ing)? forward to (your (reply|answer)|hearing)|bitte (um|geben|senden|bestätigen)|merci de)\b`)
)

// asking says whether a mail asks something in its own words.
func asking(text string) bool {
	if at := quoting.FindStringIndex(text); at != nil {
		text = text[:at[0]]
	}
	var own strings.Builder
	for l := range strings.Lines(text) {
		if !strings.HasPrefix(strings.TrimSpace(l), ">") {
			own.WriteString(l)
		}
	}
	said := links.ReplaceAllString(own.String(), "")
	return strings.Contains(said, "?") || wishes.MatchString(said)
}
