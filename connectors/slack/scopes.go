package slack

// The scopes of the bot token, as the manifests in deployments/slack ask for them, and what
// each is for. Beside them the app token needs connections:write.
var (
	// ScopesDirect are those of manifest-dm.yaml: direct conversations.
	ScopesDirect = []string{
		"chat:write", "im:history", "im:read", "im:write", "reactions:read", "reactions:write",
		"files:read", "files:write", "users:read", "commands",
	}
	// ScopesChannels are those that manifest-channels.yaml has besides.
	ScopesChannels = []string{
		"app_mentions:read", "channels:history", "channels:read", "groups:history", "groups:read",
	}
)

var scopeFor = map[string]string{
	"chat:write":        "post, change and delete its own messages",
	"im:history":        "hear direct messages and read those it missed",
	"im:read":           "list its direct conversations",
	"im:write":          "open a direct conversation",
	"reactions:read":    "hear reactions",
	"reactions:write":   "put an emoji on a message",
	"files:read":        "read the files you send",
	"files:write":       "send pictures",
	"users:read":        "know people's names",
	"commands":          "take its slash command",
	"app_mentions:read": "hear when it is mentioned in a channel",
	"channels:history":  "hear the public channels it is in",
	"channels:read":     "list the public channels it is in",
	"groups:history":    "hear the private channels it is in",
	"groups:read":       "list the private channels it is in",
}

// Events are what the app subscribes to.
var (
	// EventsDirect are those of manifest-dm.yaml.
	EventsDirect = []string{
		"message.im", "reaction_added", "reaction_removed", "app_home_opened", "tokens_revoked", "app_uninstalled",
	}
	// EventsChannels are those that manifest-channels.yaml has besides.
	EventsChannels = []string{"app_mention", "message.channels", "message.groups"}
)
