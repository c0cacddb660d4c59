package config

import (
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
)

// parseSlackToken takes a token of the kind that begins with start, and says which one it is
// otherwise.
func parseSlackToken(name, start, text string) (Secret, error) {
	s, err := parseKey(text)
	if err != nil || !s.Set() || strings.HasPrefix(s.Reveal(), start) {
		return s, err
	}
	other := map[string]string{"xapp-": SlackAppToken, "xoxb-": SlackBotToken}
	for begin, where := range other {
		if strings.HasPrefix(s.Reveal(), begin) {
			return Secret{}, fault{"begins with " + begin + ", so it is the other token",
				"put it into " + where + ", and the one that begins with " + start + " into " + name}
		}
	}
	if strings.HasPrefix(s.Reveal(), "xoxe") {
		return Secret{}, fault{"is a token that expires", "switch token rotation off in the settings of the app, and copy the token that begins with " + start}
	}
	return Secret{}, fault{"does not begin with " + start, "copy it again: the app-level token begins with xapp-, the bot token with xoxb-"}
}

// parseTelegramToken takes what BotFather gives: the number of the bot, a colon, and the rest.
func parseTelegramToken(text string) (Secret, error) {
	s, err := parseKey(text)
	if err != nil || !s.Set() {
		return s, err
	}
	bot, rest, _ := strings.Cut(s.Reveal(), ":")
	if !allDigits(bot) || rest == "" || strings.Trim(rest, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") != "" {
		return Secret{}, fault{"is not the token of a bot", "copy it again from BotFather: a number, a colon, and letters and digits"}
	}
	return s, nil
}

// parseServer takes the address of a server. It is not shown where it is wrong: it may hold
// a password.
func parseServer(address string) (string, error) {
	address = strings.TrimSpace(address)
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || len(address) > maxText {
		return "", fault{"is not the address of a server", "write one such as https://chat.example.com"}
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.ForceQuery {
		return "", fault{"holds more than an address", "take out the name, the password and what follows ? or #"}
	}
	u.Host, u.Path, u.RawPath = strings.ToLower(u.Host), strings.TrimRight(u.Path, "/"), ""
	return u.String(), nil
}

// parseAccount makes the parser of ids of accounts, or of workspaces: begin is what they may
// begin with, of the characters that they consist of.
func parseAccount(begin, of, like string) func(string) (string, error) {
	return func(text string) (string, error) {
		text = strings.TrimSpace(text)
		if text != "" && (!strings.ContainsRune(begin, rune(text[0])) || strings.Trim(text, of) != "" || len(text) > 40) {
			return "", fault{quoted(text) + " is not such an id", "use the id and not the name: it looks like " + like}
		}
		return text, nil
	}
}

const (
	digits   = "0123456789"
	capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	small    = "abcdefghijklmnopqrstuvwxyz"
)

// parseOneOf makes the parser of a word that is one of some; an empty one leaves it open.
func parseOneOf(what string, words ...string) func(string) (string, error) {
	return func(text string) (string, error) {
		if text != "" && !slices.Contains(words, text) {
			return "", fault{quoted(text) + " is not " + what, "use " + strings.Join(words, " or ")}
		}
		return text, nil
	}
}

func parsePreviews(text string) (string, error) {
	if text == "" {
		return AllPreviews, nil
	}
	return parseOneOf("what a first line may show", AllPreviews, NeutralPreviews)(text)
}

func parseAudience(text string) (string, error) {
	if text != Private && text != Work {
		return "", fault{quoted(text) + " is not who can read along", fmt.Sprintf("use %s where you alone can, %s where admins of a company can", Private, Work)}
	}
	return text, nil
}

// parseListen takes the address of a port to listen at.
func parseListen(text string) (string, error) {
	host, port, err := net.SplitHostPort(text)
	if text != "" && (err != nil || !allDigits(port) || len(port) > 5 || strings.ContainsAny(host, "/ ")) {
		return "", fault{quoted(text) + " is not an address to listen at", "write one such as 127.0.0.1:8067"}
	}
	return text, nil
}

// parseCallback takes an address, or nothing.
func parseCallback(text string) (string, error) {
	if strings.TrimSpace(text) == "" {
		return "", nil
	}
	return parseServer(text)
}
