package config_test

import (
	"fmt"
	"strings"
	"testing"

	"citadel/config"
)

func TestServers(t *testing.T) {
	dir := home(t, "", "POSTGRES_URL=postgres://me:hunter2@db.example:5432/citadel?sslmode=require\n")
	c, err := config.Load(dir, []string{"REDIS_URL=rediss://:hunter3@cache.example/2"})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Servers.Postgres.Reveal(); got != "postgres://me:hunter2@db.example:5432/citadel?sslmode=require" {
		t.Errorf("the ledger is at %q", got)
	}
	if got := config.Host(c.Servers.Postgres) + " " + config.Host(c.Servers.Redis); got != "db.example:5432/citadel cache.example/2" {
		t.Errorf("shown as %q", got)
	}
	if shown := fmt.Sprintf("%v %+v %#v", c, c, c.Servers); strings.Contains(shown, "hunter") {
		t.Errorf("a password is shown: %s", shown)
	}
	var secrets []string
	for _, s := range c.Servers.Secrets() {
		secrets = append(secrets, s.Reveal())
	}
	if got := strings.Join(secrets, " "); !strings.Contains(got, " hunter2 ") || !strings.HasSuffix(got, " hunter3") {
		t.Errorf("secrets: %s", got)
	}
	c, err = config.Load(home(t, "", ""), nil)
	if err != nil || c.Servers.Postgres.Set() || c.Servers.Redis.Set() || len(c.Servers.Secrets()) > 0 {
		t.Errorf("servers that nobody named: %v, %v", c.Servers, err)
	}
}

func TestServersRefused(t *testing.T) {
	for _, line := range []string{
		"POSTGRES_URL=hunter2", "POSTGRES_URL=http://me:hunter2@x/y", "POSTGRES_URL=postgres://", "POSTGRES_URL=postgres://me:hunter2@%zz/x",
		"REDIS_URL=localhost:6379", "REDIS_URL=redis:///hunter2", "REDIS_URL=postgres://me:hunter2@x/y",
		"POSTGRES_URL=postgres://hunter2@" + strings.Repeat("x", 5000),
	} {
		_, err := config.Load(home(t, "", line+"\n"), nil)
		name, _, _ := strings.Cut(line, "=")
		if err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "write one such as") || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%.60s: %v", line, err)
		}
	}
}

// A socket, a name that means this computer and an address of it are near; every other host is afar.
func TestAServerAfar(t *testing.T) {
	for address, afar := range map[string]bool{
		"": false, "postgres:///citadel": false, "postgres://me@localhost/citadel": false, "redis://127.0.0.1:6379/0": false, "redis://[::1]/0": false,
		"postgres://me:x@db.example:5432/citadel": true, "http://10.0.0.7:8080": true,
	} {
		if got := config.IsAfar(config.NewSecret(address)); got != afar {
			t.Errorf("%q afar: %v", address, got)
		}
	}
}
