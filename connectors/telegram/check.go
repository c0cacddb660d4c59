package telegram

import (
	"context"
	"fmt"

	"citadel/connectors"

	"github.com/go-telegram/bot/models"
)

// Check asks Telegram about the token, a webhook and the bot's settings. Whether the person
// has pressed Start nobody can ask: Send finds out.
func (t *Telegram) Check(ctx context.Context) []connectors.Finding {
	t.start()
	well := func(format string, a ...any) connectors.Finding {
		return connectors.Finding{Well: true, What: fmt.Sprintf(format, a...)}
	}
	me, err := t.ask(ctx)
	if err != nil {
		return []connectors.Finding{doubtful(failed("telegram: check", err))}
	}
	found := []connectors.Finding{well("The Telegram token is that of @%s.", me.Username)}
	ctx, cancel := context.WithTimeout(ctx, callFor)
	defer cancel()
	hook, err := t.api.GetWebhookInfo(ctx)
	switch {
	case err != nil:
		found = append(found, doubtful(failed("telegram: check", err)))
	case hook.URL != "":
		found = append(found, connectors.Finding{
			What: "Telegram sends what is said to @" + me.Username + " to a webhook, and not to me.",
			Do: "Nothing, if I am not running: I remove it when I start. " +
				"If it comes back, another program uses this token; end it, or get a new token with /revoke in @BotFather.",
		})
	case hook.PendingUpdateCount > 0:
		found = append(found, well("Waiting for me at Telegram, which keeps it for 24 hours: %d messages, reactions and the like.", hook.PendingUpdateCount))
	default:
		found = append(found, well("Nothing waits at Telegram, and no webhook takes it away."))
	}
	if t.conflict.Load() {
		found = append(found, connectors.Finding{
			What: "Another program hears with the same token, so each of us misses what the other gets.",
			Do:   "End the other one, or get a new token with /revoke in @BotFather.",
		})
	}
	return append(found, settings(me)...)
}

// doubtful words an error of a check.
func doubtful(e *connectors.Error) connectors.Finding {
	if e.Reason == connectors.Forbidden {
		return connectors.Finding{
			What: "Telegram refuses the token.",
			Do:   "Copy it again from @BotFather (/mybots, API Token) into TELEGRAM_BOT_TOKEN; /revoke there makes a new one.",
		}
	}
	return connectors.Finding{
		What: "Telegram could not be asked (" + e.Reason.String() + ").",
		Do:   "Check that this computer reaches https://api.telegram.org, and ask again.",
	}
}

// settings judges what @BotFather has for the bot.
func settings(me *models.User) []connectors.Finding {
	judge := func(wrong bool, good, is, do string) connectors.Finding {
		if wrong {
			return connectors.Finding{What: is, Do: do}
		}
		return connectors.Finding{Well: true, What: good}
	}
	return []connectors.Finding{
		judge(me.HasTopicsEnabled, "The conversation is one thread: topics are off.",
			"Topics are on, which cuts the conversation into several.", "Turn off Threaded Mode for the bot in @BotFather (/mybots, Bot Settings)."),
		judge(me.CanJoinGroups, "Nobody can add the bot to a group.",
			"Anybody can add the bot to a group.", "Send /setjoingroups to @BotFather and choose Disable, unless I am meant to be in groups."),
		judge(me.CanReadAllGroupMessages, "In groups the bot sees only what is said to it: privacy mode is on.",
			"In groups the bot sees everything: privacy mode is off.", "Send /setprivacy to @BotFather and choose Enable, unless I am meant to read along."),
	}
}
