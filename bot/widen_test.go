package bot_test

import (
	"strings"
	"testing"

	"citadel/bot"
	"citadel/memory"
	"citadel/memory/event"
)

// An account that the host linked as one that others can read does not make itself one that
// only the principal reads, however it was linked, and also not after a start. Where the
// host said nothing it answers the question.
func TestAnAccountDoesNotWidenItself(t *testing.T) {
	for how, link := range map[string]func(*drill, event.Audience){
		"code": func(d *drill, a event.Audience) { d.link("slack", "U1", a) },
		"setup": func(d *drill, a event.Audience) {
			e := direct("slack", "U1")
			if err := d.bot.Link(d.t.Context(), e.From, e.Place, a, "setup"); err != nil {
				d.t.Fatal(err)
			}
		},
		"config": func(d *drill, a event.Audience) {
			d.bot.Trusted = []bot.Trusted{{Platform: "slack", ID: "U1", Audience: a}}
			d.says("slack", "U1", "hello")
		},
	} {
		for _, said := range []event.Audience{event.Work, ""} {
			for _, again := range []bool{false, true} {
				t.Run(strings.TrimSpace(how+" "+string(said)), func(t *testing.T) {
					drilled(t, func(t *testing.T, d *drill) {
						d.link("telegram", "4471", event.Private)
						d.says("telegram", "4471", "the clinic is on Tuesday")
						link(d, said)
						if again {
							d.again()
						}
						d.says("slack", "U1", "audience private")
						want := map[event.Audience]event.Audience{event.Work: event.Work, "": event.Private}[said]
						d.mind.Read(func(v memory.View) {
							a, _ := v.Accounts.Of(event.Person{Platform: "slack", Account: "T1", ID: "U1"})
							differ(t, "audience", want, a.Audience)
							differ(t, "how", how, a.How)
						})
						if e := direct("slack", "U1"); said != "" && d.bot.Audience(e.Place) != want {
							t.Errorf("it is read by %s", d.bot.Audience(e.Place))
						}
					})
				})
			}
		}
	}
}
