package briefing

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"citadel/brain/card"
	"citadel/brain/fault"
	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/agency"
	"citadel/memory/economy"
	"citadel/memory/event"
	"citadel/memory/hands"
	"citadel/memory/loops"
	"citadel/memory/principal"
)

// The names of the sections.
const (
	Calendar    = principal.Calendar
	Due         = principal.Due
	Told        = principal.Told
	Overnight   = principal.Overnight
	News        = principal.News
	Corrections = principal.Corrections
	Mail        = principal.Mail
	Drafts      = principal.Drafts
	Waiting     = principal.Waiting
	Review      = principal.Review
	Figures     = principal.Figures
)

func today(now time.Time) (from, to time.Time) {
	from = time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	return from, from.AddDate(0, 0, 1)
}

// appointments are those of the day.
func appointments(ctx context.Context, s Source) (Section, error) {
	const moment = "2006-01-02T15:04"
	from, to := today(s.Now)
	b, err := s.look(ctx, agenda, "I couldn't read your calendar. `agenda` tries again.", map[string]string{"from": from.Format(moment), "to": to.Format(moment)})
	if err != nil {
		return Section{}, err
	}
	section := Section{Name: Calendar, Title: "Calendar", Lines: b.lines, More: "agenda", News: len(b.lines) > 0, Rests: b.rests, others: b.others}
	if n := len(b.lines); n > 0 {
		section.Head = phrase.Few(n, "appointment")
	}
	section.Notes = b.notes
	return section, nil
}

// due is what has to be done by the end of the day or should have been, and what the principal is
// reminded of that day, in order of time; and then what the agent promised and has not done, which
// has no day of its own.
func due(ctx context.Context, s Source) (Section, error) {
	from, to := today(s.Now)
	var open []loops.Loop
	var remind []loops.Reminder
	var promised []loops.Commitment
	s.Read(func(v memory.View) {
		open, remind, promised = slices.Clone(v.Loops.Loops), slices.Clone(v.Loops.Reminders), slices.Clone(v.Loops.Commitments)
	})
	type line struct {
		at   time.Time
		seq  event.Seq
		late bool
		text *phrase.Text
	}
	var all []line
	for _, l := range open {
		if l.Due.IsZero() || !l.Due.Before(to) {
			continue
		}
		t := new(phrase.Text).Claim([]event.Seq{l.Seq}, "%s", beginning(l.Text))
		switch {
		case l.Due.Before(from):
			t.Claim([]event.Seq{l.Seq}, ", since %s", phrase.Day(l.Due, s.Now))
		case l.DueText != "":
			t.Say(": ").Claim([]event.Seq{l.Seq}, "%s", phrase.Quote(l.DueText, phrase.MaxQuote))
		}
		if !l.On.IsZero() {
			t.Say(", you on ").Claim([]event.Seq{l.Seq}, "%s", phrase.Source(phrase.Day(l.On, s.Now), 'l', l.Seq))
		}
		all = append(all, line{l.Due, l.Seq, l.Due.Before(from), t.Say(" `%s`", phrase.Handle('l', l.Seq))})
	}
	for _, r := range remind {
		if r.Next.Before(from) || !r.Next.Before(to) {
			continue
		}
		t := new(phrase.Text).Claim([]event.Seq{r.Seq}, "%s %s", r.Next.In(s.Now.Location()).Format("15:04"), beginning(r.Text)).Say(" `%s`", phrase.Handle('r', r.Seq))
		all = append(all, line{r.Next, r.Seq, false, t})
	}
	slices.SortFunc(all, func(a, b line) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.seq, b.seq)) })
	section := Section{Name: Due, Title: "Due", More: "loops"}
	tell := func(t *phrase.Text, seq event.Seq) (bool, error) {
		may, err := s.Shown(ctx, seq)
		if may && err == nil {
			section.Lines, section.Rests = append(section.Lines, t), append(section.Rests, seq)
		}
		return may, err
	}
	timely, late, mine := 0, 0, 0
	for _, l := range all {
		switch may, err := tell(l.text, l.seq); {
		case err != nil:
			return section, err
		case may && l.late:
			late++
		case may:
			timely++
		}
	}
	section.News = timely > 0 // what was late the day before is no news
	for _, c := range promised {
		t := new(phrase.Text).Claim([]event.Seq{c.Seq}, "%s", beginning(c.Text)).Say(", promised by me on ")
		t.Claim([]event.Seq{c.Seq}, "%s", phrase.Source(phrase.Day(c.On, s.Now), 'c', c.Seq)).Say(" `%s`", phrase.Handle('c', c.Seq))
		may, err := tell(t, c.Seq)
		if err != nil {
			return section, err
		}
		if may {
			mine++
			section.News = section.News || c.On.After(s.Since) // and so is what was open then
		}
	}
	section.Head = dueHead(timely, late, mine)
	return section, nil
}

// dueHead says of how much is due, is overdue, and was promised by the agent.
func dueHead(timely, late, mine int) string {
	var parts []string
	if timely > 0 {
		parts = append(parts, phrase.Few(timely, "thing")+" due")
	}
	switch {
	case late > 0 && timely > 0:
		parts = append(parts, phrase.Number(late)+" overdue")
	case late > 0:
		parts = append(parts, phrase.Few(late, "thing")+" overdue")
	}
	if mine > 0 {
		parts = append(parts, phrase.Few(mine, "promise")+" of mine open")
	}
	return strings.Join(parts, ", ")
}

func overnight(ctx context.Context, s Source) (Section, error) {
	if s.Overnight == nil {
		return Section{}, nil
	}
	return s.Overnight(ctx)
}

// headlines are what was found outside since he was told last and bears on what he deals with: of clients first, then of what
// is theirs, then of what is wondered about, and the newest first.
func headlines(ctx context.Context, s Source) (Section, error) {
	type line struct {
		agency.Finding
		topic string
	}
	var all []line
	s.Read(func(v memory.View) {
		for _, f := range v.Agency.Untold(s.Since) {
			if topic := v.Agency.Topic(f.Curiosity); f.Client != "" || topic != "" {
				all = append(all, line{f, topic})
			}
		}
	})
	rank := func(l line) int {
		switch {
		case l.Client == "":
			return 2
		case l.Thing != "":
			return 1
		}
		return 0
	}
	slices.SortFunc(all, func(a, b line) int { return cmp.Or(rank(a)-rank(b), cmp.Compare(b.Seq, a.Seq)) })
	section := Section{Name: News, Title: "In the news", More: "thoughts"}
	for _, l := range all {
		rests := []event.Seq{l.Seq}
		if may, err := s.Shown(ctx, l.Seq); err != nil || !may {
			if err != nil {
				return section, err
			}
			continue
		}
		about := card.About(l.Discovered, l.topic)
		section.Lines = append(section.Lines, new(phrase.Text).Claim(rests, "%s: ", about).Add(card.Found(l.Discovered, rests, s.Now)))
		section.Rests, section.others = append(section.Rests, l.Seq), append(section.others, l.Seq)
	}
	if n := len(section.Lines); n > 0 {
		section.Head, section.News = phrase.Few(n, "headline"), true
	}
	return section, nil
}

// approvals are the cards that wait for his word, and what was prepared for him.
func approvals(ctx context.Context, s Source) (Section, error) {
	var open []hands.Card
	s.Read(func(v memory.View) { open = v.Hands.Open(s.Now) })
	section := Section{Name: Waiting, Title: "Waiting for your word"}
	for _, c := range open {
		may, err := s.Shown(ctx, c.Seq)
		if err != nil {
			return section, err
		}
		if may && !c.Held {
			section.Rests, section.News = append(section.Rests, c.Seq), section.News || c.At.After(s.Since)
		}
	}
	if n := len(section.Rests); n > 0 {
		section.Head = phrase.Few(n, "approval")
		section.Lines = append(section.Lines, new(phrase.Text).Claim(section.Rests, "%s", phrase.Count(n, "approval")).Say(", `approvals`"))
	}
	return section, nil
}

// undecided are decisions that were overheard and statements that disagree: they wait for his word too.
func undecided(ctx context.Context, s Source) (Section, error) {
	section := Section{Name: Review, Title: "Not settled"}
	var disputes, proposals []event.Seq
	var fresh []event.Seq
	s.Read(func(v memory.View) {
		for _, d := range v.Beliefs.Disputes() {
			disputes = append(disputes, d.Seq)
		}
		for _, p := range v.Decisions.Proposals {
			if proposals = append(proposals, p.Seq); p.On.After(s.Since) {
				fresh = append(fresh, p.Seq)
			}
		}
	})
	for _, kind := range []struct {
		thing string
		seqs  []event.Seq
	}{{"pair of statements that disagree", disputes}, {"decision that I overheard", proposals}} {
		var shown []event.Seq
		for _, seq := range kind.seqs {
			may, err := s.Shown(ctx, seq)
			if err != nil {
				return section, err
			}
			if may {
				shown = append(shown, seq)
				section.News = section.News || slices.Contains(fresh, seq)
			}
		}
		if len(shown) == 0 {
			continue
		}
		first, rest, _ := strings.Cut(kind.thing, " ")
		section.Lines = append(section.Lines, new(phrase.Text).Claim(shown, "%s %s", phrase.Count(len(shown), first), rest).Say(", `review`"))
		section.Rests = append(section.Rests, shown...)
	}
	return section, nil
}

// corrections are what the principal corrected of the agent's since he was told last, by their sorts: what it is to
// check today because of that.
func corrections(_ context.Context, s Source) (Section, error) {
	section := Section{Name: Corrections, Title: "Corrected by you"}
	from, _ := today(s.Now)
	from = from.AddDate(0, 0, -1)
	count, seqs := map[string]int{}, map[string][]event.Seq{}
	s.Read(func(v memory.View) {
		for _, e := range v.Self.Errors {
			if !e.On.Before(from) && e.On.Before(s.Now) {
				count[e.Sort]++
				seqs[e.Sort] = append(seqs[e.Sort], e.Seq)
			}
		}
	})
	for _, sort := range slices.Sorted(maps.Keys(count)) {
		line := new(phrase.Text).Claim(seqs[sort], "%s", fault.Name(sort))
		if n := count[sort]; n > 1 {
			line.Claim(seqs[sort], " (%d)", n)
		}
		section.Lines = append(section.Lines, line)
		section.Rests = append(section.Rests, seqs[sort]...)
	}
	if len(section.Lines) > 1 {
		one := new(phrase.Text)
		for i, line := range section.Lines {
			if i > 0 {
				one.Say(", ")
			}
			one.Add(line)
		}
		section.Lines = []*phrase.Text{one}
	}
	return section, nil
}

// drafts are what was prepared and put aside, and what lets it go.
func drafts(ctx context.Context, s Source) (Section, error) {
	section := Section{Name: Drafts, Title: "Prepared", More: "approvals"}
	var held []hands.Card
	s.Read(func(v memory.View) {
		for _, c := range v.Hands.Open(s.Now) {
			if c.Held {
				held = append(held, c)
			}
		}
	})
	for _, c := range held {
		may, err := s.Shown(ctx, c.Seq)
		if err != nil {
			return section, err
		}
		if !may {
			continue
		}
		line := new(phrase.Text).Claim([]event.Seq{c.Seq}, "%s", strings.ReplaceAll(c.Tool, "_", " ")).Say(" `%s`", phrase.Handle('K', c.Seq))
		switch {
		case c.Upon != 0:
			line.Say(", when there is news of what it waits for")
		case c.Until.IsZero():
			line.Say(", when you ask for it")
		default:
			line.Say(", shown again on ").Claim([]event.Seq{c.Seq}, "%s", phrase.Moment(c.Until, s.Now))
		}
		section.Lines, section.Rests = append(section.Lines, line), append(section.Rests, c.Seq)
		section.News = section.News || c.At.After(s.Since)
	}
	return section, nil
}

// feeds are figures of the economy that do not come any more: what is not told may then have happened.
func feeds(_ context.Context, s Source) (Section, error) {
	section := Section{Name: Figures, Title: "Figures that do not come"}
	var stale, dead []economy.Indicator
	var pulled event.Seq
	s.Read(func(v memory.View) {
		stale, dead = v.Economy.Overdue(s.Now)
		pulled = v.Economy.Pulled.Seq
	})
	if n := len(stale) + len(dead); n > 0 && pulled != 0 {
		section.Rests = []event.Seq{pulled}
		section.Lines = append(section.Lines, new(phrase.Text).Claim(section.Rests, "%d of them", n).Say(", `status` names them"))
	}
	return section, nil
}

// longest is how much of what is due is shown of each thing, in characters.
const longest = 90

// beginning is the beginning of a text on one line, without a closing full stop.
func beginning(text string) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) <= longest {
		return phrase.Bare(string(runes))
	}
	kept := string(runes[:longest])
	if i := strings.LastIndexByte(kept, ' '); i > 0 {
		kept = kept[:i]
	}
	return kept + " …"
}
