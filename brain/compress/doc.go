// Package compress makes less of a conversation, so that what a model is shown stays bounded
// however long it lasts (SPEC §7, the compression cascade):
//
//	Calls   the tools of an earlier turn, as one line
//	Of      the old part of the conversation, as topics, decisions, people, open items and tone
//	Rounds  the middle of a running turn: what its tools brought, but for the last round
//
// The last stage, the first two and the last three turns, needs no summary and stands with its
// caller. Nothing here is kept: a digest is made of what the ledger opens at that moment and
// the place of the turn may show, so that what was forgotten or was said elsewhere is in none.
// Instructions never come here, so that no stage can touch them.
//
// Everything is a pure function of its arguments, by rules; no model is asked. Rules say less
// than a model would, and nothing that was not said.
package compress

import (
	"unicode/utf8"

	"citadel/brain/model"
)

// Share is how much of a model's window a request may take before the middle is summarised.
const Share = 0.7

// Tokens is how many tokens a text is at most, as package model counts.
func Tokens(text string) int {
	with := model.Request{Messages: []model.Message{model.Says(model.User, text)}}
	without := model.Request{Messages: []model.Message{model.Says(model.User, "")}}
	return model.Bound(with) - model.Bound(without)
}

// border is the beginning of a text that has at most n bytes and ends between two characters,
// with dots where something is missing.
func border(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + "..."
}
