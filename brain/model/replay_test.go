package model_test

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"citadel/brain/model"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// samples are requests that between them use every field.
func samples() []model.Request {
	warm := 0.5
	all := model.Request{
		Model: "a-1", MaxTokens: 1000, Creativity: model.High, Effort: model.LowEffort, Temperature: &warm, Thinking: model.ByEffort,
		System: []model.Passage{{Text: "Be brief.", Cache: true}, {Text: "It is Friday."}},
		Tools:  []model.Tool{{Name: "recall", Description: "Find.", Params: []byte(`{"type":"object"}`)}},
		Schema: []byte(`{"type":"object"}`),
		Messages: []model.Message{
			{From: model.User, Parts: []model.Part{{Text: "Look."}, {Image: &model.Image{MIME: "image/png", Data: []byte{0, 1}}}}},
			{From: model.Assistant, Parts: []model.Part{{Text: "Let me see."}, {Call: &model.Call{ID: "1", Tool: "recall", Args: []byte(`{"q":"x"}`)}}}},
			{From: model.User, Parts: []model.Part{{Result: &model.Result{ID: "1", Text: "nothing", Failed: true}}}},
		},
	}
	return []model.Request{{}, {Model: "a-1", Messages: []model.Message{model.Says(model.User, "Where does Ana live?")}, MaxTokens: 100}, all}
}

// The form of a digest is stored in ledgers: it does not change.
func TestDigestGolden(t *testing.T) {
	var b strings.Builder
	for _, r := range samples() {
		b.WriteString(model.Digest(r) + "\n")
	}
	name := filepath.Join("testdata", "digests.golden")
	if *update {
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Error(diff)
	}
}

// Each field counts, and no two fields run into each other.
func TestDigestTellsApart(t *testing.T) {
	cold := 0.0
	seen := map[string]string{}
	is := func(name string, change func(r *model.Request)) {
		t.Helper()
		r := samples()[2]
		change(&r)
		d := model.Digest(r)
		if other, ok := seen[d]; ok {
			t.Errorf("%s has the digest of %s", name, other)
		}
		seen[d] = name
	}
	is("the sample", func(*model.Request) {})
	is("another model", func(r *model.Request) { r.Model = "a-2" })
	is("more tokens", func(r *model.Request) { r.MaxTokens++ })
	is("less creativity", func(r *model.Request) { r.Creativity = model.Low })
	is("more effort", func(r *model.Request) { r.Effort = model.HighEffort })
	is("no temperature", func(r *model.Request) { r.Temperature = nil })
	is("a temperature of 0", func(r *model.Request) { r.Temperature = &cold })
	is("other thinking", func(r *model.Request) { r.Thinking = model.Always })
	is("no schema", func(r *model.Request) { r.Schema = nil })
	is("no tools", func(r *model.Request) { r.Tools = nil })
	is("another tool", func(r *model.Request) { r.Tools = []model.Tool{{Name: "recal", Description: "lFind."}} })
	is("no cache", func(r *model.Request) { r.System = []model.Passage{{Text: "Be brief."}, {Text: "It is Friday."}} })
	is("one passage", func(r *model.Request) { r.System = []model.Passage{{Text: "Be brief.It is Friday.", Cache: true}} })
	is("no messages", func(r *model.Request) { r.Messages = nil })
	is("two texts", func(r *model.Request) {
		r.Messages = []model.Message{{From: model.User, Parts: []model.Part{{Text: "a"}, {Text: "b"}}}}
	})
	is("one text", func(r *model.Request) { r.Messages = []model.Message{model.Says(model.User, "ab")} })
	is("two messages", func(r *model.Request) {
		r.Messages = []model.Message{model.Says(model.User, "a"), model.Says(model.User, "b")}
	})
	is("the other side", func(r *model.Request) { r.Messages = []model.Message{model.Says(model.Assistant, "ab")} })
}

// A record keeps an answer as a text and its calls. A request built from it has the digest
// of the one built from the answer itself.
func TestDigestOfWhatARecordKeeps(t *testing.T) {
	call := model.Part{Call: &model.Call{ID: "1", Tool: "recall", Args: []byte(`{}`)}}
	with := func(parts ...model.Part) string {
		return model.Digest(model.Request{Messages: []model.Message{model.Says(model.User, "?"), {From: model.Assistant, Parts: parts}}})
	}
	lived := with(model.Part{Thought: &model.Thought{Model: "a-1", Raw: []byte(`"hm"`)}}, model.Part{Text: "Let me "}, call, model.Part{Text: "see."})
	if kept := with(model.Part{Text: "Let me see."}, call); lived != kept {
		t.Error("the digests differ")
	}
}

func TestAnswerFromTheRecords(t *testing.T) {
	// The first run: a is down, b answers, and the process dies before anything was said.
	a, _ := target("a", fails(model.Cut))
	b, _ := target("b", says("In Porto."))
	p, money := pool(a, b)
	if _, err := p.Complete(t.Context(), question("Where does Ana live?")); err != nil {
		t.Fatal(err)
	}
	kept := &records{answers: map[string]model.Response{money.reserved[1].Digest: {Text: "In Porto.", Stop: model.Done}}}

	// The second: a is well again, but the answer is there already.
	a, asked := target("a")
	b, other := target("b")
	p, money = pool(a, b)
	p.Records = kept
	p.May = nil // nothing is sent
	ask := question("Where does Ana live?")
	var on page
	on.listen(&ask)
	got, err := p.Complete(t.Context(), ask)
	if err != nil || !got.Recorded || got.Text != "In Porto." || got.Card.Name != "b-1" || got.Cost != 0 || len(got.Passed) != 0 {
		t.Errorf("%+v; %v", got, err)
	}
	if asked.calls()+other.calls() != 0 || len(money.reserved) != 0 || on.text.String() != "In Porto." || kept.purpose.Message != ask.Purpose.Message {
		t.Errorf("%d calls, %d reserved, heard %q, purpose %+v", asked.calls()+other.calls(), len(money.reserved), on.text.String(), kept.purpose)
	}

	p.May = func(model.Provider) bool { return true }
	if got, err = p.Complete(t.Context(), question("Where does Ben live?")); err != nil || got.Recorded || asked.calls() != 1 {
		t.Errorf("another question: recorded %v after %d calls; %v", got.Recorded, asked.calls(), err)
	}
	kept.err = errors.New("disk on fire")
	if _, err = p.Complete(t.Context(), ask); !errors.Is(err, kept.err) || asked.calls() != 1 {
		t.Errorf("unreadable records: %v after %d calls", err, asked.calls())
	}
}

// A record that is not the JSON asked for is complained about like any other answer.
func TestMalformedRecord(t *testing.T) {
	a, asked := target("a", says("no"), says(`{"day":"1"}`))
	p, money := pool(a)
	if _, err := p.Complete(t.Context(), structured("When?")); err != nil {
		t.Fatal(err)
	}
	first, second := money.reserved[0].Digest, money.reserved[1].Digest
	no := model.Response{Text: "no", Message: model.Says(model.Assistant, "no"), Stop: model.Done}
	for name, c := range map[string]struct {
		answers map[string]model.Response
		calls   int
	}{
		"the first is kept": {map[string]model.Response{first: no}, 1},
		"both are kept":     {map[string]model.Response{first: no, second: {Text: `{"day":"1"}`}}, 0},
	} {
		a, asked = target("a", says(`{"day":"1"}`))
		p, money = pool(a)
		p.Records = &records{answers: c.answers}
		got, err := p.Complete(t.Context(), structured("When?"))
		if err != nil || got.Text != `{"day":"1"}` || asked.calls() != c.calls || got.Recorded != (c.calls == 0) {
			t.Errorf("%s: %q, recorded %v, %d calls; %v", name, got.Text, got.Recorded, asked.calls(), err)
		}
		money.balanced(t)
	}
}

func TestReplay(t *testing.T) {
	a, _ := target("a", fails(model.Cut))
	b, _ := target("b", says("In Porto."))
	p, money := pool(a, b)
	if _, err := p.Complete(t.Context(), question("Where does Ana live?")); err != nil {
		t.Fatal(err)
	}
	kept := &records{answers: map[string]model.Response{money.reserved[1].Digest: {Text: "In Porto.", Usage: model.Usage{Exact: true}}}}

	again := model.Replay{Records: kept, Purpose: model.Purpose{Message: 7}}
	a.Client, b.Client = again, again
	p, money = pool(a, b)
	ask := question("Where does Ana live?")
	var on page
	on.listen(&ask)
	got, err := p.Complete(t.Context(), ask)
	if err != nil || got.Text != "In Porto." || got.Card.Name != "b-1" || on.text.String() != "In Porto." || kept.purpose.Message != again.Purpose.Message {
		t.Errorf("%q of %s, heard %q; %v", got.Text, got.Card.Name, on.text.String(), err)
	}
	if diff := cmp.Diff([]string{"a-1: no record"}, passes(got.Passed)); diff != "" || money.spent != 0 {
		t.Errorf("%s, spent %d", diff, money.spent)
	}
	if _, err = p.Complete(t.Context(), question("Where does Ben live?")); reason(err) != model.Unrecorded {
		t.Errorf("another question: %v", err)
	}
	kept.err = errors.New("disk on fire")
	if _, err = again.Complete(t.Context(), model.Request{}); !errors.Is(err, kept.err) {
		t.Errorf("unreadable records: %v", err)
	}
}
