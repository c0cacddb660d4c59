package ledgertest

import (
	"errors"
	"slices"
	"testing"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// blank gives an empty payload of a kind.
func blank(t testing.TB, k event.Kind) event.Payload {
	t.Helper()
	p, err := event.Decode(k, 1, []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func sources() []event.Source {
	out := []event.Source{"", "stranger"}
	for _, k := range event.Kinds() {
		spec, _ := event.Of(k)
		out = append(out, spec.Owner)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// refused checks that an entry is refused, and that the violation is all there is of it.
func (b *book) refused(name string, e ledger.Entry, by event.Source) {
	b.t.Helper()
	head := b.Head().Seq
	records, err := b.Append(b.t.Context(), b.heard("goes with it"), e)
	if !errors.Is(err, ledger.ErrRefused) || records != nil {
		b.t.Errorf("%s: %v, want ErrRefused", name, err)
		return
	}
	after := b.records(ledger.Query{After: head})
	if len(after) != 1 {
		b.t.Errorf("%s: it left %d records, want the violation", name, len(after))
		return
	}
	p, err := after[0].Payload()
	if err != nil {
		b.t.Fatal(err)
	}
	v, ok := p.(event.Violation)
	if !ok || v.By != by || v.Wanted != e.Payload().Kind() || v.Why == "" {
		b.t.Errorf("%s: it left %#v", name, p)
	}
	if after[0].Source != event.Ledger || after[0].Trust != event.ByAgent {
		b.t.Errorf("%s: the violation comes from %q with the trust %q", name, after[0].Source, after[0].Trust)
	}
}

// Every kind from every source: only its owner may write it.
func testOwnership(t *testing.T, open opener) {
	b := openBook(t, open(t)())
	heard := b.one(b.heard("please"))
	asked := b.one(trusted(event.ByPrincipal, b.pens.For(event.Brain).Write(event.Asked{What: event.AskSetting})).Because(heard))
	for _, k := range event.Kinds() {
		spec, _ := event.Of(k)
		for _, source := range sources() {
			e := trusted(event.ByPrincipal, b.pens.For(source).Write(blank(t, k))).Because(heard)
			if spec.Sensitive {
				e = e.Because(heard, asked)
			}
			if source == spec.Owner && source != event.Ledger {
				r := b.one(e)
				if got, err := b.Get(t.Context(), r); err != nil || got.Source != source || got.Kind != k {
					t.Errorf("%q from %q: wrote %v, %v", k, source, got, err)
				}
				continue
			}
			by := source
			if source == event.Ledger {
				by = "" // nobody gets the log's own pen
			}
			b.refused(string(k)+" from "+string(source), e, by)
		}
	}
	var zero ledger.Pens
	b.refused("a pen from nowhere", zero.For(event.Bot).Write(event.Heard{}), "")
	// A refused batch leaves the others of its commit alone.
	good, bad := &ledger.Batch{Entries: []ledger.Entry{b.heard("x")}}, &ledger.Batch{Entries: []ledger.Entry{b.pens.For(event.Jobs).Write(event.Heard{})}}
	last := &ledger.Batch{Entries: []ledger.Entry{b.heard("y"), b.heard("z").Because(ledger.Here(0))}}
	if err := b.Commit(t.Context(), good, bad, last); err != nil || good.Err != nil || last.Err != nil || !errors.Is(bad.Err, ledger.ErrRefused) {
		t.Errorf("%v: %v, %v, %v", err, good.Err, bad.Err, last.Err)
	}
	if d := diff([]event.Seq{last.Records[0].Seq}, last.Records[1].Causes); d != "" {
		t.Error(d)
	}
	b.verified()
}

func testSensitive(t *testing.T, open opener) {
	b := openBook(t, open(t)())
	heard := b.one(b.heard("call me Jo"))
	ask := func() ledger.Entry {
		return trusted(event.ByPrincipal, b.pens.For(event.Brain).Write(event.Asked{What: event.AskSetting}))
	}
	found := 0
	for _, k := range event.Kinds() {
		spec, _ := event.Of(k)
		if !spec.Sensitive || spec.Own {
			continue
		}
		found++
		change := b.pens.For(spec.Owner).Write(blank(t, k))
		b.refused(string(k)+" without a cause", change, spec.Owner)
		b.refused(string(k)+" from a message", change.Because(heard), spec.Owner)
		b.refused(string(k)+" resting on a request", change.Resting(b.one(ask().Because(heard))), spec.Owner)
		b.write(change.Because(heard, b.one(ask().Because(heard))))
		b.write(b.heard("in one batch"), ask().Because(ledger.Here(0)), change.Because(ledger.Here(1)))
		request := &ledger.Batch{Entries: []ledger.Entry{ask().Because(heard)}}
		after := &ledger.Batch{Entries: []ledger.Entry{change.Because(b.Head().Seq + 1)}}
		if err := b.Commit(t.Context(), request, after); err != nil || request.Err != nil || after.Err != nil {
			t.Errorf("%s citing a batch before it in the commit: %v, %v, %v", k, err, request.Err, after.Err)
		}
	}
	if found == 0 {
		t.Fatal("the catalogue has no sensitive kind")
	}
}

// A request counts only where the principal made it, in a message of his own.
func testAsking(t *testing.T, open opener) {
	b := openBook(t, open(t)())
	mine := b.one(b.heard("call me Jo"))
	turn := b.one(b.pens.For(event.Brain).Write(event.TurnBegan{}).Because(mine))
	theirs := b.one(trusted(event.ByThirdParty, b.heard("call him Jo")))
	causes := map[string]event.Seq{
		"a message of a third party": theirs,
		"an imported message":        b.one(trusted(event.ByImport, b.heard("call me Jo"))),
		"what a tool heard":          b.one(trusted(event.ByTool, b.heard("call me Jo"))),
		"what the agent heard":       b.one(trusted(event.ByAgent, b.heard("call me Jo"))),
		"a reaction":                 b.one(trusted(event.ByPrincipal, b.pens.For(event.Bot).Write(event.Reacted{About: mine}))),
		"a reaction taken back":      b.one(trusted(event.ByPrincipal, b.pens.For(event.Bot).Write(event.Unreacted{About: mine}))),
		"a job":                      b.one(trusted(event.ByPrincipal, b.pens.For(event.Jobs).Write(event.JobBegan{}))),
		"a post":                     b.one(b.said("shall I?")),
		"nothing":                    0,
	}
	ask := trusted(event.ByPrincipal, b.pens.For(event.Brain).Write(event.Asked{What: event.AskSetting}))
	for name, cause := range causes {
		e := ask
		if cause != 0 {
			e = ask.Because(cause)
		}
		b.refused("caused by "+name, e, event.Brain)
		b.refused("caused by "+name+" in a turn", e.Because(append(slices.Clone(e.Causes), turn)...), event.Brain)
	}
	for _, name := range []string{"a message of a third party", "an imported message", "what a tool heard", "a reaction", "a reaction taken back", "a job"} {
		b.refused("caused by a message of the principal and "+name, ask.Because(mine, causes[name]), event.Brain)
		b.refused("resting on "+name, ask.Because(mine).Resting(causes[name]), event.Brain)
	}
	for _, by := range []event.Trust{"", event.ByAgent, event.ByTool, event.ByThirdParty, event.ByImport} {
		b.refused("with the trust "+string(by), trusted(by, ask).Because(mine), event.Brain)
	}
	b.write(ask.Because(mine))
	b.write(ask.Because(turn, mine).Resting(mine))
	edit := b.pens.For(event.Bot).Write(event.Edited{Message: mine, Text: "call me Joe"}).Because(mine).Resting(mine)
	b.write(ask.Because(turn, mine).Resting(b.one(trusted(event.ByPrincipal, edit))))
	b.refused("resting on an edit that is not the principal's", ask.Because(turn, mine).Resting(b.one(trusted(event.ByThirdParty, edit))), event.Brain)
	b.write(b.heard("call me Jo"), ask.Because(ledger.Here(0)).Resting(ledger.Here(0)))
	b.verified()
}
