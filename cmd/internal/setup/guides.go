package setup

import (
	"context"
	_ "embed"

	"citadel/config"
	"citadel/connectors"
)

// guide is what is particular to one platform.
type guide struct {
	title     string // as people call it
	what      string // what is checked: "these tokens"
	opening   string
	app       func(context.Context, *wizard) error // before the questions; may be nil
	questions []question
	shared    bool                                             // others may administer the server, so it is asked who can read along
	write     func(self connectors.Self, number string) string // how the conversation is opened
}

// question asks for one variable.
type question struct {
	name, before, prompt string
	secret               bool
}

// The manifests of the Slack app, as they stand in deployments/slack.
var (
	//go:embed manifest-dm.yaml
	slackDirect string
	//go:embed manifest-channels.yaml
	slackChannels string
)

var guides = map[string]guide{
	config.SlackName: {
		title: "Slack", what: "these tokens", shared: true,
		opening: "Slack takes about five minutes in the browser. You need to be allowed to install apps in the workspace.",
		app:     slackApp,
		questions: []question{
			{
				name: config.SlackAppToken, secret: true, prompt: "App-level token (xapp-…):",
				before: "Then, on the page of the app, Basic Information → App-Level Tokens → Generate Token and\n" +
					"Scopes: name it citadel, add the scope connections:write, Generate, and copy the token.",
			},
			{
				name: config.SlackBotToken, secret: true, prompt: "Bot token (xoxb-…):",
				before: "Now Install App → Install to Workspace → Allow, and copy the Bot User OAuth Token.",
			},
		},
		write: func(s connectors.Self, _ string) string {
			return "in Slack, under Apps, choose " + s.Name + "." + at(s)
		},
	},
	config.TelegramName: {
		title: "Telegram", what: "this token",
		opening: "Telegram takes two minutes in the app.",
		questions: []question{{
			name: config.TelegramToken, secret: true, prompt: "Token:",
			before: "Open https://t.me/BotFather and send, one after the other:\n" +
				"  /newbot          a name, then a username that ends in bot; it answers with the token\n" +
				"  /setjoingroups   choose the bot, Disable: nobody else can put it into a group\n" +
				"  /setprivacy      choose the bot, Enable",
		}},
		write: func(s connectors.Self, number string) string {
			if s.Address == "" {
				return "open the conversation with it, and press Start."
			}
			s.Address += "?start=" + number // pressing Start sends it, where the conversation is new
			return "open the conversation with it by this address, and press Start." + at(s)
		},
	},
	config.MattermostName: {
		title: "Mattermost", what: "this token", shared: true,
		opening: "Mattermost takes a few minutes in the browser. Making a bot account needs an admin of the server.",
		questions: []question{
			{
				name: config.MattermostURL, prompt: "Address of the server (https://…):",
				before: "In System Console → Integrations → Bot Accounts, set Enable Bot Account Creation to true.",
			},
			{
				name: config.MattermostToken, secret: true, prompt: "Token:",
				before: "Now, in the menu of the product, Integrations → Bot Accounts → Add Bot Account: username\n" +
					"citadel, role Member, neither post:all nor post:channels. Create it, and copy the token: it\n" +
					"is shown once. Then invite the bot to your team.",
			},
		},
		write: func(s connectors.Self, _ string) string {
			return "open a direct message with it." + at(s)
		},
	},
}

// at is where the conversation opens, on a line of its own.
func at(s connectors.Self) string {
	if s.Address == "" {
		return ""
	}
	return "\n  " + s.Address
}

// slackApp says how the app is made.
func slackApp(ctx context.Context, w *wizard) error {
	const ask = "\nShall it be reached in channels too, or in direct messages only?\n  1  channels too\n  2  direct messages only\n[2] "
	kind, err := w.keys.choose(ctx, ask, "1", "2")
	if err != nil {
		return err
	}
	manifest := slackDirect
	if kind == "1" {
		manifest = slackChannels
	}
	w.say("\nOpen https://api.slack.com/apps?new_app=1, choose From a manifest, your workspace and YAML,\n"+
		"paste what stands between the lines, then Next and Create.\n\n%s\n%s%s\n", rule, manifest, rule)
	return nil
}

const rule = "--------------------------------------------------------------------------------"
