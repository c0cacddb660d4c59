package telegram

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"citadel/connectors"

	"github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"
)

// maxData is how many bytes a button's token may have, and maxHalves how many posts are
// remembered of which the pictures are there already.
const (
	maxData   = 64
	maxHalves = 64
)

// Send shows a post: as one message, or where a picture's caption is too short for the
// text, as the pictures and the text below. A picture that Telegram refuses is left out,
// since the text says all it shows. What is returned is the id of the message with the text.
//
// Where the text fails after the pictures were shown the reason is the text's, and the same
// post sent again by this process shows the text alone.
func (t *Telegram) Send(ctx context.Context, p connectors.Post) (connectors.MessageID, error) {
	const op = "telegram: send"
	chat, thread, err := t.reach(ctx, op, p.Place)
	if err != nil {
		return "", err
	}
	if err := fits(op, p.Text); err != nil {
		return "", err
	}
	keys, err := keyboard(op, p.Buttons)
	if err != nil {
		return "", err
	}
	out := outgoing{
		t: t, op: op, chat: chat, thread: thread, keys: keys, silent: p.Silent, body: compose(p.Text, p.Links, chat < 0, p.Again),
	}
	out.reply, _ = strconv.Atoi(string(p.ReplyTo)) // 0, none, where it is no message of Telegram's
	if p.Answers != nil {
		t.settle(p.Place, p.Answers.Turn)
	}
	id, err := out.send(ctx, p)
	if err != nil {
		e := failed(op, err)
		if r := refused(err); r != nil && r.to != 0 {
			e.To = connectors.Place{Platform: p.Place.Platform, Account: p.Place.Account, Room: strconv.FormatInt(r.to, 10)}
		}
		return "", e
	}
	t.redraw(ctx, p.Place)
	return messageID(id), nil
}

// fits refuses a text that is no post. Every error is an *Error.
func fits(op, text string) error {
	switch {
	case strings.TrimSpace(text) == "":
		return &connectors.Error{Op: op, Reason: connectors.Invalid, Err: errors.New("there is no text")}
	case measure(text) > maxText-len(againLine):
		return &connectors.Error{Op: op, Reason: connectors.TooLong}
	}
	return nil
}

// keyboard is a row of buttons, or one of each where the labels need the room; nil for none.
func keyboard(op string, buttons []connectors.Button) (models.ReplyMarkup, error) {
	if len(buttons) == 0 {
		return nil, nil
	}
	var row []models.InlineKeyboardButton
	width := 0
	for _, b := range buttons {
		if strings.TrimSpace(b.Label) == "" || b.Token == "" || len(b.Token) > maxData {
			return nil, &connectors.Error{Op: op, Reason: connectors.Invalid, Err: fmt.Errorf("a button with a token of %d bytes, or without a label", len(b.Token))}
		}
		row = append(row, models.InlineKeyboardButton{Text: b.Label, CallbackData: b.Token})
		width += length(b.Label) + 2
	}
	const narrow = 32 // what a phone shows beside each other
	if width <= narrow {
		return models.InlineKeyboardMarkup{InlineKeyboard: [][]models.InlineKeyboardButton{row}}, nil
	}
	rows := make([][]models.InlineKeyboardButton, len(row))
	for i, b := range row {
		rows[i] = []models.InlineKeyboardButton{b}
	}
	return models.InlineKeyboardMarkup{InlineKeyboard: rows}, nil
}

// outgoing is one post on its way.
type outgoing struct {
	t      *Telegram
	op     string
	chat   int64
	thread int
	reply  int
	keys   models.ReplyMarkup
	silent bool
	body   body
}

func (o *outgoing) send(ctx context.Context, p connectors.Post) (int, error) {
	if len(p.Pictures) == 1 && length(o.body.text) <= maxCaption && !o.t.half(p.Key, 0) {
		id, err := o.photo(ctx, p.Pictures[0], o.body, o.keys)
		if !unwanted(err) {
			return id, err
		}
		o.t.Log.Warn("telegram does not take a picture", "connector", name, "bytes", len(p.Pictures[0].Data), "err", err)
	} else if err := o.gallery(ctx, p); err != nil {
		return 0, err
	}
	id, err := o.text(ctx)
	if err == nil {
		o.t.whole(p.Key)
	}
	return id, err
}

// gallery shows pictures on their own, each above what it shows in words.
func (o *outgoing) gallery(ctx context.Context, p connectors.Post) error {
	for i, pic := range p.Pictures {
		if o.t.half(p.Key, i) {
			continue
		}
		alt := []rune(pic.Alt)
		_, err := o.photo(ctx, pic, body{text: string(alt[:min(len(alt), maxCaption/2)])}, nil)
		switch {
		case err == nil:
		case unwanted(err):
			o.t.Log.Warn("telegram does not take a picture", "connector", name, "bytes", len(pic.Data), "err", err)
		default:
			return err
		}
		o.t.halve(p.Key, i+1)
		o.reply = 0 // one of them is the reply
	}
	return nil
}

// unwanted says whether Telegram takes no such picture there, where it may take words.
func unwanted(err error) bool {
	r := refused(err)
	return r != nil && (r.reason() == connectors.Invalid || r.reason() == connectors.TooLong || r.says("chat_send_photos"))
}

// half says whether the i-th picture of a post is there already.
func (t *Telegram) half(key string, i int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return i < t.halves[key]
}

// halve notes that n pictures of a post are there.
func (t *Telegram) halve(key string, n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.halves) >= maxHalves {
		clear(t.halves) // they were given up long ago
	}
	if key != "" {
		t.halves[key] = n
	}
}

func (t *Telegram) whole(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.halves, key)
}

// text sends the words, and once more without what is set off in them where Telegram does
// not take that: a refusal says that nothing was shown.
func (o *outgoing) text(ctx context.Context) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, callFor)
	defer cancel()
	off := true
	params := &bot.SendMessageParams{
		ChatID: o.chat, MessageThreadID: o.thread, Text: o.body.text, Entities: o.body.entities, DisableNotification: o.silent,
		LinkPreviewOptions: &models.LinkPreviewOptions{IsDisabled: &off}, ReplyParameters: o.replies(), ReplyMarkup: o.keys,
	}
	m, err := o.t.api.SendMessage(ctx, params)
	if misread(err) && len(params.Entities) > 0 {
		o.t.Log.Warn("telegram does not take how a post is set off", "connector", name, "err", err)
		params.Entities = nil
		m, err = o.t.api.SendMessage(ctx, params)
	}
	return shownAs("sendMessage", m, err)
}

// shownAs is the id of what Telegram says it shows. Without one nobody knows.
func shownAs(method string, m *models.Message, err error) (int, error) {
	if err == nil && m.ID == 0 {
		err = &broken{method, true, errors.New("an answer without a message")}
	}
	if err != nil {
		return 0, err
	}
	return m.ID, nil
}

// misread says whether Telegram refused what it was sent as such.
func misread(err error) bool {
	r := refused(err)
	return r != nil && r.code == http.StatusBadRequest && r.reason() == connectors.Invalid
}

func (o *outgoing) replies() *models.ReplyParameters {
	if o.reply == 0 {
		return nil
	}
	return &models.ReplyParameters{MessageID: o.reply, AllowSendingWithoutReply: true}
}

func (o *outgoing) photo(ctx context.Context, pic connectors.Picture, caption body, keys models.ReplyMarkup) (int, error) {
	if len(pic.Data) == 0 || len(pic.Data) > connectors.MaxPicture {
		return 0, &refusal{"sendPhoto", http.StatusBadRequest, "a picture of no size that can be sent", 0, 0}
	}
	ctx, cancel := context.WithTimeout(ctx, uploadFor)
	defer cancel()
	filename := pic.Name
	if filename == "" {
		filename = "picture" // Telegram takes no file without a name
	}
	params := &bot.SendPhotoParams{
		ChatID: o.chat, MessageThreadID: o.thread, Caption: caption.text, CaptionEntities: caption.entities, DisableNotification: o.silent,
		ReplyParameters: o.replies(), ReplyMarkup: keys,
	}
	params.Photo = &models.InputFileUpload{Filename: filename, Data: bytes.NewReader(pic.Data)}
	m, err := o.t.api.SendPhoto(ctx, params)
	if misread(err) && len(params.CaptionEntities) > 0 && refused(err).says("entit") {
		params.CaptionEntities = nil
		params.Photo = &models.InputFileUpload{Filename: filename, Data: bytes.NewReader(pic.Data)}
		m, err = o.t.api.SendPhoto(ctx, params)
	}
	return shownAs("sendPhoto", m, err)
}

// Edit makes a message show p. Of a message with a picture it changes the words.
func (t *Telegram) Edit(ctx context.Context, id connectors.MessageID, p connectors.Post) error {
	const op = "telegram: edit"
	chat, _, err := t.reach(ctx, op, p.Place)
	if err != nil {
		return err
	}
	if err := fits(op, p.Text); err != nil {
		return err
	}
	keys, err := keyboard(op, p.Buttons)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(string(id))
	if err != nil {
		return &connectors.Error{Op: op, Reason: connectors.Gone, Err: errors.New("a message that is none of Telegram's")}
	}
	ctx, cancel := context.WithTimeout(ctx, callFor)
	defer cancel()
	b := compose(p.Text, p.Links, chat < 0, p.Again)
	err = t.change(ctx, chat, n, b, keys)
	if misread(err) && len(b.entities) > 0 && refused(err).says("entit") {
		err = t.change(ctx, chat, n, body{text: b.text}, keys)
	}
	if r := refused(err); err == nil || r != nil && r.says("message is not modified") {
		return nil
	}
	return failed(op, err)
}

// change edits a text, or the caption of what has no text.
func (t *Telegram) change(ctx context.Context, chat int64, id int, b body, keys models.ReplyMarkup) error {
	off := true
	_, err := t.api.EditMessageText(ctx, &bot.EditMessageTextParams{
		ChatID: chat, MessageID: id, Text: b.text, Entities: b.entities, LinkPreviewOptions: &models.LinkPreviewOptions{IsDisabled: &off}, ReplyMarkup: keys,
	})
	if r := refused(err); r == nil || !r.says("there is no text in the message") {
		return err
	}
	_, err = t.api.EditMessageCaption(ctx, &bot.EditMessageCaptionParams{ChatID: chat, MessageID: id, Caption: b.text, CaptionEntities: b.entities, ReplyMarkup: keys})
	return err
}

// Working shows that the bot is writing, which fades by itself after five seconds. Where a
// draft stands that says it already, and is kept from fading.
func (t *Telegram) Working(ctx context.Context, at connectors.Place, _ connectors.MessageID, on bool) error {
	const op = "telegram: working"
	chat, thread, err := t.reach(ctx, op, at)
	if err != nil {
		return err
	}
	if !on || t.kept(ctx, at) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, callFor)
	defer cancel()
	if _, err := t.api.SendChatAction(ctx, &bot.SendChatActionParams{ChatID: chat, MessageThreadID: thread, Action: models.ChatActionTyping}); err != nil {
		return failed(op, err)
	}
	return nil
}
