package config

import (
	"net/url"
	"slices"
	"strings"
)

// The variables that name servers to keep things on. The names are those in common use. Each
// stands by itself: what is not named is kept in the home.
const (
	PostgresURL = "POSTGRES_URL"
	RedisURL    = "REDIS_URL"
)

// Servers are where the mind is kept other than in the home. An address may hold a password,
// so it is never shown.
type Servers struct {
	Postgres Secret // the database of the ledger; not set is the file in the home
	Redis    Secret // where the newest state of the folds is kept, too; not set is nowhere
}

// Secrets lists the addresses that are set, and the passwords in them.
func (s Servers) Secrets() []Secret {
	var out []Secret
	for _, address := range []Secret{s.Postgres, s.Redis} {
		if !address.Set() {
			continue
		}
		out = append(out, address)
		if u, err := url.Parse(address.Reveal()); err == nil {
			if password, ok := u.User.Password(); ok {
				out = append(out, NewSecret(password))
			}
		}
	}
	return out
}

// Host is the part of an address that can be shown: which server, and which database of it.
func Host(address Secret) string {
	u, err := url.Parse(address.Reveal())
	if err != nil {
		return ""
	}
	return u.Host + u.Path
}

// IsAfar says whether the host of an address is another computer than this one.
func IsAfar(address Secret) bool {
	u, err := url.Parse(address.Reveal())
	return err == nil && u.Hostname() != "" && !isLoopback(u.Hostname())
}

// User is who an address logs in as; empty where it does not say.
func User(address Secret) string {
	u, err := url.Parse(address.Reveal())
	if err != nil {
		return ""
	}
	return u.User.Username()
}

// ofServers keeps a variable that names a server, and reports whether it is one.
func (o *overlay) ofServers(v variable) bool {
	var err error
	s := &o.config.Servers
	switch v.name {
	case PostgresURL:
		s.Postgres, err = parseAddress(v.value, "a PostgreSQL database", "postgres://ROLE:PASSWORD@127.0.0.1:5432/citadel", "postgres", "postgresql")
	case RedisURL:
		s.Redis, err = parseAddress(v.value, "a Redis server", "redis://:PASSWORD@127.0.0.1:6379/0", "redis", "rediss")
	default:
		return false
	}
	if err != nil {
		what, do := reasonOf(err)
		o.problems = append(o.problems, Problem{File: v.at.file, Line: v.at.line, Key: v.name, Subject: named(v.name), What: what, Do: do})
	}
	return true
}

// parseAddress takes the address of a server. It is not shown where it is wrong.
func parseAddress(text, of, like string, schemes ...string) (Secret, error) {
	text = strings.TrimSpace(text)
	u, err := url.Parse(text)
	if err != nil || !slices.Contains(schemes, u.Scheme) || u.Hostname() == "" || len(text) > maxText {
		return Secret{}, fault{"is not the address of " + of, "write one such as " + like}
	}
	return NewSecret(text), nil
}
