package telegram

import (
	"context"
	"errors"
	"strconv"

	"citadel/connectors"

	"github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"
)

// given is a message that the bot put an emoji on.
type given struct {
	place connectors.Place
	id    connectors.MessageID
}

// maxGiven is of how many messages that is remembered.
const maxGiven = 1024

// canGive are the emoji that a bot may put on a message, normalised.
var canGive = func() map[string]bool {
	m := map[string]bool{}
	for _, e := range []string{
		"❤", "👍", "👎", "🔥", "🥰", "👏", "😁", "🤔", "🤯", "😱", "🤬", "😢", "🎉", "🤩", "🤮", "💩",
		"🙏", "👌", "🕊", "🤡", "🥱", "🥴", "😍", "🐳", "❤\u200d🔥", "🌚", "🌭", "💯", "🤣", "⚡", "🍌", "🏆",
		"💔", "🤨", "😐", "🍓", "🍾", "💋", "🖕", "😈", "😴", "😭", "🤓", "👻", "👨\u200d💻", "👀", "🎃", "🙈",
		"😇", "😨", "🤝", "✍", "🤗", "🫡", "🎅", "🎄", "☃", "💅", "🤪", "🗿", "🆒", "💘", "🙉", "🦄",
		"😘", "💊", "🙊", "😎", "👾", "🤷\u200d♂", "🤷", "🤷\u200d♀", "😡",
	} {
		m[e] = true
	}
	return m
}()

// React puts an emoji on a message, in place of another of the bot's: Telegram allows a bot
// one, from its own list.
func (t *Telegram) React(ctx context.Context, at connectors.Place, id connectors.MessageID, emoji string, on bool) error {
	const op = "telegram: react"
	chat, _, err := t.reach(ctx, op, at)
	if err != nil {
		return err
	}
	emoji = connectors.NormalEmoji(emoji)
	if !canGive[emoji] {
		return &connectors.Error{Op: op, Reason: connectors.Invalid, Err: errors.New("an emoji that a bot cannot give on Telegram")}
	}
	n, err := strconv.Atoi(string(id))
	if err != nil {
		return &connectors.Error{Op: op, Reason: connectors.Gone, Err: errors.New("a message that is none of Telegram's")}
	}
	where := given{at, id}
	t.mu.Lock()
	other := t.given[where]
	t.mu.Unlock()
	if !on && other != "" && other != emoji {
		return nil // it made room for that one
	}
	params := &bot.SetMessageReactionParams{ChatID: chat, MessageID: n}
	if on {
		params.Reaction = []models.ReactionType{{Type: models.ReactionTypeTypeEmoji, ReactionTypeEmoji: &models.ReactionTypeEmoji{Emoji: emoji}}}
	}
	ctx, cancel := context.WithTimeout(ctx, callFor)
	defer cancel()
	if _, err := t.api.SetMessageReaction(ctx, params); err != nil {
		return failed(op, err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.given) >= maxGiven {
		clear(t.given)
	}
	if delete(t.given, where); on {
		t.given[where] = emoji
	}
	return nil
}
