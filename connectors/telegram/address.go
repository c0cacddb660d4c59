package telegram

import (
	"strings"

	"github.com/go-telegram/bot/models"
)

// command takes the slash, and the bot's name, from a command with which the text begins,
// and says whether there is one for this bot.
func (s *styled) command(username string) bool {
	word, e := s.first(models.MessageEntityTypeBotCommand)
	if e == nil || len(word) < 2 || word[0] != '/' {
		return false
	}
	verb, to, named := strings.Cut(word, "@")
	if named {
		if !strings.EqualFold(to, username) {
			return false
		}
		s.cut(len(verb), len(word)-len(verb))
	}
	s.cut(0, 1)
	return true
}

// address says whether the bot is named in the text, and takes its name off the front.
func (s *styled) address(b self) bool {
	found := false
	at := units(s.text)
	for _, e := range s.entities {
		from, to := borders(at, e)
		switch {
		case e.Type == models.MessageEntityTypeMention && strings.EqualFold(s.text[from:to], "@"+b.username):
		case e.Type == models.MessageEntityTypeTextMention && e.User != nil && e.User.ID == b.id:
		default:
			continue
		}
		found = true
		if from == 0 {
			rest := strings.TrimLeft(s.text[to:], " ,:\u00a0")
			s.cut(0, len(s.text)-len(rest))
			break
		}
	}
	return found
}
