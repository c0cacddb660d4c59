package respond

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"citadel/brain/classify"
	"citadel/brain/enclosure"
	"citadel/brain/model"
	"citadel/brain/phrase"
	"citadel/brain/prompt"
	"citadel/brain/turn"
	"citadel/memory/attachments"
	"citadel/memory/event"
)

var errNoFiles = errors.New("respond: no files are kept")

// Opener opens what is kept of the files of messages; package memory/files does.
type Opener interface {
	Get(name, key string) ([]byte, error)
}

// What of files a model is shown, in one request.
const (
	mostChars    = 16_000 // characters of all texts together
	leastChars   = 1_000  // of each, where there are many
	mostPictures = 10     // an album
	mostEarlier  = 10     // files of earlier messages
	backTo       = 3      // how many turns before this one these came with, at most
)

// cut is a file of which the model saw a part.
type cut struct {
	file turn.File
	enclosure.Part
}

// sighted has a picture looked at by the models that answer in depth, where those for small
// tasks cannot see.
func (w *work) sighted() {
	pictures := slices.ContainsFunc(w.t.Messages, func(m turn.Message) bool {
		return slices.ContainsFunc(m.Files, func(f turn.File) bool { return f.Kept.Sort == event.SortPicture })
	})
	if pictures && !w.Pool.Sees(w.mind.role) && w.Pool.Sees(model.Primary) {
		w.mind.role = model.Primary
	}
}

// words gives messages as a prompt shows them, with what came with them.
func (w *work) words(messages []turn.Message) []prompt.Words {
	all := make([]prompt.Words, len(messages))
	texts := 0
	for _, m := range messages {
		texts += readable(m.Files)
	}
	for i, m := range messages {
		all[i] = prompt.Words{Seq: m.Seq, Text: m.Text, On: m.On, From: m.Forwarded}
		for _, f := range m.Files {
			if m.Says(f) {
				continue
			}
			shown := w.file(f, max(mostChars/max(texts, 1), leastChars))
			shown.On = m.On
			all[i].Files = append(all[i].Files, shown)
		}
	}
	return all
}

// readable counts the texts among files.
func readable(files []turn.File) (n int) {
	for _, f := range files {
		if f.Kept.Sort == event.SortText {
			n++
		}
	}
	return n
}

// file gives a file as the model is shown it: of a text at most so many characters.
func (w *work) file(f turn.File, chars int) prompt.File {
	shown := prompt.File{Name: f.Name, MIME: f.MIME, Size: f.Size}
	k := f.Kept
	if !k.Kept() {
		return shown
	}
	shown.MIME, shown.Size = k.MIME, k.Size
	switch {
	case k.Sort == event.SortText && k.Chars > 0:
		p := w.part(f, chars)
		shown.Seq, shown.Text, shown.Tail, shown.First, shown.Last, shown.Of = f.Seq, p.Head, p.Tail, p.First, p.Last, p.Of
		if !p.Whole() {
			w.cut = append(w.cut, cut{f, p})
		}
	case k.Sort == event.SortPicture:
		w.picture(f, &shown)
	}
	return shown
}

// part gives what is shown of a text. Where the file is gone, its beginning is there still.
func (w *work) part(f turn.File, chars int) enclosure.Part {
	k := f.Kept
	if utf8.RuneCountInString(k.Text) == k.Chars {
		return enclosure.Cut(k.Text, chars)
	}
	whole, err := w.open(f)
	if err != nil {
		p := enclosure.Cut(k.Text, chars)
		p.Tail, p.Last, p.Of = "", 0, k.Chars
		return p
	}
	return enclosure.Cut(enclosure.Sniff(k.Name, k.MIME, false, whole).Text, chars)
}

// picture shows a picture, if a model that sees is asked and it is there.
func (w *work) picture(f turn.File, shown *prompt.File) {
	if !w.Pool.Sees(w.mind.role) {
		return // that is told anyway
	}
	if w.pictures++; w.pictures > mostPictures {
		w.blind(f, fmt.Sprintf("I look at no more than %d pictures at a time", mostPictures))
		return
	}
	whole, err := w.open(f)
	if err != nil {
		w.blind(f, "it is not in my files any more")
		return
	}
	data, as, err := enclosure.Fit(whole, f.Kept.MIME)
	if err != nil {
		w.blind(f, enclosure.Unfit(err, f.Kept))
		return
	}
	shown.Seq, shown.Picture = f.Seq, &model.Image{MIME: as, Data: data}
}

func (w *work) open(f turn.File) ([]byte, error) {
	if w.Files == nil {
		return nil, errNoFiles
	}
	return w.Files.Get(f.Kept.File, f.Kept.Key)
}

// blind notes that a file could not be shown.
func (w *work) blind(f turn.File, why string) {
	for i, u := range w.unseen {
		if slices.ContainsFunc(u.files, func(x turn.File) bool { return x.Seq == f.Seq }) {
			return
		}
		if u.why == why {
			w.unseen[i].files = append(u.files, f)
			return
		}
	}
	w.unseen = append(w.unseen, unseen{[]turn.File{f}, why})
}

// unseen are files that could not be shown, and why.
type unseen struct {
	files []turn.File
	why   string
}

// earlier gives the files that came with the last turns, or with what a message replies to:
// "what does it say?" is asked after the picture was sent. Small talk is shown none.
func (w *work) earlier(ctx context.Context, p past) ([]prompt.File, error) {
	if w.mind.tier == classify.Reflex {
		return nil, nil
	}
	var with []prompt.Words
	for _, t := range p.turns[max(0, len(p.turns)-backTo):] {
		with = append(with, t.Messages...)
	}
	var older []event.Seq
	for _, m := range w.t.Messages {
		if m.ReplyTo != 0 {
			older = append(older, m.ReplyTo)
		}
	}
	told, err := spoken(ctx, w.t, older)
	if err != nil {
		return nil, err
	}
	for _, seq := range older {
		if m, ok := told[seq]; ok && !slices.ContainsFunc(with, func(x prompt.Words) bool { return x.Seq == seq }) {
			with = append(with, m.Words)
		}
	}
	var seqs []event.Seq
	on := map[event.Seq]prompt.Words{}
	for _, m := range with {
		if len(m.Files) > 0 {
			seqs = append(seqs, m.Seq)
			on[m.Seq] = m
		}
	}
	if len(seqs) == 0 {
		return nil, nil
	}
	came, err := attachments.Of(ctx, w.t.Mind, seqs...)
	if err != nil {
		return nil, err
	}
	var files []turn.File
	for _, f := range slices.Concat(slices.Collect(maps.Values(came))...).Standing(nil) {
		if k := f.Kept; k.Kept() && (k.Sort == event.SortText || k.Sort == event.SortPicture) {
			files = append(files, turn.File{File: f})
		}
	}
	slices.SortFunc(files, func(a, b turn.File) int { return cmp.Compare(a.Seq, b.Seq) })
	w.latest = older
	if !slices.ContainsFunc(w.t.Messages, func(m turn.Message) bool { return len(m.Files) > 0 }) {
		w.latest = append(w.latest, lately(p)...)
	}
	for _, f := range files[:max(0, len(files)-mostEarlier)] {
		w.blind(f, fmt.Sprintf("I look at no more than %d earlier files at a time", mostEarlier))
	}
	files = files[max(0, len(files)-mostEarlier):]
	room := mostChars // in half of it, where he sends something to read now
	for _, m := range w.t.Messages {
		if readable(m.Files) > 0 {
			room = mostChars / 2
		}
	}
	var shown []prompt.File
	for _, f := range files {
		s := w.file(f, max(room/max(readable(files), 1), leastChars))
		s.With, s.On = f.Kept.Message, on[f.Kept.Message].On
		shown = append(shown, s)
	}
	return shown, err
}

// lately are the messages of the newest turn, and of those right before it in which nothing but files
// came: what is asked now is likely to be about these.
func lately(p past) (seqs []event.Seq) {
	for i, t := range slices.Backward(p.turns) {
		words := slices.ContainsFunc(t.Messages, func(m prompt.Words) bool { return strings.TrimSpace(m.Text) != "" })
		if newest := i == len(p.turns)-1; words && !newest {
			break
		}
		for _, m := range t.Messages {
			seqs = append(seqs, m.Seq)
		}
		if words {
			break
		}
	}
	return seqs
}

// files says beside the answer what of the files the model did not see.
func (w *work) files(to *phrase.Text) {
	for _, m := range w.t.Messages {
		enclosure.Told(to, m, w.t.Host, w.t.Heard(), true)
	}
	for _, c := range w.cut {
		if !w.meant(c.file) {
			continue
		}
		rests := []event.Seq{c.file.Seq}
		to.Break().Say("Of ").Claim(rests, "%s", enclosure.Name(c.file.Name)).
			Claim(rests, " I read the first %s and last %s of %s characters.", phrase.Thousands(c.First), phrase.Thousands(c.Last), phrase.Thousands(c.Of))
	}
	for _, u := range w.unseen {
		files := slices.DeleteFunc(slices.Clone(u.files), func(f turn.File) bool { return !w.meant(f) })
		if len(files) == 0 {
			continue
		}
		to.Break().Say("I did not look at ")
		for i, f := range files {
			if i > 0 {
				to.Say(", ")
			}
			to.Claim([]event.Seq{f.Seq}, "%s", enclosure.Name(f.Name))
		}
		to.Say(": %s.", u.why)
	}
	if w.last.Short.Images > 0 {
		to.Break().Say("%s answered, which can't look at pictures.", w.last.Card.Name)
	}
}

// meant says whether a file came with a message of the turn, or right before it: of others it is
// nobody's concern what was not seen.
func (w *work) meant(f turn.File) bool {
	return slices.Contains(w.latest, f.Kept.Message) || slices.ContainsFunc(w.t.Messages, func(m turn.Message) bool {
		return slices.ContainsFunc(m.Files, func(x turn.File) bool { return x.Seq == f.Seq })
	})
}
