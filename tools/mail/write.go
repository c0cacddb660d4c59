package mail

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/mail"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	rfc "github.com/emersion/go-message/mail"

	"citadel/tools"
)

type draftArgs struct {
	To      []string `json:"to" jsonschema:"mail addresses"`
	Subject string   `json:"subject"`
	Text    string   `json:"text" jsonschema:"plain text"`
	ReplyTo string   `json:"reply_to,omitempty" jsonschema:"the mail it answers, as mail_search names it"`
}

type sendArgs struct {
	To      []string `json:"to" jsonschema:"mail addresses"`
	Cc      []string `json:"cc,omitempty"`
	Bcc     []string `json:"bcc,omitempty"`
	Subject string   `json:"subject"`
	Text    string   `json:"text" jsonschema:"plain text, all of it"`
	ReplyTo string   `json:"reply_to,omitempty" jsonschema:"the mail it answers, as mail_search names it"`
}

// outgoing is a mail to be.
type outgoing struct {
	sendArgs
	id          string // Message-ID, without brackets
	to, cc, bcc []*rfc.Address
}

// plan checks a mail. Its name follows from the tool and its arguments alone.
func (m *Box) plan(tool string, args any, in sendArgs) (o outgoing, err error) {
	raw, err := json.Marshal(args)
	if err != nil {
		return o, err
	}
	o.sendArgs = in
	_, domain, _ := strings.Cut(m.from.Address, "@")
	o.id = tools.Digest(tool, raw)[:32] + "@" + domain
	for _, part := range []struct {
		from []string
		to   *[]*rfc.Address
	}{{in.To, &o.to}, {in.Cc, &o.cc}, {in.Bcc, &o.bcc}} {
		for _, s := range part.from {
			a, err := address(s)
			if err != nil {
				return o, err
			}
			*part.to = append(*part.to, a)
		}
	}
	switch n := len(in.To) + len(in.Cc) + len(in.Bcc); {
	case len(in.To) == 0 || n > maxReached:
		return o, invalid("A mail goes to somebody, and to at most %d.", maxReached)
	case in.Subject == "" || len(in.Subject) > 500 || strings.ContainsFunc(in.Subject, unicode.IsControl):
		return o, invalid("A subject is one line of at most 500 bytes.")
	case strings.TrimSpace(in.Text) == "" || len(in.Text) > maxWritten || strings.ContainsFunc(in.Text, odd):
		return o, invalid("A text has letters and line ends, %d bytes at most.", maxWritten)
	}
	if in.ReplyTo != "" {
		if _, err := readName(in.ReplyTo); err != nil {
			return o, err
		}
	}
	return o, nil
}

// odd are characters that have no place in a text.
func odd(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || r == unicode.ReplacementChar
}

// address reads one, which may have a name. Nothing else can hide in it.
func address(s string) (*rfc.Address, error) {
	a, err := mail.ParseAddress(s)
	if err != nil || strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) }) ||
		strings.ContainsFunc(a.Address, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`<>"(),;:\`, r) }) {
		return nil, invalid("%q is no mail address.", line(s, 80))
	}
	return (*rfc.Address)(a), nil
}

// reaches are all addresses that a mail goes to, each once.
func reaches(lists ...[]string) (all []string) {
	for _, s := range slices.Concat(lists...) {
		if a, err := address(s); err == nil {
			s = strings.ToLower(a.Address)
		}
		if !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all
}

// compose writes a mail out. Those in bcc are named in the principal's own copy only.
func (m *Box) compose(o outgoing, answers []string, own bool, at time.Time) ([]byte, error) {
	var h rfc.Header
	h.SetDate(at)
	h.SetAddressList("From", []*rfc.Address{(*rfc.Address)(m.from)})
	h.SetAddressList("To", o.to)
	if len(o.cc) > 0 {
		h.SetAddressList("Cc", o.cc)
	}
	if own && len(o.bcc) > 0 {
		h.SetAddressList("Bcc", o.bcc)
	}
	h.SetSubject(o.Subject)
	h.SetMessageID(o.id)
	if len(answers) > 0 {
		h.SetMsgIDList("In-Reply-To", answers)
		h.SetMsgIDList("References", answers)
	}
	h.SetContentType("text/plain", map[string]string{"charset": "utf-8"})
	h.Set("Content-Transfer-Encoding", "quoted-printable")
	var buf bytes.Buffer
	w, err := rfc.CreateSingleInlineWriter(&buf, h)
	if err != nil {
		return nil, err
	}
	if _, err := io.WriteString(w, strings.ReplaceAll(o.Text, "\n", "\r\n")); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// answered are the Message-IDs of the mail that one answers.
func answered(c *imapclient.Client, id string) ([]string, error) {
	if id == "" {
		return nil, nil
	}
	l, err := open(c, id)
	if err != nil || l.envelope == nil || l.envelope.MessageID == "" || strings.ContainsAny(l.envelope.MessageID, "<> \r\n\t") {
		return nil, err
	}
	return []string{l.envelope.MessageID}, nil
}

// compare reads back what stands in a folder under the name of a mail, and says what of it is not
// as it was meant.
func (m *Box) compare(ctx context.Context, folder string, o outgoing) (found bool, wrong []string, err error) {
	var data []byte
	if err := m.session(ctx, func(c *imapclient.Client) (err error) {
		data, err = stored(c, folder, o.id)
		return err
	}); err != nil || data == nil {
		return false, nil, err
	}
	r, err := rfc.CreateReader(bytes.NewReader(data))
	if err != nil {
		return true, nil, &tools.Failure{Reason: tools.Garbled, Text: "What stands in " + folder + " is malformed.", Err: err}
	}
	subject, _ := r.Header.Subject() // what cannot be read differs
	for _, part := range []struct {
		key  string
		want []*rfc.Address
	}{{"To", o.to}, {"Cc", o.cc}, {"Bcc", o.bcc}} {
		got, _ := r.Header.AddressList(part.key)
		if !slices.EqualFunc(got, part.want, func(a, b *rfc.Address) bool { return strings.EqualFold(a.Address, b.Address) }) {
			wrong = append(wrong, strings.ToLower(part.key))
		}
	}
	c := parse(data)
	if subject != o.Subject {
		wrong = append(wrong, "subject")
	}
	if c.text != strings.TrimSpace(o.Text) {
		wrong = append(wrong, "text")
	}
	if len(c.attachments) > 0 {
		wrong = append(wrong, "attachment")
	}
	return true, wrong, nil
}

func (m *Box) draftTool() tools.Tool {
	t := tools.Typed(tools.Tool{
		Name: "mail_draft", Class: tools.World,
		Description: "Puts a mail into the principal's drafts. It reaches nobody; he sends it himself.",
	}, m.draft)
	t.Card = func(args json.RawMessage) tools.Card {
		in, err := tools.Read[draftArgs](args)
		if err != nil {
			return tools.Card{}
		}
		return shown("Save this draft?", "Save", "", sendArgs{To: in.To, Subject: in.Subject, Text: in.Text, ReplyTo: in.ReplyTo})
	}
	t.Check = m.draftCheck
	return t
}

func (m *Box) planDraft(in draftArgs) (outgoing, error) {
	return m.plan("mail_draft", in, sendArgs{To: in.To, Subject: in.Subject, Text: in.Text, ReplyTo: in.ReplyTo})
}

func (m *Box) draft(ctx context.Context, in draftArgs) (tools.Result, error) {
	o, err := m.planDraft(in)
	if err != nil {
		return tools.Result{}, err
	}
	err = m.session(ctx, func(c *imapclient.Client) error {
		if there, err := stored(c, m.Drafts, o.id); err != nil || there != nil {
			return err
		}
		answers, err := answered(c, in.ReplyTo)
		if err != nil {
			return err
		}
		data, err := m.compose(o, answers, true, m.Now())
		if err != nil {
			return err
		}
		return appendTo(c, m.Drafts, data, imap.FlagDraft, m.Now())
	})
	if err != nil {
		return tools.Result{}, err
	}
	return tools.Result{Text: "It stands in " + m.Drafts + ".", Ref: o.id}, nil
}

func (m *Box) draftCheck(ctx context.Context, args json.RawMessage, _ tools.Result) (tools.Finding, error) {
	in, err := tools.Read[draftArgs](args)
	if err != nil {
		return tools.Finding{}, err
	}
	o, err := m.planDraft(in)
	if err != nil {
		return tools.Finding{}, err
	}
	found, wrong, err := m.compare(ctx, m.Drafts, o)
	switch {
	case err != nil:
		return tools.Finding{}, err
	case !found:
		return tools.Finding{Text: "Your folder " + m.Drafts + ", read back, does not hold it."}, nil
	case len(wrong) > 0:
		return tools.Finding{Text: "Read back from your folder " + m.Drafts + ": another " + strings.Join(wrong, ", another ") + "."}, nil
	}
	return tools.Finding{Holds: true, Text: "Read back from your folder " + m.Drafts + ": same text, no attachment."}, nil
}

// shown is the card of a mail: all of it.
func shown(question, verb, after string, in sendArgs) tools.Card {
	facts := []string{"To: " + strings.Join(in.To, ", ")}
	if len(in.Cc) > 0 {
		facts = append(facts, "Cc: "+strings.Join(in.Cc, ", "))
	}
	if len(in.Bcc) > 0 {
		facts = append(facts, "Bcc: "+strings.Join(in.Bcc, ", "))
	}
	facts = append(facts, "Subject: "+in.Subject)
	if in.ReplyTo != "" {
		facts = append(facts, "Answers: `"+in.ReplyTo+"`")
	}
	return tools.Card{Question: question, Facts: append(facts, "no attachment"), Quote: in.Text, After: after, Verb: verb}
}
