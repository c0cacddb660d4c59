package extract

import "strings"

// reasonAt is where "because …" begins, or the end.
func reasonAt(t []token) int {
	for i := 1; i < len(t); i++ {
		switch t[i].low {
		case "because", "cause", "'cause", "cos":
			return i
		case "since":
			if i+2 < len(t) && (t[i+1].low == "they" || t[i+1].low == "it" || t[i+1].low == "we" || t[i+1].low == "the" || t[i+1].low == "nobody") && hasVerb(t[i:]) {
				return i
			}
		case "due":
			if i+2 < len(t) && t[i+1].low == "to" {
				return i
			}
		case "given":
			if i+2 < len(t) && t[i+1].low == "that" {
				return i
			}
		case "as":
			if i+2 < len(t) && (t[i+1].low == "they" || t[i+1].low == "it" || t[i+1].low == "we") && t[i-1].low != "soon" && t[i-1].low != "long" {
				return i
			}
		}
	}
	return len(t)
}

// decisive verbs after "let's" settle something; "let's see" and "let's talk" do not.
var decisive = words(`drop use stop keep cancel postpone switch hire fire end raise lower stick skip choose pick buy sell close launch ship
	accept reject decline sign renew start move delay reduce increase cut split merge change replace outsource lease rent
	terminate extend abandon scrap ditch shelve adopt open limit pause freeze double halve leave schedule settle order focus`)

// decision reads what was decided. It is for a proposal: decisions exist only
// once confirmed (TRUST, Confirming).
func (r *reader) decision(c *clause) bool {
	t := c.toks
	if r.utterance.Speaker != "" || len(t) < 3 {
		return false
	}
	from, negated := -1, false
	head := joinLow(t, 0, 6) + " "
	for _, w := range [...]string{"finally ", "just ", "now ", "already ", "also ", "both "} {
		head = strings.Replace(head, w, "", 1)
	}
	at := func(w string) int { return indexOf(t, w) + 1 }
	switch {
	case has(head, "i 've decided "), has(head, "i have decided "), has(head, "i decided "), has(head, "we 've decided "), has(head, "we have decided "), has(head, "we decided "), has(head, "decided to "), has(head, "decided against "):
		from = at("decided")
		if from >= len(t) {
			return true
		}
		switch t[from].low {
		case "to", "on", "that", "in":
			from++
		case "not":
			negated = true
		case "against":
			negated = true
		case ":", ",":
			from++
		default:
			if t[from].low != "we" && t[from].low != "i" && !(t[from].capital && hasVerb(t[from:])) { // "I decided Marta plays in goal"
				return true
			}
		}
		if from < len(t) && t[from].low == "to" {
			from++
		}
	case has(head, "i 'm going with "), has(head, "we 're going with "), has(head, "i am going with "), has(head, "we are going with "), has(head, "i 'll go with "), has(head, "we 'll go with "), has(head, "i 'm going to go with "), has(head, "we 're going to go with "), has(head, "go with the "), has(head, "let 's go with "):
		from = at("with")
	case has(head, "we 've agreed to "), has(head, "we agreed to "), has(head, "we have agreed to "), has(head, "we 've agreed on "), has(head, "we agreed on "), has(head, "we settled on "), has(head, "we 've settled on "), has(head, "i settled on "), has(head, "i 've settled on "):
		from = 1 + max(indexOf(t, "agreed"), indexOf(t, "settled")) + 1
	case has(head, "i 've chosen "), has(head, "we 've chosen "), has(head, "i have chosen "), has(head, "we have chosen "), has(head, "we chose "), has(head, "i chose "), has(head, "i 'm choosing "), has(head, "we 're choosing "):
		from = 1 + max(indexOf(t, "chosen"), indexOf(t, "chose"), indexOf(t, "choosing"))
	case has(head, "let 's not "), has(head, "lets not "):
		from, negated = at("not"), true
		if !decisive[t[min(from, len(t)-1)].low] {
			return true
		}
	case has(head, "let 's "), has(head, "lets "):
		from = at("'s")
		if t[0].low == "lets" {
			from = 1
		}
		if from+1 >= len(t) || !decisive[t[from].low] || softTalk[joinLow(t, from, 2)] || t[from].low == "keep" && !determiners[t[from+1].low] && !t[from+1].capital {
			return true
		}
	case has(head, "decision : "), has(head, "decision , "), has(head, "decided : "):
		from = 2
	case has(head, "i 've made up my mind "), has(head, "i made up my mind "):
		from = at("mind")
		for from < len(t) && t[from].kind >= comma {
			from++
		}
	case has(head, "i 'm not going to renew "), has(head, "we 're not going to renew "), has(head, "we won't renew "), has(head, "i won't renew "), has(head, "we will not renew "), has(head, "we 're not renewing "), has(head, "i 'm not renewing "):
		from, negated = 1, true
	default:
		return false
	}
	if from < 0 || from >= len(t) {
		return true
	}
	end, reason := reasonAt(t), ""
	if end < len(t) {
		k := end + 1
		if t[end].low == "due" || t[end].low == "given" || k < len(t) && t[k].low == "of" {
			k++
		}
		reason = r.slice(t, k, len(t))
	}
	for end > from && t[end-1].kind >= comma {
		end--
	}
	for k := from + 1; k < end; k++ {
		if t[k].kind == comma && k+2 < end && (t[k+1].low == "it" || t[k+1].low == "they" || t[k+1].low == "the") && formOf(t[k+2].low) != noVerb {
			end = k
		}
	}
	r.add(c, Item{Kind: Decision, Subject: Me, Value: r.slice(t, from, end), Reason: reason, Negated: negated})
	return true
}

// softTalk begins like a decision and settles nothing.
var softTalk = map[string]bool{"keep it": true, "start with": true, "start over": true, "start again": true, "stop here": true, "move on": true, "move forward": true,
	"leave it": true, "leave that": true, "skip it": true, "drop it": true, "pick up": true, "end on": true, "change it": true, "keep that": true, "keep this": true}
