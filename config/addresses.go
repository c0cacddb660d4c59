package config

import (
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// keyElsewhere is what to do with a key that stands in config.yaml.
const keyElsewhere = "put it into .env in the home, or into the environment, as NAME=…; write key_env: NAME here, and take the key out"

// elsewhere is the same for a line of config.yaml.
func elsewhere(path string) string {
	switch group, _, _ := strings.Cut(path, "."); group {
	case "mail":
		return "take it out, and put it into .env in the home, as " + MailPassword + "=…"
	case calendarsGroup:
		return "put it into .env in the home, or into the environment, as NAME=…; write password_env: NAME here, and take it out"
	}
	return keyElsewhere
}

// secretive holds for the name of a line that would hold a key.
func secretive(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc([]string{"key", "token", "secret", "password"}, func(end string) bool { return strings.HasSuffix(name, end) })
}

// tokenElsewhere is the same for the token of a platform.
const tokenElsewhere = "take it out, and run `citadel setup %s`: it goes into .env in the home, as %s=…"

// marks are what the keys and tokens of the known vendors begin with.
var marks = []string{"sk-", "sk_", "gsk_", "xai-", "AIza", "hf_", "Bearer ", "xoxb-", "xapp-", "xoxp-", "xoxe"}

// isKey holds for a text that looks like a key: it is never shown.
func isKey(text string) bool {
	return slices.ContainsFunc(marks, func(mark string) bool { return strings.HasPrefix(strings.TrimSpace(text), mark) })
}

// parseText takes any text that can be shown.
func parseText(text string) (string, error) {
	text = strings.TrimSpace(text)
	if isKey(text) {
		return "", fault{"looks like a key, which does not belong here", keyElsewhere}
	}
	return text, checkText(text)
}

// parseModel takes the name of a model, with or without its provider.
func parseModel(text string) (string, error) {
	name, err := parseText(text)
	switch {
	case err != nil:
		return "", err
	case name == "":
		return "", fault{"is empty", "write the name of a model, or remove it"}
	case strings.ContainsFunc(name, func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) || strings.HasPrefix(name, "/") || strings.HasSuffix(name, "/"):
		return "", fault{quoted(name) + " is not the name of a model", "write one such as claude-sonnet-5-5 or local/qwen3; several go into a list"}
	}
	return name, nil
}

// parseFirst is the same for a setting that may be empty.
func parseFirst(text string) (string, error) {
	if strings.TrimSpace(text) == "" {
		return "", nil
	}
	return parseModel(text)
}

// checkProviderName bounds what stands before the slash in "provider/model".
func checkProviderName(name string) error {
	if isKey(name) {
		return fault{"looks like a key, which does not belong here", keyElsewhere}
	}
	if rest := strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_."); rest != "" || name == "" || len(name) > 40 {
		return fault{quoted(name) + " can't be the name of a provider", "use 1 to 40 of a-z, 0-9, - _ ."}
	}
	return nil
}

// parseKeyName takes the name of a variable. What is wrong is not shown: it may be the key.
func parseKeyName(text string) (string, error) {
	const do = "write the name of the variable that holds the key, such as OPENAI_API_KEY: capital letters, digits and _"
	if text == "" || len(text) > 64 || strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "" || text[0] >= '0' && text[0] <= '9' {
		return "", fault{"is not the name of a variable", do}
	}
	if _, is := settingOf(text); is || reserved(text) {
		return "", fault{text + " is a setting of its own", do}
	}
	return text, nil
}

func parseKind(text string) (string, error) {
	if text != AnthropicKind && text != OpenAIKind {
		return "", fault{quoted(text) + " is not a kind of provider", "use anthropic, or openai for OpenAI and every server that speaks like it"}
	}
	return text, nil
}

func parseThinking(text string) (string, error) {
	ways := []string{NoThinking, Adaptive, Always, ByEffort}
	if !slices.Contains(ways, text) {
		return "", fault{quoted(text) + " is not a way of thinking", "use " + strings.Join(ways[:3], ", ") + " or " + ways[3]}
	}
	return text, nil
}

// maxTokens bounds what a card may say of sizes.
const maxTokens = 1_000_000_000

func parseTokens(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || !allDigits(text) || n < 1 || n > maxTokens {
		return 0, fault{quoted(text) + " is not a number of tokens", "write one such as 200000"}
	}
	return n, nil
}

// parseKey takes a key from a variable. It is never shown, not even where it is wrong.
func parseKey(text string) (Secret, error) {
	text = strings.TrimSpace(text)
	for _, r := range text {
		if r <= ' ' || r > '~' {
			return Secret{}, fault{"contains characters that no key has", "copy it again, without quotes or spaces"}
		}
	}
	if len(text) > 4096 {
		return Secret{}, fault{"is too long for a key", "copy it again"}
	}
	return NewSecret(text), nil
}

// reach sets where a provider is reached. The kind has to be known for the path; where it
// is not, nothing can be called anyway. The address is not shown where it is wrong: it may
// hold a password.
func (p *Provider) reach(address string) error {
	bad := fault{"is not the address of a server", "write one such as http://localhost:11434/v1 or https://api.openai.com/v1"}
	address = strings.TrimSpace(address)
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || len(address) > maxText {
		return bad
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.ForceQuery {
		return fault{"holds more than an address", "take out the name, the password and what follows ? or #; a key goes into the variable that key_env names"}
	}
	if port := u.Port(); port != "" {
		if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65535 {
			return bad
		}
	}
	u.Host = strings.ToLower(u.Host)
	u.Path = strings.TrimRight(u.Path, "/")
	u.RawPath = ""
	if p.Kind == AnthropicKind {
		u.Path = strings.TrimSuffix(u.Path, "/v1")
	} else if u.Path == "" {
		u.Path = "/v1"
	}
	p.URL = u.String()
	p.Host = u.Hostname()
	p.Loopback = isLoopback(p.Host)
	return nil
}

// isLoopback holds for a host that is this computer whatever a name server says.
func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Unmap().IsLoopback()
}

// where shows an address to people: its host, with the port if there is one.
func where(address string) string {
	if u, err := url.Parse(address); err == nil {
		return u.Host
	}
	return ""
}

// joined lists words for people: "a, b and c".
func joined(words []string) string {
	if n := len(words); n > 1 {
		return fmt.Sprintf("%s and %s", strings.Join(words[:n-1], ", "), words[n-1])
	}
	return strings.Join(words, "")
}
