package host

import (
	"context"
	"fmt"
	"slices"

	"citadel/brain/model"
	"citadel/brain/ponder"
	"citadel/jobs"
	"citadel/jobs/consolidate"
	"citadel/jobs/digest"
	"citadel/jobs/dream"
	"citadel/jobs/integrate"
	"citadel/memory"
)

// Without names parts of the mind to be left out, so that it can be seen what they are for. The zero value
// leaves out none, and nobody but a simulation sets any.
type Without struct {
	Gate          bool // of what comes to mind with a message nothing is chosen: all of it enters the prompt
	Dedup         bool // what is learned is held against nothing that is known
	Values        bool // what gives another value for the same thing counts as that said again
	Roots         bool // the agent's own words count as evidence
	Consolidation bool // what is recalled often fades as fast as the rest
	Digest        bool // what has faded stays as it is, word for word
	Dreams        bool // nothing is dreamt
	Quarantine    bool // a model that dreams of a day is shown the dream before it too
}

// alike finds what a new memory is held against; nil for nothing.
func (w Without) alike(m *memory.Mind) integrate.Alike {
	if w.Dedup {
		return nil
	}
	return integrate.InLedger(m)
}

// integrate is the job that makes memories.
func (w Without) integrate(alike integrate.Alike, again bool) jobs.Job {
	if w.Values {
		return integrate.Unvalued(alike, again)
	}
	return integrate.Job(alike, again)
}

// jobs are those of all that are done.
func (w Without) jobs(all []jobs.Job) []jobs.Job {
	return slices.DeleteFunc(all, func(j jobs.Job) bool {
		return w.Consolidation && j.Name == consolidate.Name || w.Digest && j.Name == digest.Name || w.Dreams && j.Name == dream.Name
	})
}

// dreaming is how a model is asked for a dream. No job can look an earlier one up, so that without the quarantine it
// is put in here, behind the notes of the day.
func (w Without) dreaming(ask ponder.Asking, m *memory.Mind) ponder.Asking {
	if !w.Quarantine {
		return ask
	}
	return func(ctx context.Context, a model.Ask) (model.Answer, error) {
		m.Read(func(v memory.View) {
			if last := v.Dreams.Last; last.By != "" && len(a.Request.Schema) > 0 { // else lines for a picture are asked for
				notes := a.Request.Messages[0].Parts[0].Text
				a.Request.Messages = []model.Message{model.Says(model.User, fmt.Sprintf("%s%s%.2f\n%s\n", notes, DreamBefore, last.Mood, last.Narrative))}
			}
		})
		return ask(ctx, a)
	}
}

// DreamBefore is what stands before the mood of an earlier dream, where a model is shown one.
const DreamBefore = "How the dream before it went, from -1 to 1: "
