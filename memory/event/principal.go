package event

import "time"

// Asked is a request of the principal to change something sensitive. A command never
// writes such a change itself: it asks, and the owner of the kind writes the change,
// citing the request. It must be caused by a message the principal said or a button he
// pressed; a request that comes from a tool, a job or a reaction is refused.
type Asked struct {
	What string `json:"what"` // see the constants
	Name string `json:"name,omitempty"`
	Text string `json:"text,omitempty"`
	Ref  Seq    `json:"ref,omitempty"`
	Sort string `json:"sort,omitempty"` // of a note
	As   string `json:"as,omitempty"`   // what the tool of a policy said of itself then, as in PolicySet

	Place Place `json:"place,omitzero"`

	// On is when he said so, by the clock of the platform he said it on; zero where that is not
	// known.
	On time.Time `json:"on,omitzero"`
}

// What can be asked for.
const (
	AskRuleAdd  = "rule.add"  // Text is the rule, word for word
	AskRuleDrop = "rule.drop" // Ref is the rule
	AskSetting  = "setting"   // Name and Text

	AskWeightsReset   = "weights.reset"   // Name is what is reset, as in WeightsReset
	AskWeightsRestore = "weights.restore" // Ref is the reset

	AskUnlink    = "account.unlink"   // Ref is the link
	AskLock      = "account.lock"     // Ref is the link
	AskUnlock    = "account.unlock"   // Ref is the link
	AskAudience  = "account.audience" // Ref is the link, Text the audience
	AskChannel   = "channel.open"     // Place and, as Text, its title
	AskNoChannel = "channel.close"    // Place

	AskGroup   = "person.group"   // Name, and as Text the group
	AskAlias   = "person.alias"   // Name, and as Text the other name
	AskMerge   = "person.merge"   // Name, and as Text who turned out to be the same
	AskMove    = "person.move"    // Ref is the statement, Name whom it is about
	AskNote    = "person.note"    // Name, Text and Sort
	AskPhrase  = "person.phrase"  // Name, and as Text the phrase
	AskRestore = "person.restore" // Ref is the change to take back

	AskJob = "job.run" // Name is the job

	AskIdentity = "identity" // Name is what is made of it, as in IdentityChosen; Ref the proposal, Text the version

	AskApprove = "tool.approve" // Ref is the card
	AskPolicy  = "tool.policy"  // Name is the tool, Text the policy
)

// RuleAdded is a standing rule: what the principal told the agent always or never to do.
type RuleAdded struct {
	Text string `json:"text"`
}

// RuleDropped ends a standing rule.
type RuleDropped struct {
	Rule Seq `json:"rule"`
}

// The settings a principal can make in conversation.
const (
	SettingName     = "name"
	SettingZone     = "zone"     // IANA name
	SettingHours    = "hours"    // quiet hours, "22:00-07:00"
	SettingCountry  = "country"  // ISO 3166 alpha-2
	SettingPaused   = "paused"   // "yes" or ""
	SettingAway     = "away"     // "2026-12-04/2026-12-18" or ""
	SettingModel    = "model"    // the primary model, instead of the configured one
	SettingCeiling  = "ceiling"  // a day's own ceiling: "2026-11-20/4.00", in US dollars
	SettingWelcome  = "welcome"  // how far the first conversation has come
	SettingWatch    = "watch"    // "yes" where his own dealings with people are to be watched, or ""
	SettingMood     = "mood"     // "on" or "off": whether his mood may be read; "" is not answered
	SettingJobs     = "jobs"     // jobs that rest until he says otherwise: their names, sorted, between blanks
	SettingQuiet    = "quiet"    // until when nothing is said unasked, in UTC: "2026-11-20T05:00:00Z"; a time that is over is none
	SettingBriefing = "briefing" // how much he wants of its sections: "mail=1 review=3"; see principal.Length
	SettingMorning  = "morning"  // when the morning's message comes: "08:00", or MorningOff; "" is as configured
	SettingDreams   = "dreams"   // one of the constants below; "" is a picture every night, told without a sound
	SettingMuted    = "muted"    // what no alerts are wanted about: names of the causal graph, each perhaps with "/" and until when
	SettingIdentity = "identity" // "frozen" where no change of it is to be proposed, or ""
	SettingOutreach = "outreach" // "on" where he wants to be told of what is found outside, or ""
	SettingPreviews = "previews" // PreviewsNeutral or PreviewsNormal; "" is as configured
	SettingMinor    = "minor"    // "yes" where he said that he is not an adult (TRUST, Children)
)

// What the principal may want of dreams.
const (
	DreamsOff    = "off"
	DreamsFewer  = "fewer"  // two a week
	DreamsNotify = "notify" // the telephone may ring
)

// Values of SettingPreviews: whether first lines of what nobody asked for keep names, money and health out.
const (
	PreviewsNeutral = "neutral"
	PreviewsNormal  = "normal"
)

// MorningOff is a value of SettingMorning: no such message comes.
const MorningOff = "off"

// IdentityFrozen is a value of SettingIdentity.
const IdentityFrozen = "frozen"

// Configured is a setting the principal made. An empty value returns to the default.
type Configured struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// JobWanted has a job run now, whatever its calendar says.
type JobWanted struct {
	Job string `json:"job"`
}

func (Asked) Kind() Kind       { return "asked" }
func (RuleAdded) Kind() Kind   { return "rule.added" }
func (RuleDropped) Kind() Kind { return "rule.dropped" }
func (Configured) Kind() Kind  { return "configured" }
func (JobWanted) Kind() Kind   { return "job.wanted" }
