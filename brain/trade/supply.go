package trade

import (
	"regexp"
	"strings"

	"citadel/memory/event"
)

// Who supplies whom: "Acme's board comes from the Visy mill", "we buy from Visy for Acme". The client depends on the
// supplier, and what is bought bears on his costs.
const (
	supplier = `(?:the )?(?P<supplier>\p{Lu}[\p{L}\p{N}'’.&-]*(?: (?:\p{Lu}[\p{L}\p{N}'’.&-]*|&)){0,3})(?:['’]s)?(?: (?:mills?|plants?|factory|factories|works|foundry|smelter|warehouse|people))?(?: (?:in|at|near|outside) \p{Lu}[\p{L} -]*)?`
	supplied = `(?P<client>\p{Lu}[\p{L}\p{N}'’.&-]*?(?: (?:\p{Lu}[\p{L}\p{N}'’.&-]*?|&)){0,3})`
	goods    = `(?P<thing>\p{Ll}[\p{L}-]*(?: \p{Ll}[\p{L}-]*){0,3}?)`
	ranked   = `(?:(?:main|only|sole|biggest|largest|key|new|usual|single|principal) )?`
	fetch    = `(?:buy|source|get|order|purchase|import)`
)

var supplies = []pattern{
	spelled(`^`+supplied+`['’]s? `+goods+` (?:all |mostly |mainly |only |usually )?(?:comes?|(?:is|are) (?:bought|sourced|made|supplied)) (?:from|by) `+supplier+`$`, " from ", " by "),
	spelled(`^(?:[Ww]e|[Ii]) (?:also )?`+fetch+`(?: `+goods+`)? from `+supplier+` for `+supplied+`$`, " from "),
	spelled(`^[Ff]or `+supplied+`,? (?:we|I) (?:also )?`+fetch+`(?: `+goods+`)? from `+supplier+`$`, " from "),
	spelled(`^`+supplied+` (?:also )?`+fetch+`s?(?: (?:all |most )?(?:of )?(?:its|their))? `+goods+` from `+supplier+`$`, " from "),
	spelled(`^`+supplied+`['’]s? `+ranked+`(?:`+goods+` )?supplier is `+supplier+`$`, "supplier"),
	spelled(`^`+supplier+` (?:also )?supplies `+supplied+`(?: with `+goods+`)?$`, "supplies"),
	spelled(`^`+supplier+` (?:also )?supplies `+goods+` (?:to|for) `+supplied+`$`, "supplies"),
	spelled(`^`+supplier+` is `+supplied+`['’]s? `+ranked+`(?:`+goods+` )?supplier$`, "supplier"),
	spelled(`^`+supplier+` is the `+ranked+`(?:`+goods+` )?supplier (?:of|to|for) `+supplied+`$`, "supplier"),
}

// forHim says that the principal buys for somebody, who is then a client.
var forHim = regexp.MustCompile(`^(?:(?:[Ww]e|[Ii]) |[Ff]or )`)

// fromWhom reads a sentence that names a supplier.
func fromWhom(s string) (t Told, ok bool) {
	for _, p := range supplies {
		m := p.match(s)
		if m == nil {
			continue
		}
		said := func(group string) string {
			if i := p.compiled().SubexpIndex(group); i >= 0 {
				return m[i]
			}
			return ""
		}
		client, by := plainName(said("client")), plainName(said("supplier"))
		if !aName(client) || !aName(by) || strings.EqualFold(client, by) {
			continue
		}
		t = Told{Sure: true, Named: forHim.MatchString(s)}
		quote := strings.TrimPrefix(s, client+" ")
		if bought := said("thing"); bought != "" {
			all := things(bought)
			if all == nil {
				continue
			}
			for _, thing := range all {
				t.Affairs = append(t.Affairs, Affair{Client: client, Relation: event.ExposedTo, Thing: thing, Quote: quote, bought: true})
			}
		}
		t.Affairs = append(t.Affairs, Affair{Client: client, Relation: event.DependsOn, Thing: by, Quote: quote, Supplier: true})
		return t, true
	}
	return Told{}, false
}
