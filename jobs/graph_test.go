package jobs_test

import (
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"

	"citadel/jobs"
	"citadel/jobs/alert"
	"citadel/jobs/audit"
	"citadel/jobs/aware"
	"citadel/jobs/bootstrap"
	"citadel/jobs/brief"
	"citadel/jobs/consolidate"
	"citadel/jobs/digest"
	"citadel/jobs/dispute"
	"citadel/jobs/dream"
	"citadel/jobs/evaluate"
	"citadel/jobs/fault"
	"citadel/jobs/followup"
	"citadel/jobs/identity"
	"citadel/jobs/integrate"
	"citadel/jobs/intel"
	"citadel/jobs/intend"
	"citadel/jobs/introspect"
	"citadel/jobs/journal"
	"citadel/jobs/monologue"
	"citadel/jobs/outreach"
	"citadel/jobs/outside"
	"citadel/jobs/predictions"
	"citadel/jobs/propose"
	"citadel/jobs/pulse"
	"citadel/jobs/recon"
	"citadel/jobs/remind"
	"citadel/jobs/resolve"
	"citadel/jobs/retain"
	"citadel/jobs/revisit"
	"citadel/jobs/rulebook"
	"citadel/jobs/spending"
	"citadel/jobs/supervise"
	"citadel/jobs/tend"
	"citadel/jobs/watch"
	"citadel/memory/event"
)

// every lists the jobs there are.
func every() []jobs.Job {
	return []jobs.Job{
		remind.Job(), integrate.Job(nil, true), integrate.Comprehension(nil, nil), spending.Job(spending.Terms{}),
		retain.Job(nil), consolidate.Job(), digest.Job(), supervise.Job(), dispute.Job(""), fault.Job(), revisit.Job(""), aware.Job(), intend.Job(""), followup.Job(""), predictions.Job(""), tend.Job(), bootstrap.Job(), resolve.Job(), alert.Job(alert.Terms{}), brief.Job(brief.Terms{Overnight: alert.Overnight, Reads: alert.Reads()}),
		evaluate.Job(nil), introspect.Job(nil), introspect.Unprompted(nil, nil), journal.Job(nil), monologue.Job(nil), rulebook.Job(""), dream.Job(dream.Terms{}), dream.Show(jobs.Morning{}, ""), propose.Job(jobs.Morning{}, ""),
		identity.Job(identity.Terms{}), identity.Tell(""), identity.Start(), watch.Look(watch.Outside{}), watch.Tell(""),
		recon.News(recon.Outside{}), recon.Job(recon.Outside{}), outreach.Job(jobs.Morning{}, ""), audit.Job(outside.World{}, ""), intel.Job(""), pulse.Job(pulse.Outside{}),
	}
}

// declared are the loops that may be, each with the reason why it cannot feed itself.
var declared = map[string]string{
	"spending → spending by spend.told":                                   "what was told of a ceiling is not told again; only money makes it tell more",
	"remind → remind by reminder.fired":                                   "a firing gives a recurring reminder its next time; it is said again when the clock gets there, and its words stay the principal's",
	"tend → tend by edge.drawn, edge.pruned, edges.opposed, world.seeded": "an edition is drawn once and renewed once a quarter, without making it surer; what was let go of is not let go of again; a thread is opened once",
	"integrate → integrate by " + known:                                   quoted,
	"integrate → comprehend by " + known:                                  quoted,
	"comprehend → integrate by " + known:                                  quoted,
	"comprehend → comprehend by " + drawn:                                 quoted + "; of a link only the names of its ends are looked up",
	"bootstrap → bootstrap by edge.drawn":                                 "a message that drew a link, and a link that was ever drawn, is left alone",
	"bootstrap → tend by edge.drawn":                                      "what was said fades; nothing is said by what is kept of it",
	"bootstrap → comprehend by edge.drawn":                                named,
	"bootstrap → alert by edge.drawn":                                     figured,
	"bootstrap → outreach by edge.drawn":                                  reason,
	"bootstrap → intel by edge.drawn":                                     summed,
	"bootstrap → briefing by edge.drawn":                                  figured,
	"tend → bootstrap by edge.drawn":                                      "only which messages drew links is looked up",
	"resolve → bootstrap by edge.drawn":                                   "only which messages drew links is looked up",
	"comprehend → bootstrap by edge.drawn":                                "only which messages drew links is looked up",
	"comprehend → tend by edge.drawn":                                     "what was said fades; nothing is said by what is kept of it",
	"comprehend → alert by edge.drawn":                                    figured,
	"comprehend → briefing by edge.drawn, learned, restored, superseded":  figured + "; " + ofTheDay,
	"supervise → briefing by superseded":                                  ofTheDay,
	"integrate → briefing by learned, restored, superseded":               ofTheDay,
	"introspect → briefing by learned, superseded":                        ofTheDay,
	"connect → briefing by learned":                                       ofTheDay,
	"tend → comprehend by edge.drawn":                                     named,
	"resolve → comprehend by edge.drawn":                                  named,
	"digest → digest by digested":                                         "what is in one account is in no other; only what was heard and said is folded, never an account",
	"integrate → supervise by " + settled:                                 echo,
	"comprehend → supervise by " + settled:                                echo,
	"integrate → dispute by " + contested:                                 asked,
	"comprehend → dispute by " + contested:                                asked,
	"supervise → dispute by superseded":                                   "what an echo ends is not asked about any more",
	"dispute → dispute by post.queued, proposed":                          "what was asked is not asked again, and each message counts against the next",
	"revisit → revisit by post.queued":                                    bounded,
	"revisit → dispute by post.queued":                                    bounded,
	"dispute → revisit by post.queued":                                    bounded,
	"fault → revisit by post.queued":                                      bounded,
	"revisit → fault by post.queued":                                      "a question counts against the next; what was off is asked of a post that was dismissed, once a day",
	"revisit → comprehend by post.queued":                                 "what the agent asks is shown as its own words; a memory quotes the principal's",
	"dispute → comprehend by post.queued":                                 "what the agent asks is shown as its own words; a memory quotes the principal's",
	"dispute → fault by post.queued":                                      pressed,
	"fault → fault by post.queued":                                        pressed,
	"fault → dispute by post.queued":                                      "each message counts against the next",
	"fault → comprehend by post.queued":                                   "what the agent asks is shown as its own words; a memory quotes the principal's",
	"dispute → briefing by post.queued":                                   counted,
	"fault → briefing by post.queued":                                     counted,
	"revisit → briefing by post.queued":                                   counted,
	"briefing → briefing by post.queued":                                  counted,
	"briefing → dispute by post.queued":                                   uncounted,
	"briefing → fault by post.queued":                                     uncounted,
	"briefing → revisit by post.queued":                                   uncounted,
	"briefing → alert by post.queued":                                     "an alert stands in the thread of the morning's message, and takes no words of it",
	"alert → briefing by alerted, forecast.opened, post.queued":           "whoever was told of a move is not announced again",
	"tend → alert by edge.drawn":                                          figured,
	"tend → briefing by edge.drawn":                                       figured,
	"resolve → alert by edge.drawn, forecast.resolved":                    figured,
	"resolve → briefing by edge.drawn, forecast.resolved":                 figured,
	"resolve → tend by edge.drawn":                                        "what figures bore out fades later; nothing is borne out by what is kept of it",
	"alert → resolve by forecast.opened":                                  "a forecast is decided once, by figures alone",
	"briefing → comprehend by post.queued":                                "what the agent says is shown as its own words; a memory quotes the principal's",
	"dispute → alert by post.queued":                                      counted,
	"fault → alert by post.queued":                                        counted,
	"revisit → alert by post.queued":                                      counted,
	"alert → dispute by post.queued":                                      counted,
	"alert → revisit by post.queued":                                      counted,
	"alert → fault by post.queued":                                        pressed,
	"alert → comprehend by post.queued":                                   "what the agent tells is shown as its own words; a memory quotes the principal's",
	"alert → alert by alerted, forecast.opened, post.queued":              "a client is told of once for a move, and an alert is taken back once; only figures and links make more",
	"supervise → integrate by superseded":                                 retired,
	"supervise → comprehend by superseded":                                retired,
	"supervise → supervise by loop.closed, superseded":                    "what it retired is passed over, and an echo retires nothing further",
	"integrate → dream by learned, loop.closed, loop.opened, superseded":  dreamless,
	"comprehend → dream by learned, loop.closed, loop.opened, superseded": dreamless,
	"supervise → dream by loop.closed, superseded":                        dreamless,
	"dream → fragment by dreamt":                                          "each dream is shown once, and nothing is made of it",
	"fragment → dream by dreams.drifted":                                  "it stops the words of dreams, and has none of them",
	"fragment → comprehend by post.queued":                                "a dream is not shown to who reads talk for memories",
	"fragment → fragment by post.queued":                                  beside,
	"fragment → briefing by post.queued":                                  beside,
	"fragment → alert by post.queued":                                     beside,
	"briefing → fragment by post.queued":                                  beside,
	"alert → fragment by post.queued":                                     beside,
	"dispute → fragment by post.queued":                                   beside,
	"fault → fragment by post.queued":                                     beside,
	"revisit → fragment by post.queued":                                   beside,
	"fragment → dispute by post.queued":                                   uncounted,
	"fragment → revisit by post.queued":                                   uncounted,
	"fragment → fault by post.queued":                                     "what has buttons of its own is not asked about",
	"journal → dream by journaled":                                        dreamless,
	"journal → identity by journaled":                                     "a change quotes what the principal said on two days; no line of the journal can stand for that",
	"identity → change by identity.proposed":                              "a change is shown once, and nothing is learned from what the agent says of itself",
	"evaluate → rulebook by evaluated":                                    "a rule is offered on errors that he pointed out himself, and once in a while against each sort of them",
	"integrate → aware by loop.opened":                                    once,
	"comprehend → aware by loop.opened":                                   once,
	"aware → intend by intention.set":                                     "each thing is noticed once, and said once",
	"integrate → followup by loop.opened":                                 once,
	"comprehend → followup by loop.opened":                                once,
	"integrate → propose by learned, superseded":                          asked,
	"comprehend → propose by learned, superseded":                         asked,
	"supervise → propose by superseded":                                   "what does not hold is not asked about any more",
	"propose → propose by post.queued, proposed":                          "what was put is not put again, and only his word judges it",
	"propose → dispute by post.queued, proposed":                          counted,
	"dispute → propose by post.queued, proposed":                          counted,
	"fault → propose by post.queued":                                      counted,
	"revisit → propose by post.queued":                                    counted,
	"alert → propose by post.queued":                                      counted,
	"propose → revisit by post.queued":                                    counted,
	"propose → alert by post.queued":                                      counted,
	"propose → fault by post.queued":                                      pressed,
	"briefing → propose by post.queued":                                   "what is asked stands in the thread of the morning's message, and takes no words of it",
	"propose → briefing by post.queued":                                   counted,
	"fragment → propose by post.queued":                                   uncounted,
	"propose → fragment by post.queued":                                   beside,
	"dispute → change by post.queued":                                     counted,
	"fault → change by post.queued":                                       counted,
	"revisit → change by post.queued":                                     counted,
	"alert → change by post.queued":                                       counted,
	"propose → change by post.queued":                                     counted,
	"briefing → change by post.queued":                                    uncounted,
	"fragment → change by post.queued":                                    uncounted,
	"change → change by post.queued":                                      "a change is shown once, and each message counts against the next",
	"change → dispute by post.queued":                                     counted,
	"change → revisit by post.queued":                                     counted,
	"change → alert by post.queued":                                       counted,
	"change → briefing by post.queued":                                    counted,
	"change → propose by post.queued":                                     counted,
	"change → fragment by post.queued":                                    beside,
	"change → fault by post.queued":                                       pressed,
	"change → comprehend by post.queued":                                  "what the agent says of itself is shown as its own words; a memory quotes the principal's",
	"propose → comprehend by post.queued":                                 "what the agent asks is shown as its own words; a memory quotes the principal's",
	"integrate → journal by learned, loop.closed, loop.opened":            inward,
	"comprehend → journal by learned, loop.closed, loop.opened":           inward,
	"supervise → journal by loop.closed":                                  inward,
}

// Why what he told of a day comes back to no memory.
const ofTheDay = "what he told of a day is quoted on it, in his own words and no theory; the message is shown as the agent's own words"

// looks are the loops of those who look outside.
var looks = map[string]string{
	"news → news by discovered":           refound,
	"news → recon by discovered":          refound,
	"recon → news by discovered":          refound,
	"recon → recon by discovered":         refound,
	"comprehend → outreach by edge.drawn": reason,
	"tend → outreach by edge.drawn":       reason,
	"integrate → audit by learned":        noted,
	"comprehend → audit by learned":       noted,
	"introspect → audit by learned":       noted,
	"connect → audit by learned":          noted,
	"resolve → outreach by edge.drawn":    reason,
}

// Why what was found outside finds nothing more.
const refound = "what was found is looked up so as not to find it again, and says nothing of what is looked for"

// Why what notes say otherwise comes back to no memory.
const noted = "nothing is learned from a file; he is told of each memory once, and his word alone settles it"

// Why a link that says for whom something was looked for brings nothing up.
const reason = "of a link only the words are quoted that he told a client's business by; what is told was found outside"

// pages are the loops of the page of the week.
var pages = map[string]string{
	"integrate → intel by learned, loop.closed, loop.opened":              summed,
	"comprehend → intel by edge.drawn, learned, loop.closed, loop.opened": summed,
	"supervise → intel by loop.closed":                                    summed,
	"tend → intel by edge.drawn":                                          summed,
	"resolve → intel by edge.drawn":                                       summed,
	"introspect → intel by learned":                                       "no theory stands on a page",
	"connect → intel by learned":                                          "no theory stands on a page",
}

// Why a page of what was told is nothing that is told.
const summed = "a page quotes what he said with its message, and is shown as the agent's own words; of a link only whose it is is looked up"

// thoughts are the loops of those who look for what joins the things that were told.
var thoughts = map[string]string{
	"integrate → introspect by disputed, learned, loop.closed, loop.opened":  joined,
	"comprehend → introspect by disputed, learned, loop.closed, loop.opened": joined,
	"supervise → introspect by loop.closed":                                  joined,
	"integrate → connect by learned, loop.closed, loop.opened":               joined,
	"comprehend → connect by learned, loop.closed, loop.opened":              joined,
	"supervise → connect by loop.closed":                                     joined,
	"introspect → introspect by disputed, learned":                           joined,
	"introspect → connect by learned":                                        joined,
	"connect → introspect by learned":                                        joined,
	"connect → connect by learned":                                           joined,
	"introspect → integrate by learned, reinforced, superseded":              untold,
	"introspect → comprehend by learned, reinforced, superseded":             untold,
	"connect → integrate by learned":                                         untold,
	"connect → comprehend by learned":                                        untold,
	"introspect → supervise by learned, reinforced, superseded":              untold,
	"connect → supervise by learned":                                         untold,
	"introspect → journal by learned":                                        unseen,
	"connect → journal by learned":                                           unseen,
	"introspect → dream by learned, superseded":                              unseen,
	"connect → dream by learned":                                             unseen,
	"introspect → dispute by disputed, learned, superseded":                  "two memories are asked about once in their lives, and never a theory",
	"connect → dispute by learned":                                           "two memories are asked about once in their lives, and never a theory",
	"introspect → propose by learned, superseded":                            asked,
	"connect → propose by learned":                                           asked,
}

// Why a theory feeds no theory, and nothing that is learned.
const (
	joined = "a theory rests on what he told and never on a theory, and only a message that it does not rest on yet makes it surer"
	untold = "a memory quotes a message; a theory is held against none, and no reader of messages is shown one"
	unseen = "what a model thought of goes into no journal and no dream"
)

// polite are jobs that say something unasked and look up what was said so, for two things alone: to keep to three
// messages a day, and not to say a thing again. They take no words of it.
var polite = []string{"intend", "followup", "predictions", "rulebook", "watched", "outreach", "audit", "intel"}

// init declares, for those, how they and all who look up what was said hold each other back.
func init() {
	maps.Copy(declared, thoughts)
	maps.Copy(declared, looks)
	maps.Copy(declared, pages)
	speak := append([]string{"dispute", "fault", "revisit", "briefing", "alert", "fragment", "propose", "change"}, polite...)
	for _, s := range speak {
		declared[s+" → evaluate by post.queued"] = corrected
		declared[s+" → integrate by post.queued"] = deaf
	}
	for _, p := range polite {
		for _, s := range speak {
			declared[p+" → "+s+" by post.queued"] = counted
			declared[s+" → "+p+" by post.queued"] = counted
		}
		declared[p+" → comprehend by post.queued"] = "what the agent says is shown as its own words; a memory quotes the principal's"
	}
}

// What both looks at a message write and look up, and why that feeds nothing.
const (
	drawn  = "decision.proposed, edge.drawn, integrated, learned, loop.opened, reinforced, restored, superseded"
	named  = "of a link only the names of its ends are looked up: a new one rests on the principal's words alone"
	known  = "decision.proposed, integrated, learned, loop.opened, reinforced, restored, superseded"
	quoted = "what is known is held against what was said, so as not to learn it twice; every memory rests on a message and quotes it, never on another memory"
)

// What is asked about, and why that goes no further.
const (
	contested = "disputed, learned, restored, settled, superseded"
	asked     = "a question that nobody answers leaves everything as it is"
	bounded   = "what was asked counts against the next question of the day, and a decision is asked about twice at most"
)

// Why unasked messages hold each other back and set off nothing.
const uncounted = "the morning's message and the dream beside it do not count, and no word of them is read"

// Why no dream comes back to the next one.
const (
	dreamless = "a memory rests on words of the principal and quotes them; a dream is shown to nothing that learns, and what he says under one is left out"
	beside    = "a dream looks for the morning's message to stand in its thread, and takes no words of any"
)

// Why the journal comes back to nothing it is made of.
const inward = "an entry is of what was learned since the last one, and cannot be read by anything that learns"

const counted = "each message counts against the next of the day"

// Who is told something learns nothing from its coming back.
const deaf = "what was posted keeps its echo from being evidence; nothing is learned of it"

// Why what was said comes back to no judgement of itself.
const corrected = "what was said is looked up where he pointed out that it is wrong; nothing else makes an error"

// Why a thing that is open does not make itself heard.
const once = "what is open is noticed and asked about once, and neither opens anything"

// Why a surer link tells no more.
const figured = "only a move of a figure is told of, once for each client, however sure the links are"

// Why what was off is asked once.
const pressed = "it asks after a thumb of the principal's alone, once a day, and never about a question"

// What supervise looks at and leaves, and why that goes no further.
const (
	settled = "learned, loop.closed, loop.opened, reinforced, restored, superseded"
	echo    = "what is settled is looked for elsewhere; an echo settles nothing, so what supervise retires brings it nothing to do"
	retired = "what was retired is not taken for known; nothing is learned from it"
)

// Nothing that a job makes may come back to it unseen: each loop of the derivation graph is
// declared above, with its reason.
func TestDerivationGraph(t *testing.T) {
	t.Logf("\n%s", jobs.Describe(every()))
	found := map[string]bool{}
	for _, a := range jobs.Loops(jobs.Graph(every())) {
		found[a.String()] = true
		if declared[a.String()] == "" {
			t.Errorf("an undeclared loop: %s", a)
		}
	}
	for loop := range declared {
		if !found[loop] {
			t.Errorf("declared, and not there: %s", loop)
		}
	}
}

func TestLoops(t *testing.T) {
	job := func(name string, reads, writes event.Kind) jobs.Job {
		return jobs.Job{Name: name, Reads: []event.Kind{reads}, Writes: []event.Kind{writes}}
	}
	for name, c := range map[string]struct {
		jobs []jobs.Job
		want []string
	}{
		"none":       {[]jobs.Job{job("a", "heard", "learned"), job("b", "learned", "held")}, nil},
		"of itself":  {[]jobs.Job{job("a", "learned", "learned"), job("b", "learned", "held")}, []string{"a → a by learned"}},
		"of two":     {[]jobs.Job{job("a", "held", "learned"), job("b", "learned", "held")}, []string{"a → b by learned", "b → a by held"}},
		"of three":   {[]jobs.Job{job("a", "restored", "learned"), job("b", "learned", "held"), job("c", "held", "restored"), job("d", "held", "heard")}, []string{"a → b by learned", "b → c by held", "c → a by restored"}},
		"a way back": {[]jobs.Job{job("a", "heard", "learned"), job("b", "learned", "held"), job("c", "learned", "held")}, nil},
	} {
		var got []string
		for _, a := range jobs.Loops(jobs.Graph(c.jobs)) {
			got = append(got, a.String())
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func TestList(t *testing.T) {
	for _, j := range jobs.List(every()) {
		if j.Name == "" || j.Every == "" || j.Help == "" {
			t.Errorf("%+v says too little", j)
		}
	}
}
