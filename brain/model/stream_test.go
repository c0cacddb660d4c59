package model_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"citadel/brain/model"
)

// page is what a listener has before it: Restart clears it.
type page struct {
	text     strings.Builder
	restarts int
}

func (p *page) listen(a *model.Ask) {
	a.Request.OnText = func(s string) { p.text.WriteString(s) }
	a.Restart = func() { p.restarts++; p.text.Reset() }
}

func TestTextThatBeginsAgain(t *testing.T) {
	cut := step{say: []string{"Ana li", "ves"}, err: &model.Error{Reason: model.Cut}}
	wants := step{resp: model.Response{Calls: []model.Call{{ID: "1", Tool: "recall"}}, Stop: model.Wants}}
	for _, c := range []struct {
		name     string
		first    []step
		second   step
		want     string
		restarts int
	}{
		{"nothing fails", []step{says("In Porto.")}, step{}, "In Porto.", 0},
		{"fails before text", []step{fails(model.Cut)}, says("In Porto."), "In Porto.", 0},
		{"fails after text", []step{cut}, says("In Porto."), "In Porto.", 1},
		{"the same model again", []step{{say: []string{"Ana"}, err: &model.Error{Reason: model.Overloaded}}, says("In Porto.")}, step{}, "In Porto.", 1},
		{"the next one only calls", []step{cut}, wants, "", 1},
		{"both fail after text", []step{cut}, cut, "Ana lives", 1}, // and the error says that it is void
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a, _ := target("a", c.first...)
				b, _ := target("b", c.second)
				p, _ := pool(a, b)
				ask := question("?")
				var on page
				on.listen(&ask)
				_, _ = p.Complete(t.Context(), ask)
				if on.text.String() != c.want || on.restarts != c.restarts {
					t.Errorf("heard %q with %d restarts, want %q with %d", on.text.String(), on.restarts, c.want, c.restarts)
				}
			})
		})
	}
}

// Without a way to say that it begins again, the second text is not heard at all.
func TestTextThatCannotBeginAgain(t *testing.T) {
	a, _ := target("a", step{say: []string{"Ana li"}, err: &model.Error{Reason: model.Cut}})
	b, _ := target("b", says("In Porto."))
	p, _ := pool(a, b)
	ask := question("?")
	heard := ""
	ask.Request.OnText = func(s string) { heard += s }
	got, err := p.Complete(t.Context(), ask)
	if err != nil || heard != "Ana li" || got.Text != "In Porto." {
		t.Errorf("heard %q, answer %q; %v", heard, got.Text, err)
	}
}

// A client that goes on talking after its call has ended is not heard.
func TestLateText(t *testing.T) {
	late := &lateClient{}
	p, _ := pool(model.Target{Card: able("a-1"), Provider: provider("a"), Client: late})
	ask := question("?")
	var on page
	on.listen(&ask)
	if _, err := p.Complete(t.Context(), ask); err != nil {
		t.Fatal(err)
	}
	late.hear("and another thing")
	if on.text.String() != "In Porto." {
		t.Errorf("heard %q", on.text.String())
	}
}

// Each time a model is asked that is told before, also where it is asked again or passed over
// for another; one that is not asked is not named.
func TestWhoIsAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, _ := target("a", fails(model.Overloaded), fails(model.Overloaded))
		secret, _ := target("secret")
		b, _ := target("b", says("In Porto."))
		p, _ := pool(a, secret, b)
		p.May = func(to model.Provider) bool { return to.Name != "secret" }
		ask := question("?")
		var told []string
		ask.Asking = func(c model.Card) { told = append(told, c.Name) }
		if _, err := p.Complete(t.Context(), ask); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(told, " "); got != "a-1 a-1 b-1" {
			t.Errorf("told %q", got)
		}
	})
}
