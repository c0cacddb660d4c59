package telegram

import (
	"net/http"
	"time"

	"citadel/connectors"
	"citadel/connectors/markup"

	"github.com/go-telegram/bot/models"
)

// Through has t speak by way of rt.
func Through(t *Telegram, rt http.RoundTripper) { t.transport = rt }

// Limits and names of which tests speak.
const (
	MaxAnswer = maxAnswer
	DraftGone = draftGone
)

// CommonMark is what a text with entities is heard as.
func CommonMark(text string, entities []models.MessageEntity) string {
	s := styled{text, entities}
	return s.commonMark()
}

// Compose is what a post shows.
func Compose(text string, links map[string]string, group, again bool) (string, []models.MessageEntity) {
	b := compose(text, links, group, again)
	return b.text, b.entities
}

// Entities are ranges as Telegram counts them.
func Entities(plain string, ranges []markup.Range) []models.MessageEntity {
	return entities(plain, ranges)
}

// Translate reads one update of the bot 42, @citadel_bot.
func Translate(id int64, body []byte, now time.Time) (connectors.Event, string) {
	return translate(raw{id, body}, self{42, "citadel_bot"}, now)
}
