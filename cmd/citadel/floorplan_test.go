package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// floors is the plan of the house, from the ground up: package, what it is for,
// and which packages of ours it may import. A row allows only rows above it in
// this text, so an import never goes up.
//
// If this test fails, the import is wrong, not the table. A change here is a
// decision about the design: make it on its own, with its reason, never to get
// a build through.
//
// Notation: x/* is any package directly under x (not deeper: drivers are chosen
// in cmd alone); {a,b} is either; "below" is every row above. Packages that are
// not written yet may stand here; a package that exists and does not is refused.
//
// Tests may import more: whatever their package reaches through its imports,
// and what is nested under any of that, such as drivers and suites. What is on
// the floor for tests is for every test, and for nothing else.
const floors = `
memory/event                 | the catalogue of kinds: one payload each, who may write it, how old versions are lifted | -
memory/formula               | strength, confidence, fusion, warmth: pure arithmetic with named constants | -
memory/words                 | text into words: tokens, stop words, stems; how rare each is, and which stand for each other | -
memory/ledger                | the append-only, hash-chained log: sealing, forgetting, verifying | memory/event
memory/ledger/inmem          | the log in memory, for tests and simulation | memory/event, memory/ledger
memory/ledger/sqlite         | the log in one SQLite file | memory/event, memory/ledger
memory/ledger/postgres       | the log in a PostgreSQL database | memory/event, memory/ledger
memory/ledger/ledgertest     | the suite that every log passes | memory/event, memory/ledger, memory/ledger/*
memory/thread                | the conversation: turns, what awaits an answer, the rolling window | memory/{event,ledger,formula}
memory/outbox                | posts queued, attempted, sent and failed | memory/{event,ledger,formula}
memory/loops                 | what is still open: loops, commitments, reminders | memory/{event,ledger,formula}
memory/decisions             | what the principal decided, on what evidence, and what was proposed | memory/{event,ledger,formula}
memory/predictions           | what the principal said would come, and what became of it | memory/{event,ledger,formula}
memory/principal             | what is known of the principal: name, zones, hours, rules | memory/{event,ledger,formula}
memory/self                  | what the agent holds of itself: errors that were pointed out, its own claims | memory/{event,ledger,formula}
memory/identity              | which version of how the agent works with its principal holds, and what is proposed | memory/{event,ledger,formula}
memory/agency                | what the agent goes by of itself: thoughts, growth, curiosity, intentions, theories | memory/{event,ledger,formula}
memory/watches               | what is looked at outside again and again, and what the principal knows of it | memory/{event,ledger,formula}
memory/hands                 | what was done with tools and may be: cards that wait, policies, calls of late | memory/{event,ledger,formula}
memory/places                | where the principal is reached, and how far each connector was read | memory/{event,ledger,formula}
memory/accounts              | who may speak and who can read along: linked accounts, channels, wrong codes | memory/{event,ledger,formula}
memory/origins               | which events are words of others, and which go back to such words | memory/{event,ledger,words}
memory/reactions             | which emoji stand on which messages and posts | memory/{event,ledger,formula}
memory/attachments           | which files stand in a message, which are still to be fetched, and which recordings to be repeated | memory/{event,ledger,formula}
memory/files                 | the bytes of what came with messages, sealed | -
memory/agenda                | when jobs ran and which slots are done | memory/{event,ledger,formula}
memory/spending              | what language models cost: by day, turn and run, and what is set aside | memory/{event,ledger,formula}
memory/providers             | who may be sent words, and which models do not answer as they should | memory/{event,ledger,formula}
memory/warmth                | what was recalled lately and how often | memory/{event,ledger,formula}
memory/beliefs               | how far what was learned can be relied on, what contradicts what, what awaits a verdict | memory/{event,ledger,formula}
memory/weights               | what reactions have made of each kind of thing worth noticing | memory/{event,ledger,formula}
memory/graph                 | what bears on what: edges between things, and how far each can be relied on | memory/{event,ledger,formula}
memory/world                 | what everybody holds to be so of the economy: edges, as a versioned file | memory/{event,formula,graph}
memory/economy               | figures of the economy: those that judging the next needs, what moved, who does not answer | memory/{event,ledger,formula}
memory/dreams                | what came of the last night | memory/{event,ledger,formula}
memory/people                | whom the principal deals with: names, what he said of them, groups, notes | memory/{event,ledger,formula}
memory/mood                  | what the principal told of his feelings, where he wants that to be read | memory/{event,ledger,formula}
memory/lenses                | how often a mental model was offered, and how often an answer shows it | memory/{event,ledger,formula}
memory/embed                 | text as vectors: what makes them, what their likeness means | memory/{formula,words}
memory/embed/hashing         | vectors made in this process, of words and their pieces | memory/{formula,words,embed}
memory/store                 | where memories are searched: by words and by likeness | memory/{event,ledger,formula,words,embed}
memory/store/ranking         | from what a store found to what it answers: the recipe, shared by all stores | memory/{event,ledger,formula,words,embed,store}
memory/store/embedded        | the search that lives in this process | memory/{event,ledger,formula,words,embed,store}, memory/store/ranking
memory/store/weaviate        | the search in a Weaviate server | memory/{event,ledger,formula,words,embed,store}, memory/store/ranking
memory/store/storetest       | the suite that every store passes | memory/{event,ledger,formula,words,embed,store}, memory/store/*
memory/hot                   | the newest state of the folds, kept where a start finds it at once | memory/{event,ledger}
memory/hot/redis             | that place in a Redis server | memory/{event,ledger,hot}
memory                       | append, apply to all projections, checkpoint, rebuild, one consistent view | memory/*
connectors                   | the vocabulary of chat: events, posts, limits, errors, and the connector itself | -
connectors/markup            | CommonMark parsed once, rendered per dialect, split without breaking code blocks | -
connectors/console           | the terminal as a chat platform, typed or piped | connectors, connectors/markup
connectors/slack             | Slack as a chat platform, over Socket Mode | connectors, connectors/markup
connectors/telegram          | Telegram as a chat platform, over long polling | connectors, connectors/markup
connectors/mattermost        | Mattermost as a chat platform, over its websocket and REST | connectors, connectors/markup
connectors/slack/slackserver | a server that speaks Slack's wire with its faults; for tests and simulation | connectors
connectors/telegram/telegramserver | a server that speaks Telegram's wire with its faults; for tests and simulation | connectors
connectors/mattermost/mattermostserver | a server that speaks Mattermost's wire with its faults; for tests and simulation | connectors
connectors/connectortest     | the suite that every connector passes | connectors
connectors/connectortest/folder | the reference connector: a folder of files as a platform | connectors, connectors/connectortest
tools                        | what a tool says of itself, and sets of tools | -
tools/economy                | figures of the economy, as those who publish them give them | tools
tools/*                      | one outside system each, as tools | tools
brain/model                  | language models: what is asked and answered, what each can do and costs, roles and fail-over | -
brain/model/wire             | what every driver's exchange over HTTP needs: waits, a limit on what is read, how long to leave a service alone | brain/model
brain/model/anthropic        | Anthropic's models, over its own SDK | brain/model, brain/model/wire
brain/model/openai           | OpenAI's models and every server that speaks like it, over its SDK | brain/model, brain/model/wire
brain/model/scripted         | a server that speaks both wires from a script, with every fault; for tests and simulation | brain/model
brain/model/modeltest        | the suite that every driver passes | brain/model, brain/model/*
brain/crisis                 | is someone in danger, and the fixed answer | -
brain/linear                 | what a text is by what is seen in it: weights learned from examples | -
brain/classify               | message to category and tier | brain/linear
brain/redact                 | keys, cards, passwords and codes of doors recognised on the way in | -
brain/lens                   | sixty-three ways of looking at a matter: which fit a message, what names one, what put one to use | memory/{formula,words,embed}, memory/embed/hashing
brain/when                   | phrases of time to moments | -
brain/extract                | what a message states: facts, promises, decisions, rules | memory/words
brain/grave                  | words of what is not brought up with somebody unasked: death, illness, harm, quarrel | brain/{crisis,extract}
brain/filter                 | how the principal deals with those a message names: directives, effort, slots, phrases | memory/{event,people}, brain/classify
brain/tone                   | how an answer should sound: the hour, the gap, the day, the message at hand | brain/classify
brain/command                | the grammar of commands: which whole messages are one | -
brain/appointment            | what the principal told of days, as it stands: what was moved since, or is off | memory, memory/*, brain/{when,extract,command}
brain/phrase                 | how facts are worded: dates, quotes, text whose claims can be traced | memory/{event,words,formula}
brain/chart                  | pictures of figures, with the same facts as text | memory/event
brain/art                    | pictures of nights, drawn from a seed | memory/event
brain/ponder                 | what a model makes of numbered notes in the background, naming those it rests on | memory/{event,words}, brain/{grave,model,redact}
brain/dream                  | what a night makes of its day: what goes in, what a model is asked, what of its answer holds | memory/{event,words}, brain/{art,grave,model,phrase,ponder,redact}
brain/identity               | who the agent is in the words a model is given: what no job writes, what changes by what was said, and how | memory/{event,identity}, brain/{model,phrase}
brain/exposure               | whom a move of the economy reaches, and by which ways through the graph | memory/{event,formula,graph}
brain/consequence            | what a move of the economy comes to, and by which ways, in words and as a picture | memory/{event,ledger,formula,graph,world}, brain/{exposure,phrase}
brain/turn                   | what the steps of one turn pass to each other | memory, memory/*, brain/{command,phrase}
brain/turn/turntest          | turns over a small ledger, and golden replies with traceable claims | memory, memory/*, memory/ledger/inmem, memory/store/embedded, brain/{turn,command,phrase}
brain/antecedent             | what the words of the principal lean on, of which "she" or "it" speaks | memory, memory/*, brain/{turn,command,extract}
brain/acquaintance           | whom the principal deals with at the moment of a turn, unread messages included | memory, memory/*, brain/{turn,command,extract}
brain/feel                   | what the principal says of his feelings, and the question whether it may be kept | memory, memory/*, brain/{turn,classify,extract}
brain/enclosure              | what comes with a message, told by its content, made to fit a model, worded | memory, memory/*, brain/{turn,phrase}
brain/dedupe                 | how a statement stands to one that is there: the same, another value, denied, against it, or different | memory/words, brain/extract
brain/trade                  | sentences about whose business what bears on, and questions about it | memory/event
brain/amend                  | short corrections ("no, Braga"), and what they replace in a statement | brain/{extract,dedupe}
brain/contest                | the question which of two statements holds | memory/event, brain/{phrase,extract,when}
brain/fault                  | which error the principal points out, and what to check because of it | memory/event, memory/self
brain/recall                 | query to candidates to scored memories | memory, memory/*, brain/{turn,when,phrase}
brain/card                   | a call in words: what is asked before it, and what is told of it and of what was found outside | memory/{event,ledger,formula,graph}, brain/phrase, tools
brain/watch                  | what is watched outside: how it is said, by which look it is found out, what of two looks differs | memory/{event,ledger,formula,watches}, brain/{card,phrase,when}, tools
brain/beyond                 | that a list leaves out what the private conversation holds | memory, memory/*, brain/{turn,phrase}
brain/inspect                | commands that read the mind and change nothing | memory, memory/*, brain/{beyond,acquaintance,dream,identity,filter,fault,turn,recall,when,phrase,command,extract,enclosure,card,chart,exposure,consequence,watch}
brain/link                   | the links of the causal graph that a sentence draws, by the names that the graph has | memory, memory/*, brain/trade
brain/change                 | commands that change the mind, and take changes back | memory, memory/*, brain/{beyond,appointment,acquaintance,identity,filter,fault,turn,recall,when,phrase,command,extract,dedupe,amend,contest,trade,link,consequence,watch}
brain/procedure              | what can be answered without a model and without a command | memory, memory/*, brain/{beyond,appointment,acquaintance,antecedent,filter,feel,fault,turn,recall,when,phrase,classify,extract,command,enclosure,dedupe,contest,trade,link,exposure,consequence}
brain/purse                  | money set aside before a call and settled after it, and the record of every call | memory, memory/*, brain/model
brain/purse/pursetest        | the money of a mind under random calls, crashes and races, on any store | memory, memory/*, brain/{model,purse}
brain/comprehend             | what a model reads out of talk: what it is asked, and what of its answer holds | brain/{extract,redact,model}
brain/significance           | which new figures of the economy moved far enough to matter, and how much they stand out | memory/{event,economy}
brain/signal                 | what may be noticed in a turn: one source each, their base weights, how relevant they are | memory, memory/*, memory/embed/hashing, brain/{phrase,lens,exposure}
brain/gate                   | which signals enter the prompt, and the receipt of it | memory/{event,formula}, brain/signal
brain/compress               | what is left of a conversation where less of it is shown: calls, digest, rounds | memory/{event,words}, brain/{extract,model}
brain/prompt                 | what a model is shown: instructions, what was noticed, conversation, memories beside the message | memory/{event,words}, brain/{identity,model,phrase,turn,signal,compress}
brain/consent                | what becomes of a call that a model wants: it runs, is asked for, or is refused | memory/event, tools
brain/prepare                | a call made ready for later: held until a moment, an event, or until it is asked for | memory/event, brain/{card,consent}, tools
brain/perform                | one call of a tool: its claim, its receipt, and whether it holds | memory, memory/*, tools
brain/act                    | a model and its tools, round after round | brain/{model,compress}, tools
brain/delegate               | a question handed on to a second model, which only looks, within a budget of its own | brain/{model,act}
brain/critique               | what is taken out of an answer before it is said, and what has to be written anew | memory/{event,words}, brain/{phrase,redact,lens,linear}
brain/debate                 | a decision weighed by models: what they are asked, and what of their answers holds | memory/event, brain/{model,critique}
brain/volition               | what of a model's own wishes is done: promises, claims, notes | memory, memory/*, brain/{turn,critique}
brain/approve                | the principal's word on calls: what waits for it, his yes and his no | memory, memory/*, brain/{turn,phrase,when,command,card,consent,prepare,perform}, tools
brain/briefing               | what a morning's message says: the day, what is due, what waits | memory, memory/*, brain/{appointment,when,grave,fault,phrase,card,consent,perform}, tools
brain/errand                 | what is looked at outside because the principal said so, without a model | memory, memory/*, brain/{beyond,acquaintance,filter,turn,phrase,when,command,card,consent,perform,briefing,watch}, tools
brain/respond                | an answer by a language model: what it is shown, what it says, what may be said of it | memory, memory/*, brain/{filter,tone,fault,turn,recall,when,phrase,classify,extract,command,enclosure,model,signal,gate,compress,prompt,act,delegate,critique,inspect,debate,volition,lens,card,consent,prepare,perform}, tools
brain                        | one turn from end to end | memory, memory/*, brain/*
jobs                         | the vocabulary of background work, and what runs it | memory, memory/*, brain/turn
jobs/jobstest                | one job run over a small ledger; for tests | memory, memory/*, memory/store/embedded, jobs, brain/turn, brain/turn/turntest
jobs/feeds                   | figures of the economy: read once a day, judged, written down | memory, memory/*, jobs, tools, tools/economy, brain/{turn,significance}
jobs/bootstrap               | links that were missed in what the principal said of his business | memory, memory/*, jobs, brain/{link,phrase,trade,turn}
jobs/resolve                 | what was foretold held against what came, and links that figures bear out | memory, memory/*, jobs, brain/turn
jobs/alert                   | what a move of the economy does to clients, told once each, and taken back where it was none | memory, memory/*, jobs, brain/{turn,phrase,when,exposure,consequence,briefing}
jobs/brief                   | the morning's message, at its hour where the principal is | memory, memory/*, jobs, brain/{turn,briefing,model,ponder}
jobs/dream                   | a dream every night, shown beside the morning's message | memory, memory/*, jobs, brain/{turn,phrase,dream,art,model,briefing}
jobs/propose                 | what was inferred, put before the principal in the thread of the morning's message | memory, memory/*, jobs, brain/{turn,phrase,contest,briefing}
jobs/journal                 | the agent's journal of its evenings, which nothing is learned from | memory, memory/*, jobs, brain/{turn,grave,ponder}
jobs/monologue               | what the agent thinks to itself by day of what came up, which nothing is learned from | memory, memory/*, jobs, brain/{turn,grave,ponder}
jobs/introspect              | what joins or contradicts what the principal told: theories, and what would be worth knowing | memory, memory/*, jobs, brain/{turn,grave,ponder}
jobs/evaluate                | how the agent did: what was corrected and dismissed, and what to check because of it | memory, memory/*, jobs, brain/{turn,grave,ponder,redact}
jobs/rulebook                | a rule offered against an error that was made again and again | memory, memory/*, jobs, brain/{turn,phrase,fault}
jobs/predictions             | what the principal foretold, asked about once when its time is over | memory, memory/*, jobs, brain/{turn,phrase,grave}
jobs/followup                | what has been open for long, asked about once | memory, memory/*, jobs, brain/{turn,phrase,grave}
jobs/aware                   | what lapses, is due today or falls due in an absence, noticed in time by rules | memory, memory/*, jobs, brain/{turn,phrase}
jobs/intend                  | what the agent meant to bring up at a moment, brought up then | memory, memory/*, jobs, brain/{turn,phrase,grave}
jobs/watch                   | what the principal has watched outside, looked at again and again, and told | memory, memory/*, jobs, tools, brain/{turn,phrase,consent,perform,watch}
jobs/outside                 | how a job looks outside the mind: by what changes nothing, and may be used unasked | memory, memory/*, jobs, tools, brain/{turn,consent,perform}
jobs/held                    | what was put aside or prepared, shown at its moment; how a job prepares something | memory, memory/*, jobs, tools, brain/{turn,phrase,consent,prepare}
jobs/pulse                   | a piece of work done before it is asked for, and put aside: the draft of an answer to a mail | memory, memory/*, jobs, jobs/{held,outside}, tools, brain/{turn,briefing,grave,ponder,redact}
jobs/recon                   | what bears on clients and on what is wondered about, looked for in feeds and on the web | memory, memory/*, jobs, jobs/outside, tools, brain/{turn,grave,ponder,redact,consequence}
jobs/outreach                | one thing found outside, told by itself where he wants that | memory, memory/*, jobs, brain/{turn,phrase,card,grave,briefing,consequence}
jobs/intel               | a page a week of what is new with clients and with what is wondered about | memory, memory/*, jobs, brain/{turn,phrase,card,grave,exposure,consequence}
jobs/audit                   | what notes in the principal's folders say otherwise than he told, once a week | memory, memory/*, jobs, jobs/outside, brain/{turn,phrase,card,grave,extract,dedupe,perform}, tools
jobs/identity                | how the agent works with its principal, drafted anew on Sundays, shown, and started | memory, memory/*, jobs, brain/{identity,command,model,phrase,turn}
jobs/*                       | one piece of background work each | memory, memory/*, jobs, brain/{turn,appointment,recall,phrase,when,classify,extract,command,dedupe,contest,model,comprehend}
bot                          | the mouth and the ears: inbox, conversation, delivery, who may speak, reactions | connectors, connectors/markup, memory, memory/*, brain, brain/*
config                       | settings: small structs, decoded strictly, checked once | -
cmd/internal/host            | a home, and the parts put together that live in it | below
cmd/internal/*               | one command or tool each, over the same parts | below
cmd/citadel                  | wires everything; owns the clock, the signals and the settings | below
deployments/test             | real servers for tests, and places of their own on them; for tests alone | below
`

// forbidden names say nothing about what is inside.
var forbidden = []string{"util", "utils", "common", "helpers", "helper", "types", "models", "base", "manager", "misc", "shared"}

// ambient lists what reads the world behind the caller's back. Outside cmd and
// tests, time enters as an argument or as `Now func() time.Time`, randomness as
// *rand.Rand, and the environment not at all. Waiting is done with time.NewTimer
// and ctx.Done in one select: time.Sleep cannot be ended, and time.After hides
// its timer.
var ambient = map[string]func(name string) bool{
	"time":         oneOf("Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick"),
	"os":           oneOf("Getenv", "LookupEnv", "Environ", "ExpandEnv"),
	"syscall":      oneOf("Getenv", "Environ"),
	"math/rand":    noneOf("New", "NewSource", "NewZipf", "Rand", "Source", "Source64", "Zipf"),
	"math/rand/v2": noneOf("New", "NewPCG", "NewChaCha8", "NewZipf", "Rand", "Source", "PCG", "ChaCha8", "Zipf"),
}

func oneOf(names ...string) func(string) bool {
	return func(name string) bool { return slices.Contains(names, name) }
}

func noneOf(names ...string) func(string) bool {
	return func(name string) bool { return !slices.Contains(names, name) }
}

const module = "citadel"

// forTests is the floor that every test may use, and no program. It reads the environment.
const forTests = "deployments/test"

// floor is one row of the table.
type floor struct {
	pattern, duty string
	allowed       []string // patterns without braces
	below         bool
}

func (f floor) allows(pkg string, all []floor) bool {
	if f.below {
		at := slices.IndexFunc(all, func(g floor) bool { return g.pattern == f.pattern })
		return slices.ContainsFunc(all[:at], func(g floor) bool { return matches(g.pattern, pkg) })
	}
	return slices.ContainsFunc(f.allowed, func(p string) bool { return matches(p, pkg) })
}

// matches reports whether a pattern stands for a package.
func matches(pattern, pkg string) bool {
	ok, err := path.Match(pattern, pkg)
	return ok && err == nil
}

// parseFloors reads the table and refuses one that contradicts itself.
func parseFloors(text string) ([]floor, error) {
	var all []floor
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		cells := strings.Split(line, " | ")
		if len(cells) != 3 || strings.TrimSpace(cells[1]) == "" {
			return nil, fmt.Errorf("not a row of package, duty and imports: %s", line)
		}
		f := floor{pattern: strings.TrimSpace(cells[0]), duty: strings.TrimSpace(cells[1])}
		switch imports := strings.TrimSpace(cells[2]); imports {
		case "-":
		case "below":
			f.below = true
		default:
			f.allowed = expand(imports)
		}
		if slices.ContainsFunc(all, func(g floor) bool { return g.pattern == f.pattern }) {
			return nil, fmt.Errorf("%s stands there twice", f.pattern)
		}
		all = append(all, f)
	}
	for i, f := range all {
		for _, pattern := range f.allowed {
			known := false
			for j, g := range all {
				if !matches(pattern, g.pattern) {
					continue
				}
				known = true
				if j > i || j == i && pattern == g.pattern {
					return nil, fmt.Errorf("%s may import %s, which is not below it", f.pattern, g.pattern)
				}
			}
			if !known {
				return nil, fmt.Errorf("%s may import %s, which has no floor", f.pattern, pattern)
			}
		}
	}
	return all, nil
}

// expand splits a list of patterns at its commas and writes out {a,b}.
func expand(list string) []string {
	var out []string
	for list != "" {
		item := list
		open, comma := strings.IndexByte(list, '{'), strings.IndexByte(list, ',')
		switch {
		case open >= 0 && (comma < 0 || open < comma):
			end := strings.IndexByte(list, '}')
			for name := range strings.SplitSeq(list[open+1:end], ",") {
				out = append(out, strings.TrimSpace(list[:open])+name)
			}
			list = strings.TrimLeft(list[end+1:], ", ")
			continue
		case comma >= 0:
			item, list = list[:comma], list[comma+1:]
		default:
			list = ""
		}
		out = append(out, strings.TrimSpace(item))
	}
	return out
}

// inspect walks the Go files of a tree and returns what breaks the plan, sorted.
func inspect(tree fs.FS, all []floor) ([]string, error) {
	var wrong []string
	seen := make(map[string]bool) // packages whose place has been checked
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := path.Base(name)
		if d.IsDir() {
			if name != "." && (base[0] == '.' || base[0] == '_' || base == "testdata") {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(base) != ".go" {
			return nil
		}
		src, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, src, 0)
		if err != nil {
			return err
		}
		pkg := path.Dir(name)
		i := slices.IndexFunc(all, func(f floor) bool { return matches(f.pattern, pkg) })
		if !seen[pkg] {
			seen[pkg] = true
			if i < 0 {
				wrong = append(wrong, fmt.Sprintf("%s: this package has no floor and no line that says what it is for", pkg))
			}
			if slices.Contains(forbidden, path.Base(pkg)) {
				wrong = append(wrong, fmt.Sprintf("%s: name the package after what it knows, not %q", pkg, path.Base(pkg)))
			}
		}
		isTest := strings.HasSuffix(base, "_test.go")
		if clause := strings.TrimSuffix(file.Name.Name, "_test"); clause != path.Base(pkg) && clause != "main" {
			wrong = append(wrong, fmt.Sprintf("%s: package %s in a directory of another name", name, clause))
		}
		if i >= 0 {
			wrong = append(wrong, imports(name, pkg, file, all[i], all, isTest)...)
		}
		if !isTest && !strings.HasPrefix(pkg, "cmd/") && pkg != forTests {
			wrong = append(wrong, senses(set, file)...)
		}
		return nil
	})
	slices.Sort(wrong)
	return wrong, err
}

// imports lists the imports of a file that its floor does not allow.
func imports(name, pkg string, file *ast.File, own floor, all []floor, isTest bool) []string {
	var wrong []string
	for _, spec := range file.Imports {
		target, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue // the compiler says it better
		}
		target, ours := strings.CutPrefix(target, module+"/")
		if target == pkg { // a program beside the package that makes a table for it; else the compiler refuses
			continue
		}
		if !ours || isTest && (target == forTests || reaches(pkg, own, target, all)) || target != forTests && own.allows(target, all) {
			continue
		}
		wrong = append(wrong, fmt.Sprintf("%s: imports %s, which %s may not", name, target, pkg))
	}
	return wrong
}

// reaches holds for what a test of pkg may import: pkg, what pkg may reach
// through any number of imports, and what is nested under any of these.
func reaches(pkg string, own floor, target string, all []floor) bool {
	roots := []string{pkg}
	queue, done := []floor{own}, map[string]bool{own.pattern: true}
	for len(queue) > 0 {
		f := queue[0]
		queue = queue[1:]
		for _, g := range all {
			if f.allows(g.pattern, all) && !done[g.pattern] {
				done[g.pattern] = true
				roots = append(roots, g.pattern)
				queue = append(queue, g)
			}
		}
	}
	for _, root := range roots {
		if matches(root, target) || strings.HasPrefix(target, root+"/") {
			return true
		}
	}
	return false
}

// senses lists the places where a file reads clock, chance or environment.
func senses(set *token.FileSet, file *ast.File) []string {
	var wrong []string
	local := make(map[string]string) // name in this file → import path
	for _, spec := range file.Imports {
		target, err := strconv.Unquote(spec.Path.Value)
		if err != nil || ambient[target] == nil {
			continue
		}
		name := path.Base(strings.TrimSuffix(target, "/v2"))
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if name == "." {
			wrong = append(wrong, fmt.Sprintf("%s: dot import of %s", set.Position(spec.Pos()), target))
		}
		local[name] = target
	}
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		// Obj is set for variables and nil for imported packages.
		if x, ok := sel.X.(*ast.Ident); ok && x.Obj == nil && local[x.Name] != "" && ambient[local[x.Name]](sel.Sel.Name) {
			wrong = append(wrong, fmt.Sprintf("%s: %s.%s belongs in cmd or in a test; pass it in", set.Position(sel.Pos()), x.Name, sel.Sel.Name))
		}
		return true
	})
	return wrong
}

func TestFloorPlan(t *testing.T) {
	all, err := parseFloors(floors)
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := inspect(os.DirFS("../.."), all)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range wrong {
		t.Error(w)
	}
}

// The table that people read must be the one that is enforced.
func TestFloorPlanIsTheOneInTheDocument(t *testing.T) {
	document, err := os.ReadFile("../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	var read []string // the rows of the document that speak of a package
	for line := range strings.Lines(string(document)) {
		if strings.HasPrefix(line, "| `") {
			read = append(read, strings.TrimSpace(line))
		}
	}
	var enforced []string
	for line := range strings.Lines(floors) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		if len(cells) != 3 {
			continue
		}
		imports := "`" + strings.TrimSpace(cells[2]) + "`"
		switch imports {
		case "`-`":
			imports = "–"
		case "`below`":
			imports = "anything above in this table"
		}
		enforced = append(enforced, fmt.Sprintf("| `%s` | %s | %s |", strings.TrimSpace(cells[0]), strings.TrimSpace(cells[1]), imports))
	}
	for i, row := range enforced {
		if i >= len(read) || read[i] != row {
			t.Fatalf("ARCHITECTURE.md differs from the plan at row %d; it should be\n%s", i+1, row)
		}
	}
	if len(read) > len(enforced) {
		t.Errorf("ARCHITECTURE.md has a row that the plan has not:\n%s", read[len(enforced)])
	}
}

// The plan must be able to fail: one small tree per way of breaking it.
func TestFloorPlanRefuses(t *testing.T) {
	all, err := parseFloors(floors)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct{ file, src, want string }{
		"up":                {"memory/event/a.go", `package event; import _ "citadel/memory"`, "imports memory, which memory/event may not"},
		"sideways":          {"memory/loops/a.go", `package loops; import _ "citadel/memory/self"`, "imports memory/self"},
		"to a driver":       {"memory/a.go", `package memory; import _ "citadel/memory/ledger/sqlite"`, "imports memory/ledger/sqlite"},
		"mind to mouth":     {"jobs/a.go", `package jobs; import _ "citadel/connectors"`, "imports connectors"},
		"mouth to mind":     {"connectors/console/a.go", `package console; import _ "citadel/memory"`, "imports memory"},
		"settings":          {"bot/a.go", `package bot; import _ "citadel/config"`, "imports config"},
		"cmd":               {"bot/a.go", `package bot; import _ "citadel/cmd/internal/tally"`, "imports cmd/internal/tally"},
		"tool to main":      {"cmd/internal/x/a.go", `package main; import _ "citadel/cmd/citadel"`, "imports cmd/citadel"},
		"a test, up":        {"memory/event/a_test.go", `package event; import _ "citadel/memory/ledger"`, "imports memory/ledger"},
		"tests' own":        {"cmd/citadel/a.go", `package main; import _ "citadel/deployments/test"`, "imports deployments/test"},
		"a test, across":    {"connectors/a_test.go", `package connectors; import _ "citadel/memory"`, "imports memory"},
		"no floor":          {"memory/attic/a.go", `package attic`, "has no floor"},
		"nested, no floor":  {"jobs/a/b/a.go", `package b`, "has no floor"},
		"a name":            {"memory/util/a.go", `package util`, "name the package after what it knows"},
		"another name":      {"memory/event/a.go", `package events`, "package events in a directory of another name"},
		"clock":             {"brain/a.go", `package brain; import "time"; var _ = time.Now()`, "time.Now belongs in cmd"},
		"clock as a value":  {"brain/a.go", `package brain; import "time"; var now = time.Now`, "time.Now belongs in cmd"},
		"clock, renamed":    {"brain/a.go", `package brain; import c "time"; var _ = c.Since`, "c.Since belongs in cmd"},
		"clock, dotted":     {"brain/a.go", `package brain; import . "time"; var _ = Now()`, "dot import of time"},
		"chance":            {"brain/a.go", `package brain; import "math/rand"; var _ = rand.Intn(3)`, "rand.Intn belongs in cmd"},
		"chance, version 2": {"brain/a.go", `package brain; import "math/rand/v2"; var _ = rand.N(3)`, "rand.N belongs in cmd"},
		"environment":       {"config/a.go", `package config; import "os"; var _ = os.Getenv("A")`, "os.Getenv belongs in cmd"},
	} {
		t.Run(name, func(t *testing.T) {
			wrong, err := inspect(fstest.MapFS{test.file: {Data: []byte(test.src)}}, all)
			if err != nil {
				t.Fatal(err)
			}
			if len(wrong) == 0 || !strings.Contains(strings.Join(wrong, "\n"), test.want) {
				t.Errorf("got %q, want something with %q", wrong, test.want)
			}
		})
	}
}

func TestFloorPlanAccepts(t *testing.T) {
	all, err := parseFloors(floors)
	if err != nil {
		t.Fatal(err)
	}
	tree := fstest.MapFS{}
	for name, src := range map[string]string{
		"memory/a.go":                    `package memory; import (_ "citadel/memory/event"; _ "citadel/memory/store"; _ "fmt")`,
		"memory/store/embedded/a.go":     `package embedded; import _ "citadel/memory/store"`,
		"jobs/integrate/a.go":            `package integrate; import (_ "citadel/jobs"; _ "citadel/brain/when")`,
		"cmd/citadel/main.go":            `package main; import (_ "citadel/config"; _ "citadel/cmd/internal/doctor"; "time"); var _ = time.Now`,
		"brain/turn_test.go":             `package brain_test; import (_ "citadel/brain"; _ "citadel/memory/ledger/inmem"; "time"); var _ = time.Now`,
		"memory/event/a_test.go":         `package event; import _ "citadel/deployments/test"`,
		"connectors/console/a_test.go":   `package console_test; import _ "citadel/connectors/connectortest"`,
		"bot/a.go":                       `package bot; import ("time"; "math/rand/v2"); func f(r *rand.Rand) { time.NewTimer(1); _ = rand.New(rand.NewPCG(1, 2)) }`,
		"bot/b.go":                       `package bot; type clock struct{ Now func() int }; func g(time clock) int { return time.Now() }`,
		"memory/testdata/util/a.go":      `package util`,
		".cache/mod/common/a.go":         `package common`,
		"brain/classify/testdata/x/a.go": `not even Go`,
	} {
		tree[name] = &fstest.MapFile{Data: []byte(src)}
	}
	wrong, err := inspect(tree, all)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range wrong {
		t.Error(w)
	}
}

// A table that contradicts itself must not be believed.
func TestFloorTableRefuses(t *testing.T) {
	for name, test := range map[string]struct{ table, want string }{
		"up":         {"a | first | b\nb | second | -", "not below it"},
		"itself":     {"a | first | a", "not below it"},
		"by pattern": {"a | first | b/*\nb/c | second | -", "not below it"},
		"unknown":    {"a | first | b", "has no floor"},
		"no duty":    {"a | | -", "not a row"},
		"twice":      {"a | first | -\na | second | -", "twice"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := parseFloors(test.table); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error = %v, want one with %q", err, test.want)
			}
		})
	}
}
