package command

// Row describes one command.
type Row struct {
	Name  string // unique; may have several words
	Usage string // how to type it, for help
	Help  string // what it does, one line

	// Since is the version the command exists from. Empty: it is recognised,
	// so that it is not mistaken for talk, and does not exist yet.
	Since string

	// Reads marks commands that change nothing. The zero value counts as
	// changing something, and then a question mark makes it talk.
	Reads bool

	// Asks marks what a question may follow: a question mark does not make it talk.
	Asks bool

	// Mind marks what reads the mind: it answers in the direct message only,
	// wherever it was typed (TRUST, "Commands are plain words").
	Mind bool

	// Short marks the eight that plain help shows.
	Short bool

	// Away marks what is of use only where others can read, and is listed only there.
	Away bool

	// forms are the ways to type the command, tried in order. A lower-case
	// word stands for itself, "a|b" for either, "+" reports the word in
	// Options, "word," wants a punctuation mark behind it, "?" at the end makes
	// a part optional, and a word in capitals is a blank (see blank.go).
	forms []string
}

// The versions that commands came with.
const (
	firstVersion = "0.1"
	withModels   = "0.2"
	withChats    = "0.3"
	withMemory   = "0.4"
	withNotice   = "0.5"
)

// Rows lists all commands in the order in which help shows them.
func Rows() []Row { return append([]Row(nil), table...) }

// Lookup finds the row of a command by its exact name.
func Lookup(name string) (Row, bool) {
	for i := range table {
		if table[i].Name == name {
			return table[i], true
		}
	}
	return Row{}, false
}

var table = []Row{
	// What is remembered.
	{Name: "remember", Usage: "remember TEXT", Since: firstVersion, Short: true,
		Help:  "keep something, word for word",
		forms: []string{"remember MEMO"}},
	{Name: "find", Usage: "find WORDS [from PERSON] [in MARCH]", Since: firstVersion, Reads: true, Short: true,
		Help: "search all that was said here, newest first",
		forms: []string{
			"find QUERY from PERSON PERIOD", "find QUERY PERIOD from PERSON", "find from PERSON PERIOD?",
			"find QUERY from PERSON", "find QUERY PERIOD", "find QUERY"}},
	{Name: "show", Usage: "show m412", Since: firstVersion, Reads: true,
		Help:  "quote one thing with its date and place",
		forms: []string{"show me? HANDLES"}},
	{Name: "show it here", Usage: "show it here", Since: withChats, Reads: true, Away: true,
		Help:  "bring what bears on your last question from our private conversation",
		forms: []string{"show it|that|them here"}},
	{Name: "memories", Usage: "memories [WORDS | of PERSON | today]", Since: firstVersion, Reads: true, Mind: true, Short: true,
		Help: "list what I remember, and how strongly",
		forms: []string{
			"memories +today", "memories", "memories +more", "memories page N", "memories as? a? +picture",
			"memories +facts|preferences|statements|beliefs|theories|patterns|episodes|loops|decisions",
			"memories of|from SOMEONE", "memories about|of|on TOPIC", "memories TOPIC", "show|list my? memories"}},
	{Name: "forget", Usage: "forget m412 | WORDS | PERSON", Since: firstVersion, Short: true,
		Help:  "erase something for good; you see first what goes with it",
		forms: []string{"forget about? HANDLES", "forget HANDLES +now", "+yes, forget HANDLES", "forget +all of HANDLE", "forget +all of HANDLE +now", "forget TARGET"}},
	{Name: "wrong", Usage: "wrong [m412], or no, WHAT IS RIGHT", Since: firstVersion,
		Help: "correct me: the old statement stops counting at once",
		forms: []string{
			"wrong", "wrong HANDLES", "wrong HANDLE FACT",
			"wrong, FACT", "no, FACT"}},
	{Name: "undo", Usage: "undo", Since: firstVersion, Short: true,
		Help:  "take back the last command that changed something, within 24 h",
		forms: []string{"undo", "undo that|it"}},

	// Reminders and what is open.
	{Name: "reminders", Usage: "reminders", Since: firstVersion, Reads: true, Short: true,
		Help:  "list the reminders to come",
		forms: []string{"my? reminders", "show|list my? reminders"}},
	{Name: "snooze", Usage: "snooze [r12] TIME", Since: firstVersion,
		Help:  "remind you again later",
		forms: []string{"snooze", "snooze HANDLE", "snooze it|this? TIME", "snooze HANDLE TIME"}},
	{Name: "skip", Usage: "skip [r12 | m412]", Since: firstVersion,
		Help:  "leave out a question, a proposal, or one turn of a repeating reminder",
		forms: []string{"skip", "skip HANDLE"}},
	{Name: "cancel", Usage: "cancel r12", Since: firstVersion,
		Help:  "call off a reminder",
		forms: []string{"cancel reminder|reminders? HANDLES"}},
	{Name: "done", Usage: "done r12", Since: firstVersion,
		Help:  "mark a reminder or promise as done",
		forms: []string{"done with? HANDLES"}},
	{Name: "loops", Usage: "loops", Since: firstVersion, Reads: true,
		Help:  "list what is open",
		forms: []string{"my? open? loops", "show|list my? open? loops"}},
	{Name: "close", Usage: "close l12", Since: firstVersion,
		Help:  "close what is open",
		forms: []string{"close loop|loops? HANDLES"}},

	// What I inferred.
	{Name: "review", Usage: "review", Since: withMemory,
		Help:  "go through what I inferred, and what does not fit together",
		forms: []string{"review"}},
	{Name: "confirm", Usage: "confirm m412 | K12", Since: withChats,
		Help:  "what I inferred is right, this one holds, or do what another account asked for",
		forms: []string{"confirm APPROVALS", "confirm", "confirm it|that|this", "confirm HANDLES"}},
	{Name: "reject", Usage: "reject m412", Since: withMemory,
		Help:  "what I inferred is not right",
		forms: []string{"reject", "reject it|that|this", "reject HANDLES"}},

	// Decisions.
	{Name: "decisions", Usage: "decisions", Since: firstVersion, Reads: true, Short: true,
		Help:  "list your decisions",
		forms: []string{"my? decisions", "show|list my? decisions"}},
	{Name: "revisit", Usage: "revisit d31 | the WORDS decision", Since: firstVersion, Reads: true,
		Help:  "look at a decision again: what it rested on, what changed since",
		forms: []string{"revisit", "revisit HANDLES", "revisit DECISION"}},
	{Name: "record", Usage: "record [d31]", Since: firstVersion,
		Help:  "record the proposed decision",
		forms: []string{"record", "record it", "record HANDLES"}},
	{Name: "not a decision", Usage: "not a decision [d31]", Since: firstVersion,
		Help:  "drop the proposed decision",
		forms: []string{"not a decision", "not a decision HANDLES"}},
	{Name: "keep it", Usage: "keep it [d31]", Since: firstVersion,
		Help:  "let the decision stand",
		forms: []string{"keep it", "keep it HANDLES", "keep HANDLES", "keep the|that|this decision", "let it stand"}},
	{Name: "amend", Usage: "amend [d31]: TEXT", Since: firstVersion,
		Help: "change the decision",
		forms: []string{
			"amend", "amend it? as +above", "amend HANDLE", "amend HANDLE as +above", "amend HANDLE to? TEXT",
			"amend it? to TEXT", "amend, TEXT", "amend it, TEXT"}},
	{Name: "reverse", Usage: "reverse [d31]", Since: firstVersion,
		Help:  "reverse the decision",
		forms: []string{"reverse", "reverse it", "reverse HANDLES", "reverse the|that|this decision"}},
	{Name: "not now", Usage: "not now [d31]", Since: firstVersion,
		Help:  "leave the decision open",
		forms: []string{"not now", "not now HANDLES"}},

	// What I go by myself.
	{Name: "goals", Usage: "goals", Since: withNotice, Reads: true,
		Help:  "what I work on, and what I promised",
		forms: []string{"my|your? goals", "show|list my|your? goals"}},
	{Name: "goal add", Usage: "goal add TEXT", Since: withNotice,
		Help:  "give me something to become better at",
		forms: []string{"goal|goals add TEXT"}},
	{Name: "goal drop", Usage: "goal drop N", Since: withNotice,
		Help:  "end one of my goals, by its number in the list",
		forms: []string{"goal|goals drop N"}},
	{Name: "thoughts", Usage: "active thoughts", Since: withNotice, Reads: true,
		Help:  "what I have in mind, wonder about and mean to bring up",
		forms: []string{"active thoughts", "show|list your? active? thoughts"}},
	{Name: "keep in mind", Usage: "keep in mind: TEXT", Since: withNotice,
		Help:  "something I shall not lose sight of",
		forms: []string{"keep in mind, TEXT"}},
	{Name: "wonder", Usage: "wonder about: TEXT", Since: withNotice,
		Help:  "a topic I shall follow",
		forms: []string{"wonder about, TEXT"}},
	{Name: "next time", Usage: "next time we talk: TEXT", Since: withNotice,
		Help:  "what I shall bring up when we talk next",
		forms: []string{"next time we talk, TEXT"}},

	// How answers come about.
	{Name: "why", Usage: "why [more] [m412]", Since: firstVersion, Reads: true, Mind: true, Short: true,
		Help: "what I had in view when I said something",
		forms: []string{
			"why", "why +more", "why +more? HANDLES", "why HANDLES +more",
			"why did you say that|this"}},
	{Name: "help", Usage: "help [all]", Since: firstVersion, Reads: true,
		Help:  "the commands",
		forms: []string{"help", "help +all"}},
	{Name: "status", Usage: "status", Since: firstVersion, Reads: true,
		Help:  "what runs, what does not, and since when",
		forms: []string{"status"}},
	{Name: "spend", Usage: "spend", Since: firstVersion, Reads: true, Mind: true,
		Help:  "what answers have cost, and the ceilings",
		forms: []string{"spend"}},
	{Name: "allow", Usage: "allow 4.00", Since: withModels,
		Help:  "another ceiling for today, in US dollars, where only you can type",
		forms: []string{"allow AMOUNT"}},
	{Name: "stay without", Usage: "stay without", Since: withModels,
		Help:  "work without a model until midnight, at the ceiling",
		forms: []string{"stay without"}},
	{Name: "redo", Usage: "redo [deep]", Since: withModels,
		Help:  "answer the same question again, by a model",
		forms: []string{"redo", "redo +deep"}},
	{Name: "replay", Usage: "replay", Since: firstVersion, Reads: true, Mind: true,
		Help:  "the last 50 events, word for word",
		forms: []string{"replay"}},
	{Name: "jobs", Usage: "jobs", Since: firstVersion, Reads: true,
		Help:  "what runs by itself, and when it last did",
		forms: []string{"jobs"}},
	{Name: "diag", Usage: "diag", Since: firstVersion, Reads: true,
		Help:  "the last 5 turns, step by step",
		forms: []string{"diag"}},

	// How I work with you.
	{Name: "rules", Usage: "rules", Since: firstVersion, Reads: true,
		Help:  "list what you told me always or never to do",
		forms: []string{"my? rules", "show|list my? rules"}},
	{Name: "rule add", Usage: "rule add TEXT", Since: firstVersion,
		Help:  "tell me what always or never to do",
		forms: []string{"rule|rules add TEXT"}},
	{Name: "rule drop", Usage: "rule drop N", Since: firstVersion,
		Help:  "end a rule, by its number in the list",
		forms: []string{"rule|rules drop N"}},
	{Name: "name", Usage: "call me NAME", Since: firstVersion,
		Help:  "what I call you",
		forms: []string{"call me NAME", "my name is NAME"}},
	{Name: "zone", Usage: "my time zone is Europe/Lisbon", Since: firstVersion,
		Help: "the time zone you live in",
		forms: []string{
			"my? timezone is? ZONE", "my? time zone is? ZONE", "zone ZONE",
			"set|change my? timezone to ZONE", "set|change my? time zone to ZONE"}},
	{Name: "country", Usage: "my country is AU", Since: firstVersion,
		Help:  "where you live, for the emergency number",
		forms: []string{"my? country is? COUNTRY", "set|change my? country to COUNTRY"}},
	{Name: "hours", Usage: "quiet hours 22:00 to 07:00", Since: firstVersion,
		Help: "when I keep quiet unless you asked",
		forms: []string{
			"my? quiet hours", "my? quiet hours are|is? from? HOURS", "set|change my? quiet hours to|from? HOURS"}},
	{Name: "model", Usage: "model [NAME | usual]", Since: withModels,
		Help:  "which language model answers, from the next turn on",
		forms: []string{"model", "model MODEL"}},
	{Name: "pause", Usage: "pause", Since: firstVersion,
		Help:  "stop everything unasked, until resume",
		forms: []string{"pause"}},
	{Name: "resume", Usage: "resume", Since: firstVersion,
		Help:  "end the pause",
		forms: []string{"resume"}},
	{Name: "away", Usage: "away from 4 Dec to 18 Dec [except WHAT]", Since: firstVersion,
		Help:  "hold all but your reminders while you are away",
		forms: []string{"away RANGE", "away RANGE except EXCEPTION"}},
	{Name: "back", Usage: "back", Since: firstVersion,
		Help:  "you are back earlier than you said",
		forms: []string{"back", "i'm|im +back", "i am +back"}},
	{Name: "stop", Usage: "stop", Since: firstVersion,
		Help:  "end what I am doing",
		forms: []string{"stop"}},
	{Name: "fine", Usage: "fine", Since: firstVersion,
		Help:  "it was a false alarm",
		forms: []string{"fine"}},
	{Name: "accounts", Usage: "accounts", Since: firstVersion, Reads: true,
		Help:  "the chat accounts through which you reach me",
		forms: []string{"my? accounts"}},
	{Name: "unlink", Usage: "unlink telegram", Since: withChats,
		Help:  "end an account's access for good, from another account or the console",
		forms: []string{"unlink ACCOUNT"}},
	{Name: "lock", Usage: "lock telegram", Since: withChats,
		Help:  "suspend an account's access, as when a phone is lost",
		forms: []string{"lock ACCOUNT"}},
	{Name: "unlock", Usage: "unlock telegram", Since: withChats,
		Help:  "give it back",
		forms: []string{"unlock ACCOUNT"}},
	{Name: "audience", Usage: "audience slack private|work", Since: withChats,
		Help:  "who else can read a conversation: nobody, or the admins",
		forms: []string{"audience ACCOUNT +private|work", "audience +private|work"}},
	{Name: "observe", Usage: "observe [#acme]", Since: withChats,
		Help:  "read a channel along, and say so there",
		forms: []string{"observe", "observe CHANNEL"}},
	{Name: "stop observing", Usage: "stop observing [#acme]", Since: withChats,
		Help:  "end that",
		forms: []string{"stop observing", "stop observing CHANNEL"}},
	{Name: "export", Usage: "export chat|full|small [json]", Since: firstVersion, Reads: true, Mind: true,
		Help:  "write everything to a file",
		forms: []string{"export", "export +chat|full|small", "export +chat|full|small as|in? +json|markdown"}},
	{Name: "exit", Usage: "exit", Since: firstVersion,
		Help:  "leave the console",
		forms: []string{"exit"}},

	// Recognised, not there yet.
	{Name: "briefing", Usage: "briefing", Reads: true,
		Help:  "the morning message, now",
		forms: []string{"briefing"}},
	{Name: "alerts", Usage: "alerts", Reads: true,
		Help:  "list the alerts",
		forms: []string{"my? alerts"}},
	{Name: "watch", Usage: "watch for WHAT", Reads: false,
		Help:  "be told when something happens, or fails to",
		forms: []string{"watch", "watch LEVEL", "watch for|if|whether EVENT"}},
	{Name: "graph", Usage: "graph [stats | thread ID | explain ID]", Reads: true,
		Help:  "what drives what",
		forms: []string{"graph", "graph +stats", "graph +thread|explain ID"}},
	{Name: "people", Usage: "people [NAME]", Reads: true, Mind: true,
		Help:  "what I hold about the people you deal with",
		forms: []string{"people", "people SOMEONE"}},
	{Name: "approvals", Usage: "approvals", Reads: true,
		Help:  "what waits for your word",
		forms: []string{"my? approvals"}},
	{Name: "send", Usage: "send K7",
		Help:  "approve exactly that",
		forms: []string{"send|approve APPROVALS"}},
	{Name: "don't send", Usage: "don't send K7",
		Help:  "refuse it",
		forms: []string{"don't|dont send|approve APPROVALS", "do not send|approve APPROVALS", "drop|refuse APPROVALS"}},
	{Name: "tools", Usage: "tools", Reads: true,
		Help:  "what I can do, and what needs your word",
		forms: []string{"tools"}},
	{Name: "queue", Usage: "queue TEXT", Since: withNotice, Asks: true,
		Help:  "take it up after this turn",
		forms: []string{"queue", "queue, TEXT", "queue TASK"}},
	{Name: "background", Usage: "background TEXT", Since: withNotice, Asks: true,
		Help:  "work on it meanwhile, with the result as a reply",
		forms: []string{"background", "background, TEXT", "background TASK"}},
	{Name: "share", Usage: "share [m412]", Reads: true,
		Help:  "an answer with its sources, fit for a colleague",
		forms: []string{"share", "share HANDLES"}},
	{Name: "mute", Usage: "mute WHAT [14d]",
		Help:  "hear nothing about it, for a while or for good",
		forms: []string{"mute", "mute SUBJECT TIME", "mute SUBJECT"}},
	{Name: "quiet", Usage: "quiet [TIME]",
		Help:  "hold unasked messages",
		forms: []string{"quiet", "quiet TIME"}},
	{Name: "more", Usage: "more", Since: firstVersion, Reads: true,
		Help:  "the rest of a shortened message",
		forms: []string{"more"}},
	{Name: "less", Usage: "less mail",
		Help:  "shorten or drop a section of the briefing",
		forms: []string{"less", "less SECTION"}},
	{Name: "weights", Usage: "weights [reset] [WHAT]", Reads: true, Mind: true,
		Help:  "what your reactions have changed",
		forms: []string{"weights", "weights +reset SUBJECT", "weights +reset", "weights TOPIC"}},
	{Name: "metrics", Usage: "metrics", Reads: true,
		Help:  "how well I do, in figures",
		forms: []string{"metrics"}},
	{Name: "drives", Usage: "drives", Reads: true,
		Help:  "what moves me to act",
		forms: []string{"drives"}},
	{Name: "dream", Usage: "dream", Reads: true,
		Help:  "last night's picture",
		forms: []string{"dream"}},
	{Name: "no dreams", Usage: "no dreams",
		Help:  "end the nightly pictures",
		forms: []string{"no more? dreams"}},
	{Name: "mood", Usage: "mood", Reads: true,
		Help:  "what I read about your mood, if you allowed it",
		forms: []string{"mood", "my mood"}},
	{Name: "identity", Usage: "identity", Reads: true, Mind: true,
		Help:  "who I am to you, as I have it",
		forms: []string{"identity"}},
	{Name: "self", Usage: "self [diff A B]", Reads: true,
		Help:  "my description of myself, and how it changed",
		forms: []string{"self", "self +diff", "self +diff ID ID"}},
	{Name: "take it", Usage: "take it",
		Help:  "accept the proposed change to how I work with you",
		forms: []string{"take it"}},
	{Name: "keep", Usage: "keep",
		Help:  "refuse the proposed change",
		forms: []string{"keep", "keep the old one"}},
	{Name: "revert", Usage: "revert [N]",
		Help:  "go back to an earlier version of how I work with you",
		forms: []string{"revert", "revert N", "revert to version? N", "revert version N"}},
	{Name: "freeze identity", Usage: "freeze identity",
		Help:  "stop proposing such changes",
		forms: []string{"freeze identity"}},
	{Name: "privacy", Usage: "privacy", Since: firstVersion, Reads: true,
		Help:  "which provider got what, in 30 days",
		forms: []string{"privacy"}},
	{Name: "previews", Usage: "previews neutral",
		Help:  "no names, money or health in first lines",
		forms: []string{"previews +neutral|normal"}},
	{Name: "retrieval", Usage: "retrieval status|verify|last", Reads: true,
		Help:  "how remembering works at the moment",
		forms: []string{"retrieval +status|verify|last"}},
	{Name: "raw", Usage: "raw [m412]", Reads: true,
		Help:  "an answer before it was cleaned up",
		forms: []string{"raw", "raw HANDLES"}},
}
