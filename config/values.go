package config

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// USD is an amount in millionths of a US dollar: model calls cost fractions of
// a cent, and sums of them must come out even.
type USD int64

// maxUSD bounds a ceiling at a million dollars; more is a slip of the keyboard.
const maxUSD = 1_000_000 * 1_000_000

// String writes the amount with at least two decimals, as in "US$0.50".
func (u USD) String() string {
	sign := ""
	if u < 0 {
		sign, u = "-", -u
	}
	frac := strings.TrimRight(fmt.Sprintf("%06d", u%1_000_000), "0")
	for len(frac) < 2 {
		frac += "0"
	}
	return fmt.Sprintf("%sUS$%d.%s", sign, u/1_000_000, frac)
}

// Clock is a time of day in minutes after midnight, 0 to 1439.
type Clock int

// String is the time of day on the 24-hour clock, as in "07:00".
func (c Clock) String() string { return fmt.Sprintf("%02d:%02d", c/60, c%60) }

// fault is a value that cannot be used: what is wrong, and what to do.
type fault struct{ what, do string }

func (f fault) Error() string { return f.what + "; " + f.do }

// maxText bounds the runes of any text setting.
const maxText = 200

func checkText(text string) error {
	if utf8.RuneCountInString(text) > maxText {
		return fault{"is too long", fmt.Sprintf("use at most %d characters", maxText)}
	}
	for _, r := range text {
		if r == utf8.RuneError || unicode.IsControl(r) {
			return fault{quoted(text) + " contains characters that cannot be printed", "remove them"}
		}
	}
	return nil
}

func parseName(text string) (string, error) {
	text = strings.TrimSpace(text)
	return text, checkText(text)
}

func parsePath(text string) (string, error) { return text, checkText(text) }

func parsePrincipal(text string) (string, error) {
	bad := fault{quoted(text) + " can't be used as a name in tables and keys",
		"use 1 to 64 letters a-z, digits, - _ . and begin with a letter or digit"}
	if text == "" || len(text) > 64 {
		return "", bad
	}
	for i, r := range text {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
		case i > 0 && strings.ContainsRune("-_.", r):
		default:
			return "", bad
		}
	}
	return text, nil
}

func parseZone(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	// "Local" would mean another zone on another machine.
	if _, err := time.LoadLocation(text); err != nil || text == "Local" {
		return "", fault{quoted(text) + " is not a known time zone", "use an IANA name such as Australia/Melbourne"}
	}
	return text, nil
}

// systemZone names the zone the machine is set to: TZ if it is set, else what
// etc/localtime points to, else the line in etc/timezone. Where the machine
// does not say, the C library and Go run on UTC, and so does Citadel.
func systemZone(tz string, set bool, etc string) string {
	if set {
		tz = strings.TrimPrefix(tz, ":")
		if _, after, ok := strings.Cut(tz, "zoneinfo/"); ok {
			tz = after
		}
		if zone, err := parseZone(tz); err == nil && zone != "" {
			return zone
		}
		return "UTC"
	}
	if target, err := os.Readlink(filepath.Join(etc, "localtime")); err == nil {
		if _, name, ok := strings.Cut(target, "zoneinfo/"); ok {
			if zone, err := parseZone(name); err == nil && zone != "" {
				return zone
			}
		}
	}
	if line, err := os.ReadFile(filepath.Join(etc, "timezone")); err == nil {
		if zone, err := parseZone(strings.TrimSpace(string(line))); err == nil && zone != "" {
			return zone
		}
	}
	return "UTC"
}

// countries are the officially assigned codes of ISO 3166-1 alpha-2.
const countries = " AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV" +
	" BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK" +
	" FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT" +
	" JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO" +
	" MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY" +
	" QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO" +
	" TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW "

func parseCountry(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	code := strings.ToUpper(text)
	if len(code) != 2 || !strings.Contains(countries, " "+code+" ") {
		return "", fault{quoted(text) + " is not an ISO 3166 country code", "use two letters such as AU or GB"}
	}
	return code, nil
}

// parsePhone checks the shape only: what can be dialled differs by country.
func parsePhone(text string) (string, error) {
	text = strings.TrimSpace(text)
	digits := 0
	for _, r := range text {
		switch {
		case '0' <= r && r <= '9':
			digits++
		case strings.ContainsRune(" +-()./*#", r):
		default:
			digits = -len(text) // refused below, however many digits follow
		}
	}
	if text != "" && (digits < 2 || digits > 20 || len(text) > 40) {
		return "", fault{quoted(text) + " is not a telephone number", "use digits, spaces and + - ( )"}
	}
	return text, nil
}

func parseClock(text string) (Clock, error) {
	bad := fault{quoted(text) + " is not a time of day", "use one from 00:00 to 23:59"}
	hours, minutes, ok := strings.Cut(text, ":")
	if !ok || !allDigits(hours) || !allDigits(minutes) || len(hours) > 2 || len(minutes) != 2 {
		return 0, bad
	}
	h, _ := strconv.Atoi(hours) // one or two digits cannot fail
	m, _ := strconv.Atoi(minutes)
	if h > 23 || m > 59 {
		return 0, bad
	}
	return Clock(h*60 + m), nil
}

// off is a time of day that never comes.
const off = "off"

func parseMorning(text string) (Morning, error) {
	if strings.EqualFold(text, off) || text == "false" { // YAML reads off as false
		return Morning{Off: true}, nil
	}
	at, err := parseClock(text)
	return Morning{At: at}, err
}

// String is the time, or "off".
func (m Morning) String() string {
	if m.Off {
		return off
	}
	return m.At.String()
}

func parseUSD(text string) (USD, error) {
	bad := fault{quoted(text) + " is not an amount", "use US dollars such as 0.50, from 0 to 1000000"}
	whole, frac, point := strings.Cut(strings.TrimPrefix(text, "US$"), ".")
	if !allDigits(whole) || len(whole) > 7 || (point && !allDigits(frac)) || len(frac) > 6 {
		return 0, bad
	}
	n, err := strconv.ParseInt(whole+frac+strings.Repeat("0", 6-len(frac)), 10, 64)
	if err != nil || n > maxUSD {
		return 0, bad
	}
	return USD(n), nil
}

// allDigits reports whether text is one or more of 0 to 9.
func allDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

func parseBool(text string) (bool, error) {
	switch text {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, fault{quoted(text) + " is neither true nor false", "use one of the two"}
}

func parseLevel(text string) (slog.Level, error) {
	for _, level := range []slog.Level{slog.LevelDebug, slog.LevelInfo, slog.LevelWarn, slog.LevelError} {
		if strings.EqualFold(text, level.String()) {
			return level, nil
		}
	}
	return 0, fault{quoted(text) + " is not a log level", "use debug, info, warn or error"}
}
