package respond

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"citadel/brain/consent"
	"citadel/brain/critique"
	"citadel/brain/phrase"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/brain/volition"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/tools"
)

// Own are the tools by which a model looks into the mind and changes what the agent itself goes by, in
// the order of their names, and those by which it has a position argued against, hands a question on and prepares what waits. They work
// within an answer only: whoever lists them takes their names and classes. What they change is written with the answer, together with what its control lines wish for
// (SPEC §11): the same wishes by another mouth.
func Own() []tools.Tool {
	return append(new(work).own(), new(work).challengeTool(), new(work).delegateTool(), new(work).prepareTool())
}

// own are those tools for this answer.
func (w *work) own() []tools.Tool {
	return []tools.Tool{w.searchTool(), w.readTool(), w.writeTool()}
}

// searchTool lets the model look for what did not come by itself: deliberately, so without
// a floor and through all that was ever said (SPEC §13.3), but never past what the place of
// the turn may show.
func (w *work) searchTool() tools.Tool {
	type in struct {
		Query   string `json:"query" jsonschema:"the words to look for"`
		Speaker string `json:"speaker,omitempty" jsonschema:"only what this person said"`
	}
	return tools.Typed(tools.Tool{Name: "memory_search", Description: searchDescription, Class: tools.Reads},
		func(ctx context.Context, q in) (tools.Result, error) {
			found, err := recall.Recall(ctx, w.t, recall.Query{Text: q.Query, Speaker: q.Speaker, History: true, Limit: searched, Ready: w.Ready})
			if err != nil {
				return tools.Result{}, err
			}
			w.seen.add(found)
			if len(found.Items) == 0 {
				return tools.Result{Text: "Nothing was found."}, nil
			}
			var b strings.Builder
			for _, i := range found.Newest(len(found.Items)) {
				b.WriteString(line(i, w.t))
				w.draws(i.Memory, i.Seq)
			}
			return tools.Result{Text: b.String()}, nil
		})
}

// searchDescription is what the model reads of the tool.
const searchDescription = "Search everything the person ever told you, and what others wrote where you could read it. Returns dated quotations with the link to cite each by. Use it when the memories beside the message are not enough."

// readTool lists one kind of what is in the mind.
func (w *work) readTool() tools.Tool {
	type in struct {
		What string `json:"what" jsonschema:"loops, promises, reminders, intentions, thoughts, growth, curiosity, decisions, people or links"`
		Of   string `json:"of,omitempty" jsonschema:"of links: the thing or client at which they are; all that the principal told where empty"`
	}
	return tools.Typed(tools.Tool{
		Name: "mind_read", Class: tools.Reads,
		Description: "List what is open or in mind: the principal's loops, reminders and decisions, the people he deals with, what bears on what (links, which you can follow from one thing to the next), your own promises, intentions, thoughts, growth and curiosity.",
	}, func(ctx context.Context, q in) (tools.Result, error) {
		entries, known := w.listed(strings.ToLower(strings.TrimSpace(q.What)), strings.TrimSpace(q.Of))
		if !known {
			return tools.Result{}, &tools.Failure{Reason: tools.Invalid, Text: "There is no such list."}
		}
		var b strings.Builder
		for _, e := range entries {
			if shown, err := w.mayShow(ctx, e.seqs); err != nil || !shown {
				if err != nil {
					return tools.Result{}, err
				}
				continue
			}
			fmt.Fprintf(&b, "- %s\n", e.text)
			w.draws(e.seqs...)
		}
		if b.Len() == 0 {
			return tools.Result{Text: "Nothing is there."}, nil
		}
		return tools.Result{Text: b.String()}, nil
	})
}

// mayShow says whether all of something may be told where the answer goes.
func (w *work) mayShow(ctx context.Context, seqs []event.Seq) (bool, error) {
	if w.t.Sight().Private() {
		return true, nil
	}
	for _, seq := range seqs {
		if shown, err := w.t.Mind.Shown(ctx, w.t.Sight(), seq); err != nil || !shown {
			return false, err
		}
	}
	return true, nil
}

// entry is a line of a list, and what it rests on.
type entry struct {
	text string
	seqs []event.Seq
}

// listed reads a list from the folds; known is false where there is none of that name. Links are those at a thing.
func (w *work) listed(what, of string) (all []entry, known bool) {
	known = true
	add := func(seq event.Seq, format string, args ...any) {
		all = append(all, entry{fmt.Sprintf(format, args...), []event.Seq{seq}})
	}
	w.t.Read(func(v memory.View) {
		switch what {
		case "loops":
			for _, l := range v.Loops.Loops {
				add(l.Seq, "`l%d` %s (since %s)", l.Seq, l.Text, phrase.FullDay(l.On, w.t.Now))
			}
		case "promises":
			for _, c := range v.Loops.Commitments {
				add(c.Seq, "`c%d` %s (%s)", c.Seq, c.Text, phrase.FullDay(c.On, w.t.Now))
			}
		case "reminders":
			for _, r := range v.Loops.Reminders {
				add(r.Seq, "%s: %s", phrase.Moment(r.Next.In(w.t.Now.Location()), w.t.Now), r.Text)
			}
		case "intentions":
			for _, i := range v.Agency.Intentions {
				add(i.Seq, "%s (%s)", i.Text, phrase.FullDay(i.On, w.t.Now))
			}
		case "thoughts":
			for _, t := range v.Agency.Thoughts {
				add(t.Seq, "%s", t.Text)
			}
		case "growth":
			for _, g := range v.Agency.Growing(w.t.Now) {
				add(g.Seq, "%s (%s)", g.Text, g.Stage())
			}
		case "curiosity":
			for _, c := range v.Agency.Wondering() {
				add(c.Seq, "%s (followed %s)", c.Topic, phrase.Count(c.Depth, "time"))
			}
		case "decisions":
			for _, d := range v.Decisions.Decisions {
				if !d.Reversed() {
					add(d.Seq, "`d%d` %s (%s)", d.Seq, d.Standing(), phrase.FullDay(d.On, w.t.Now))
				}
			}
		case "people":
			for _, p := range v.People.List() {
				all = append(all, entry{p.Name, p.Rests()})
			}
		case "links":
			for _, e := range links(v.Graph, of, w.t.Now) {
				from, to := e.Way()
				add(e.Seq, "`e%d` %s → %s (%s, %s)%s", e.Seq, graph.Words(from), graph.Words(to), strings.ReplaceAll(e.Relation, "_", " "), phrase.Figure(e.At(w.t.Now)), because(e))
			}
		default:
			known = false
		}
	})
	return all, known
}

// wish is what a call wants changed.
type wish struct {
	Do     string          `json:"do" jsonschema:"note, promise, kept, intend, think, wonder, grow, decide, claim, reflect or refer"`
	Text   string          `json:"text,omitempty" jsonschema:"what it is about, in a few words; of kept the promise, such as c12"`
	At     string          `json:"at,omitempty" jsonschema:"of intend: when to bring it up, as RFC 3339; the next conversation where empty"`
	Quote  string          `json:"quote,omitempty" jsonschema:"of decide: the principal's own words by which he decided, verbatim"`
	Type   string          `json:"type,omitempty" jsonschema:"of claim: event, commitment or decision"`
	Object json.RawMessage `json:"object,omitempty" jsonschema:"of claim and reflect: the object that their control line has"`
}

// verbs are the words for wishes, by the line or call that has them.
var verbs = map[string]critique.Verb{
	"note": volition.Note, "promise": critique.Commit, "kept": critique.Close, "intend": volition.Intend, "think": volition.Think,
	"wonder": volition.Wonder, "grow": volition.Grow, "decide": volition.Decide, "claim": critique.Claim, "reflect": critique.Reflect, "refer": critique.Ref,
}

// writeTool takes a wish. What the principal alone may do is none: to forget, to decide, to set rules
// and people's groups (TRUST, Approval by accident).
func (w *work) writeTool() tools.Tool {
	return tools.Typed(tools.Tool{
		Name: "mind_write", Class: tools.Mind,
		Description: "Change what you yourself go by; it is written with your answer. note: remember something as your own conclusion. promise, kept: what you owe the principal. intend: bring something up later. think, wonder, grow: what you have in mind, want to know, want to become better at; grow again with the same words: what this answer did for it. decide: propose that the principal decided something; he confirms it himself. claim, reflect, refer: as the lines to the program.",
	}, func(ctx context.Context, in wish) (tools.Result, error) {
		line, fault := in.line(w.ownWords)
		if fault != "" {
			return tools.Result{}, &tools.Failure{Reason: tools.Invalid, Text: "Not done: " + fault + "."}
		}
		w.calling.Lock()
		defer w.calling.Unlock()
		wishes, err := w.weigh(ctx, []critique.Control{line})
		if err != nil {
			return tools.Result{}, err
		}
		w.called = append(w.called, wishes...)
		switch wish := wishes[0]; {
		case wish.Fault != "":
			return tools.Result{}, &tools.Failure{Reason: tools.Invalid, Text: "Not done: " + wish.Fault + "."}
		case wish.Change == nil:
			return tools.Result{Text: "It is so already."}, nil
		}
		if c, is := wishes[0].Change.(event.Claimed); is && !c.Holds {
			return tools.Result{Text: "It does not hold: " + c.Why + "."}, nil
		}
		return tools.Result{Text: "It is written with your answer."}, nil
	})
}

// line is the wish as a control line has it; a fault says why it cannot be one.
func (in wish) line(own func() []string) (c critique.Control, fault string) {
	c = critique.Control{Verb: verbs[in.Do], Type: in.Type, Text: strings.TrimSpace(in.Text), JSON: in.Object}
	switch c.Verb {
	case "":
		return c, "there is no such wish"
	case critique.Claim, critique.Reflect:
		if len(in.Object) == 0 {
			return c, "it has no object"
		}
	case volition.Intend:
		c.JSON = nil
		if in.At != "" {
			c.JSON = object("at", in.At)
		}
	case volition.Decide:
		if !consent.Own(object("quote", in.Quote), own()) || in.Quote == "" {
			return c, "the principal did not say those words"
		}
		c.JSON = object("quote", in.Quote)
	}
	if c.Text == "" && c.Verb != critique.Claim && c.Verb != critique.Reflect {
		return c, "it says nothing"
	}
	return c, ""
}

func object(name, value string) json.RawMessage {
	b, err := json.Marshal(map[string]string{name: value})
	if err != nil {
		return nil // a map of strings always can be
	}
	return b
}

// draws notes events of the mind that a call shows. It may be called by several at once.
func (w *work) draws(seqs ...event.Seq) {
	w.drawing.Lock()
	defer w.drawing.Unlock()
	for _, seq := range seqs {
		if !slices.Contains(w.drawn, seq) {
			w.drawn = append(w.drawn, seq)
		}
	}
}

// rests are the events of the mind that calls showed so far: what a call brought rests on all of them,
// as it stands beside the others.
func (w *work) rests() []event.Seq {
	w.drawing.Lock()
	defer w.drawing.Unlock()
	return slices.Clone(w.drawn)
}

// placed says where a change was said that keeps that with it.
func placed(t *turn.Turn, p event.Payload) event.Payload {
	switch p := p.(type) {
	case event.Learned:
		p.Audience, p.Place = t.Audience, t.Asked().Room()
		return p
	case event.DecisionProposed:
		p.Audience, p.Place = t.Audience, t.Asked().Room()
		return p
	}
	return p
}
