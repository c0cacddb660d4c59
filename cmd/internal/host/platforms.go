package host

import (
	"log/slog"
	"time"

	"citadel/bot"
	"citadel/config"
	"citadel/connectors"
	"citadel/connectors/mattermost"
	"citadel/connectors/slack"
	"citadel/connectors/telegram"
	"citadel/memory/event"
)

// Trusted lists the accounts that the settings name as the principal's, on the platforms
// that are set up.
func Trusted(p config.Platforms) (out []bot.Trusted) {
	for _, t := range []bot.Trusted{
		{Platform: config.SlackName, Account: p.Slack.Team, ID: p.Slack.User, Audience: event.Audience(p.Slack.Audience)},
		{Platform: config.TelegramName, ID: p.Telegram.User, Audience: event.Audience(p.Telegram.Audience)},
		{Platform: config.MattermostName, ID: p.Mattermost.User, Audience: event.Audience(p.Mattermost.Audience)},
	} {
		if t.ID != "" && p.On(t.Platform) {
			out = append(out, t)
		}
	}
	return out
}

// Platform makes the connector of a platform from what the settings say of it. No connection
// is made. There is none by another name than those of config.PlatformNames, and asking for
// it is a mistake of ours.
func Platform(name string, p config.Platforms, now func() time.Time, log *slog.Logger) connectors.Connector {
	switch name {
	case config.SlackName:
		return &slack.Slack{AppToken: p.Slack.AppToken.Reveal(), BotToken: p.Slack.BotToken.Reveal(), URL: p.Slack.URL, Now: now, Log: log}
	case config.MattermostName:
		m := p.Mattermost
		return &mattermost.Mattermost{URL: m.URL, Token: m.Token.Reveal(), Listen: m.Listen, Callback: m.Callback, Now: now, Log: log}
	case config.TelegramName:
		return &telegram.Telegram{Token: p.Telegram.Token.Reveal(), URL: p.Telegram.URL, Now: now, Log: log}
	}
	panic("host: there is no platform " + name)
}
