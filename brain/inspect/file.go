package inspect

import (
	"context"

	"citadel/brain/enclosure"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/attachments"
	"citadel/memory/event"
)

// showFile shows a file that came with a message: of a text its beginning.
func (l *look) showFile(e seen, p event.Attached) *phrase.Text {
	t, rests := new(phrase.Text), []event.Seq{e.Seq}
	t.Claim(rests, "**`m%d`: %s, %s**", e.Seq, enclosure.Name(p.Name), phrase.Source(stamp(e.At, l.turn.Now), 'm', e.Seq)).Claim(rests, " (%s)", where(p.Place))
	var cut *phrase.Text
	if p.Text != "" {
		cut = verbatim(t, rests, p.Text, verbatimRunes)
		if cut != nil {
			cut = new(phrase.Text).Claim(rests, "Cut: this is the beginning of %s characters.", phrase.Thousands(p.Chars))
		}
	}
	what := new(phrase.Text)
	m := turn.Message{Files: []turn.File{{File: attachments.File{File: event.File{Name: p.Name}, Seq: e.Seq, Kept: p}}}}
	enclosure.Told(what, m, l.turn.Host, rests, p.Text != "")
	return paragraph(t, cut, what, new(phrase.Text).Say("It came with `m%d`.", p.Message))
}

// attached names the files that stand in a message.
func (l *look) attached(ctx context.Context, e seen) (*phrase.Text, error) {
	came, err := attachments.Of(ctx, l.turn.Mind, e.Seq)
	if err != nil {
		return nil, err
	}
	stand := came[e.Seq].Standing(nil)
	if len(stand) == 0 {
		return nil, nil
	}
	t, before := new(phrase.Text), "With it came "
	for _, f := range stand {
		t.Say("%s", before).Claim([]event.Seq{f.Seq}, "%s", enclosure.Name(f.Kept.Name)).Say(" (`m%d`)", f.Seq)
		before = ", "
	}
	return t.Say("."), nil
}

// writtenDown says who heard what a message says.
func writtenDown(p event.Transcribed, seq event.Seq, handed bool) *phrase.Text {
	whose := "your"
	if handed {
		whose = "the"
	}
	t := new(phrase.Text).Say("Written down from %s recording by ", whose).Claim([]event.Seq{seq}, "%s", p.By)
	if !p.Judged {
		t.Say(", which does not say how sure it is of a word")
	}
	return t.Say(".")
}
