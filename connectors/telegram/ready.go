package telegram

import (
	"context"

	"github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"
)

// asked is what Telegram is asked to deliver. It has to be said: otherwise what was asked
// for last holds, and reactions are never among what is delivered by default.
var asked = []string{
	models.AllowedUpdateMessage, models.AllowedUpdateEditedMessage, models.AllowedUpdateCallbackQuery,
	models.AllowedUpdateMessageReaction, models.AllowedUpdateMyChatMember,
}

// commands are offered where the person types a slash.
var commands = []models.BotCommand{
	{Command: "help", Description: "what I can do"},
	{Command: "status", Description: "how I am and what is open"},
	{Command: "why", Description: "what an answer rests on (reply to it)"},
	{Command: "memories", Description: "what I keep"},
	{Command: "stop", Description: "end what I am doing"},
}

// ready learns who the bot is, and has updates kept for it to fetch. What waits is kept.
func (h *hearing) ready(ctx context.Context) error {
	me, err := h.t.learn(ctx)
	if err != nil {
		return err
	}
	h.self = self{id: me.ID, username: me.Username}
	ctx, cancel := context.WithTimeout(ctx, callFor)
	defer cancel()
	if _, err := h.t.api.DeleteWebhook(ctx, &bot.DeleteWebhookParams{}); err != nil {
		return err
	}
	h.t.list(ctx)
	return nil
}

// list tells Telegram the commands, once; it is a convenience and may fail.
func (t *Telegram) list(ctx context.Context) {
	t.mu.Lock()
	listed := t.listed
	t.listed = true
	t.mu.Unlock()
	if listed {
		return
	}
	if _, err := t.api.SetMyCommands(ctx, &bot.SetMyCommandsParams{Commands: commands}); err != nil {
		t.Log.Info("telegram does not take the list of commands", "connector", name, "err", failed("telegram: list commands", err))
	}
}
