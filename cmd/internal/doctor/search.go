package doctor

import (
	"context"
	"errors"
	"fmt"

	"citadel/memory/store/weaviate"
)

// searched looks at the server on which memories are searched, where the settings name one.
func (x *examination) searched(ctx context.Context) Finding {
	if x.settings == nil || x.settings.Search.URL == "" || x.Search == nil {
		return Finding{} // this process searches them, or the settings have been said to be wrong
	}
	at := x.settings.Search.URL
	report, err := x.Search(ctx, *x.settings)
	switch {
	case errors.Is(err, weaviate.ErrNewer):
		return fail("The Weaviate server at "+at+" was filled by a newer version of Citadel.", "Use that version, or set WEAVIATE_URL to another server.")
	case err != nil:
		f := fail("The Weaviate server at "+at+" cannot be used. Until it can, only the newest messages are searched.",
			"Start it, or take WEAVIATE_URL out of the settings: memories are then searched in this process. Nothing is lost either way.")
		f.Details = []string{err.Error()}
		return f
	case report.Reached == 0:
		return look(fmt.Sprintf("The Weaviate server at %s, version %s, holds no memories yet.", at, report.Server), "A running citadel fills it.")
	}
	return ok(fmt.Sprintf("Memories are searched on the Weaviate server at %s, version %s. It holds what was said up to event %d.", at, report.Server, report.Reached))
}
