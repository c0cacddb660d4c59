package change

import (
	"context"
	"strings"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/accounts"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// observe has a shared place read along, other people's words included, and says so there,
// once, visibly (TRUST, Other people's words).
func observe(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	m, there, r := roomOf(t)
	if r != nil {
		return r, nil
	}
	var open accounts.Channel
	var already bool
	t.Read(func(v memory.View) { open, already = v.Accounts.Reads(m.Place) })
	r = begin(t)
	if already {
		r.Text.Say("I read %s already, since ", titled(m)).Claim(t.Heard(), "%s", phrase.Day(open.Since, t.Now)).Say(". `stop observing%s` ends it.", typedRoom(m, there))
		return r, nil
	}
	r.Change(event.Asked{What: event.AskChannel, Place: m.Place, Text: m.Title, On: askedOn(t)})
	r.Change(notice(m, reading(t, m.Place.Platform)))
	if !there {
		r.Text.Say("I read %s from now on, and said so there. `stop observing %s` ends it.", titled(m), m.Title)
	}
	return r, nil
}

// stopObserving ends that, and says so there too.
func stopObserving(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	m, there, r := roomOf(t)
	if r != nil {
		return r, nil
	}
	open := in(t, func(v memory.View) bool { _, open := v.Accounts.Reads(m.Place); return open })
	if !open {
		return says(t, "I don't read %s: I hear only what you say to me there.", titled(m))
	}
	r = begin(t)
	r.Change(event.Asked{What: event.AskNoChannel, Place: m.Place})
	r.Change(notice(m, notReading))
	if !there {
		r.Text.Say("I no longer read %s, and said so there. What I have of it stays; `find` shows it, and `forget` takes it away.", titled(m))
	}
	return r, nil
}

const notReading = "I no longer read this channel."

// reading is what a place that is read along is told (MESSAGES 24).
func reading(t *turn.Turn, platform string) string {
	who, him := "one person here", "they"
	if name := setting(t, event.SettingName); name != "" {
		who, him = name, name
	}
	return "I'm Citadel, a bot that works for " + who + ". I read this channel so that " + him + " can ask me about it later. " +
		"I don't answer others or pass on private notes. Write `" + t.Host.Name(platform) + " skip me` and I keep none of your messages."
}

// notice is a post to all who read a shared place.
func notice(m accounts.Room, text string) event.PostQueued {
	return event.PostQueued{Place: m.Place, Audience: event.Shared, Text: text, Subject: event.SubjectAccount}
}

// roomOf finds the shared place that a command means: the one it was typed in, or the one
// it names. there says that it is the former. Where there is none it words why.
func roomOf(t *turn.Turn) (m accounts.Room, there bool, r *turn.Reply) {
	r = begin(t)
	words := strings.TrimSpace(t.Command.Words)
	if words == "" {
		if t.Audience != event.Shared {
			r.Text.Say("Which channel? Write it there, with my name in front, or name one in which you spoke to me before, as in `%s #acme`.", t.Command.Name)
			return m, false, r
		}
		m.Place = t.Place
		m.Place.Thread = ""
		t.Read(func(v memory.View) { m.Title = v.Accounts.TitleOf(m.Place) })
		return m, true, nil
	}
	var found []accounts.Room
	t.Read(func(v memory.View) { found = v.Accounts.Called(words) })
	switch len(found) {
	case 1:
		at := t.Place
		at.Thread = ""
		return found[0], at == found[0].Place, nil
	case 0:
		r.Text.Say("I know no channel called ").Claim(t.Heard(), "%s", quoted(words, phrase.MaxQuote))
		r.Text.Say(": only those in which you spoke to me. Write `%s` there, with my name in front.", t.Command.Name)
	default:
		r.Text.Say("Several channels are called ").Claim(t.Heard(), "%s", quoted(words, phrase.MaxQuote))
		r.Text.Say(". Write `%s` in the one you mean, with my name in front.", t.Command.Name)
	}
	return m, false, r
}

// titled is how a shared place is named to who may know it.
func titled(m accounts.Room) string {
	if m.Title == "" {
		return "this channel"
	}
	return m.Title
}

// typedRoom is what is to be typed after a command elsewhere; nothing in the place itself.
func typedRoom(m accounts.Room, there bool) string {
	if there || m.Title == "" {
		return ""
	}
	return " " + m.Title
}

// unchannel takes back that a shared place is read along, or not any more. Either is said
// there.
func unchannel(t *turn.Turn, rec ledger.Record, p event.Payload) (v inverse, err error) {
	own := []event.Seq{rec.Seq}
	switch p := p.(type) {
	case event.ChannelOpened:
		m := accounts.Room{Place: p.Place, Title: p.Title}
		if in(t, func(x memory.View) bool { _, open := x.Accounts.Reads(p.Place); return open }) {
			v.write(event.Asked{What: event.AskNoChannel, Place: p.Place}, own...)
			v.write(notice(m, notReading), own...)
			v.text.Claim(own, "I no longer read %s", titled(m))
		}
	case event.ChannelClosed:
		m := accounts.Room{Place: p.Place}
		open := in(t, func(x memory.View) bool {
			m.Title = x.Accounts.TitleOf(p.Place)
			_, open := x.Accounts.Reads(p.Place)
			return open
		})
		if !open {
			v.write(event.Asked{What: event.AskChannel, Place: p.Place, Text: m.Title, On: askedOn(t)}, own...)
			v.write(notice(m, reading(t, p.Place.Platform)), own...)
			v.text.Claim(own, "I read %s again", titled(m))
		}
	}
	return v, nil
}
