package config

import (
	"fmt"
	"log/slog"
	"strings"
)

// Setting is one line of the reference of all settings.
type Setting struct {
	Key   string // where it stands in config.yaml, such as "quiet.from"
	Env   string // the variable that overrides the file, such as "CITADEL_QUIET_FROM"
	Value string // as a person writes it; the members of a list are parted by spaces
	Doc   string // one line, without a full stop
	From  string // [Given] only: where it was given, such as "line 4 of config.yaml"; empty for a default
}

// Describe lists every setting with its value in c, in the order of the
// example file. Describe(Default()) is the reference.
func Describe(c Config) []Setting {
	out := make([]Setting, 0, len(settings))
	for _, s := range settings {
		out = append(out, Setting{Key: s.key, Env: s.env(), Value: s.show(&c), Doc: s.doc})
	}
	return out
}

// System is [Setting.From] of the zone where no source names one: the machine's.
const System = "the system"

// Given lists every setting as [Load] finds it, in the order of the example file, each
// with where it was given last: a value that was given counts as given also where it
// equals the default. After them come the providers, cards, feeds, folders, calendars and servers of tools of config.yaml, by name. The
// error is that of Load.
func Given(home string, environ []string) ([]Setting, error) {
	o, err := load(home, environ)
	if err != nil {
		return nil, err
	}
	out := Describe(o.config)
	for i := range out {
		if at, ok := o.places[out[i].Key]; ok {
			out[i].From = at.String()
		} else if out[i].Key == "zone" {
			out[i].From = System
		}
	}
	for _, p := range o.tables.providers {
		out = append(out, Setting{Key: providersGroup + "." + p.Name, Value: "given", Doc: "a provider of models", From: p.at.String()})
	}
	for _, c := range o.tables.cards {
		out = append(out, Setting{Key: cardsGroup + "." + c.name, Value: "given", Doc: "what a model can do and costs", From: c.at.String()})
	}
	for _, f := range o.config.Tools.Feeds {
		out = append(out, o.entry(feedsGroup, f.Name, "a feed of news"))
	}
	for _, f := range o.config.Tools.Folders {
		out = append(out, o.entry(foldersGroup, f.Name, "a folder whose files may be read"))
	}
	for _, b := range o.config.Tools.Calendar.Books {
		out = append(out, o.entry(calendarsGroup, b.Name, "a calendar"))
	}
	for _, m := range o.config.MCP {
		out = append(out, o.entry(mcpGroup, m.Name, "a server of tools"))
	}
	return out, nil
}

// entry is the line of something with a name.
func (o *overlay) entry(group, name, doc string) Setting {
	key := group + "." + name
	return Setting{Key: key, Value: "given", Doc: doc, From: o.places[key].String()}
}

// setting ties a key to its field.
type setting struct {
	key, doc string
	list     bool
	example  string // of a list, as it is written in the file
	// set stores one text, or any number of them for a list.
	set  func(c *Config, texts []string) error
	show func(c *Config) string
}

func (s setting) env() string {
	return "CITADEL_" + strings.ToUpper(strings.ReplaceAll(s.key, ".", "_"))
}

// settings is the whole of what can be configured.
var settings = []setting{
	scalar("principal", "name of the one person this mind belongs to, in every table and key",
		func(c *Config) *string { return &c.Principal }, parsePrincipal, asIs),
	scalar("zone", "home time zone, an IANA name; empty takes the system's",
		func(c *Config) *string { return &c.Zone }, parseZone, asIs),
	scalar("country", "ISO 3166 code of the country whose emergency number is given; empty is unknown",
		func(c *Config) *string { return &c.Country }, parseCountry, asIs),
	scalar("crisis_line.name", "name of a crisis line to point to",
		func(c *Config) *string { return &c.CrisisLine.Name }, parseName, asIs),
	scalar("crisis_line.number", "its telephone number",
		func(c *Config) *string { return &c.CrisisLine.Number }, parsePhone, asIs),
	scalar("trusted_contact.name", "person to turn to in a crisis",
		func(c *Config) *string { return &c.TrustedContact.Name }, parseName, asIs),
	scalar("quiet.from", "start of the hours in which nothing is said unasked",
		func(c *Config) *Clock { return &c.Quiet.From }, parseClock, Clock.String),
	scalar("quiet.to", "end of those hours; equal to the start means none",
		func(c *Config) *Clock { return &c.Quiet.To }, parseClock, Clock.String),
	scalar("briefing", "when the briefing of the day comes, where there is something to say; off is never",
		func(c *Config) *Morning { return &c.Briefing }, parseMorning, Morning.String),
	list("reactions.acknowledge", "emoji that say: more of this", emojiList,
		func(c *Config) *[]string { return &c.Reactions.Acknowledge }, parseEmoji),
	list("reactions.dismiss", "emoji that say: less of this", emojiList,
		func(c *Config) *[]string { return &c.Reactions.Dismiss }, parseEmoji),
	senses("telegram.acknowledge", "the first of both on Telegram, which has fewer emoji", func(r *Reactions) *[]string { return &r.Telegram.Acknowledge }),
	senses("telegram.dismiss", "the second on Telegram", func(r *Reactions) *[]string { return &r.Telegram.Dismiss }),
	senses("slack.acknowledge", "the first on Slack; without it as everywhere", func(r *Reactions) *[]string { return &r.Slack.Acknowledge }),
	senses("slack.dismiss", "the second on Slack", func(r *Reactions) *[]string { return &r.Slack.Dismiss }),
	senses("mattermost.acknowledge", "the first on Mattermost; without it as everywhere", func(r *Reactions) *[]string { return &r.Mattermost.Acknowledge }),
	senses("mattermost.dismiss", "the second on Mattermost", func(r *Reactions) *[]string { return &r.Mattermost.Dismiss }),
	scalar("preferred", "platform where unasked messages go: slack, telegram or mattermost; empty is where you wrote last",
		func(c *Config) *string { return &c.Platforms.Preferred }, parseOneOf("a platform for that", PlatformNames()...), asIs),
	scalar("previews", "full, or neutral: first lines of unasked messages without names, money and health",
		func(c *Config) *string { return &c.Platforms.Previews }, parsePreviews, asIs),
	scalar("slack.user", "id of your account on Slack, to link it without a code",
		func(c *Config) *string { return &c.Platforms.Slack.User }, parseAccount("UW", capitals+digits, "U024BE7LH"), asIs),
	scalar("slack.team", "id of its workspace; empty is that of the tokens",
		func(c *Config) *string { return &c.Platforms.Slack.Team }, parseAccount("TE", capitals+digits, "T024BE7LD"), asIs),
	scalar("slack.audience", "who can read your messages with Citadel there: private or work",
		func(c *Config) *string { return &c.Platforms.Slack.Audience }, parseAudience, asIs),
	scalar("telegram.user", "number of your account on Telegram, to link it without a code",
		func(c *Config) *string { return &c.Platforms.Telegram.User }, parseAccount(digits, digits, "1001234567"), asIs),
	scalar("telegram.audience", "who can read your messages with Citadel there: private or work",
		func(c *Config) *string { return &c.Platforms.Telegram.Audience }, parseAudience, asIs),
	scalar("mattermost.user", "id of your account on Mattermost, to link it without a code",
		func(c *Config) *string { return &c.Platforms.Mattermost.User }, parseAccount(small+digits, small+digits, "4xp9fdt77pncbef59f4k1qe83o"), asIs),
	scalar("mattermost.audience", "who can read your messages with Citadel there: private or work",
		func(c *Config) *string { return &c.Platforms.Mattermost.Audience }, parseAudience, asIs),
	scalar("mattermost.listen", "address at which presses of buttons are taken; empty is no buttons",
		func(c *Config) *string { return &c.Platforms.Mattermost.Listen }, parseListen, asIs),
	scalar("mattermost.callback", "address under which the Mattermost server reaches that",
		func(c *Config) *string { return &c.Platforms.Mattermost.Callback }, parseCallback, asIs),
	scalar("model", "language model that is asked first; empty takes the usual one",
		func(c *Config) *string { return &c.Models.Model }, parseFirst, asIs),
	models(Primary, "models that answer you, in the order in which they are tried"),
	models(Background, "the same for work in the background"),
	models(Reflection, "the same for reflection"),
	models(Adversary, "models that argue against a decision, of another provider than the first above"),
	models(Embedder, "models that turn texts into numbers, for search by likeness"),
	models(Image, "models that make pictures"),
	models(Transcription, "models that turn speech into text"),
	scalar("ceilings.turn", "US dollars that models may cost in one turn",
		func(c *Config) *USD { return &c.Ceilings.Turn }, parseUSD, USD.String),
	scalar("ceilings.job", "the same for one run of a background job",
		func(c *Config) *USD { return &c.Ceilings.Job }, parseUSD, USD.String),
	scalar("ceilings.day", "the same for one day",
		func(c *Config) *USD { return &c.Ceilings.Day }, parseUSD, USD.String),
	scalar("ceilings.month", "the same for one calendar month",
		func(c *Config) *USD { return &c.Ceilings.Month }, parseUSD, USD.String),
	scalar("ceilings.pulses", "the same for one day of thoughts and journals that nobody waits for",
		func(c *Config) *USD { return &c.Ceilings.Pulses }, parseUSD, USD.String),
	scalar("web.read", "read pages of the web: true or false",
		func(c *Config) *bool { return &c.Tools.Web.Read }, parseBool, func(b bool) string { return fmt.Sprint(b) }),
	scalar("web.search", "address of a search server that speaks like SearXNG; empty is none",
		func(c *Config) *string { return &c.Tools.Web.Search }, parseWebSearch, asIs),
	list("web.private", "hosts with private addresses whose pages and feeds are read all the same", `["wiki.home.arpa:8080"]`,
		func(c *Config) *[]string { return &c.Tools.Web.Private }, parsePrivate),
	list("calendar.addresses", "your mail addresses, to know which events are yours; without them the one you send from", "[sam@example.com]",
		func(c *Config) *[]string { return &c.Tools.Calendar.Addresses }, parseOwnAddress),
	scalar("calendar.from", "start of the hours in which you can be asked for your time",
		func(c *Config) *Clock { return &c.Tools.Calendar.From }, parseClock, Clock.String),
	scalar("calendar.to", "end of those hours",
		func(c *Config) *Clock { return &c.Tools.Calendar.To }, parseClock, Clock.String),
	list("calendar.days", "the days of that", "[mon, tue, wed, thu, fri]",
		func(c *Config) *[]string { return &c.Tools.Calendar.Days }, parseWeekday),
	scalar("mail.imap", "server that keeps your mail, with its port; empty is none",
		func(c *Config) *MailServer { return &c.Tools.Mail.IMAP }, parseMailServer, MailServer.String),
	scalar("mail.smtp", "server that sends it; empty sends nothing",
		func(c *Config) *MailServer { return &c.Tools.Mail.SMTP }, parseMailServer, MailServer.String),
	scalar("mail.user", "name to log in with; empty is your address",
		func(c *Config) *string { return &c.Tools.Mail.User }, parseText, asIs),
	scalar("mail.from", "your mail address",
		func(c *Config) *string { return &c.Tools.Mail.From }, parseMailAddress, asIs),
	scalar("mail.drafts", "folder for drafts; empty is Drafts",
		func(c *Config) *string { return &c.Tools.Mail.Drafts }, parseText, asIs),
	scalar("mail.sent", "folder for what was sent; empty is Sent",
		func(c *Config) *string { return &c.Tools.Mail.Sent }, parseText, asIs),
	scalar("ledger.head", "keep the last sequence number and hash in a file beside the database",
		func(c *Config) *bool { return &c.Ledger.Head }, parseBool, func(b bool) string { return fmt.Sprint(b) }),
	scalar("recall.profile", "how memories are put in order: default, or citadel, baird, ageless or cold for comparison",
		func(c *Config) *string { return &c.Recall.Profile }, parseOneOf("a profile of recall", RecallProfiles...), asIs),
	list("economy.off", "figures of the economy that are not read every morning, by name; all turns them off", "[crude_oil_wti]",
		func(c *Config) *[]string { return &c.Economy.Off }, parseIndicator),
	scalar("economy.folder", "folder of saved answers, relative to the home, that is read instead of asking; empty asks",
		func(c *Config) *string { return &c.Economy.Folder }, parsePath, asIs),
	scalar("log.level", "debug, info, warn or error",
		func(c *Config) *slog.Level { return &c.Log.Level }, parseLevel,
		func(l slog.Level) string { return strings.ToLower(l.String()) }),
	scalar("log.file", "file the log is appended to, relative to the home; empty is standard error",
		func(c *Config) *string { return &c.Log.File }, parsePath, asIs),
}

func asIs(text string) string { return text }

// scalar makes the setting of a single value.
func scalar[T any](key, doc string, field func(*Config) *T, parse func(string) (T, error), show func(T) string) setting {
	return setting{
		key: key, doc: doc,
		set: func(c *Config, texts []string) error {
			v, err := parse(texts[0])
			if err == nil {
				*field(c) = v
			}
			return err
		},
		show: func(c *Config) string { return show(*field(c)) },
	}
}

const emojiList = `["👍", "✅"]`

// senses makes the setting of what counts as feedback on one platform.
func senses(key, doc string, field func(*Reactions) *[]string) setting {
	return list("reactions."+key, doc, emojiList, func(c *Config) *[]string { return field(&c.Reactions) }, parseEmoji)
}

// models makes the setting of the models for a role.
func models(role, doc string) setting {
	return list("models."+role, doc, "[claude-sonnet-5-5, gpt-6-luna]", func(c *Config) *[]string { return c.Models.named(role) }, parseModel)
}

// list makes the setting of a list of distinct texts, which may be empty. A
// list given replaces the default, it does not add to it.
func list(key, doc, example string, field func(*Config) *[]string, parse func(string) (string, error)) setting {
	return setting{
		key: key, doc: doc, list: true, example: example,
		set: func(c *Config, texts []string) error {
			out := make([]string, 0, len(texts))
			seen := make(map[string]bool, len(texts))
			for _, text := range texts {
				v, err := parse(text)
				if err != nil {
					return err
				}
				if seen[v] {
					return fault{quoted(v) + " is listed twice", "keep one of them"}
				}
				seen[v] = true
				out = append(out, v)
			}
			*field(c) = out
			return nil
		},
		show: func(c *Config) string { return strings.Join(*field(c), " ") },
	}
}

// find returns the setting of that key.
func find(key string) (setting, bool) {
	for _, s := range settings {
		if s.key == key {
			return s, true
		}
	}
	return setting{}, false
}

// below lists what may stand directly under prefix ("" or "quiet."), in order
// and without repetition.
func below(prefix string) []string {
	var out []string
	for _, s := range settings {
		rest, ok := strings.CutPrefix(s.key, prefix)
		if !ok {
			continue
		}
		name, _, _ := strings.Cut(rest, ".")
		if len(out) == 0 || out[len(out)-1] != name {
			out = append(out, name)
		}
	}
	if prefix == "" {
		out = append(out, groups...)
	}
	return out
}

// suggest names the setting that an unknown key under prefix probably meant:
// one of the same level if any is near, else a setting of that very name
// elsewhere.
func suggest(prefix, key string) string {
	if s, ok := find(prefix + key); ok { // right, but written with dots
		dot := strings.LastIndexByte(s.key, '.')
		return "write `" + s.key[dot+1:] + ":` on a line of its own under `" + s.key[:dot] + ":`"
	}
	if near := nearest(key, below(prefix)); near != "" {
		return "did you mean `" + prefix + near + "`?"
	}
	for _, s := range settings {
		if s.key == key || strings.HasSuffix(s.key, "."+key) {
			return "did you mean `" + s.key + "`?"
		}
	}
	return "known here: " + strings.Join(below(prefix), ", ")
}
