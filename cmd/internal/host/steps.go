package host

import (
	"context"
	"slices"
	"time"

	"citadel/brain"
	"citadel/brain/approve"
	"citadel/brain/change"
	"citadel/brain/errand"
	"citadel/brain/inspect"
	"citadel/brain/model"
	"citadel/brain/procedure"
	"citadel/brain/respond"
	"citadel/brain/signal"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/jobs/feeds"
	"citadel/memory/words"
)

// patience is how long a turn waits for memories that are not searchable yet, which
// happens for a moment after the start on a large ledger. For those on a server a question
// waits less: what they lack is read from the ledger (see recall.Query.Ready).
const patience = 20 * time.Second

// steps lists who may answer, in the order in which they are asked. Where there is a model,
// what acts comes before it, and what makes do without one after it.
func (c *Citadel) steps(figures feeds.Feeds, without Without) {
	talk := procedure.Desk{Ready: c.ready}
	for _, i := range figures.Indicators {
		if !slices.Contains(talk.Figures, i.Name) { // the second source of a figure is no second figure
			talk.Figures = append(talk.Figures, i.Name)
		}
	}
	reasons := c.Models != nil && c.Models.Pool.Has(model.Primary)
	look := inspect.Desk{Period: period, Weighed: reasons, Figures: talk.Figures}
	set := c.toolset
	walk := errand.Desk{Tools: set, Hands: c.hands, Folders: c.outside.Folders}
	word := approve.Desk{Tools: set, Hands: c.hands, Left: c.leftOpen, Pens: c.Brain.Pens, Mind: c.Mind}
	if reasons {
		word.Own = respond.Own()
	}
	c.Brain.Steps = []brain.Step{
		brain.Danger,
		talk.Resume,
		c.caughtUp,
		look.Answer,
		word.Answer,
		walk.Answer,
		change.Answer,
		overhear,
	}
	c.Brain.Else = []brain.Step{func(ctx context.Context, t *turn.Turn) (*turn.Reply, error) { return walk.When(ctx, t, talk.Answer) }}
	if !reasons {
		return
	}
	desk := respond.Desk{Pool: c.Models.Pool, Agent: "Citadel", Ready: c.ready, Name: c.nameFirst, Files: c.Bot.Files, Kept: new(signal.Kept), Open: without.Gate, Bench: &respond.Bench{Tools: set, Hands: c.hands}}
	c.Brain.Steps = append(c.Brain.Steps, func(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
		if revisits(t) {
			return nil, nil
		}
		return talk.Act(ctx, t)
	})
	c.Brain.Respond = func(ctx context.Context, t *turn.Turn) (answer, note *turn.Reply, err error) {
		if revisits(t) {
			return desk.Revisit(ctx, t, look)
		}
		reader, more, err := talk.Reader(ctx, t)
		if err != nil {
			return nil, nil, err
		}
		if reader != t.Sight() {
			t.Reader = reader
		}
		answer, note, err = desk.Answer(ctx, t)
		if answer != nil {
			if more != nil {
				answer.Text.Break().Add(more)
			}
			answer.Writes = append(answer.Writes, procedure.Notes(t)...)
		}
		return answer, note, err
	}
}

// revisits says whether a turn is the command that models take part in.
func revisits(t *turn.Turn) bool { return t.Command != nil && t.Command.Name == "revisit" }

// overhear keeps a line of pasted talk ("Priya: when do we ship?") without answering it:
// what somebody else said is not asked of us.
func overhear(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	if name, _ := words.Speaker(t.Text); name == "" {
		return nil, nil
	}
	return &turn.Reply{By: "procedure:listen"}, nil
}

// searching are the commands that look for words in everything that was said.
var searching = []string{"find", "forget", "memories", "wrong", "revisit"}

// caughtUp lets a command that searches begin only when there is something to search: just
// after the start nothing of a large past may be findable yet.
func (c *Citadel) caughtUp(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	if t.Command != nil && slices.Contains(searching, t.Command.Name) {
		c.findable(ctx, patience)
	}
	return nil, nil
}

// ready waits, as long as a question may, until everything heard so far can be found.
func (c *Citadel) ready(ctx context.Context) bool {
	if c.index == nil {
		return c.findable(ctx, remotely)
	}
	return c.findable(ctx, patience)
}

func (c *Citadel) findable(ctx context.Context, within time.Duration) bool {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	return c.Follower.Await(ctx, c.Mind.Head()) == nil
}

// period reads what bounds a search in the past.
func period(text string, now time.Time) (from, to time.Time, ok bool) {
	span, ok := when.Period(text, now)
	return span.From, span.To, ok
}
