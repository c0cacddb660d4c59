package modeltest

import (
	"encoding/json"

	"citadel/brain/model"
	"citadel/brain/model/scripted"
)

// person is a schema as both services take it.
var person = json.RawMessage(`{"type":"object","properties":{"name":{"type":"string"},"age":{"type":"integer"}},"required":["name","age"],"additionalProperties":false}`)

func schemas(c model.Card) bool { return c.Schema }

// forms are about answers that have to be JSON.
var forms = []check{
	{name: "an answer fulfils a schema", needs: schemas, test: func(b *bench) {
		b.server.Add(scripted.Says(`{"name":`, `"Ana","age":31}`))
		r := b.request("Who?")
		r.Schema = person
		if res := b.complete(r); res.Text != `{"name":"Ana","age":31}` {
			b.Errorf("got %q", res.Text)
		}
		if got := b.once(); !sameJSON(got.Schema, person) {
			b.Errorf("schema %s", got.Schema)
		}
		b.valid()
	}},
	{name: "an answer is no JSON", needs: schemas, test: func(b *bench) {
		for _, text := range []string{"Ana is 31.", `{"name":"Ana"`, "", "```json\n{}\n```"} {
			b.server.Add(scripted.Reply{Text: []string{text}, Usage: &scripted.Usage{In: 3, Out: 5}})
			r := b.anew(b.request("Who?"))
			r.Schema = person
			res, failed := b.fails(r)
			if failed.Reason != model.Malformed {
				b.Errorf("%q: %v", text, failed)
			}
			if res.Text != text || res.Usage != (model.Usage{In: 3, Out: 5, Exact: true}) {
				b.Errorf("%q came as %q, usage %+v", text, res.Text, res.Usage)
			}
		}
	}},
	{name: "an answer in JSON is cut off by the limit", needs: schemas, test: func(b *bench) {
		stop := "length"
		if b.card.Provider == "anthropic" {
			stop = "max_tokens"
		}
		b.server.Add(scripted.Reply{Text: []string{`{"name":"A`}, Stop: stop})
		r := b.request("Who?")
		r.Schema = person
		if res, failed := b.fails(r); failed.Reason != model.Malformed || !res.Usage.Exact {
			b.Errorf("got %v, %+v", failed, res.Usage)
		}
	}},
	{name: "calls need not be JSON text", needs: func(c model.Card) bool { return c.Schema && c.Tools }, test: func(b *bench) {
		b.server.Add(scripted.Calls(scripted.Call{Tool: "look_up", Args: `{"query":"Ana"}`}))
		r := b.request("Who?")
		r.Schema, r.Tools = person, []model.Tool{lookup}
		if res := b.complete(r); res.Stop != model.Wants || len(res.Calls) != 1 {
			b.Errorf("got %+v", res)
		}
		b.valid()
	}},
}
