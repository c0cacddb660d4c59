package config

import "slices"

// Platforms says on which chat platforms the principal is talked to, beside the terminal.
type Platforms struct {
	Slack      Slack
	Telegram   Telegram
	Mattermost Mattermost

	// Preferred is the platform where unasked messages go; empty is where the principal was
	// heard last.
	Preferred string
	// Previews says what the first line of an unasked message may show: AllPreviews, or
	// NeutralPreviews, without names, money and health.
	Previews string

	// As [Load] makes it out; [Decode] leaves all of it empty.
	From map[string]string // where each of Variables was given, such as "line 2 of .env"
	// Alone are those that were found in the environment of the system without what belongs
	// to them. They may be meant for another program, so nothing comes of them.
	Alone []string
	// Problems are what keeps a platform from being used although it was meant to be. They are
	// no reason to refuse work that needs none: whoever wants to talk there must refuse to
	// start with them.
	Problems []Problem
}

// The names of the platforms. They are those of their connectors.
const (
	SlackName      = "slack"
	TelegramName   = "telegram"
	MattermostName = "mattermost"
)

// Slack is a Slack app. Its zero value is none.
type Slack struct {
	AppToken, BotToken Secret // begin with xapp- and xoxb-
	URL                string // of a server that stands in for Slack; empty is Slack itself

	User     string // the principal's account, if it is to be linked by the settings
	Team     string // the workspace of that account; empty takes that of the tokens
	Audience string // who can read the direct conversation: Private or Work
}

// Telegram is a Telegram bot. Its zero value is none.
type Telegram struct {
	Token Secret
	URL   string // of another Bot API server; empty is Telegram's

	User     string // the principal's account, if it is to be linked by the settings
	Audience string // as of Slack
}

// Mattermost is a bot account on a Mattermost server. Its zero value is none.
type Mattermost struct {
	URL   string // of the server, without a slash at its end
	Token Secret

	User     string // the principal's account, if it is to be linked by the settings
	Audience string // as of Slack
	// Listen is the address at which the presses of buttons are taken, and Callback the one
	// under which the server reaches that. Both or neither; without them there are no buttons.
	Listen, Callback string
}

// Who can read a direct conversation.
const (
	Private = "private" // the principal alone
	Work    = "work"    // the admins of the company, too
)

// What the first lines of unasked messages may show.
const (
	AllPreviews     = "full"
	NeutralPreviews = "neutral"
)

// The variables that say how platforms are reached. The names are those in common use.
const (
	SlackAppToken   = "SLACK_APP_TOKEN"
	SlackBotToken   = "SLACK_BOT_TOKEN"
	TelegramToken   = "TELEGRAM_BOT_TOKEN"
	MattermostURL   = "MATTERMOST_URL"
	MattermostToken = "MATTERMOST_TOKEN"

	// For a server that stands in for the real one.
	SlackURL    = "SLACK_API_URL"
	TelegramURL = "TELEGRAM_API_URL"
)

// On says whether the app can be talked through.
func (s Slack) On() bool { return s.AppToken.Set() && s.BotToken.Set() }

// On says whether the bot can be talked through.
func (t Telegram) On() bool { return t.Token.Set() }

// On says whether the bot account can be talked through.
func (m Mattermost) On() bool { return m.URL != "" && m.Token.Set() }

// On says whether a platform can be used.
func (p Platforms) On(name string) bool {
	return name == SlackName && p.Slack.On() || name == TelegramName && p.Telegram.On() || name == MattermostName && p.Mattermost.On()
}

// Names lists the platforms that can be used, in the order in which people read them.
func (p Platforms) Names() []string {
	return slices.DeleteFunc(PlatformNames(), func(name string) bool { return !p.On(name) })
}

// PlatformNames lists all that there are.
func PlatformNames() []string { return []string{SlackName, TelegramName, MattermostName} }

// Variables lists the variables without which a platform cannot be used, in the order in
// which they are asked for.
func Variables(platform string) []string {
	switch platform {
	case SlackName:
		return []string{SlackAppToken, SlackBotToken}
	case TelegramName:
		return []string{TelegramToken}
	case MattermostName:
		return []string{MattermostURL, MattermostToken}
	}
	return nil
}

// Secrets lists the tokens that are set.
func (p Platforms) Secrets() []Secret {
	return slices.DeleteFunc([]Secret{p.Slack.AppToken, p.Slack.BotToken, p.Telegram.Token, p.Mattermost.Token},
		func(s Secret) bool { return !s.Set() })
}

// Err is an [*Error] with the Problems, or nil.
func (p Platforms) Err() error {
	if len(p.Problems) == 0 {
		return nil
	}
	return &Error{Problems: p.Problems}
}

// Take sets what a variable says. The error, of a name that is none of them or a value that
// cannot be right, says what to do and never shows the value.
func (p *Platforms) Take(name, value string) (err error) {
	switch name {
	case SlackAppToken:
		p.Slack.AppToken, err = parseSlackToken(name, "xapp-", value)
	case SlackBotToken:
		p.Slack.BotToken, err = parseSlackToken(name, "xoxb-", value)
	case SlackURL:
		p.Slack.URL, err = parseServer(value)
	case TelegramToken:
		p.Telegram.Token, err = parseTelegramToken(value)
	case TelegramURL:
		p.Telegram.URL, err = parseServer(value)
	case MattermostURL:
		p.Mattermost.URL, err = parseServer(value)
	case MattermostToken:
		p.Mattermost.Token, err = parseKey(value)
	default:
		return fault{named(name) + " is no variable of a platform", "use one of " + joined(variablesOfPlatforms())}
	}
	return err
}

// Value is what Take was given for a variable; empty if nothing was. It may be a token.
func (p Platforms) Value(name string) string {
	return map[string]string{
		SlackAppToken: p.Slack.AppToken.Reveal(), SlackBotToken: p.Slack.BotToken.Reveal(), SlackURL: p.Slack.URL,
		TelegramToken: p.Telegram.Token.Reveal(), TelegramURL: p.Telegram.URL,
		MattermostURL: p.Mattermost.URL, MattermostToken: p.Mattermost.Token.Reveal(),
	}[name]
}

func variablesOfPlatforms() []string {
	return []string{SlackAppToken, SlackBotToken, SlackURL, TelegramToken, TelegramURL, MattermostURL, MattermostToken}
}

// reached is where a variable was given that says how a platform is reached.
type reached struct {
	at      place
	foreign bool // where other programs may have been meant
}

// ofPlatforms keeps a variable that says how a platform is reached, and reports whether it
// is one. foreign holds where it may have been meant for another program.
func (o *overlay) ofPlatforms(v variable, foreign bool) bool {
	if !slices.Contains(variablesOfPlatforms(), v.name) {
		return false
	}
	p := &o.config.Platforms
	o.reached[v.name] = reached{v.at, foreign}
	if err := p.Take(v.name, v.value); err != nil {
		what, do := reasonOf(err)
		o.unreachable = append(o.unreachable, Problem{File: v.at.file, Line: v.at.line, Key: v.name, Subject: named(v.name), What: what, Do: do})
		return true
	}
	if p.From == nil {
		p.From = make(map[string]string)
	}
	p.From[v.name] = v.at.String()
	return true
}

// platforms finds out which platforms are set up in part.
func (o *overlay) platforms() {
	p := &o.config.Platforms
	p.Problems = o.unreachable
	for _, name := range PlatformNames() {
		var given, missing []string
		for _, v := range Variables(name) {
			wrong := slices.ContainsFunc(o.unreachable, func(p Problem) bool { return p.Key == v })
			if p.Value(v) != "" || wrong {
				given = append(given, v)
			} else {
				missing = append(missing, v)
			}
		}
		switch {
		case len(given) == 0 || len(missing) == 0:
		case !slices.ContainsFunc(given, func(v string) bool { return !o.reached[v].foreign }):
			p.Alone = append(p.Alone, given...)
		default:
			at := o.reached[given[0]].at
			p.Problems = append(p.Problems, Problem{
				File: at.file, Key: missing[0], Subject: named(missing[0]),
				What: "is not set, but " + joined(given) + " is", Do: "run `citadel setup " + name + "`, or put it into .env in the home",
			})
		}
	}
}
