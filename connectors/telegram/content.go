package telegram

import (
	"fmt"
	"path"
	"strings"

	"citadel/connectors"

	"github.com/go-telegram/bot/models"
)

// notice says whether a message is Telegram's own about the chat, and nobody's words.
func notice(m *models.Message) bool {
	return m.NewChatMembers != nil || m.LeftChatMember != nil || m.NewChatTitle != "" || m.NewChatPhoto != nil || m.DeleteChatPhoto ||
		m.GroupChatCreated || m.SupergroupChatCreated || m.ChannelChatCreated || m.MessageAutoDeleteTimerChanged != nil ||
		m.MigrateToChatID != 0 || m.MigrateFromChatID != 0 || m.PinnedMessage != nil || m.ConnectedWebsite != "" || m.WriteAccessAllowed != nil ||
		m.ProximityAlertTriggered != nil || m.BoostAdded != nil || m.ChatBackgroundSet != nil ||
		m.ForumTopicCreated != nil || m.ForumTopicEdited != nil || m.ForumTopicClosed != nil || m.ForumTopicReopened != nil ||
		m.GeneralForumTopicHidden != nil || m.GeneralForumTopicUnhidden != nil || m.ChatOwnerLeft != nil || m.ChatOwnerChanged != nil ||
		m.VideoChatScheduled != nil || m.VideoChatStarted != nil || m.VideoChatEnded != nil || m.VideoChatParticipantsInvited != nil
}

// words are those of a message: its text, its caption, or what it says without either. False
// where it holds nothing that has words.
func words(m *models.Message) (styled, bool) {
	switch {
	case m.Text != "":
		return styled{m.Text, m.Entities}, true
	case m.Caption != "":
		return styled{m.Caption, m.CaptionEntities}, true
	case m.RichMessage != nil:
		text := rich(m.RichMessage)
		return styled{text: text}, text != ""
	case m.Sticker != nil:
		return styled{text: m.Sticker.Emoji}, true
	case m.Dice != nil:
		return styled{text: fmt.Sprintf("%s %d", m.Dice.Emoji, m.Dice.Value)}, true
	case m.Venue != nil:
		v := m.Venue
		return styled{text: fmt.Sprintf("%s, %s (%.5f, %.5f)", v.Title, v.Address, v.Location.Latitude, v.Location.Longitude)}, true
	case m.Location != nil:
		return styled{text: fmt.Sprintf("%.5f, %.5f", m.Location.Latitude, m.Location.Longitude)}, true
	case m.Contact != nil:
		c := m.Contact
		return styled{text: strings.TrimSpace(c.FirstName+" "+c.LastName) + ", " + c.PhoneNumber}, true
	case m.Poll != nil:
		text := m.Poll.Question
		for _, o := range m.Poll.Options {
			text += "\n- " + o.Text
		}
		return styled{text: text}, true
	}
	return styled{}, false
}

// files are what came with a message. An album comes as one message for each of its parts.
func files(m *models.Message) []connectors.File {
	var f connectors.File
	switch {
	case m.Voice != nil:
		f = file(m.Voice.FileID, m.Voice.FileUniqueID, "voice.ogg", m.Voice.MimeType, "audio/ogg", m.Voice.FileSize)
		f.Voice, f.Seconds = true, m.Voice.Duration
	case m.Audio != nil:
		f = file(m.Audio.FileID, m.Audio.FileUniqueID, or(m.Audio.FileName, "audio.mp3"), m.Audio.MimeType, "", m.Audio.FileSize)
		f.Seconds = m.Audio.Duration
	case m.VideoNote != nil:
		f = file(m.VideoNote.FileID, m.VideoNote.FileUniqueID, "video-note.mp4", "", "video/mp4", int64(m.VideoNote.FileSize))
		f.Seconds = m.VideoNote.Duration
	case m.Video != nil:
		f = file(m.Video.FileID, m.Video.FileUniqueID, or(m.Video.FileName, "video.mp4"), m.Video.MimeType, "video/mp4", m.Video.FileSize)
		f.Seconds = m.Video.Duration
	case m.Animation != nil: // it also comes as a document, for old clients
		f = file(m.Animation.FileID, m.Animation.FileUniqueID, or(m.Animation.FileName, "animation.mp4"), m.Animation.MimeType, "video/mp4", m.Animation.FileSize)
		f.Seconds = m.Animation.Duration
	case m.Document != nil:
		f = file(m.Document.FileID, m.Document.FileUniqueID, or(m.Document.FileName, "document"), m.Document.MimeType, "", m.Document.FileSize)
	case len(m.Photo) > 0:
		f = picture(m.Photo)
	case m.LivePhoto != nil && len(m.LivePhoto.Photo) > 0:
		f = picture(m.LivePhoto.Photo)
	case m.Sticker != nil:
		f = sticker(m.Sticker)
	}
	if f.ID == "" {
		return nil
	}
	return []connectors.File{f}
}

// picture is a picture in its largest size; each size is a file.
func picture(sizes []models.PhotoSize) connectors.File {
	largest := sizes[0]
	for _, p := range sizes[1:] {
		if p.Width*p.Height > largest.Width*largest.Height {
			largest = p
		}
	}
	return file(largest.FileID, largest.FileUniqueID, "photo.jpg", "", "image/jpeg", int64(largest.FileSize))
}

func sticker(s *models.Sticker) connectors.File {
	switch {
	case s.IsVideo:
		return file(s.FileID, s.FileUniqueID, "sticker.webm", "", "video/webm", int64(s.FileSize))
	case s.IsAnimated:
		return file(s.FileID, s.FileUniqueID, "sticker.tgs", "", "application/gzip", int64(s.FileSize))
	}
	return file(s.FileID, s.FileUniqueID, "sticker.webp", "", "image/webp", int64(s.FileSize))
}

// file is one at Telegram, which may give another id for it each time, and always the same unique one. A size of 0 is one
// that Telegram did not tell.
func file(id, unique, filename, mime, otherwise string, size int64) connectors.File {
	if size <= 0 {
		size = -1
	}
	return connectors.File{ID: id, Unique: unique, Name: path.Base("/" + filename), MIME: or(mime, otherwise), Size: size}
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
