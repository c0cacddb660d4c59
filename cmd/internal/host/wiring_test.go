package host_test

import (
	"log/slog"
	"time"

	"citadel/connectors"
	"citadel/connectors/mattermost"
	"citadel/connectors/slack"
	"citadel/connectors/slack/slackserver"
	"citadel/connectors/telegram"
	"citadel/connectors/telegram/telegramserver"
)

// The connectors without the pace that platforms ask for: a thousand messages would take
// most of an hour. Everything else of them is as it is.
type (
	hastySlack      struct{ *slack.Slack }
	hastyTelegram   struct{ *telegram.Telegram }
	hastyMattermost struct{ *mattermost.Mattermost }
)

func (c hastySlack) Limits() connectors.Limits      { return hasty(c.Slack.Limits()) }
func (c hastyTelegram) Limits() connectors.Limits   { return hasty(c.Telegram.Limits()) }
func (c hastyMattermost) Limits() connectors.Limits { return hasty(c.Mattermost.Limits()) }

func hasty(l connectors.Limits) connectors.Limits {
	l.PerMinute = 0
	l.DraftEvery = min(l.DraftEvery, 10*time.Millisecond)
	return l
}

// platforms are the connectors to all servers that there are.
func (w wiring) platforms(now func() time.Time, log *slog.Logger) []connectors.Connector {
	var all []connectors.Connector
	if w.Slack != "" {
		all = append(all, hastySlack{&slack.Slack{
			AppToken: slackserver.AppToken, BotToken: slackserver.BotToken, URL: w.Slack, Now: now, Log: log,
			Silence: w.Silence, Lag: 50 * time.Millisecond, Look: time.Second,
		}})
	}
	if w.Telegram != "" {
		all = append(all, hastyTelegram{&telegram.Telegram{Token: telegramserver.Token, URL: w.Telegram, Reactions: true, Now: now, Log: log}})
	}
	if w.Mattermost != "" {
		all = append(all, hastyMattermost{&mattermost.Mattermost{URL: w.Mattermost, Token: w.MattermostToken, Now: now, Log: log}})
	}
	return all
}
