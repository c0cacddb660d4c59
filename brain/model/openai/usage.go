package openai

import (
	sdk "github.com/openai/openai-go/v3"

	"citadel/brain/model"
)

// perToken is how many bytes a token has, where it has to be guessed.
const perToken = 4

// bill is what an answer used up.
func (a *answer) bill(text string, whole bool) model.Usage {
	written := len(text) + a.hid + a.tags.hid
	for _, c := range a.calls.all {
		written += len(c.tool) + c.args.Len()
	}
	seen := guess(written)
	if a.usage == nil {
		u := model.Usage{Out: seen}
		if whole {
			u.In = guess(read(a.asked))
		}
		return u
	}
	u := count(a.usage, a.asked.MaxTokens)
	u.Exact = whole && a.settled
	if !u.Exact {
		u.Out = max(u.Out, seen)
	}
	return u
}

// count makes the four counts of OpenAI's, whose prompt_tokens include those of the cache.
// Where the total is more than the sum, the rest was thought, which some servers do not
// count as written; but no more was written than was allowed.
func count(u *sdk.CompletionUsage, allowed int) model.Usage {
	in := tokens(u.PromptTokens)
	cached := min(tokens(u.PromptTokensDetails.CachedTokens), in)
	stored := min(tokens(u.PromptTokensDetails.CacheWriteTokens), in-cached)
	out := tokens(u.CompletionTokens)
	if all := tokens(u.TotalTokens) - in; all <= allowed {
		out = max(out, all)
	}
	return model.Usage{In: in - cached - stored, Out: out, CacheRead: cached, CacheWrite: stored}
}

// tokens is a number of tokens as it is believed.
func tokens(n int64) int { return int(min(max(n, 0), 1<<30)) }

// guess is how many tokens so many bytes are.
func guess(bytes int) int { return (bytes + perToken - 1) / perToken }

// read is how many bytes a request has to be read for, pictures not counted.
func read(r model.Request) int {
	n := len(r.Schema)
	for _, p := range r.System {
		n += len(p.Text)
	}
	for _, t := range r.Tools {
		n += len(t.Name) + len(t.Description) + len(t.Params)
	}
	for _, m := range r.Messages {
		for _, p := range m.Parts {
			n += len(p.Text)
			if p.Call != nil {
				n += len(p.Call.Tool) + len(p.Call.Args)
			}
			if p.Result != nil {
				n += len(p.Result.Text)
			}
		}
	}
	return n
}
