package procedure

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"citadel/brain/phrase"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/store"
)

// sorts are the sorts of statement that may be asked for as a whole, where no word of the question need stand in any of
// them: goals told as "I want to …", people who work for him told as "our apprentice".
var sorts = []struct {
	asked  *regexp.Regexp // the whole question, in plain words
	look   []string       // what the memories are searched for
	told   *regexp.Regexp // in a statement of the sort
	called string         // what its statements are, for their count
	none   string
}{
	{
		asked: regexp.MustCompile(`^(?:what (?:are|were)|tell me|list|show me) (?:all )?(?:my|our) (?:goals?|aims?|plans?|targets?|ambitions?|hopes)(?: again| now| so far| for (?:this|the|next) (?:year|month|quarter|week))?$|` +
			`^what (?:do|did) (?:i|we) (?:want|plan|aim|hope|intend|mean) to (?:do|achieve|reach|get done|change)(?: (?:this|next) (?:year|month|quarter|week))?$|^what (?:am i|are we) (?:aiming|planning|hoping|working|thinking) (?:for|to do|towards?|on|about|of)(?: now| at the moment| these days)?$`),
		look: []string{"my goal is", "our target", "I want to", "we want to", "I plan to", "we hope to", "I'd like to", "we're going to", "I'm working on", "I'm thinking about"},
		told: regexp.MustCompile(`(?i)\b(?:my|our) (?:\w+ )?(?:goal|aim|target|plan|ambition|dream)s?\b|` +
			`\b(?:i|we)(?: also| all| still| really| both)? (?:want|hope|plan|aim|intend) to\b|\b(?:i|we)(?:'d| would) (?:also |really )?(?:like|love) to\b|\b(?:i'm|i am|we're|we are) (?:also |still )?(?:(?:hoping|planning|aiming|determined) to|working (?:on|towards?)|thinking (?:about|of)|considering)\b`),
		called: "goal",
		none:   "You told me of no goal or plan. What you tell as `I want to …` is listed here.",
	},
	{
		asked: regexp.MustCompile(`^(?:who|whom)(?: all| else)? (?:works? (?:for|with|under) (?:me|us)|do (?:i|we) (?:employ|work with)|is (?:in|on) (?:my|our) (?:team|staff|payroll)|are (?:my|our) (?:employees|people|staff|colleagues|team))(?: now| at the moment| again)?$|` +
			`^(?:tell me|list|show me) (?:my|our) (?:employees|staff|colleagues|team)$`),
		look: []string{"works for me", "we employ", "my colleague", "our apprentice", "my assistant", "on our team", "my business partner", "we hired", "reports to me"},
		told: regexp.MustCompile(`(?i)\b(?:works?|working) (?:for|with|under) (?:me|us)\b|\b(?:i|we)(?:'ve| have)? (?:also )?(?:employ|hired|took on|taken on)\b|\breports? to me\b|\b(?:in|on|joined|joins) (?:my|our) (?:team|staff|payroll|studio|firm|company|office|shop|kitchen|practice)\b|` +
			`\b(?:my|our) (?:(?:new|old|head|senior|junior|chief|lead|office|sales|shop|site|project|only|second) ){0,2}(?:business partner|partner in|employees?|staff|colleagues?|assistants?|apprentices?|interns?|trainees?|secretary|deputy|foreman|manager|baker|chef|cook|waiter|waitress|driver|bookkeeper|developer|designer|engineer|carpenter|gardener|draughts(?:man|woman|person)|technician|mechanic|nurse|receptionist|cleaner|salesman|saleswoman|co-?founder)\b`),
		called: "statement",
		none:   "You told me of nobody who works with you. `people` lists everybody I know of.",
	},
}

// ofASort answers a question for all that he told of one sort, with his words, the newest first.
func ofASort(ctx context.Context, v *visit) (*turn.Reply, error) {
	words := lead(plainWords(v.Text))
	for _, s := range sorts {
		if !s.asked.MatchString(words) {
			continue
		}
		found, err := recall.Recall(ctx, v.Turn, recall.Query{Text: v.Text, Also: s.look, Limit: gathered, Skip: noEvidence, Ready: v.desk.Ready})
		if err != nil {
			return nil, err
		}
		found = once(found)
		told := slices.DeleteFunc(slices.Clone(found.Items), func(i recall.Item) bool {
			return i.Kind != store.Said || i.Speaker != "" || i.Superseded || !s.told.MatchString(strings.ReplaceAll(i.Text, "’", "'"))
		})
		recall.NewestFirst(told)
		reply := says("recall")
		reply.Among = found.Among
		seqs := make([]event.Seq, len(told))
		for k, i := range told {
			seqs[k] = i.Seq
		}
		shown := told[:min(len(told), most)]
		switch {
		case len(told) == 0:
			reply.Text.Say("%s", s.none)
		case len(told) == 1:
			v.quote(&reply.Text, told[0], told[0].Text, ownWords)
			reply.Text.Say(".")
		default:
			reply.Text.Claim(seqs, "%s, newest first.", phrase.Count(len(told), s.called))
			for _, i := range shown {
				v.quote(reply.Text.Item(), i, i.Text, listWords)
			}
			if len(told) > len(shown) {
				reply.Text.Break().Say("`find WORDS` searches the rest.")
			}
		}
		reply.Found = found.Used(seqs[:len(shown)]...)
		return reply, nil
	}
	return nil, nil
}
