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

	// Lists marks what tells what there is of something, and so claims that there is no more.
	Lists bool

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
	withHands    = "0.6"
	withEconomy  = "0.7"
	withNight    = "0.8"
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

// Lists says whether a command of that name lists.
func Lists(name string) bool {
	row, _ := Lookup(name)
	return row.Lists
}

// asking are questions that one of the commands answers where there is something to look at, and that
// are talk where there is not: see Asked.
var asking = []Row{
	{Name: "agenda", Reads: true, forms: []string{
		"what's|whats on WHEN", "what is on WHEN", "what's|whats on|in my calendar|agenda|diary", "what is on|in my calendar|agenda|diary",
		"what's|whats on|in my calendar|agenda|diary WHEN", "what is on|in my calendar|agenda|diary WHEN",
		"is there? anything|something in|on my calendar|agenda|diary WHEN", "anything in|on my calendar|agenda|diary WHEN",
		"what do i have WHEN", "what have i got WHEN", "what am i doing WHEN", "do i have any? appointments|meetings|anything WHEN", "do i have a|an|any appointment|meeting WHEN", "any appointments|meetings WHEN",
		"what's|whats +coming up", "what's|whats +coming up WHEN", "what is +coming up", "what is +coming up WHEN", "is? anything +coming up", "is? anything +coming up WHEN"}},
	{Name: "appointment", Reads: true, forms: []string{
		"what's|whats|when's|whens my|the next appointment|meeting|event", "what|when is my|the next appointment|meeting|event", "what time is my|the next appointment|meeting|event",
		"what's|whats next in|on my calendar|agenda|diary", "what is next in|on my calendar|agenda|diary", "when do i have my|the? next appointment|meeting", "next appointment|meeting"}},
	{Name: "reminders", Reads: true, forms: []string{
		"what|which reminders do i have for? WHEN", "what|which reminders have i got|set for? WHEN", "what|which reminders are set|there for? WHEN",
		"what are my reminders for? WHEN", "do i have|got any? reminders for? WHEN", "have i got any? reminders for? WHEN", "are there any? reminders for? WHEN",
		"is there a|any reminder|reminders for? WHEN", "any reminders", "any reminders for? WHEN", "what do|will you remind me of|about WHEN",
		"what's|whats|when's my|the +next reminder", "what|when is my|the +next reminder", "do i have a? +next reminder",
		"what did i ask you to remind me of|about", "what did i ask you to remind me of|about WHEN", "what should|must you remind me of|about",
		"is my|the|a|any reminder set", "are my|the|any reminders set", "when is my|the reminder", "when is my|the reminder for? WHEN", "what time is my|the reminder",
		"what time is my|the reminder for? WHEN", "when are my|the reminders", "what time are my|the reminders"}},
	{Name: "free", Reads: true, forms: []string{"when am i free", "when am i free WHEN", "am i free WHEN", "when do i have time", "when do i have time WHEN",
		"when am i free for SOMEONE", "when am i free for SOMEONE WHEN", "when do i have time for SOMEONE", "when do i have time for SOMEONE WHEN",
		"am i free|busy|available|booked TIME", "do i have time TIME", "do i have|got anything TIME", "have i got anything TIME",
		"is there? anything in|on my calendar|agenda|diary TIME", "is my calendar|agenda|diary free|clear|empty WHEN", "is my calendar|agenda|diary free|clear|empty TIME"}},
	{Name: "mail", Reads: true, forms: []string{
		"any new|unread? mail|mails|email|emails", "do i have any|new|unread? mail|mails|email|emails", "do i have any new|unread mail|mails|email|emails",
		"is there any? new|unread? mail|email",
		"what|which mail|mails|email|emails +need|needs an|a answer|reply", "do any mails +need an|a answer|reply", "does any mail +need an|a answer|reply"}},
	{Name: "files", Reads: true, forms: []string{
		"what|which files do i have", "what|which files are there", "what|which files are in ADDRESS", "what|which files are in SUBJECT"}},
	{Name: "news", Reads: true, forms: []string{
		"what's|whats in the news", "what is in the news", "what's|whats new in the news", "what are the latest? headlines"}},
}

var table = []Row{
	// What is remembered.
	{Name: "remember", Usage: "remember TEXT", Since: firstVersion, Short: true,
		Help:  "keep something, word for word",
		forms: []string{"remember MEMO", "don't|dont forget that CLAIM", "don't|dont forget, MEMO", "keep|save|store|note this, MEMO"}},
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
	{Name: "memories", Usage: "memories [WORDS | of PERSON | today]", Since: firstVersion, Lists: true, Reads: true, Mind: true, Short: true,
		Help: "list what I remember, and how strongly; also `memories last week`, `memories of me`, `memories beliefs`, `memories picture`",
		forms: []string{
			"memories +today", "memories", "memories +more", "memories page? N", "memories as? a? +picture",
			"memories +facts|preferences|statements|beliefs|theories|patterns|episodes|loops|decisions", "your? +theories",
			"memories +me", "memories of|about +me", "memories of|from +today", "memories of|from|for? PERIOD",
			"memories of|from SOMEONE", "memories about|of|on everything|everyone|everybody|all|anything", "memories all|everything", "memories about|of|on TOPIC", "memories TOPIC", "show|list my? memories", "show me everything you remember|know",
			"what do you remember", "what did you learn about +me", "what have you learned|learnt about +me",
			"what has? changed PERIOD", "what's|whats changed PERIOD", "what is|are the changes PERIOD", "what's|whats new PERIOD", "what is new PERIOD",
			"what did you learn|remember +today", "what have you learned|learnt|remembered +today", "what did you learn|remember PERIOD", "what have you learned|learnt PERIOD",
			"what did i ask you to +remember|keep", "what have i asked you to +remember|keep"}},
	{Name: "forget mood", Usage: "forget mood", Since: withNotice,
		Help:  "erase what I keep of your mood",
		forms: []string{"forget my? mood|moods"}},
	{Name: "forget", Usage: "forget m412 | WORDS | PERSON", Since: firstVersion, Short: true,
		Help: "erase something for good; you see first what goes with it",
		forms: []string{"forget about? HANDLES", "forget HANDLES +now", "+yes, forget HANDLES", "forget +all of HANDLE", "forget +all of HANDLE +now",
			"forget|delete|erase my +last message|sentence|note|statement", "forget|delete|erase the +last thing i said|wrote",
			"forget|delete|erase the +last thing i told you", "forget|delete|erase what i +just said|wrote", "forget|delete|erase what i +just told you",
			"don't|dont +keep|remember|store|save that|this",
			"+don't|dont keep|remember|store|save|record that? CONFIDENCE", "+don't|dont keep|remember|store|save|record this|that, MEMO",
			"forget|delete|erase everything|all|anything|whatever|what that? i said|wrote|mentioned PERIOD", "forget|delete|erase everything|all|anything|whatever|what that? i told you PERIOD",
			"forget TARGET", "forget TOLD",
			"forget that CLAIM", "can|could|would|will you please? forget that CLAIM", "forget that|this? thing|note|message|stuff about TARGET",
			"delete|erase|remove everything about TARGET", "delete|erase|remove everything you know about TARGET", "delete|erase|remove what i said|wrote|mentioned about TARGET", "delete|erase|remove what i told you about TARGET",
			"delete|erase|remove the thing|note|message|memory|notes|messages|memories about TARGET"}},
	{Name: "wrong", Usage: "wrong [m412], or no, WHAT IS RIGHT", Since: firstVersion,
		Help: "correct me: the old statement stops counting at once",
		forms: []string{
			"wrong", "wrong HANDLES", "wrong HANDLE FACT", "wrong HANDLE TOPIC",
			"wrong, FACT", "no, FACT"}},
	{Name: "undo", Usage: "undo", Since: firstVersion, Short: true,
		Help:  "take back the last command that changed something, within 24 h",
		forms: []string{"undo", "undo that|it"}},

	// Reminders and what is open.
	{Name: "reminders", Usage: "reminders [tomorrow]", Since: firstVersion, Lists: true, Reads: true, Short: true,
		Help: "list the reminders to come",
		forms: []string{
			"my? reminders", "show|list my? reminders", "my? reminders for? WHEN", "show|list my? reminders for? WHEN", "my? +next reminder"}},
	{Name: "snooze", Usage: "snooze [r12] TIME", Since: firstVersion,
		Help:  "remind you again later",
		forms: []string{"snooze", "snooze HANDLE", "snooze it|this? TIME", "snooze HANDLE TIME"}},
	{Name: "skip", Usage: "skip [r12 | m412]", Since: firstVersion,
		Help:  "leave out a question, a proposal, or one turn of a repeating reminder",
		forms: []string{"skip", "skip +all|everything", "skip HANDLE"}},
	{Name: "cancel", Usage: "cancel r12", Since: firstVersion,
		Help:  "call off a reminder",
		forms: []string{"cancel reminder|reminders? THINGS"}},
	{Name: "done", Usage: "done r12", Since: firstVersion,
		Help:  "mark a reminder or promise as done",
		forms: []string{"done with? HANDLES"}},
	{Name: "loops", Usage: "loops", Since: firstVersion, Lists: true, Reads: true,
		Help:  "list what is open",
		forms: []string{"my? open? loops", "show|list my? open? loops"}},
	{Name: "close", Usage: "close l12", Since: firstVersion,
		Help:  "close what is open",
		forms: []string{"close loop|loops? HANDLES"}},

	// What I inferred.
	{Name: "review", Usage: "review", Since: withMemory, Lists: true,
		Help:  "go through what I inferred, and what does not fit together",
		Asks:  true,
		forms: []string{"review", "anything to review", "is there anything to review", "what is|needs|waits|waiting for? my confirmation|word|verdict", "what are you not sure|certain of|about", "what are you unsure of|about", "are there any? contradictions"}},
	{Name: "confirm", Usage: "confirm m412 | K12", Since: withChats,
		Help:  "what I inferred is right, this one holds, or do what another account asked for",
		forms: []string{"confirm APPROVALS", "confirm", "confirm it|that|this", "confirm +all|everything", "confirm HANDLES"}},
	{Name: "reject", Usage: "reject m412", Since: withMemory,
		Help:  "what I inferred is not right",
		forms: []string{"reject", "reject it|that|this", "reject +all|everything", "reject HANDLES"}},

	// Decisions.
	{Name: "decisions", Usage: "decisions", Since: firstVersion, Lists: true, Reads: true, Short: true,
		Help:  "list your decisions",
		forms: []string{"my? decisions", "show|list my? decisions"}},
	{Name: "revisit", Usage: "revisit d31 | the WORDS decision", Since: firstVersion, Reads: true,
		Help:  "look at a decision again: what it rested on, what changed since",
		forms: []string{"revisit", "revisit it|that|this", "revisit HANDLES", "revisit DECISION"}},
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

	// Whom the principal deals with.
	{Name: "alias", Usage: "people NAME is also NAME", Since: withNotice,
		Help:  "give somebody one more name, or a handle",
		forms: []string{"people SOMEONE is also ALIAS", "people SOMEONE is also called|known as? ALIAS", "alias ALIAS for SOMEONE"}},
	{Name: "people", Usage: "people [NAME]", Since: withNotice, Lists: true, Reads: true, Mind: true,
		Help:  "what I hold about those you deal with",
		forms: []string{"my? people", "people SOMEONE"}},
	{Name: "merge", Usage: "merge NAME and NAME", Since: withNotice,
		Help:  "two names are one person",
		forms: []string{"merge SOMEONE and|with|into OTHER"}},
	{Name: "split", Usage: "split NAME, or split m412 as NAME", Since: withNotice,
		Help:  "take two names apart again, or move a statement to whom it is about",
		forms: []string{"split HANDLES as|to|for OTHER", "split HANDLES from SOMEONE as|to OTHER", "split SOMEONE"}},
	{Name: "group", Usage: "group NAME inner|growth|boundary|none", Since: withNotice,
		Help:  "how you want to deal with somebody, for a year",
		forms: []string{"group SOMEONE as|in|into|is? +inner|growth|boundary|none", "group SOMEONE as|in|into|is? +inner circle"}},
	{Name: "renew", Usage: "renew NAME", Since: withNotice,
		Help:  "let a group hold for another year",
		forms: []string{"renew SOMEONE", "renew the? group of SOMEONE"}},
	{Name: "note", Usage: "note [leverage|payment|revenue] NAME: TEXT", Since: withNotice,
		Help:  "keep a note about somebody, word for word",
		forms: []string{"note +leverage|payment|revenue? on|about|for? NOTED TEXT"}},
	{Name: "keep phrase", Usage: "keep \"PHRASE\" for NAME", Since: withNotice,
		Help:  "a phrase that I would keep out of what goes to somebody is to stay",
		forms: []string{"keep PHRASE for|with SOMEONE"}},
	{Name: "watch me", Usage: "watch me on|off", Since: withNotice,
		Help:  "be told, once, when you give in from guilt, are used, or are hard on somebody",
		forms: []string{"watch me +on|off"}},

	// What I go by myself.
	{Name: "goals", Usage: "goals", Since: withNotice, Lists: true, Reads: true,
		Help:  "what I work on, and what I promised",
		forms: []string{"my|your? goals", "show|list my|your? goals"}},
	{Name: "goal add", Usage: "goal add TEXT", Since: withNotice,
		Help:  "give me something to become better at",
		forms: []string{"goal|goals add TEXT"}},
	{Name: "goal drop", Usage: "goal drop N", Since: withNotice,
		Help:  "end one of my goals, by its number in the list",
		forms: []string{"goal|goals drop N"}},
	{Name: "thoughts", Usage: "active thoughts", Since: withNotice, Lists: true, Reads: true,
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
	{Name: "help", Usage: "help [all | reminders]", Since: firstVersion, Reads: true,
		Help:  "the commands",
		forms: []string{"help", "help +all", "help with|on|about? COMMAND"}},
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
		forms: []string{"jobs", "show|list me? your|the? jobs", "what|which jobs do you have|run", "what|which jobs are there", "what do you do at night", "what are you doing in the background"}},
	{Name: "job", Usage: "jobs run|pause|resume NAME", Since: withNight,
		Help:  "have one of them run now, or rest until you say so",
		forms: []string{"jobs +run|pause|resume JOB"}},
	{Name: "diag", Usage: "diag", Since: firstVersion, Reads: true,
		Help:  "the last 5 turns, step by step",
		forms: []string{"diag"}},

	// How I work with you.
	{Name: "rules", Usage: "rules", Since: firstVersion, Lists: true, Reads: true,
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
	{Name: "weights reset", Usage: "weights reset [WHAT]", Since: withNotice,
		Help:  "let your reactions up to now no longer count, for all or for one thing",
		forms: []string{"weights reset", "weights reset SUBJECT"}},
	{Name: "weights", Usage: "weights [WHAT]", Since: withNotice, Reads: true, Mind: true,
		Help:  "what your reactions have changed, and by which of them",
		forms: []string{"weights", "weights TOPIC"}},
	{Name: "not relevant", Usage: "not relevant m412", Since: withNotice,
		Help:  "of what I said unasked: its topic does not matter to you",
		forms: []string{"not relevant HANDLES"}},
	{Name: "bad time", Usage: "bad time m412", Since: withNotice,
		Help:  "of what I said unasked: I'll keep quiet in that hour, for 60 days",
		forms: []string{"bad time HANDLES"}},
	{Name: "bad news", Usage: "bad news m412", Since: withNotice,
		Help:  "of what I said unasked: unwelcome, and to be said all the same",
		forms: []string{"bad news HANDLES"}},
	{Name: "model", Usage: "model [NAME | usual]", Since: withModels,
		Help:  "which language model answers, from the next turn on",
		forms: []string{"model", "model MODEL"}},
	{Name: "pause", Usage: "pause", Since: firstVersion,
		Help:  "stop everything unasked, until resume",
		forms: []string{"pause", "pause all|everything", "pause all|your|the jobs", "pause all your|the jobs"}},
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

	// What I look at and do outside.
	{Name: "agenda", Usage: "agenda [tomorrow]", Since: withHands, Lists: true, Reads: true,
		Help: "what is in your calendars, and what I remind you of",
		forms: []string{
			"my? agenda", "my? agenda for? WHEN", "my calendar", "my? calendar for? WHEN",
			"show|list my? agenda|calendar", "show|list my? agenda|calendar for? WHEN"}},
	{Name: "free", Usage: "free [for PERSON] [on Thursday]", Since: withHands, Reads: true,
		Help:  "when nothing is in your calendars, in the hours you can be asked for; for a person as many times as the group suggests",
		forms: []string{"free slots|times", "free slots|times? WHEN", "free slots|times? for SOMEONE", "free slots|times? for SOMEONE WHEN"}},
	{Name: "mail", Usage: "mail [all | unanswered | from NAME]", Since: withHands, Reads: true,
		Help: "mail you have not read; looking marks nothing as read",
		forms: []string{
			"my? mail|mails|inbox", "my? unread|new mail|mails", "show|list my? unread|new? mail|mails|inbox",
			"my? mail|mails|inbox +all", "+all my? mail|mails", "mail|mails from SOMEONE",
			"my? +unanswered mail|mails", "mail|mails that +need|needs an|a answer|reply", "mail|mails +needing an|a answer|reply"}},
	{Name: "read", Usage: "read mail 2 | ADDRESS | FOLDER/FILE", Since: withHands, Reads: true,
		Help:  "one mail of the last list, a page of the web, or a file",
		forms: []string{"read +mail N", "read this|that|the? page|file? ADDRESS", "open this|that|the? page|file? ADDRESS", "show me? this|that|the? page|file? ADDRESS"}},
	{Name: "search", Usage: "search mail|files|news|web for WORDS", Since: withHands, Reads: true,
		Help:  "look for words there",
		forms: []string{"search my|the? +mail|files|news|web for TEXT", "search my|the? +mail|files|news|web, TEXT", "search my? +mail|files|news TEXT", "+mail about|with TEXT", "show|list|find my? +mail about|with TEXT", "look in|into|through my|the? +mail|files|news for TEXT"}},
	{Name: "news", Usage: "news [from FEED]", Since: withHands, Reads: true,
		Help:  "the newest of the feeds you chose",
		forms: []string{"my|the? news", "my|the? headlines", "show|list my|the? news|headlines", "the? latest|newest news|headlines", "news from SUBJECT"}},
	{Name: "files", Usage: "files [in FOLDER]", Since: withHands, Reads: true,
		Help:  "what is in the folders you chose",
		forms: []string{"my? files", "show|list my|the? files", "show|list my|the? files in ADDRESS", "show|list my|the? files in SUBJECT", "files in ADDRESS", "files in SUBJECT", "files ADDRESS"}},
	{Name: "watch", Usage: "watch PAGE | for a reply from Kim", Since: withNight,
		Help: "be told when a page changes, or mail or news about something comes; `every 2 hours` says how often I look",
		forms: []string{
			"watch LEVEL", "watch PAGE", "watch the|this|that page|site|website PAGE", "tell me when|if|whenever PAGE",
			"watch my|the? +mail|mails|email|emails|inbox for TEXT", "watch my|the? +news|feeds for|about TEXT", "tell me when|if|whenever there is +news about|on TEXT", "tell me when|if|whenever there's +news about|on TEXT", "watch for TOPIC", "watch for|if|whether EVENT", "watch|track|follow the? THING price|prices|rate|rates|cost|costs|index"}},
	{Name: "watches", Usage: "watches", Since: withNight, Lists: true, Reads: true,
		Help:  "what I watch for you, how often, and until when",
		forms: []string{"watch", "my? watches", "show|list my? watches", "what are you watching", "what do you watch"}},
	{Name: "unwatch", Usage: "unwatch w12", Since: withNight,
		Help:  "end a watch",
		forms: []string{"unwatch WATCHES", "stop watching WATCHES"}},
	{Name: "keep watching", Usage: "keep watching w12", Since: withNight,
		Help:  "go on with a watch whose time was up",
		forms: []string{"keep|resume watching WATCHES"}},
	{Name: "tools", Usage: "tools", Since: withHands, Reads: true,
		Help:  "what I can do, and what needs your word",
		forms: []string{"tools", "show|list my? tools"}},
	{Name: "approvals", Usage: "approvals", Since: withHands, Reads: true,
		Help:  "what waits for your word",
		forms: []string{"my? approvals", "show|list my? approvals"}},
	{Name: "send", Usage: "send K7", Since: withHands,
		Help:  "approve exactly that; a card says which word it takes",
		forms: []string{"send|approve|run|book|move|write|save|cancel|open APPROVALS"}},
	{Name: "don't send", Usage: "don't send K7", Since: withHands,
		Help: "refuse it",
		forms: []string{
			"don't|dont send|approve|run|book|move|write|save|cancel|open APPROVALS",
			"do not send|approve|run|book|move|write|save|cancel|open APPROVALS", "drop|refuse APPROVALS"}},
	{Name: "hold", Usage: "hold K7 [until Friday]", Since: withHands,
		Help:  "put it aside: it is shown again then, or waits until you ask",
		forms: []string{"hold APPROVALS", "hold APPROVALS TIME", "hold APPROVALS until|upon CONDITION"}},
	{Name: "prepare", Usage: "prepare a mail to ADDRESS about X: TEXT", Since: withNight, Asks: true,
		Help:  "make a mail ready, or a note in a file, without sending or writing it: it waits for your word",
		forms: []string{"prepare a|the +mail|email|note to|in|for TEXT", "prepare +mail|email|note to|in|for TEXT"}},
	{Name: "release", Usage: "release K7", Since: withNight,
		Help:  "show what was prepared or put aside as the card that it is",
		forms: []string{"release APPROVALS"}},
	{Name: "policy", Usage: "policy TOOL ask|allow|deny|usual", Since: withHands,
		Help:  "whether I ask you before I use a tool, on the host or from two accounts",
		forms: []string{"policy TOOL +ask|allow|deny|usual"}},

	// What bears on what.
	{Name: "graph", Usage: "graph [NAME | explain e88 | thread m412]", Since: withEconomy, Reads: true,
		Help:  "what bears on what: a client, a thing, or one link with what speaks for it; or what came of a message",
		forms: []string{"graph", "graph +stats", "graph explain|thread HANDLE", "graph THING"}},

	{Name: "indicators", Usage: "indicators", Since: withEconomy, Reads: true,
		Help:  "the figures of the economy that I read, and how they moved",
		forms: []string{"my|the|your? indicators", "show|list me? my|the|your? indicators", "which|what indicators do you read|watch|follow", "which|what figures do you read|watch|follow"}},

	{Name: "briefing", Usage: "briefing", Since: withNight, Lists: true, Reads: true,
		Help:  "the morning message, now",
		forms: []string{"my|the? briefing", "my|the? morning briefing", "brief me", "give|show me? my|the? briefing"}},

	{Name: "morning", Usage: "briefing at 8:00 | off | on", Since: withNight,
		Help: "when the morning message comes, or that none does",
		forms: []string{
			"my|the? morning? briefing +off|on", "my|the? morning? briefing at|from CLOCK", "move|set|change my|the? morning? briefing to CLOCK",
			"send|have me? my|the? morning? briefing at CLOCK", "+no|stop|end more|my|the? morning? briefing|briefings"}},

	{Name: "alerts", Usage: "alerts", Since: withNight, Lists: true, Reads: true,
		Help:  "the alerts there were, and how many came true",
		forms: []string{"my? alerts", "show|list my? alerts"}},
	{Name: "mute", Usage: "mute WHAT [14d]", Since: withNight,
		Help:  "no alerts about a client or a thing, for a while or for good",
		forms: []string{"mute", "mute SUBJECT TIME", "mute SUBJECT"}},
	{Name: "unmute", Usage: "unmute [WHAT]", Since: withNight,
		Help:  "alerts about it again",
		forms: []string{"unmute", "unmute +all", "unmute SUBJECT"}},

	// Recognised, not there yet.
	{Name: "queue", Usage: "queue TEXT", Since: withNotice, Asks: true,
		Help:  "take it up after this turn",
		forms: []string{"queue", "queue, TEXT", "queue TASK"}},
	{Name: "background", Usage: "background TEXT", Since: withNotice, Asks: true,
		Help:  "work on it meanwhile, with the result as a reply",
		forms: []string{"background", "background, TEXT", "background TASK"}},
	{Name: "share", Usage: "share [m412]", Reads: true,
		Help:  "an answer with its sources, fit for a colleague",
		forms: []string{"share", "share HANDLES"}},
	{Name: "quiet", Usage: "quiet [3 hours | until 16:00 | off]", Since: withNight,
		Help:  "hold unasked messages until then, or until midnight",
		forms: []string{"quiet", "quiet +off", "quiet TIME"}},
	{Name: "more", Usage: "more", Since: firstVersion, Reads: true,
		Help:  "the rest of a shortened message",
		forms: []string{"more"}},
	{Name: "less", Usage: "less|more mail", Since: withNight,
		Help:  "shorten or drop a section of the briefing, or all of it, or have it back",
		forms: []string{"less", "less SECTION", "+more SECTION"}},
	{Name: "metrics", Usage: "metrics", Reads: true,
		Help:  "how well I do, in figures",
		forms: []string{"metrics"}},
	{Name: "drives", Usage: "drives", Reads: true,
		Help:  "what moves me to act",
		forms: []string{"drives"}},
	{Name: "dream", Usage: "dream", Since: withNight, Reads: true,
		Help:  "last night's picture, and the lines under it",
		forms: []string{"dream", "my|your|last dream", "last night's|nights dream", "what did you dream", "what did you dream of|about", "what did you dream of|about? last night", "tell me? your|last dream", "show me? my|your|the|last dream", "show dream HANDLE"}},
	{Name: "dreams", Usage: "dreams", Since: withNight, Reads: true,
		Help:  "whether nights have pictures, and those you kept",
		forms: []string{"dreams", "my|your dreams", "dreams kept", "kept dreams", "show|list my|your? dreams"}},
	{Name: "dreams set", Usage: "dreams on|fewer|notify|off", Since: withNight,
		Help:  "a picture every night, two a week, one that may ring, or none",
		forms: []string{"dreams +on|off|fewer|notify", "+fewer dreams"}},
	{Name: "no dreams", Usage: "no dreams", Since: withNight,
		Help:  "end the nightly pictures",
		forms: []string{"no more? dreams"}},
	{Name: "keep dream", Usage: "keep dream m412", Since: withNight,
		Help:  "find a night's picture again in dreams",
		forms: []string{"keep dream HANDLES", "keep this|that|the|my|your dream"}},
	{Name: "outreach", Usage: "outreach on | off", Since: withNight,
		Help:  "whether I tell you by itself of what I found outside",
		forms: []string{"outreach +on|off"}},
	{Name: "journal", Usage: "journal", Since: withNight, Reads: true,
		Help:  "what I wrote down each evening of how my day went",
		forms: []string{"journal", "your|citadel's journal", "show|list me? your|the journal", "read your|the journal", "what did you write in your journal", "do you keep|have a journal|diary", "your|citadel's diary"}},
	{Name: "mood", Usage: "mood", Since: withNotice, Reads: true, Mind: true,
		Help:  "what I read about your mood, if you allowed it",
		forms: []string{"mood", "my mood"}},
	{Name: "mood set", Usage: "mood on | off", Since: withNotice,
		Help:  "whether I may read your mood from your words",
		forms: []string{"mood +on|off"}},
	{Name: "closed", Usage: "don't bring that up", Since: withNotice,
		Help: "a subject is never to colour how I write again",
		forms: []string{
			"don't|dont bring that|it|this up", "don't|dont bring that|it|this up again", "don't|dont ever bring that|it|this up", "don't|dont ever bring that|it|this up again",
			"do not bring that|it|this up", "do not bring that|it|this up again", "never bring that|it|this up", "never bring that|it|this up again"}},
	{Name: "predict", Usage: "I bet WHAT COMES by MARCH", Since: withNight,
		Help:  "note what you foretell, and ask once whether it came",
		forms: []string{"i +bet FORECAST", "i predict FORECAST", "i think ODDS"}},
	{Name: "predictions", Usage: "predictions", Since: withNight, Lists: true, Reads: true,
		Help:  "what you foretold, and how near you were",
		forms: []string{"predictions", "my predictions", "show|list my? predictions"}},
	{Name: "came true", Usage: "came true [m412]", Since: withNight,
		Help:  "what you foretold has come",
		forms: []string{"came true", "came true HANDLE"}},
	{Name: "did not happen", Usage: "did not happen [m412]", Since: withNight,
		Help:  "what you foretold has not come",
		forms: []string{"did not happen", "did not happen HANDLE", "didn't|didnt happen", "didn't|didnt happen HANDLE"}},
	{Name: "drop prediction", Usage: "drop prediction m412", Since: withNight,
		Help:  "let it count for nothing",
		forms: []string{"drop prediction HANDLE"}},
	{Name: "identity", Usage: "identity", Since: withNight, Reads: true, Mind: true,
		Help:  "who I am to you, as I have it",
		forms: []string{"identity", "show me? your? identity", "how do you work with me"}},
	{Name: "self", Usage: "self [diff A B]", Reads: true,
		Help:  "my description of myself, and how it changed",
		forms: []string{"self", "self +diff", "self +diff ID ID"}},
	{Name: "take it", Usage: "take it", Since: withNight,
		Help:  "accept the proposed change to how I work with you",
		forms: []string{"take it"}},
	{Name: "keep", Usage: "keep", Since: withNight,
		Help:  "refuse the proposed change",
		forms: []string{"keep", "keep the old one"}},
	{Name: "revert", Usage: "revert [N]", Since: withNight,
		Help:  "go back to an earlier version of how I work with you",
		forms: []string{"revert", "revert N", "revert to version? N", "revert version N"}},
	{Name: "freeze identity", Usage: "freeze identity", Since: withNight,
		Help:  "stop proposing such changes",
		forms: []string{"freeze identity"}},
	{Name: "unfreeze identity", Usage: "unfreeze identity", Since: withNight,
		Help:  "propose such changes again",
		forms: []string{"unfreeze identity"}},
	{Name: "privacy", Usage: "privacy", Since: firstVersion, Reads: true,
		Help:  "which provider got what, in 30 days",
		forms: []string{"privacy"}},
	{Name: "previews", Usage: "previews neutral|normal", Since: withNight,
		Help:  "no names, money or health in first lines",
		forms: []string{"previews", "previews +neutral|normal", "set? previews to +neutral|normal", "make previews +neutral|normal", "+neutral|normal previews"}},
	{Name: "retrieval", Usage: "retrieval status|verify|last", Reads: true,
		Help:  "how remembering works at the moment",
		forms: []string{"retrieval +status|verify|last"}},
	{Name: "raw", Usage: "raw [m412]", Reads: true,
		Help:  "an answer before it was cleaned up",
		forms: []string{"raw", "raw HANDLES"}},
}
