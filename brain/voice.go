package brain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"citadel/brain/command"
	"citadel/brain/enclosure"
	"citadel/brain/redact"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/words"
)

// Listener writes down what is said in a file of a message: Spoken, Doubtful, Judged, Seconds
// and By of what it gives are its own. Where it cannot, why says so, in words that follow
// "because". The turn has begun when it is called. The error is ctx's or the ledger's.
type Listener func(ctx context.Context, t *turn.Turn, m turn.Message, f turn.File) (heard event.Transcribed, why string, err error)

// byVoice is who answers what was asked for by voice and is not done for that alone.
const byVoice = "procedure:voice"

// listen has the recordings of the turn written down, before anybody looks at what was said.
func (w *undertaking) listen(ctx context.Context) error {
	for i := range w.t.Messages {
		m := &w.t.Messages[i]
		hear := w.hear
		if len(m.Late) > 0 {
			hear = w.hearLate
		}
		if err := hear(ctx, m); err != nil {
			if w.stopped = stopped(ctx) && w.asksMore(); !w.stopped {
				return err
			}
		}
	}
	texts := make([]string, len(w.t.Messages))
	for i, m := range w.t.Messages {
		texts[i] = m.Text
	}
	w.t.Text = strings.Join(texts, "\n")
	return nil
}

// asksMore says whether a message came that is no recording: what it asks for is done, whatever becomes of those.
func (w *undertaking) asksMore() bool {
	return slices.ContainsFunc(w.t.Messages, func(m turn.Message) bool { return !m.ToHear() && m.Spoken == nil })
}

// hearLate has a recording written down that came after its message was answered, and leaves of the message what is said in
// it: the words beside it were answered before, and what they ask for is not done twice.
func (w *undertaking) hearLate(ctx context.Context, m *turn.Message) error {
	m.Only(m.Late)
	if m.Spoken != nil && !slices.Contains(m.Late, m.Spoken.File) {
		m.Spoken = nil // that was said in another, and answered
	}
	if err := w.hear(ctx, m); err != nil {
		return err
	}
	if m.Text, m.Removed = "", nil; m.Spoken != nil {
		m.Text, m.Removed = words.Visible(m.Spoken.Spoken), m.Spoken.Removed
	}
	m.Emptied = len(m.Files) == 0 && m.Text == ""
	return nil
}

// hear has the first recording of a message written down, once. From then on the message
// says that. What was written down is repeated at the head of the answer.
func (w *undertaking) hear(ctx context.Context, m *turn.Message) (err error) {
	defer func() {
		if s := m.Spoken; s != nil && s.Spoken != "" {
			w.spoken = append(w.spoken, *m)
		}
	}()
	if w.Listen == nil || m.Spoken != nil || m.Transcribed != 0 {
		return nil
	}
	for i, f := range m.Files {
		if !f.Voice() {
			continue
		}
		began, err := w.begin(ctx)
		if err != nil {
			return err
		}
		if w.t.Doing != nil {
			w.t.Doing("Took up the recording at " + w.Now().In(w.t.Now.Location()).Format("15:04") + ", to write it down.")
		}
		heard, why, err := w.Listen(ctx, w.t, *m, f)
		if err != nil || why != "" {
			m.Files[i].Unheard = why
			return err
		}
		return w.wrote(ctx, m, f, heard, began)
	}
	return nil
}

// wrote records what was written down, as far as it may be kept.
func (w *undertaking) wrote(ctx context.Context, m *turn.Message, f turn.File, heard event.Transcribed, began event.Seq) error {
	clean, found := redact.Secrets(heard.Spoken)
	if len(found) > 0 { // the stretches lie elsewhere now
		heard.Spoken, heard.Doubtful = clean, nil
		for _, x := range found {
			heard.Removed = append(heard.Removed, string(x.Kind))
		}
	}
	heard.Message, heard.File, heard.Text = m.Seq, f.Seq, event.Above(m.Text, heard.Spoken)
	e := w.Pens.Write(heard).Because(began, m.Seq).Resting(m.Seq, f.Seq)
	e.Trust, e.Key = event.ByTool, fmt.Sprintf("transcribed/%d/%d", m.Seq, f.Seq)
	edited := ledger.Query{From: []event.Seq{m.Seq}, Kinds: []event.Kind{event.Edited{}.Kind()}, After: w.upTo, Limit: 1}
	rs, err := w.Mind.RecordUnless(ctx, func() (bool, error) {
		for _, err := range w.Mind.Events(ctx, edited) {
			return err == nil, err
		}
		return false, nil
	}, e)
	if errors.Is(err, ledger.ErrForgotten) || errors.Is(err, memory.ErrOvertaken) { // taken back or mended meanwhile: the turn is begun again
		return ErrAgain
	}
	if errors.Is(err, ledger.ErrDuplicate) {
		for i := range m.Files {
			m.Files[i].Unheard = "what was written down was forgotten"
		}
		return nil
	}
	if err != nil {
		return fmt.Errorf("record what was heard: %w", err)
	}
	(&reading{Message: m}).became(rs[0], heard)
	return nil
}

// unheard tells of the recordings that came late, and that nobody has listened to as the turn ends: they were promised.
func (w *undertaking) unheard(r *turn.Reply, why string) {
	for _, m := range w.t.Messages {
		if m.Spoken != nil || len(m.Late) == 0 {
			continue
		}
		m.Files = slices.Clone(m.Files)
		m.Only(m.Late)
		for i, f := range m.Files {
			m.Files[i].Unheard = cmp.Or(f.Unheard, why)
		}
		enclosure.Told(&r.Text, m, w.t.Host, []event.Seq{m.Seq}, false)
	}
}

// enclosed tells what became of the files that came beside a command, which says nothing of them itself.
func enclosed(p *part) {
	if !strings.HasPrefix(p.reply.By, "command:") && p.reply.By != byVoice {
		return
	}
	for _, m := range p.turn.Messages {
		enclosure.Told(&p.reply.Text, m, p.turn.Host, p.turn.Heard(), false)
	}
}

// answered asks steps about a message. What was spoken does nothing by itself: a machine may
// have heard it wrongly. Where a step would do something, the words are offered to be pressed
// or typed instead.
func (w *undertaking) answered(ctx context.Context, steps []Step, t *turn.Turn) (*turn.Reply, error) {
	spoken := t.Last().Spoken
	if spoken == nil {
		return w.ask(ctx, steps, t)
	}
	if _, is := command.Parse(t.Text); is {
		return w.offer(t), nil
	}
	r, err := w.ask(ctx, steps, t)
	if err != nil || r == nil {
		return r, err
	}
	if len(r.Writes) > 0 || r.Forget != nil || r.Redo != nil || r.Leave || r.Hold > 0 && r.By != byCrisis {
		return w.offer(t), nil
	}
	return r, nil
}

// mostOffered is how long words may be that a button stands for, in bytes.
const mostOffered = 1000

// offer leaves it to the principal to say what he said once more, by hand.
func (w *undertaking) offer(t *turn.Turn) *turn.Reply {
	r := &turn.Reply{By: byVoice}
	if len(t.Text) > mostOffered {
		r.Text.Say("Nothing is done yet: I do nothing on a recording alone. Type what I am to do.")
		return r
	}
	r.Text.Say("Nothing is done yet: I do nothing on a recording alone. `Do it`, or type it.")
	r.Buttons = []event.Button{{Label: "Do it", Says: t.Text, Once: true}}
	return r
}

// echoed puts what was heard in recordings before an answer, so that the principal sees what
// it answers, and what will be learned. Who may be in danger reads no quotations first.
func (w *undertaking) echoed(r *turn.Reply) *turn.Reply {
	if len(w.spoken) == 0 || r == nil || r.By == byCrisis || w.danger {
		return r
	}
	text := enclosure.Echo(w.spoken)
	if !r.Text.Empty() {
		text.Break().Add(&r.Text)
	}
	r.Text = *text
	return r
}
