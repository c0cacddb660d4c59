package trade

import (
	"regexp"
	"slices"
	"strings"

	"citadel/memory/event"
)

// Who supplies whom: "Acme's board comes from the Visy mill", "we buy from Visy for Acme". The client depends on the
// supplier, and what is bought bears on his costs.
const (
	supplier = `(?:the )?(?P<supplier>\p{Lu}[\p{L}\p{N}'’.&-]*(?: (?:\p{Lu}[\p{L}\p{N}'’.&-]*|&)){0,3})(?:['’]s)?(?: (?:mills?|plants?|factory|factories|works|foundry|smelter|warehouse|people))?(?: (?:in|at|near|outside) \p{Lu}[\p{L} -]*)?`
	supplied = `(?:(?:[Mm]y|[Oo]ur) (?:client|customer) )?(?P<client>\p{Lu}[\p{L}\p{N}'’.&-]*?(?: (?:\p{Lu}[\p{L}\p{N}'’.&-]*?|&)){0,3})`
	having   = `(?:` + supplied + `['’]s?|[Tt]heir|[Ii]ts)`
	getter   = `(?:` + supplied + `|them|it)`
	goods    = `(?P<thing>\p{Ll}[\p{L}-]*(?: \p{Ll}[\p{L}-]*){0,3}?)`
	ranked   = `(?:(?:main|only|sole|biggest|largest|key|new|usual|single|principal) )?`
	mostly   = `(?:(?:all|mostly|mainly|only|usually|largely|directly) )?`
	comes    = mostly + `(?:comes?|(?:is|are) (?:bought|sourced|made|supplied|delivered|imported)) ` + mostly + `(?:from|by) `
	fetch    = `(?:buy|source|get|order|purchase|import)`
)

var supplies = []pattern{
	spelled(`^`+having+` `+goods+` `+comes+supplier+`$`, " from ", " by "),
	spelled(`^`+having+` `+goods+` (?:is|are) (?P<supplier>\p{Lu}[\p{L}\p{N}'’.&-]*(?: (?:\p{Lu}[\p{L}\p{N}'’.&-]*|&)){1,3}['’]s)$`, "'s", "’s"),
	spelled(`^(?:[Ww]e|[Ii]) (?:also )?`+fetch+`(?: `+goods+`)? from `+supplier+` for `+supplied+`$`, " from "),
	spelled(`^[Ff]or `+supplied+`,? (?:we|I) (?:also )?`+fetch+`(?: `+goods+`)? from `+supplier+`$`, " from "),
	spelled(`^`+having+` `+ranked+`(?:`+goods+` )?supplier is `+supplier+`$`, "supplier"),
	spelled(`^`+supplier+` (?:also )?(?:supplies|provides) `+getter+`(?: with `+goods+`)?$`, "supplies", "provides"),
	spelled(`^`+supplier+` (?:also )?(?:supplies|provides|delivers) `+having+` `+goods+`$`, "supplies", "provides", "delivers"),
	spelled(`^`+supplier+` (?:also )?(?:supplies|provides|delivers|sells) `+goods+` (?:to|for) `+getter+`$`, "supplies", "provides", "delivers", "sells"),
	spelled(`^`+supplier+` (?:also )?sells `+getter+` `+goods+`$`, "sells"),
	spelled(`^`+supplier+` is `+having+` `+ranked+`(?:`+goods+` )?supplier$`, "supplier"),
	spelled(`^`+supplier+` is the `+ranked+`(?:`+goods+` )?supplier (?:of|to|for) `+getter+`$`, "supplier"),
}

// anyones says from whom something comes and not who gets it, which is plain where one alone buys it.
var anyones = spelled(`^(?:(?:[Aa]ll )?(?:[Tt]he|[Tt]hat) )?(?P<thing>\p{L}[\p{L}-]*(?: \p{Ll}[\p{L}-]*){0,3}?) `+comes+supplier+`$`, " from ", " by ")

// bought is the end of "buys board from Visy": of whom.
var bought = spelled(`^(?:buys?|purchases?|sources?|imports?|orders?|gets?|takes?|draws?) .+? `+mostly+`from `+supplier+`$`, " from ")

// forHim says that the principal buys for somebody, who is then a client.
var forHim = regexp.MustCompile(`^(?:(?:[Ww]e|[Ii]) |[Ff]or |(?:[Mm]y|[Oo]ur) (?:client|customer) )`)

// seller is who is bought from by a part of a sentence; empty for a place, and where it names nobody.
func seller(part string) string {
	m := bought.match(part)
	if m == nil {
		return ""
	}
	by := plainName(m[bought.compiled().SubexpIndex("supplier")])
	if !aName(by) || aPlace(by) {
		return ""
	}
	return by
}

// fromWhom reads a sentence that names a supplier; whose is whom "their" means, if anybody.
func fromWhom(s, whose string) (t Told, ok bool) {
	for _, p := range supplies {
		if t, ok = p.supply(s, whose); ok {
			return t, true
		}
	}
	return Told{}, false
}

// fromSomewhere reads a sentence that names a supplier, and not who it supplies. Whom is then whose, or open.
func fromSomewhere(s, whose string) (t Told, ok bool) {
	t, ok = anyones.supply(s, whose)
	return t, ok && t.Affairs[len(t.Affairs)-1].Supplier
}

// supply reads a sentence by one of the ways to name a supplier. The client is empty where none is named, and none meant.
func (p pattern) supply(s, whose string) (t Told, ok bool) {
	m := p.match(s)
	if m == nil {
		return t, false
	}
	said := func(group string) string {
		if i := p.compiled().SubexpIndex(group); i >= 0 {
			return m[i]
		}
		return ""
	}
	names := slices.Contains(p.compiled().SubexpNames(), "client")
	client, by := plainName(said("client")), plainName(said("supplier"))
	if client == "" {
		client = whose
	}
	if names && (client == "" || client != whose && !aName(client)) || !aName(by) || strings.EqualFold(client, by) {
		return t, false
	}
	t = Told{Sure: true, Named: forHim.MatchString(s)}
	quote := strings.TrimPrefix(s, client+" ")
	if thing := said("thing"); thing != "" {
		all := things(thing)
		if all == nil {
			return Told{}, false
		}
		for _, thing := range all {
			t.Affairs = append(t.Affairs, Affair{Client: client, Relation: event.ExposedTo, Thing: thing, Quote: quote, bought: true})
		}
	}
	if !aPlace(by) {
		t.Affairs = append(t.Affairs, Affair{Client: client, Relation: event.DependsOn, Thing: by, Quote: quote, Supplier: true})
	}
	return t, len(t.Affairs) > 0
}
