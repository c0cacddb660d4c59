package doctor

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"citadel/memory/event"
	"citadel/memory/store"
	"citadel/memory/store/weaviate"
)

// searched looks at the server on which memories are searched, where the settings name one.
func (x *examination) searched(ctx context.Context) Finding {
	if x.settings == nil || x.settings.Search.URL == "" || x.Search == nil {
		return Finding{} // this process searches them, or the settings have been said to be wrong
	}
	at := x.settings.Search.URL
	var ledger string
	if x.mind != nil {
		first, err := x.mind.Event(ctx, 1)
		if err != nil {
			return fail("It cannot be compared with the ledger: "+reason(err)+".", "")
		}
		ledger = first.Hash.String()
	}
	report, err := x.Search(ctx, *x.settings, ledger)
	switch {
	case errors.Is(err, weaviate.ErrForeign):
		return fail("The Weaviate server at "+at+" holds the memories of another ledger under this name. Citadel does not start like this.",
			"Set WEAVIATE_URL to another server. If the other ledger is no longer used, delete the tenant "+weaviate.Tenant(x.settings.Principal)+" of the collection "+weaviate.Collection+" there: the next start fills it. Nothing is lost either way.")
	case errors.Is(err, weaviate.ErrNewer):
		return fail("The Weaviate server at "+at+" was filled by a newer version of Citadel.", "Use that version, or set WEAVIATE_URL to another server.")
	case errors.Is(err, store.ErrBroken):
		f := fail("The Weaviate server at "+at+" has lost its files of the collection "+weaviate.Collection+", which its schema still names. Until that is mended, only the newest messages are searched.",
			"Delete the collection there: curl -X DELETE "+strings.TrimSuffix(at, "/")+"/v1/schema/"+weaviate.Collection+" with the header \"Authorization: Bearer\" and your key, if it asks for one. A running citadel makes it again and fills it from the ledger. Nothing is lost.")
		f.Details = []string{err.Error()}
		return f
	case errors.Is(err, weaviate.ErrHeld):
		return fail("The Weaviate server at "+at+" did not let go of the files of memories that it was asked to drop. Until it does, only the newest messages are searched.",
			"Restart that server. A running citadel fills it again from the ledger. Nothing is lost.")
	case err != nil:
		f := fail("The Weaviate server at "+at+" cannot be used. Until it can, only the newest messages are searched.",
			"Start it, or take WEAVIATE_URL out of the settings: memories are then searched in this process. Nothing is lost either way.")
		f.Details = []string{err.Error()}
		return f
	}
	if x.mind != nil && !(x.held && event.Seq(report.Begun.Seq) > x.mind.Head()) { // who works here may have written meanwhile
		if ours, err := x.mind.Knows(ctx, report.Progress); err != nil {
			return fail("It cannot be compared with the ledger: "+reason(err)+".", "")
		} else if !ours {
			return look(fmt.Sprintf("The Weaviate server at %s, version %s, holds what another branch of the ledger left there: its event %d is not in this one.", at, report.Server, report.Begun.Seq),
				"The next start of citadel fills it anew; citadel ledger rebuild empties it now.")
		}
	}
	if report.Reached.Seq == 0 {
		return look(fmt.Sprintf("The Weaviate server at %s, version %s, holds no memories yet.", at, report.Server), "A running citadel fills it.")
	}
	return ok(fmt.Sprintf("Memories are searched on the Weaviate server at %s, version %s. It holds what was said up to event %d.", at, report.Server, report.Reached.Seq))
}
