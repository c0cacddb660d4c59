package respond

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"citadel/brain/act"
	"citadel/brain/classify"
	"citadel/brain/consent"
	"citadel/brain/critique"
	"citadel/brain/delegate"
	"citadel/brain/filter"
	"citadel/brain/gate"
	"citadel/brain/model"
	"citadel/brain/prompt"
	"citadel/brain/recall"
	"citadel/brain/signal"
	"citadel/brain/turn"
	"citadel/brain/volition"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/tools"
)

// Desk answers with the models of a pool. Its fields are set before the first turn.
type Desk struct {
	Pool  *model.Pool
	Agent string       // what the agent is called
	Files Opener       // of the files that came with messages; nil where none are kept
	Kept  *signal.Kept // what the turn before read of what may be noticed; may be nil
	Bench *Bench       // what models may do; nil where they may only look into the mind
	Open  bool         // all that comes to mind enters a prompt: see gate.In
	// Ready waits for the index of memories as long as there is time; see recall.Query.
	Ready func(ctx context.Context) bool
	// Name has the principal told to whom his words would go, where he is not told yet, and
	// waits a short while until that has reached him.
	Name func(ctx context.Context, t *turn.Turn) error
}

// Answer gives the reply of a model to the messages of a turn, and what has to be said
// beside it. Where no model answers, the reply is nil and t.Lack says why. The errors are
// those of the ledger, of the store, and of ctx; that a model fails is none.
func (d Desk) Answer(ctx context.Context, t *turn.Turn) (answer, note *turn.Reply, err error) {
	if err := d.Name(ctx, t); err != nil {
		return nil, nil, fmt.Errorf("respond: name the providers: %w", err)
	}
	w := &work{Desk: d, t: t, mind: mindOf(t.Tier), whole: lineage{t: t, whole: true}}
	if t.Made != nil {
		w.brought = t.Made.Seqs
	}
	t.Read(func(v memory.View) { w.chosen = v.Principal.Model() })
	if err = w.begin(ctx); err == nil {
		err = w.run(ctx)
	}
	if err != nil {
		if answer, note, err = w.lacking(ctx, err); err != nil {
			return nil, nil, err
		}
		return w.salvaged(answer), note, nil
	}
	if answer, err = w.reply(ctx); err != nil {
		return nil, nil, fmt.Errorf("respond: %w", err)
	}
	if t.Sight() != t.Asked() {
		answer.Direct, answer.To = true, t.Reader
	}
	return answer, both(health(t, w.mind.role, w.last, w.passed), nearing(t)), nil
}

// begin settles how deep the answer goes, and which models can give it.
func (w *work) begin(ctx context.Context) error {
	tier, err := w.deal(ctx)
	if err != nil {
		return err
	}
	if !w.mind.searches && w.ordered() {
		tier = max(tier, classify.Routine)
	}
	if tier > w.mind.tier {
		w.t.Tier = tier.String()
		w.mind = mindOf(w.t.Tier)
	}
	w.sighted()
	return nil
}

// ordered says whether the principal wants something done, and there are tools outside that might: then the
// answer is as deep as it takes to be given them.
func (w *work) ordered() bool {
	return w.Bench != nil && w.Bench.Tools().Len() > 0 && slices.ContainsFunc(w.saidNow().Texts, consent.Wants)
}

// lacking says why no model answered, in t.Lack, and what is said of that beside whatever
// answers instead. The answer is not nil where a model was reached and gave none. The error is
// the one given, where it is none of a model.
func (w *work) lacking(ctx context.Context, err error) (answer, note *turn.Reply, _ error) {
	t := w.t
	var ceiling *model.CeilingError
	var none *model.NoneError
	switch {
	case ctx.Err() != nil:
		return nil, nil, context.Cause(ctx)
	case errors.As(err, &ceiling):
		t.Lack = turn.Spent
		if ceiling.Ceiling == "turn" {
			t.Lack = turn.Dear
		}
		return nil, both(spent(t, ceiling), health(t, w.mind.role, model.Answer{}, w.passed)), nil
	case errors.As(err, &none):
		w.passed = append(w.passed, none.Passed...)
		return w.unanswered(), health(t, w.mind.role, model.Answer{}, w.passed), nil
	}
	return nil, nil, fmt.Errorf("respond: %w", err)
}

// salvaged adds to what is said instead of an answer what calls had done outside the mind before the
// model failed: nobody else tells of it.
func (w *work) salvaged(r *turn.Reply) *turn.Reply {
	if !slices.ContainsFunc(w.made, func(m made) bool { return m.tool.Class == tools.World }) {
		return r
	}
	if r == nil {
		r = &turn.Reply{By: "shrug"}
		r.Text.Say("I could not finish that: %s.", w.t.Lacking())
	}
	w.receipts(r)
	return r
}

// unanswered makes of a model that was reached and gave no answer a reply that says so, and
// of one that was not none.
func (w *work) unanswered() *turn.Reply {
	w.t.Lack = turn.Unnamed
	for _, p := range w.passed {
		r := &turn.Reply{By: "shrug"}
		switch p.Reason {
		case model.Unnamed:
			continue
		case model.Refused:
			r.Text.Say("%s declined to answer that. Put another way it may; `redo` asks again.", p.Model)
		case model.TooLong:
			r.Text.Say("That is more than %s can read at once. Your message is kept; ask about a part of it.", p.Model)
		case model.Malformed:
			r.Text.Say("%s gave no usable answer. Your message is kept; `redo` asks again.", p.Model)
		case model.Invalid:
			r.Text.Say("%s does not take the question in the form I ask it: a fault of mine, or of how it is set up. Your message is kept; the log on the host says more.", p.Model)
		default:
			w.t.Lack = turn.Down
			continue
		}
		w.t.Lack = turn.Balked
		return r
	}
	return nil
}

// work is the answering of one turn.
type work struct {
	Desk
	t      *turn.Turn
	mind   mind
	chosen string // the model that the principal wants to answer him; "" is the usual one

	past     past
	dealings filter.Out
	seen     evidence
	noticed  gate.Out
	hosts    []string // that the principal spoke of
	in       prompt.In
	shown    prompt.Out
	text     []string // of the rounds, as the model wrote them
	evident  []string // what they are held against, once it was gathered
	last     model.Answer
	passed   []model.Passed
	ended    act.Ended
	doing    doing

	less     []turn.Write // what was compressed for the answer
	cut      []cut        // files of which the model sees a part
	unseen   []unseen     // files that it is not shown
	latest   []event.Seq  // messages whose files are likely to be meant, besides those of the turn
	pictures int          // that it is shown

	calling sync.Mutex         // for what follows: calls that only look run beside each other
	whole   lineage            // back to whose words there are
	foreign []event.ToolSource // descriptions of tools that others wrote
	brought []event.Seq        // what calls brought
	made    []made             // calls that were made, as they ended
	cards   []asked            // calls for which the principal is asked
	unasked int                // calls for which he is not, as he is asked for enough
	wished  volition.Answer    // what was wished for, and
	called  []volition.Wish    // what of it by calls

	drawing sync.Mutex  // for drawn
	drawn   []event.Seq // of the mind, what calls showed of it

	challenged bool // a position was put to the other side

	delegated int              // questions that were handed on
	short     []delegate.Ended // why what came of some of them is not whole

	followed, bits int // addresses of strangers that were opened, and what that may have told; see consent.MostTold
}

// run lets the model work until it has answered, one tier deeper each time it asks for that.
func (w *work) run(ctx context.Context) (err error) {
	found, err := w.look(ctx)
	if err != nil {
		return err
	}
	for {
		out, err := w.once(ctx, found)
		if err != nil {
			return err
		}
		if w.ended = out.Ended; !out.Harder {
			return w.reviewed(ctx)
		}
		w.mind = w.mind.harder()
		w.t.Tier, w.text, w.doing = w.mind.tier.String(), nil, doing{}
		if _, err := w.deal(ctx); err != nil { // a deeper turn may have more to heed
			return err
		}
		if found, err = w.find(ctx); err != nil {
			return err
		}
	}
}

// once lets the model work in one tier. Where even its largest model cannot read all of it,
// most of the conversation is left out, once (SPEC §7, the last stage of compression).
func (w *work) once(ctx context.Context, found recall.Result) (act.Out, error) {
	found = w.remember(found)
	w.seen.add(found)
	if err := w.notice(ctx, found); err != nil {
		return act.Out{}, err
	}
	began, err := w.t.Begin(ctx)
	if err != nil {
		return act.Out{}, err
	}
	out, err := w.show(ctx, began, w.past)
	if few := w.past.ends(); model.Rejected(err, model.TooLong) && len(few.turns) < len(w.past.turns) {
		before := w.shown
		w.text = nil
		out, err = w.show(ctx, began, few)
		w.ends(before, few)
	}
	return out, err
}

// show builds the prompt and runs the loop of model and tools over it.
func (w *work) show(ctx context.Context, began event.Seq, p past) (act.Out, error) {
	in, err := w.prompt(ctx, p)
	if err != nil {
		return act.Out{}, err
	}
	able := w.tools()
	for _, t := range able {
		in.Tools = append(in.Tools, t.Tool)
	}
	w.in, w.shown = in, prompt.Build(in)
	r := w.shown.Request
	r.Tools, r.MaxTokens = nil, w.mind.most
	run := act.In{Ask: w.ask(began), Request: r, Tools: able, Harder: prompt.ThinkHarder, Room: in.Room}
	if w.t.Joined != nil {
		run.Joined = w.joined
	}
	out, err := act.Run(ctx, run)
	w.compress(out)
	return out, err
}

// tools are what a turn of this tier may call. In the order of their names, as package
// prompt shows them: they stand at the head of what is cached.
func (w *work) tools() []act.Tool {
	var all []act.Tool
	if w.mind.searches {
		for _, t := range w.own() {
			if t.Name == "memory_search" || w.t.Sight().Audience != event.Shared { // the rest is the principal's
				all = append(all, w.able(t))
			}
		}
	}
	if w.mind.searches && w.delegates() {
		t := w.able(w.delegateTool())
		t.Reads = false // it makes calls itself, and is alone with them
		all = append(all, t)
	}
	if w.mind.searches && w.challenges() && w.t.Sight().Audience != event.Shared {
		t := w.able(w.challengeTool())
		t.Reads = false // it asks a model itself, and is alone with it
		all = append(all, t)
	}
	if w.mind.searches && w.prepares() {
		all = append(all, w.able(w.prepareTool()))
	}
	if w.mind != minds[len(minds)-1] {
		all = append(all, act.Tool{Tool: prompt.Harder(), Reads: true})
	}
	all = append(all, w.handed()...)
	slices.SortFunc(all, func(a, b act.Tool) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// ask has the pool asked, and shows the answer as it comes: cleaned, and with what the
// rounds before it said.
func (w *work) ask(began event.Seq) func(context.Context, model.Request) (model.Response, error) {
	return func(ctx context.Context, r model.Request) (model.Response, error) {
		a := model.Ask{Role: w.mind.role, Request: r, Purpose: w.purpose(began)}
		if w.mind.role == model.Primary {
			a.Prefer = w.chosen
		}
		if w.t.Draft != nil {
			before := strings.Join(w.text, "\n\n")
			stream := critique.NewStream(w.known())
			begin := func() {
				stream = critique.NewStream(w.known())
				if before != "" {
					stream.Write(before + "\n\n")
				}
			}
			begin()
			shown := ""
			a.Request.OnText = func(piece string) {
				if now := stream.Write(piece); now != shown {
					shown = now
					w.t.Draft(now)
				}
			}
			a.Restart = begin
		}
		a.Asking = w.asking
		answer, err := w.Pool.Complete(ctx, a)
		w.doing.answered = err == nil
		w.passed = append(w.passed, answer.Passed...)
		if err != nil {
			return answer.Response, err
		}
		w.last = answer
		if text := strings.TrimSpace(answer.Text); text != "" {
			w.text = append(w.text, text)
		}
		return answer.Response, nil
	}
}

// purpose says what the calls of the turn are for, and whose words they carry: once one of
// them is forgotten, so is what the model wrote.
func (w *work) purpose(began event.Seq) model.Purpose {
	p := model.Purpose{Message: uint64(w.t.Messages[0].Seq), Turn: uint64(began), Kind: w.t.Tier}
	for _, seq := range w.t.Heard() {
		p.From = append(p.From, uint64(seq))
	}
	carries := func(seq event.Seq) {
		if !slices.Contains(p.From, uint64(seq)) {
			p.From = append(p.From, uint64(seq))
		}
	}
	for _, part := range w.shown.Receipt.Parts {
		for _, seq := range part.Seqs {
			carries(seq)
		}
	}
	for _, f := range w.seen.found { // what was learned of a message is shown beside it
		carries(f.Memory)
	}
	for _, seq := range w.brought {
		carries(seq)
	}
	return p
}

// joined takes the messages that came while the model worked.
func (w *work) joined(ctx context.Context) ([]model.Part, error) {
	more, err := w.t.Joined(ctx)
	if err != nil || len(more) == 0 {
		return nil, err
	}
	w.t.Messages = append(slices.Clip(w.t.Messages), more...)
	return prompt.Late(w.in, w.words(more)), nil
}
