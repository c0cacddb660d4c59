package mail

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"citadel/tools"
)

type searchArgs struct {
	Words  string `json:"words,omitempty" jsonschema:"words that all stand in the mail"`
	From   string `json:"from,omitempty" jsonschema:"sender: an address or a part of it"`
	Since  string `json:"since,omitempty" jsonschema:"first day, such as 2026-11-20"`
	Folder string `json:"folder,omitempty" jsonschema:"INBOX where left out"`
	Unread bool   `json:"unread,omitempty" jsonschema:"only what was not read yet"`
	Waits  bool   `json:"waits,omitempty" jsonschema:"only what was written to the principal himself of late, asks something, and was not answered"`
}

func (m *Box) searchTool() tools.Tool {
	return tools.Typed(tools.Tool{
		Name: "mail_search", Class: tools.Reads,
		Description: "Searches a folder of the principal's mail, newest first, and names each mail for reading it. Marks nothing as read.",
	}, m.search)
}

func (m *Box) search(ctx context.Context, in searchArgs) (tools.Result, error) {
	criteria := &imap.SearchCriteria{Text: strings.Fields(in.Words)}
	if in.From != "" {
		criteria.Header = []imap.SearchCriteriaHeaderField{{Key: "From", Value: in.From}}
	}
	if in.Since != "" {
		since, err := time.Parse(time.DateOnly, in.Since)
		if err != nil {
			return tools.Result{}, invalid("%q is no day such as 2026-11-20.", line(in.Since, 40))
		}
		criteria.Since = since
	}
	if in.Unread {
		criteria.NotFlag = []imap.Flag{imap.FlagSeen}
	}
	if in.Waits {
		m.waits(criteria)
	}
	folder := in.Folder
	if folder == "" {
		folder = "INBOX"
	}
	if len(criteria.Text) > 10 || len(in.Words+in.From+folder) > 500 || strings.ContainsFunc(in.Words+in.From+folder, unicode.IsControl) {
		return tools.Result{}, invalid("At most ten words and 500 bytes, on one line.")
	}
	var r tools.Result
	err := m.session(ctx, func(c *imapclient.Client) error {
		box, err := c.Select(folder, &imap.SelectOptions{ReadOnly: true}).Wait()
		if err != nil {
			return err
		}
		found, err := c.UIDSearch(criteria, nil).Wait()
		if err != nil {
			return err
		}
		uids := found.AllUIDs()
		slices.Sort(uids)
		if in.Waits {
			if uids, err = m.waiting(c, folder, uids); err != nil {
				return err
			}
		}
		r, err = list(c, uids, name{folder, box.UIDValidity, 0})
		return err
	})
	return r, err
}

// list tells of the newest of some mails of the folder that is open.
func list(c *imapclient.Client, uids []imap.UID, in name) (tools.Result, error) {
	if len(uids) == 0 {
		return tools.Result{Text: "No such mail is in " + in.folder + "."}, nil
	}
	told := uids[max(0, len(uids)-maxFound):]
	all, err := c.Fetch(imap.UIDSetNum(told...), &imap.FetchOptions{Envelope: true, InternalDate: true, RFC822Size: true, UID: true, Flags: true}).Collect()
	if err != nil {
		return tools.Result{}, err
	}
	slices.SortFunc(all, func(a, b *imapclient.FetchMessageBuffer) int { return int(b.UID) - int(a.UID) })
	var r tools.Result
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d in %s:\n", len(all), len(uids), in.folder)
	for _, x := range all {
		if x.Envelope == nil {
			continue
		}
		in.uid = x.UID
		unread := ""
		if !slices.Contains(x.Flags, imap.FlagSeen) {
			unread = ", unread"
		}
		s := source(x.Envelope, x.InternalDate)
		fmt.Fprintf(&b, "- %s, from %s: %s (%d bytes%s) · id `%s`\n", s.On.Format("Mon 2 Jan 2006 15:04 -0700"), people(x.Envelope.From), line(x.Envelope.Subject, 200), x.RFC822Size, unread, in)
		r.Sources = append(r.Sources, s)
	}
	r.Text = b.String()
	return r, nil
}

type readArgs struct {
	ID string `json:"id" jsonschema:"as mail_search names it"`
}

func (m *Box) readTool() tools.Tool {
	return tools.Typed(tools.Tool{
		Name: "mail_read", Class: tools.Reads,
		Description: "Reads one mail: who wrote it to whom, its text, and the names of its attachments, which are not opened. Does not mark it as read.",
	}, m.read)
}

func (m *Box) read(ctx context.Context, in readArgs) (tools.Result, error) {
	var l letter
	if err := m.session(ctx, func(c *imapclient.Client) (err error) {
		l, err = open(c, in.ID)
		return err
	}); err != nil {
		return tools.Result{}, err
	}
	e := l.envelope
	if e == nil {
		e = new(imap.Envelope)
	}
	body := parse(l.body)
	var b strings.Builder
	s := source(e, l.received)
	fmt.Fprintf(&b, "From: %s\n", people(e.From))
	if reply := people(e.ReplyTo); len(e.ReplyTo) > 0 && reply != people(e.From) {
		fmt.Fprintf(&b, "Answers go to: %s\n", reply)
	}
	fmt.Fprintf(&b, "To: %s\n", people(e.To))
	if len(e.Cc) > 0 {
		fmt.Fprintf(&b, "Cc: %s\n", people(e.Cc))
	}
	fmt.Fprintf(&b, "Date: %s\nSubject: %s\n", s.On.Format("Mon 2 Jan 2006 15:04 -0700"), line(e.Subject, 500))
	for _, a := range body.attachments {
		fmt.Fprintf(&b, "Attachment, not opened: %s\n", a)
	}
	fmt.Fprintf(&b, "\n%s\n", body.text)
	r := tools.Result{Text: b.String(), Sources: []tools.Source{s}, Ref: in.ID}
	if left := int64(body.left) + l.size - int64(len(l.body)); left > 0 {
		r.Of = b.Len() + int(left)
	}
	return r, nil
}

// open fetches the mail of a name.
func open(c *imapclient.Client, id string) (letter, error) {
	n, err := readName(id)
	if err != nil {
		return letter{}, err
	}
	box, err := c.Select(n.folder, &imap.SelectOptions{ReadOnly: true}).Wait()
	if err != nil {
		return letter{}, err
	}
	if box.UIDValidity != n.validity {
		return letter{}, &tools.Failure{Reason: tools.Missing, Text: "The folder was numbered anew since; search again."}
	}
	return fetch(c, n.uid)
}

// name says which mail.
type name struct {
	folder   string
	validity uint32 // of the numbers of the folder
	uid      imap.UID
}

// String is how a model reads it.
func (n name) String() string { return fmt.Sprintf("%d-%d-%s", n.validity, n.uid, n.folder) }

var names = regexp.MustCompile(`^([0-9]{1,10})-([0-9]{1,10})-([^\x00-\x1f\x7f]{1,200})$`)

func readName(s string) (name, error) {
	p := names.FindStringSubmatch(strings.Trim(s, "` "))
	if p == nil {
		return name{}, invalid("%q names no mail; mail_search names them.", line(s, 60))
	}
	validity, err1 := strconv.ParseUint(p[1], 10, 32)
	uid, err2 := strconv.ParseUint(p[2], 10, 32)
	if err1 != nil || err2 != nil || uid == 0 {
		return name{}, invalid("%q names no mail; mail_search names them.", line(s, 60))
	}
	return name{p[3], uint32(validity), imap.UID(uid)}, nil
}

// source says whose words a mail is.
func source(e *imap.Envelope, received time.Time) tools.Source {
	who := "an unknown sender"
	if len(e.From) > 0 && e.From[0].Addr() != "" {
		who = line(strings.ToLower(e.From[0].Addr()), 100)
	}
	on := e.Date
	if on.IsZero() || on.Year() < 1980 || on.Year() > 2200 {
		on = received
	}
	return tools.Source{What: "a mail from " + who, On: on}
}

// people words addresses with their names.
func people(all []imap.Address) string {
	var out []string
	for i, a := range all {
		if i == maxReached {
			out = append(out, fmt.Sprintf("and %d more", len(all)-i))
			break
		}
		switch addr := line(a.Addr(), 100); {
		case addr == "":
		case a.Name == "":
			out = append(out, addr)
		default:
			out = append(out, line(a.Name, 60)+" <"+addr+">")
		}
	}
	if len(out) == 0 {
		return "nobody"
	}
	return strings.Join(out, ", ")
}

// line is a text on one line, cut at most bytes.
func line(s string, most int) string {
	s = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, "\uFFFD"), func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
